import { err, type Failure, ok, type Result } from '@batonkit/core';
import type { BatonIo } from '../io/baton-io.ts';
import type { OperationKit } from '@batonkit/operations';
import { followQa } from './follow-qa.ts';
import { openKit, type OpenKit } from '../kit/open-kit.ts';
import { printOutcome, printWarning } from '../print/print-outcome.ts';
import { withProgress } from '../print/progress.ts';
import { isFilePlaced, kebab, type OperationCall, placeholderOf } from './operation-command.ts';
import { readInput, readJsonInput, usage } from './read-input.ts';

/** Does what a command line asks for, prints what came of it, and says how it ended. */
export async function runOperation(io: BatonIo, call: OperationCall): Promise<void> {
  const { operation, options } = call;
  // What QA commands print is progress enough.
  const isQuiet = options.json === true || runsQa(call);
  const outcome = await withProgress(io, operation.name, isQuiet, () => carryOut(io, call));
  if (outcome.warning !== null && options.json !== true) printWarning(io, outcome.warning);
  io.exit(await printOutcome(io, { ...outcome, name: operation.name, json: options.json === true }));
}

interface Outcome {
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: Result<unknown, Failure>;
  readonly warning: string | null;
}

/** Verbs that look tasks up: who stands in the wrong directory sees none, and should hear why. */
const LOOKING: readonly string[] = ['list', 'status', 'next', 'queue'];

async function carryOut(io: BatonIo, call: OperationCall): Promise<Outcome> {
  const { operation, options } = call;
  const opened = await openKit(io, options);
  if (opened.isErr()) return { input: {}, result: err(opened.error), warning: null };
  const { kit } = opened.value;
  try {
    const input = await inputOf(io, call, opened.value);
    if (input.isErr()) return { input: {}, result: err(input.error), warning: null };
    const result = runsQa(call) ? await runFollowed(io, call, kit, input.value) : await operation.run(kit, input.value);
    return { input: input.value, result, warning: warnOfPlace(operation.name, result, opened.value) };
  } finally {
    await opened.value.store.close();
  }
}

function runsQa({ operation, given }: OperationCall): boolean {
  return operation.name === 'qa run' || (operation.name === 'hand-off' && given['qa'] === true);
}

async function runFollowed(
  io: BatonIo,
  { operation, options }: OperationCall,
  kit: OperationKit,
  input: Readonly<Record<string, unknown>>,
): Promise<Result<unknown, Failure>> {
  const { settings, stop } = followQa(io, options.json === true);
  try {
    return await operation.run({ ...kit, following: settings }, input);
  } finally {
    stop();
  }
}

function warnOfPlace(
  name: string,
  result: Result<unknown, Failure>,
  { repository, directory, isStoreTold }: OpenKit,
): string | null {
  if (repository !== null) return null;
  const code = result.isErr() ? result.error.code : null;
  const misses = !isStoreTold && (LOOKING.includes(name) || code === 'ContextNotFound');
  // Where there are no files, every standard looks changed.
  return misses || code === 'StaleCitation' ? `${directory} is not in a git working tree.` : null;
}

async function inputOf(
  io: BatonIo,
  { operation, fields, given, from }: OperationCall,
  { root, directory }: OpenKit,
): Promise<Result<Record<string, unknown>, Failure>> {
  const base = from === undefined ? ok({}) : await readJsonInput(from, { io, directory });
  if (base.isErr()) return err(base.error);
  const written = await readInput(operation, fields, given, { io, directory, root });
  if (written.isErr()) return err(written.error);
  const input: Record<string, unknown> = { ...base.value, ...written.value };
  const missing = fields.filter(
    (field) =>
      input[field.name] === undefined && (field.isRequired || (from === undefined && isFilePlaced(operation, field))),
  );
  if (missing.length === 0) return ok(input);
  const names = missing.map((field) =>
    operation.shell.positional.includes(field.name) ? placeholderOf(operation, field) : `--${kebab(field.name)}`,
  );
  return err(usage(`${operation.name} lacks ${names.join(', ')}. See baton ${operation.name} --help.`));
}
