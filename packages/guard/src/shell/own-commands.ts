import type { GuardVerdict, ToolUse } from '../policy/guard-policy.ts';
import { hasOption, readOptions, valuesOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';
import type { ShellWord } from './shell-token.ts';

/**
 * Whose an operation of Batonkit is: `read` changes nothing, `turn` is an agent's part of the work, `person` is not for an agent to decide. Held
 * against the table of operations by a test, because a hook has no time to load that table.
 */
export const OWN_OPERATIONS: Readonly<Record<string, 'read' | 'turn' | 'person'>> = Object.freeze({
  ...list(
    'read',
    ...['get', 'list', 'export', 'evidence', 'trail', 'inspect', 'diff', 'preview', 'attribute', 'status', 'next'],
    ...['section', 'tasks', 'context', 'parse-report', 'task show'],
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
      'qa run',
      'attach-evidence',
      'snapshot',
      'verify',
    ],
    ...['claim', 'release', 'classify', 'plan', 'agent', 'present', 'compliance', 'advance', 'queue', 'worktree'],
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

/** What a session sends of the protocol's commands itself; the others end, undo or decide something. */
const SESSION_COMMANDS: readonly unknown[] = ['attest', 'record-activity'];

/** What `worktree` does that loses a tree or moves the main branch. */
const PERSONS_ACTIONS: readonly unknown[] = ['remove', 'land'];

/** Options and fields that overrule a check. `forceFullProtocol` asks for more checks, not fewer. */
const OVERRIDE = /^--(?:force(?!-full-protocol)|even-in-progress|fix|write|remove|accept)/;
const OVERRIDING_FIELD = /^(?:force(?!FullProtocol)|evenInProgress|accept$)/;

/** Options that may come before the verb; see `moveLeadingOptions` of the command line. */
const VALUED = ['-C', '--directory', '--store', '--session', '--from', '--actor', '--operation-id'];
const ALONE = ['--json', '--force-secrets'];

/** The verbs that are two words. */
const FAMILIES = ['task', 'tiers', 'hooks', 'worktree', 'qa'];

/**
 * How harnesses name the tools of an MCP server: `mcp__server__tool` and `mcp__plugin_name_server__tool` in Claude Code and Codex,
 * `mcp_server_tool` in Gemini CLI, `server_tool` in opencode.
 */
const TOOL = /^(?:mcp__(?:plugin_[A-Za-z0-9-]+_)?baton(?:kit)?__|(?:mcp_)?baton(?:kit)?__?)([a-z][a-z_]*)$/;

/** Programs that are `baton` when a path names them. */
const OWN_PROGRAM = /(?:^|\/)(?:node_modules\/@batonkit\/cli\/.+|baton(?:\.[cm]?js)?)$/;

/** True for the path of Batonkit's own program. */
export function isOwnProgram(path: string): boolean {
  return OWN_PROGRAM.test(path);
}

/** True for the package that `baton` is in, with or without a version. */
export function isOwnPackage(name: string): boolean {
  return /^@batonkit\/cli(?:@[\w.^~-]+)?$/.test(name);
}

function list<Class extends string>(own: Class, ...names: readonly string[]): Readonly<Record<string, Class>> {
  return Object.fromEntries(names.map((name) => [name, own]));
}

/** The verdict on one of Batonkit's own MCP tools; null for every other tool. */
export function judgeOwnTool(
  { tool, input }: ToolUse,
  settings: string,
): Pick<GuardVerdict, 'decision' | 'reason'> | null {
  const called = TOOL.exec(tool)?.[1];
  const name = Object.keys(OWN_OPERATIONS).find((own) => own.replaceAll(/[ -]/g, '_') === called);
  if (name === undefined) return null;
  const isPersons = name === 'worktree' && PERSONS_ACTIONS.includes(input['action']);
  const isOverride = Object.entries(input).some(
    ([field, value]) => OVERRIDING_FIELD.test(field) && value !== undefined && value !== false,
  );
  const isSessions = name === 'send' && SESSION_COMMANDS.includes(input['command']);
  if ((OWN_OPERATIONS[name] === 'person' && !isSessions) || isPersons || isOverride) {
    const decision = describeDecision(`${tool}${isOverride ? ' with an override' : ''}`);
    const reason = `${decision}. To let the tool pass without asking, with all that it does, a person can add "${tool}": { "kind": "other", "fields": [] } to guard.tools in ${settings}.`;
    return { decision: 'ask', reason };
  }
  return { decision: 'allow', reason: "It is one of Batonkit's own tools." };
}

/** What `baton` does: nothing to files but through Batonkit itself, unless it is a person's to decide. */
export function ownCommandEffects({ name, args, effects }: CommandContext): void {
  const at = skipLeadingOptions(args);
  const [first, second] = [args[at], args[at + 1]];
  if (first === undefined || (args.length === 1 && /^(?:-h|--help|-V|--version)$/.test(first.text))) return;
  if (first.isDynamic || (FAMILIES.includes(first.text) && second?.isDynamic === true)) {
    effects.doubt(`${name} has a verb that the shell fills in`);
    return;
  }
  const known = { ...OWN_OPERATIONS, ...OWN_VERBS };
  const verb = [`${first.text} ${second?.text ?? ''}`, first.text].find((words) => Object.hasOwn(known, words));
  if (verb === undefined) {
    effects.doubt(`${name} has no verb ${first.text.slice(0, 40)}`);
    return;
  }
  // Behind an option that takes a value, `--help` is that value.
  const options = args.filter(({ text }) => text.startsWith('-'));
  if (options.length === 1 && /^(?:-h|--help)$/.test(options[0]?.text ?? '')) return;
  const override = options.find(({ text }) => OVERRIDE.test(text))?.text;
  const isPersons = verb === 'worktree' && PERSONS_ACTIONS.includes(second?.text);
  const shown = `${name} ${verb}${isPersons ? ` ${second?.text ?? ''}` : ''}${override === undefined ? '' : ` ${override}`}`;
  const sent = verb === 'send' ? readOptions(args.slice(at + 1), VALUED).operands[1] : undefined;
  const isSessions = sent?.isDynamic === false && SESSION_COMMANDS.includes(sent.text);
  if ((known[verb] === 'person' && !isSessions) || override !== undefined || isPersons)
    effects.leaveToPerson(describeDecision(`\`${shown}\``));
  if (Object.hasOwn(OWN_OPERATIONS, verb) && known[verb] === 'read') return;
  if (args.some(({ isDynamic }) => isDynamic)) effects.doubt(`${shown} has an argument that the shell fills in`);
  const read = readOptions(args, VALUED);
  if (hasOption(read, '--from')) effects.doubt(`${shown} takes its options from a file`);
  if (hasOption(read, '--store')) effects.doubt(`${shown} works on another store`);
  for (const folder of valuesOf(read, '-C', '--directory')) effects.roam(name, folder);
}

/** Where the verb is. An option that is not known may take the next word as its value, so nothing is skipped then. */
function skipLeadingOptions(args: readonly ShellWord[]): number {
  let at = 0;
  for (;;) {
    const text = args[at]?.text ?? '';
    if (ALONE.includes(text) || VALUED.some((name) => name.startsWith('--') && text.startsWith(`${name}=`))) at += 1;
    else if (VALUED.includes(text)) at += 2;
    else return at;
  }
}

function describeDecision(what: string): string {
  return `${what} is a person's decision, not an agent's`;
}
