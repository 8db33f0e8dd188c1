import type { CommitError, MutationOptions, TaskCommitter, TaskContext, Warning } from '../commit/task-committer.ts';
import { parseQaLog, type QaLogHints } from '../qa/parse-qa-log.ts';
import type { QaBaseline, QaResult, QaRun } from '../qa/qa-result.ts';
import { rejection } from '../record/rejection.ts';
import { errAsync, type ResultAsync } from '../result/result.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

/** What {@link ContextStore.recordQa} needs. */
export interface RecordQaOptions extends MutationOptions, QaLogHints {
  readonly role: string;
  /** The whole output of the QA commands. */
  readonly log: string;
  /** The id of the task file as it is now; a baseline is only set while it is the one that was captured. */
  readonly taskFileSha?: string | null;
}

/** A context after QA results were recorded: either they became the baseline, or `run` holds them with their verdicts. */
export interface RecordedQa extends TaskContext {
  readonly results: readonly QaResult[];
  readonly baseline: QaBaseline;
  readonly run: QaRun | null;
}

/** Parses a log, stores it, and records its results. */
export function recordQa(
  committer: TaskCommitter,
  taskId: string,
  given: RecordQaOptions,
): ResultAsync<RecordedQa, CommitError> {
  const { role, log: text, taskFileSha, command: named, exitCode, ...options } = given;
  if (typeof text !== 'string') {
    return errAsync(rejection('InvalidInput', [{ condition: '/log', detail: 'The log must be a text.' }]));
  }
  const bytes = encodeUtf8(text);
  const log = sha256Hex(bytes);
  const results = parseQaLog(text, {
    ...(named === undefined ? {} : { command: named }),
    ...(exitCode === undefined ? {} : { exitCode }),
  });
  const command = { type: 'record-qa', role, log, results, taskFileSha } as const;
  return committer.commit({ taskId, command, options, artifacts: [bytes] }).map((context) => {
    const { baseline, runs } = context.record.qa;
    const run = runs.findLast((candidate) => candidate.role === role && candidate.log === log) ?? null;
    return { ...context, results, baseline, run, warnings: [...context.warnings, ...warningsFor(taskId, baseline)] };
  });
}

function warningsFor(taskId: string, baseline: QaBaseline): readonly Warning[] {
  if (baseline.status === 'recorded') return [];
  const message = `${taskId}: the task file is no longer the one that was captured, so these results did not become the baseline. Rebuild the context first.`;
  return [{ code: 'BaselineNotSet', message }];
}
