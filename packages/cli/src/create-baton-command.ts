import { Command } from 'commander';
import { type Operation, OPERATIONS } from '@batonkit/operations';
import type { BatonIo } from './io/baton-io.ts';
import { addFamily } from './command/add-family.ts';
import { addOwnVerbs } from './command/own-verbs.ts';
import { describeOperation } from './command/operation-command.ts';
import { runOperation } from './command/run-operation.ts';
import { processIo } from './io/process-io.ts';
import { VERSION } from './version.ts';

/** What {@link createBatonCommand} can be told. */
export interface BatonCommandOptions {
  /** The terminal, environment and directory of this process unless told. */
  readonly io?: BatonIo;
  /** `baton` unless told. */
  readonly name?: string;
}

/** The groups of verbs, as help shows them. */
const GROUPS: readonly { readonly title: string; readonly verbs: readonly string[] }[] = [
  group('A task and its turns:', 'init start hand-off status next list get complete purge'),
  group('The working tree:', 'verify inspect diff attribute preview restore resolve-drift snapshot'),
  group('What was proven:', 'qa block update record-qa attach-evidence evidence export rebuild trail'),
  group(
    'The protocol:',
    'claim release take-over classify plan agent present approve compliance advance send queue worktree',
  ),
  group('Documents:', 'section tasks context report task tiers'),
];

function group(title: string, verbs: string): (typeof GROUPS)[number] {
  return { title, verbs: verbs.split(' ') };
}

/**
 * Makes the whole `baton` command for commander: run it, or mount it in another program with `addCommand`. How a verb ended is told to
 * `io.exit`, which by default sets the exit code of the process.
 *
 * @example
 * ```ts
 * import { createBatonCommand } from '@batonkit/cli';
 *
 * const baton = createBatonCommand();
 * baton.commands.some((command) => command.name() === 'hand-off'); // => true
 * ```
 */
export function createBatonCommand({ io = processIo(), name = 'baton' }: BatonCommandOptions = {}): Command {
  const baton = new Command(name)
    .description('Safe hand-offs between coding agents.')
    .version(VERSION, '-V, --version')
    .addHelpCommand(new Command('help').argument('[verb]').description('Show help of a verb.').helpGroup(OWN))
    .configureHelp({
      subcommandTerm: (command) => `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim(),
    })
    .showHelpAfterError(`(${name} --help lists the verbs)`)
    .addHelpText(
      'after',
      `\nEvery verb takes --json, -C <path> and --store <place>. ${name} <verb> --help shows its examples.\nExit codes: ${EXIT_TEXT}`,
    );
  for (const operation of OPERATIONS) addOperation(baton, operation, io);
  addOwnVerbs(baton, io);
  for (const command of baton.commands) {
    command.helpGroup(GROUPS.find(({ verbs }) => verbs.includes(command.name()))?.title ?? OWN);
  }
  for (const command of baton.commands) sayWhereHelpIs(command, name);
  // Help lists the verbs in the order in which they stand here.
  const order = GROUPS.flatMap(({ verbs }) => verbs);
  const placeOf = (command: Command): number => order.indexOf(command.name()) + 1 || Infinity;
  (baton.commands as Command[]).sort((left, right) =>
    placeOf(left) < placeOf(right) ? -1 : placeOf(left) > placeOf(right) ? 1 : 0,
  );
  return baton;
}

/** What is wrong with an option is answered by the help of its verb, not by that of the program. */
function sayWhereHelpIs(command: Command, above: string): void {
  const words = `${above} ${command.name()}`;
  command.showHelpAfterError(`(${words} --help shows its ${command.commands.length > 0 ? 'verbs' : 'options'})`);
  for (const child of command.commands) sayWhereHelpIs(child, words);
}

const OWN = 'Setting up:';

const EXIT_TEXT =
  '0 done, 1 failed, 2 wrong usage, 3 drift, 4 refused by the protocol, 5 not found, 6 conflict or lock time-out.';

const FAMILIES: Readonly<Record<string, string>> = {
  qa: 'Checks that really run.',
  task: 'The progress file of a task.',
  tiers: 'The context of agents in tiers.',
};

/** Adds an operation as a verb; `task create` becomes `create` below `task`. */
export function addOperation(baton: Command, operation: Operation, io: BatonIo): void {
  const words = operation.name.split(' ');
  let parent = baton;
  for (const word of words.slice(0, -1)) {
    const known = parent.commands.find((command) => command.name() === word);
    parent = known ?? addFamily(parent, word, FAMILIES[word] ?? '');
  }
  describeOperation(parent.command(words.at(-1) ?? ''), operation, (call) => runOperation(io, call));
}
