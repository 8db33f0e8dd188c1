import {
  type AssembledContext,
  assembleTaskContext,
  type ImplementerReport,
  type MarkdownWarningCode,
  type NearMiss,
  type NoTasksFound,
  parseReport,
  parseTasks,
  type TaskBlock,
  type TokenCounter,
} from '@batonkit/markdown';
import {
  err,
  failure,
  type Failure,
  ok,
  type Result,
  ResultAsync,
  type SecretFound,
  type SecretScanner,
  type Warning,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import { refuseSecrets, scannerOr } from '@batonkit/core/internal';
import { toWellFormed } from '@batonkit/core/text';
import type { WorkspaceWarningCode } from '../documents/workspace-warning.ts';
import {
  type DispatchedTask,
  type DispatchState,
  type DispatchStateInvalid,
  formatDispatchState,
  parseDispatchState,
} from './dispatch-state.ts';
import { createImplementationLog, type ImplementationLog, isMalformed } from './implementation-log.ts';
import { isWithheld, withholdSecrets } from './withhold-secrets.ts';

/** What an agent is sent with. */
export interface DispatchOrder {
  readonly task: TaskBlock;
  /** The documents, cut to what the task refers to. */
  readonly context: AssembledContext;
  /** The project context block; empty when the feature belongs to no project. */
  readonly projectContext: string;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** What an agent answers. */
export type DispatchAnswer =
  | { readonly status: 'completed' | 'already_complete'; readonly report: string }
  | { readonly status: 'blocked'; readonly reason: string; readonly report?: string | undefined };

/** What a dispatch loop needs. Paths are those of the workspace. */
export interface DispatchOptions {
  readonly files: WorkspaceFiles;
  /** The tasks.md. */
  readonly tasks: string;
  readonly artifacts?:
    { readonly spec?: string; readonly design?: string; readonly plan?: string; readonly prd?: string } | undefined;
  /** The implementation log. */
  readonly log: string;
  /** Where the loop keeps how far it came. */
  readonly state: string;
  readonly projectContext?: string | undefined;
  readonly countTokens?: TokenCounter | undefined;
  /** Start although lines of the tasks.md look like tasks and were not taken. Each is a warning then. */
  readonly allowNearMisses?: boolean | undefined;
  /** Looks at everything before it is written; `scanForSecrets` unless told. */
  readonly scanSecrets?: SecretScanner | undefined;
  /** Write reports and reasons although they look like a secret. */
  readonly forceSecrets?: boolean | undefined;
  /** Runs an agent. A thrown error, a rejected promise and an answer that is none are a failed dispatch. */
  dispatch(order: DispatchOrder): Promise<DispatchAnswer>;
  /** What to do about a failed dispatch; it is skipped when left out. */
  onFailure?(failed: {
    readonly task: TaskBlock;
    readonly attempt: number;
    readonly error: unknown;
  }): Promise<'retry' | 'skip'> | 'retry' | 'skip';
}

/** A task that was not done, and why. */
export interface UnfinishedTask {
  readonly number: string;
  readonly reason: string;
}

/** What came of all tasks. */
export interface DispatchSummary {
  /** Numbers of the tasks, in document order; those that were already complete are completed too. */
  readonly completed: readonly string[];
  readonly skipped: readonly UnfinishedTask[];
  readonly blocked: readonly UnfinishedTask[];
  /** Every path that a report names, once. */
  readonly filesChanged: readonly string[];
  readonly warnings: readonly DispatchWarning[];
}

/** A warning of a dispatch loop. `where` is the path of the document that it is about. */
export type DispatchWarning = Warning<WorkspaceWarningCode | MarkdownWarningCode>;

/** Lines of a tasks.md look like tasks and were not taken, so nothing was dispatched. */
export type NearMisses = Failure<'NearMisses', { readonly path: string; readonly nearMisses: readonly NearMiss[] }>;

/** The expected failures of a dispatch loop. */
export type DispatchError =
  | WorkspaceFilesError
  | SecretFound
  | NoTasksFound
  | NearMisses
  | DispatchStateInvalid
  | Failure<'ArtifactMissing', { readonly path: string }>;

/**
 * Sends every task of a tasks.md to an agent, in document order and whatever its checkboxes say, each with the documents cut to what it refers to;
 * collects the reports and writes the implementation log. A failed dispatch is retried or skipped as the caller says; a report that cannot
 * be read gets a partial entry. So does one that holds what looks like a secret: the loop goes on, a warning and the entry say that the
 * report was left out, and only its changed files are stored; `dispatch` still has the whole.
 *
 * The outcome of each task is stored before the next begins, so a loop that died is resumed by calling again with the same paths: what is
 * `completed` or `already_complete` is not dispatched again, and no log entry is lost or doubled. A task that was blocked or skipped is
 * dispatched again by every later call, so that what stood in its way can be mended. A second loop at the same time ends with `Conflict`.
 *
 * Errors: `NoTasksFound`, `NearMisses` (lines that look like tasks would be left out; `allowNearMisses` starts anyway), `ArtifactMissing` (no tasks.md), `SecretFound` (in the title of a task, before anybody is sent), `SchemaViolation`
 * (the state file is damaged), and those of the workspace files.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { runDispatch } from '@batonkit/workspace/dispatch';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles();
 * await orThrow(files.write('tasks.md', '### Task 1.1: Log in\n**Why:** Plan 1\n'));
 * const summary = await orThrow(runDispatch({
 *   files, tasks: 'tasks.md', log: 'log.md', state: 'artifacts/dispatch.json',
 *   dispatch: () => Promise.resolve({ status: 'completed', report: '**Files changed:** `src/login.ts`' }),
 * }));
 * [summary.completed, summary.filesChanged]; // => [['1.1'], ['src/login.ts']]
 * ```
 */
export function runDispatch(options: DispatchOptions): ResultAsync<DispatchSummary, DispatchError> {
  return new ResultAsync(run(options));
}

async function run(options: DispatchOptions): Promise<Result<DispatchSummary, DispatchError>> {
  const prepared = await prepare(options);
  if (prepared.isErr()) return err(prepared.error);
  const { tasks, artifacts, warnings, progress } = prepared.value;
  const log = createImplementationLog({ files: options.files, path: options.log });
  const scan = await scannerOr(scannerOf(options));
  const outcomes: DispatchedTask[] = [];
  for (const task of tasks) {
    const stored = progress.take(task);
    const settled = stored === null ? ok() : await enterIntoLog(stored, log, progress);
    if (settled.isErr()) return err(settled.error);
    const known = stored !== null && isDone(stored) ? stored : null;
    const context = assembleTaskContext({ task, artifacts, countTokens: options.countTokens });
    if (known === null) warnings.push(...warningsOf(task, context, options));
    const outcome = known ?? withholdSecrets(await dispatchTask(task, context, options), scan);
    const kept = known === null ? await progress.store(outcome, stored) : ok();
    if (kept.isErr()) return err(kept.error);
    const logged = await enterIntoLog(outcome, log, progress);
    if (logged.isErr()) return err(logged.error);
    outcomes.push(outcome);
  }
  return ok(summarize(outcomes, warnings, options));
}

/** What was noticed while the documents were cut for a task, with the paths of the documents. */
function warningsOf(
  { number }: TaskBlock,
  context: AssembledContext,
  { artifacts: paths = {}, tasks }: DispatchOptions,
): readonly DispatchWarning[] {
  return context.warnings.map(({ code, message, where }) => ({
    code,
    message: `Task ${number}: ${message}`,
    where: Object.entries(paths).find(([name]) => name === where)?.[1] ?? tasks,
  }));
}

/** Logs what is stored, then stores that it is logged; what was done before a crash is not done again. */
async function enterIntoLog(
  outcome: DispatchedTask,
  log: ImplementationLog,
  progress: Progress,
): Promise<Result<void, WorkspaceFilesError | SecretFound>> {
  if (outcome.is_logged) return ok();
  // What is stored was scanned before; a refusal here would stop every loop to come.
  const logged = await log.append(outcome, parseReport(outcome.report ?? ''), { forceSecrets: true });
  if (logged.isErr()) return err(logged.error);
  outcome.is_logged = true;
  return progress.store();
}

function isDone({ outcome }: DispatchedTask): boolean {
  return outcome === 'completed' || outcome === 'already_complete';
}

interface Prepared {
  readonly tasks: readonly TaskBlock[];
  readonly artifacts: Record<string, string>;
  readonly warnings: DispatchWarning[];
  readonly progress: Progress;
}

function scannerOf({ forceSecrets = false, scanSecrets }: DispatchOptions): SecretScanner | undefined {
  return forceSecrets ? () => [] : scanSecrets;
}

async function prepare(options: DispatchOptions): Promise<Result<Prepared, DispatchError>> {
  const { files, tasks: tasksPath, artifacts: paths = {}, state: statePath } = options;
  const tasksFile = await files.read(tasksPath);
  if (tasksFile.isErr()) return err(tasksFile.error);
  if (tasksFile.value === null) {
    return err(
      failure('ArtifactMissing', `${tasksPath} is missing, so there is nothing to dispatch.`, { path: tasksPath }),
    );
  }
  const tasks = parseTasks(tasksFile.value.text);
  if (tasks.isErr()) return err(tasks.error);
  const { nearMisses } = tasks.value;
  if (nearMisses.length > 0 && options.allowNearMisses !== true) return err(refuseNearMisses(tasksPath, nearMisses));
  const titles = tasks.value.map(({ number, title }) => ({ number, title }));
  const clean = await refuseSecrets(scannerOf(options), statePath, titles);
  if (clean.isErr()) return err(clean.error);
  const artifacts: Record<string, string> = {};
  const warnings: DispatchWarning[] = nearMisses.map(({ line, text, reason }) => ({
    code: 'NearMiss',
    message: `Line ${line} was not taken for a task: ${text} (${reason})`,
    where: tasksPath,
  }));
  for (const [name, path] of Object.entries(paths)) {
    const read = await files.read(path);
    if (read.isErr()) return err(read.error);
    if (read.value === null) {
      const message = `${path} is missing; agents work without the ${name}.`;
      warnings.push({ code: 'DocumentMissing', message, where: path });
    } else artifacts[name] = read.value.text;
  }
  const stateFile = await files.read(statePath);
  if (stateFile.isErr()) return err(stateFile.error);
  const state = parseDispatchState(statePath, stateFile.value?.text ?? null);
  if (state.isErr()) return err(state.error);
  const progress = new Progress(files, statePath, state.value, stateFile.value?.sha ?? null);
  return ok({ tasks: tasks.value, artifacts, warnings, progress });
}

function refuseNearMisses(path: string, nearMisses: readonly NearMiss[]): NearMisses {
  const shown = nearMisses.slice(0, 10).map(({ line, text, reason }) => `  ${path}:${line}: ${text} (${reason})`);
  const more = nearMisses.length > shown.length ? [`  ... and ${nearMisses.length - shown.length} more`] : [];
  const count =
    nearMisses.length === 1 ? '1 line looks like a task and is' : `${nearMisses.length} lines look like tasks and are`;
  const message = [
    `${count} not one, so nothing was dispatched:`,
    ...shown,
    ...more,
    'Write them as the other tasks, or allow near misses to go on without them.',
  ];
  return failure('NearMisses', message.join('\n'), { path, nearMisses });
}

/** The stored outcomes; each is given out once, to the first task of its number and title. */
class Progress {
  readonly #waiting: DispatchedTask[];
  #sha: string | null;

  constructor(
    readonly files: WorkspaceFiles,
    readonly path: string,
    readonly state: DispatchState,
    sha: string | null,
  ) {
    this.#waiting = [...state.tasks];
    this.#sha = sha;
  }

  take({ number, title }: TaskBlock): DispatchedTask | null {
    const index = this.#waiting.findIndex((stored) => stored.number === number && stored.title === title);
    return index === -1 ? null : (this.#waiting.splice(index, 1)[0] ?? null);
  }

  /** Writes the state as it is, or with another outcome, which stands in for an earlier one. */
  async store(more?: DispatchedTask, earlier?: DispatchedTask | null): Promise<Result<void, WorkspaceFilesError>> {
    const { tasks } = this.state;
    const at = tasks.findIndex((stored) => stored === earlier);
    if (more !== undefined) tasks.splice(at === -1 ? tasks.length : at, 1, more);
    const written = await this.files.write(this.path, formatDispatchState(this.state), { expectedSha: this.#sha });
    if (written.isErr()) return err(written.error);
    this.#sha = written.value.sha;
    return ok();
  }
}

/** Callers without types may answer anything. */
const ANSWERS: ReadonlySet<string> = new Set<DispatchAnswer['status']>(['completed', 'already_complete', 'blocked']);

async function dispatchTask(
  task: TaskBlock,
  context: AssembledContext,
  options: DispatchOptions,
): Promise<DispatchedTask> {
  const { number, title } = task;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await options.dispatch({ task, context, projectContext: options.projectContext ?? '', attempt });
      if (!ANSWERS.has(answer.status)) {
        throw new Error(`The answer has the status ${JSON.stringify(answer.status)}, not ${[...ANSWERS].join(', ')}.`);
      }
      const reason = answer.status === 'blocked' ? toWellFormed(answer.reason) : null;
      const report = answer.report === undefined ? null : toWellFormed(answer.report);
      return { number, title, outcome: answer.status, report, reason, is_logged: false };
    } catch (error) {
      const decision = (await options.onFailure?.({ task, attempt, error })) ?? 'skip';
      const reason = toWellFormed(error instanceof Error ? error.message : String(error));
      if (decision !== 'retry') return { number, title, outcome: 'skipped', report: null, reason, is_logged: true };
    }
  }
}

function summarize(
  outcomes: readonly DispatchedTask[],
  warnings: readonly DispatchWarning[],
  { log }: DispatchOptions,
): DispatchSummary {
  const reports = outcomes.map((outcome): [DispatchedTask, ImplementerReport] => [
    outcome,
    parseReport(outcome.report ?? ''),
  ]);
  const unfinished = (wanted: DispatchedTask['outcome']): readonly UnfinishedTask[] =>
    outcomes
      .filter(({ outcome }) => outcome === wanted)
      .map(({ number, reason }) => ({ number, reason: reason ?? '' }));
  return {
    completed: outcomes.filter(isDone).map(({ number }) => number),
    skipped: unfinished('skipped'),
    blocked: unfinished('blocked'),
    filesChanged: [...new Set(reports.flatMap(([, { filesChanged }]) => filesChanged))],
    warnings: [
      ...warnings,
      ...reports
        .filter(([{ outcome }, report]) => outcome === 'completed' && isMalformed(report))
        .map(([{ number }]): DispatchWarning => {
          const message = `Task ${number}: the report could not be read; its log entry is partial.`;
          return { code: 'ReportUnreadable', message, where: log };
        }),
      ...outcomes.filter(isWithheld).map(({ number }): DispatchWarning => {
        const message = `Task ${number}: the report looks like a secret and was left out; its log entry is partial.`;
        return { code: 'ReportWithheld', message, where: log };
      }),
    ],
  };
}
