import type { GuardVerdict, ToolUse } from './guard-policy.ts';
import { hasOption, readOptions } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';

/**
 * Whose an operation of Batonkit is: `read` changes nothing, `turn` is an agent's part of the work, `person` is not for an agent to decide. Held
 * against the table of operations by a test, because a hook has no time to load that table.
 */
export const OWN_OPERATIONS: Readonly<Record<string, 'read' | 'turn' | 'person'>> = Object.freeze({
  ...list(
    'read',
    ...['get', 'list', 'export', 'evidence', 'trail', 'inspect', 'diff', 'preview', 'attribute', 'status', 'next'],
    ...['section', 'tasks', 'context', 'report', 'task show'],
  ),
  ...list(
    'turn',
    ...[
      'init',
      'start',
      'hand-off',
      'update',
      'block',
      'complete',
      'record-qa',
      'attach-evidence',
      'snapshot',
      'verify',
    ],
    ...['claim', 'release', 'classify', 'plan', 'agent', 'present', 'audit', 'advance', 'queue', 'worktree'],
    ...['task create', 'task log', 'task check', 'task chain'],
    ...['tiers load', 'tiers compact', 'tiers checkpoint', 'tiers recover', 'tiers guard'],
  ),
  ...list('person', 'approve', 'purge', 'take-over', 'resolve-drift', 'rebuild', 'restore', 'send'),
});

/** Verbs of the program that are no operations. */
const OWN_VERBS: Readonly<Record<string, 'read' | 'person'>> = {
  ...list('read', 'doctor', 'completion', 'help', 'hooks install'),
  ...list('person', 'hook', 'mcp'),
};

/** What `worktree` does that loses a tree or moves the main branch. */
const PERSONS_ACTIONS: readonly unknown[] = ['remove', 'land'];

/** Options that take what a person would have to decide. */
const OVERRIDES = ['--force', '--force-secrets', '--even-in-progress', '--fix', '--write', '--remove'];
const OVERRIDING_FIELDS = ['force', 'forceSecrets', 'evenInProgress'];

/** Options of every verb that take a value; see `moveLeadingOptions` of the command line. */
const VALUED = ['-C', '--directory', '--store', '--session', '--from', '--actor', '--operation-id'];

/** How harnesses name the tools of an MCP server: Claude Code and Codex, their plugins, Gemini CLI, opencode. */
const TOOL = /^(?:mcp__(?:plugin_\w+?_)?|mcp_|)baton(?:kit)?(?:__|_)([a-z][a-z_]*)$/;

function list<Class extends string>(own: Class, ...names: readonly string[]): Readonly<Record<string, Class>> {
  return Object.fromEntries(names.map((name) => [name, own]));
}

/** The verdict on one of Batonkit's own MCP tools; null for every other tool. */
export function judgeOwnTool({ tool, input }: ToolUse): Pick<GuardVerdict, 'decision' | 'reason'> | null {
  const called = TOOL.exec(tool)?.[1];
  const name = Object.keys(OWN_OPERATIONS).find((own) => own.replaceAll(/[ -]/g, '_') === called);
  if (name === undefined) return null;
  const isPersons = name === 'worktree' && PERSONS_ACTIONS.includes(input['action']);
  const isOverride = OVERRIDING_FIELDS.some((field) => input[field] !== undefined && input[field] !== false);
  if (OWN_OPERATIONS[name] === 'person' || isPersons || isOverride)
    return { decision: 'ask', reason: `${describeDecision(`${tool}${isOverride ? ' with an override' : ''}`)}.` };
  return { decision: 'allow', reason: "It is one of Batonkit's own tools." };
}

/** What `baton` does: nothing to files but through Batonkit itself, unless it is a person's to decide. */
export function ownCommandEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, VALUED);
  if (
    args.some(({ hasExpansion }) => hasExpansion === true) &&
    read.operands.slice(0, 2).some(({ isDynamic }) => isDynamic)
  ) {
    effects.doubt(`${name} has a verb that the shell fills in`);
    return;
  }
  const [first = '', second = ''] = read.operands.map(({ text }) => text);
  if (hasOption(read, '--help', '-h', '--version', '-V') || first === '') return;
  const known = { ...OWN_OPERATIONS, ...OWN_VERBS };
  const verb = [`${first} ${second}`, first].find((words) => Object.hasOwn(known, words));
  if (verb === undefined) {
    effects.doubt(`${name} has no verb ${first.slice(0, 40)}`);
    return;
  }
  const override = OVERRIDES.find((option) =>
    args.some(({ text }) => text === option || text.startsWith(`${option}=`)),
  );
  // `-C` and its like may stand before the verb, so the words are looked for wherever they are.
  const isPersons = verb === 'worktree' && PERSONS_ACTIONS.includes(second);
  const shown = `${name} ${verb}${isPersons ? ` ${second}` : ''}${override === undefined ? '' : ` ${override}`}`;
  if (known[verb] === 'person' || override !== undefined || isPersons)
    effects.leaveToPerson(describeDecision(`\`${shown}\``));
}

function describeDecision(what: string): string {
  return `${what} is a person's decision, not an agent's`;
}
