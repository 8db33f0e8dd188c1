import type { Warning } from '../result/warning.ts';
import { UNNAMED_COMMAND } from '../slices/qa-limits.ts';
import { CLAIMED } from '../slices/decide-qa.ts';
import type { QaBaseline, QaProof, QaResult, QaRun } from '../slices/qa-result.ts';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { contentOf } from '../deltas/content-of.ts';
import { captureForQa, type QaTree, type QaTreePorts } from './capture-for-qa.ts';
import { lookAtTaskFile, type SourceError, type SourcePorts } from './look-at-sources.ts';

/** What a log does not say by itself. */
export interface QaLogHints {
  /** The command whose log this is, where the log does not show it. */
  readonly command?: string;
  /**
   * How the log's last command ended. Anything but 0 is never green, whatever the log says; `null` says that it was ended by a signal. With 0,
   * a command counts as passed unless its log shows a failure.
   */
  readonly exitCode?: number | null;
}

/** What was read, and what a person should know about it. */
export interface QaReading {
  readonly results: readonly QaResult[];
  readonly warnings: readonly Warning<'QaParser'>[];
  /** True for a structured report, as a tool writes it. Left out: a log. */
  readonly isReport?: boolean;
}

/**
 * Reads a QA log or report into one result per command and tool: what `createQaParser` of `@batonkit/capture/qa` makes, or a parser of your
 * own. Whatever it answers, an exit code other than 0 is a failed run.
 */
export type ParseQa = (
  log: string,
  hints: QaLogHints,
) => readonly QaResult[] | QaReading | Promise<readonly QaResult[] | QaReading>;

/** What a log is read with; `null` where no parser was given. */
export interface QaPorts extends SourcePorts, QaTreePorts {
  readonly parseQa: ParseQa | null;
}

/** A QA log, and what it does not say by itself. */
export interface QaLog extends QaLogHints {
  /** The whole output of the QA commands. */
  readonly log: string;
  /**
   * The id of the task file as it is now: a baseline is only set while it is the one that was captured. A store that was given
   * `files` looks for itself.
   */
  readonly taskFileSha?: string | null;
}

/** What a QA log came to: either its results became the baseline, or `run` holds them with their verdicts. */
export interface QaOutcome {
  /** One for each command and tool; `log` names the artifact that holds the whole output. */
  readonly results: readonly (QaResult & { readonly log: string })[];
  readonly baseline: QaBaseline;
  readonly run: QaRun | null;
  /** How far the results can be trusted, and the tree that they are about. */
  readonly proof: QaProof;
}

/** A log as a command takes it, and the bytes to be stored with it. */
export interface ReadQaLog {
  readonly qa: {
    readonly log: string;
    readonly results: readonly QaResult[];
    readonly taskFileSha: string | null | undefined;
    readonly proof: QaProof;
  };
  readonly bytes: Uint8Array;
  /** What the parser said about it. */
  readonly warnings: readonly Warning[];
}

/** Parses a log, and looks at the task file as long as that matters: while there is no baseline. */
export async function readQaLog(
  ports: QaPorts,
  record: TaskRecord,
  role: string,
  given: string | QaLog,
): Promise<Result<ReadQaLog, SourceError | DecideError>> {
  const { log: text, taskFileSha: told, command, exitCode } = asQaLog(given);
  if (typeof text !== 'string') {
    return reject('InvalidInput', [{ condition: '/log', detail: 'The log must be a text.' }]);
  }
  if (ports.parseQa === null) {
    const detail =
      'Nothing here can read a QA log. Pass parseQa, such as createQaParser() of @batonkit/capture/qa; createBaton does.';
    return reject('InvalidInput', [{ condition: '/log', detail }]);
  }
  const bytes = encodeUtf8(text);
  const reading = await readOutput(ports.parseQa, text, {
    ...(command === undefined ? {} : { command }),
    ...(exitCode === undefined ? {} : { exitCode }),
  });
  if (reading.isErr()) return err(reading.error);
  const { results, warnings, isReport = false } = reading.value;
  // What it says may be about any tree; this is the one that was there when it was handed in, where anybody can look.
  const look = (await captureForQa(ports, record, role)).unwrapOr(null);
  const grade = isReport ? ('reported' as const) : ('claimed' as const);
  const proof: QaProof = { ...CLAIMED, grade, tree: look === null ? null : treeOf(look) };
  const qa = { log: sha256Hex(bytes), results, taskFileSha: told, proof };
  if (told !== undefined) return ok({ qa, bytes, warnings });
  return (await readTaskFile(ports, record)).map((taskFileSha) => ({ qa: { ...qa, taskFileSha }, bytes, warnings }));
}

function treeOf({ worktree, base, captured }: QaTree): QaProof['tree'] {
  const { tree, changed } = captured;
  return { worktree: worktree.id, base, before: tree, after: tree, content: contentOf(changed).sha };
}

/** The task file as long as that matters, while there is no baseline; `null` when it is not the one that was captured. */
export async function readTaskFile(
  ports: SourcePorts,
  record: TaskRecord,
): Promise<Result<string | null | undefined, SourceError>> {
  if (record.qa.baseline.status === 'recorded') return ok(undefined);
  return (await lookAtTaskFile(ports, record)).map(
    ({ taskFile }) => ({ same: record.git.task_file_sha, changed: null, gone: null, unknown: undefined })[taskFile],
  );
}

/** A parser may be anybody's: what it throws is a refusal, and an exit code other than 0 has failed whatever it makes of the log. */
export async function readOutput(
  parse: ParseQa,
  text: string,
  hints: QaLogHints,
): Promise<Result<QaReading, DecideError>> {
  let read: readonly QaResult[] | QaReading;
  try {
    read = await parse(text, hints);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return reject('InvalidInput', [{ condition: '/log', detail: `The parser of QA logs failed: ${why}` }]);
  }
  const { results, ...rest } = 'results' in read ? read : { results: read, warnings: [] };
  const { exitCode = 0, command = UNNAMED_COMMAND } = hints;
  if (exitCode === 0 || results.some(({ status }) => status === 'failed')) return ok({ results, ...rest });
  const failures = [exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`];
  const failed = { status: 'failed', failures, failures_total: 1 } as const;
  const counts = { passed: 0, failed: 0, skipped: 0, errors: 0, warnings: 0 };
  const none = { command, tool: 'generic', counts, duration_ms: null, ...failed } as const;
  return ok({ results: results.length === 0 ? [none] : results.map((one) => ({ ...one, ...failed })), ...rest });
}

/** Takes a bare log as well; callers without types may pass anything. */
function asQaLog(given: string | QaLog | null): Partial<QaLog> {
  return typeof given === 'string' ? { log: given } : (given ?? {});
}

/** What became of a log, once it is recorded, and what a person should know about it. */
export function qaOutcome(
  record: TaskRecord,
  role: string,
  { qa: { log, results, taskFileSha, proof }, warnings: noted }: Pick<ReadQaLog, 'qa' | 'warnings'>,
): { readonly outcome: QaOutcome; readonly warnings: readonly Warning[] } {
  const { baseline, runs } = record.qa;
  const run = runs.findLast((candidate) => candidate.role === role && candidate.log === log) ?? null;
  // Of a repeated call what was recorded then counts, and not the tree as it is now.
  const kept = run ?? (baseline.status === 'recorded' && baseline.log === log ? baseline : null);
  const outcome = {
    ...{ results: results.map((result) => ({ ...result, log })), baseline, run },
    proof: kept?.proof ?? proof,
  };
  const id = record.task_id;
  if (baseline.status === 'pending') {
    const message = `${id}: the task file is no longer the one that was captured, so these results did not become the baseline. Rebuild the context first.`;
    return { outcome, warnings: [...noted, { code: 'BaselineNotSet', message }] };
  }
  if (run !== null || taskFileSha !== undefined || record.git.task_file_sha === null)
    return { outcome, warnings: noted };
  const message = `${id}: nobody looked whether the task file is still the one that was captured. Pass taskFileSha, or give the store the files it was captured from.`;
  return { outcome, warnings: [...noted, { code: 'TaskFileUnchecked', message }] };
}

/** Failing checks stop no hand-off, since the next role may be there to mend them; but they are not passed over in silence. */
export function warnOfFailures(role: string, { results, run }: QaOutcome): readonly Warning[] {
  const failed = results.filter(({ status }) => status === 'failed').map(({ command }) => command);
  if (failed.length === 0) return [];
  const worse = (run?.verdicts.regressed.length ?? 0) + (run?.verdicts.new.length ?? 0);
  const since = run === null ? 'This is the baseline now.' : `Worse than the baseline: ${worse}.`;
  return [{ code: 'QaFailed', message: `${role}: failed ${failed.join(', ')}. ${since}` }];
}
