import type { Failure, Result, Warning } from '@batonkit/core';
import type { BatonIo } from '../io/baton-io.ts';
import { EXIT_CODES, exitCodeOf } from '../io/exit-code.ts';
import { hintFor } from './hint-for.ts';
import { createPaint } from './paint.ts';
import { plainText } from './plain-text.ts';
import { readDriftReport, renderDrift } from './render-drift.ts';
import { renderView } from './render-view.ts';
import type { ViewContext } from './view-context.ts';

/** What came of a verb. */
export interface PrintedOutcome {
  /** The verb. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: Result<unknown, Failure>;
  readonly json: boolean;
}

/** Prints what came of a verb and answers the exit code. JSON goes to standard output alone; notes for people to standard error. */
export async function printOutcome(io: BatonIo, { name, input, result, json }: PrintedOutcome): Promise<number> {
  const exitCode = result.isErr() ? exitCodeOf(result.error.code) : exitCodeOfData(name, result.value);
  if (json) {
    const { code, message, data } = result.isErr() ? result.error : { code: '', message: '', data: null };
    const error = result.isErr() ? { code, message, data } : null;
    const value = result.isOk() ? result.value : null;
    io.stdout.write(`${JSON.stringify({ success: result.isOk(), data: value, error })}\n`);
    return exitCode;
  }
  if (result.isErr()) {
    printFailure(io, name, input, result.error);
    return exitCode;
  }
  const paint = createPaint(io, io.stdout);
  const { text, isLong } = renderView(name, result.value, {
    paint,
    width: io.stdout.isTTY === true ? io.stdout.columns : undefined,
    isTerminal: io.stdout.isTTY === true,
  });
  if (isLong && io.stdout.isTTY === true && io.page !== undefined) await io.page(text);
  else io.stdout.write(text);
  printWarnings(io, name, result.value);
  return exitCode;
}

/** Something that was looked at and drifted is drift, though the look succeeded. */
function exitCodeOfData(name: string, data: unknown): number {
  // Checks that ran and failed are recorded, and still the program says so to scripts.
  if (name === 'qa run')
    return (data as { readonly passed?: unknown }).passed === true ? EXIT_CODES.done : EXIT_CODES.failed;
  const drifted = typeof data === 'object' && data !== null && 'verdict' in data && data.verdict === 'drift';
  return name === 'inspect' && drifted ? EXIT_CODES.drift : EXIT_CODES.done;
}

/** Verbs whose warnings only say which documents were not cut, so that a code would tell people nothing. */
const WITHOUT_CODES: readonly string[] = ['context'];

function printWarnings(io: BatonIo, name: string, data: unknown): void {
  if (typeof data !== 'object' || data === null || !('warnings' in data) || !Array.isArray(data.warnings)) return;
  for (const { code, message } of data.warnings as readonly Warning<string>[])
    printWarning(io, WITHOUT_CODES.includes(name) ? message : `${code}: ${message}`);
}

/** Something a person should know, whatever else came of it. */
export function printWarning(io: BatonIo, warning: string): void {
  io.stderr.write(`${createPaint(io, io.stderr).yellow('warning:')} ${plainText(warning)}\n`);
}

/** What failed and what to do, for a person; several reasons stand below each other. */
export function printFailure(
  io: BatonIo,
  name: string,
  input: Readonly<Record<string, unknown>>,
  failed: Failure,
): void {
  const paint = createPaint(io, io.stderr);
  const width = io.stderr.isTTY === true ? io.stderr.columns : undefined;
  io.stderr.write(
    `${paint.red('error:')} ${describeFailure(failed, { paint, width, isTerminal: io.stderr.isTTY === true })}`,
  );
  for (const hint of hintFor(name, input, failed)) io.stderr.write(`${paint.cyan('hint:')} ${plainText(hint)}\n`);
}

/** One of several reasons; what was wrong in a file says where. */
interface Reason {
  readonly detail: string;
  readonly file?: string;
  readonly line?: number | null;
  readonly column?: number | null;
}

function describeFailure({ code, message, data }: Failure, context: ViewContext): string {
  const report = readDriftReport(data);
  const changed = 'lines' in data && typeof data.lines === 'string' ? data.lines : '';
  if (report !== null) return renderDrift({ ...report, lines: changed }, context);
  const unmet = 'unmet' in data && Array.isArray(data.unmet) ? (data.unmet as Reason[]) : [];
  const [first = '', ...more] = message.trimEnd().split('\n');
  const heading = code === 'InvalidInput' ? 'The input is wrong' : 'This is refused';
  const lines =
    unmet.length > 1
      ? [
          more.length > 0 ? first : `${heading}, for ${unmet.length} reasons:`,
          ...unmet.map((reason) => `  - ${placeOf(reason)}${reason.detail}`),
        ]
      : [first, ...more];
  return `${lines.map(plainText).join('\n')}\n`;
}

function placeOf({ file, line, column }: Reason): string {
  const place = [file, line, column].filter((part) => part !== undefined && part !== null);
  return place.length === 0 ? '' : `${place.join(':')}: `;
}
