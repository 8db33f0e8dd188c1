import { type Command, CommanderError } from 'commander';
import type { BatonIo } from './io/baton-io.ts';
import { moveLeadingOptions } from './command/leading-options.ts';
import { createBatonCommand } from './create-baton-command.ts';
import { EXIT_CODES } from './io/exit-code.ts';
import { processIo } from './io/process-io.ts';

/**
 * Runs one command line, without the program's name, and answers the exit code. Never throws, never ends the process, and never asks.
 *
 * @example
 * ```ts
 * import { processIo, runBaton } from '@batonkit/cli';
 *
 * let printed = '';
 * const stdout = { write: (text: string) => (printed += text) };
 * await runBaton(['--version'], { ...processIo(), stdout, exit: () => undefined }); // => 0
 * /^\d+\.\d+\.\d+/.test(printed); // => true
 * ```
 */
export async function runBaton(given: readonly string[], io: BatonIo = processIo()): Promise<number> {
  const argv = moveLeadingOptions(given);
  let exitCode: number = EXIT_CODES.done;
  const exit = (code: number): void => {
    exitCode = code;
    io.exit(code);
  };
  const baton = createBatonCommand({ io: { ...io, exit } });
  const isJson = argv.includes('--json');
  const complaints: string[] = [];
  forEachCommand(baton, (command) => {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => (isJson ? complaints.push(text) : void io.stderr.write(text)),
      getOutHelpWidth: () => io.stdout.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => io.stderr.columns ?? HELP_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  });
  try {
    await baton.parseAsync(isVerb(baton, argv[0]) ? [...argv] : withoutHelp(argv), { from: 'user' });
  } catch (error) {
    exit(explain(error, io, isJson));
  }
  return exitCode;
}

const HELP_WIDTH = 100;

function isVerb(baton: Command, word: string | undefined): boolean {
  const verbs = ['help', ...baton.commands.map((command) => command.name())];
  return word === undefined || word.startsWith('-') || verbs.includes(word);
}

/** Asked for help of a verb that there is not, commander would show its own help; so it says that, and which one may be meant. */
const withoutHelp = (argv: readonly string[]): string[] => argv.filter((word) => !['-h', '--help'].includes(word));

function explain(error: unknown, io: BatonIo, isJson: boolean): number {
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === 0) return EXIT_CODES.done;
  const reason = error instanceof Error ? error.message : String(error);
  const message = isUsage ? reason.replace(/^error: /, '') : `${reason} This is a mistake in baton, please report it.`;
  const code = isUsage ? 'Usage' : 'Unexpected';
  if (isJson) {
    io.stdout.write(`${JSON.stringify({ success: false, data: null, error: { code, message, data: {} } })}\n`);
  } else if (!isUsage) io.stderr.write(`error: ${message}\n`);
  return isUsage ? EXIT_CODES.usage : EXIT_CODES.failed;
}

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) forEachCommand(child, visit);
}
