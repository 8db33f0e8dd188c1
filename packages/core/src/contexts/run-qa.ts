import { findOperation } from '../commit/find-operation.ts';
import { findRecorded } from '../commit/find-recorded.ts';
import { openTask, openTaskToWrite } from '../commit/open-task.ts';
import type { CommitError, MutatedTask, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import { type Content, contentOf } from '../deltas/content-of.ts';
import type { Elsewhere } from '../deltas/own-tree.ts';
import { captureForQa, type QaTree } from './capture-for-qa.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { CapturedTree, GitFailure, SnapshotElsewhere, TreePath } from '../ports/git-worktree.ts';
import type {
  QaCommandToRun,
  QaExecuted,
  QaExecution,
  QaKind,
  QaRequest,
  QaRunner,
  QaRunnerFailure,
} from '../ports/qa-runner.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { reject } from '../record/rejection.ts';
import type { DecideError } from '../record/decision.ts';
import { err, ok, type Result, type ResultAsync } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import type { QaBaseline, QaProof, QaResult, QaRun } from '../slices/qa-result.ts';
import { nameCommands, whyUnproven } from '../slices/why-unproven.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { SourceError } from './look-at-sources.ts';
import {
  qaOutcome,
  readOutput,
  readTaskFile,
  warnOfFailures,
  type QaOutcome,
  type QaPorts,
  type ReadQaLog,
} from './read-qa-log.ts';

/** How QA commands are run. */
export interface QaRunSettings extends Pick<
  QaRequest,
  'parallel' | 'timeLimitMs' | 'signal' | 'onOutput' | 'onProgress'
> {
  /**
   * Why the run counts although QA definitions changed since the brief, or though another program may have run than the one that is
   * meant. It is recorded and shown to the person who approves the change.
   */
  readonly accept?: string;
}

/** What running the QA commands of a task takes. */
export interface RunQaOptions extends MutationOptions, QaRunSettings {
  readonly role: string;
}

/** A task after its QA commands ran. */
export interface RanQa<Task extends TaskRecord = TaskRecord> extends MutatedTask<Task>, QaOutcome {
  /** What stands behind the results. */
  readonly proof: QaProof;
  /** Why they do not count as proof: a sentence each. Empty: they do, as long as the content is the same. */
  readonly unproven: readonly string[];
  /** How each command ended. */
  readonly executions: readonly Omit<QaExecution, 'output' | 'report'>[];
  /** Where the output was written for people and agents to read; `null` where the transient tier is not in use. */
  readonly outputFile: string | null;
}

/** What QA commands are defined by, and what of that differs from the brief. */
export interface QaTrace {
  readonly kinds: readonly QaKind[];
  readonly definition: string;
  readonly changed: readonly string[];
  readonly doubts: readonly string[];
}

/** Finds what QA commands are defined by: scripts, settings of tools, files they name. `createQaTracer` of `@batonkit/capture/qa` makes one. */
export type TraceQa = (asked: {
  readonly commands: readonly string[];
  /** Paths that differ from the brief's commit. */
  readonly changed: readonly TreePath[];
  /** A file as it was in the brief's commit, and as it is. */
  readonly read: (path: TreePath) => PromiseLike<{ readonly before: string | null; readonly now: string | null }>;
}) => Promise<QaTrace>;

/** Keeps the output where people and agents look for it; answers the path, or `null` where there is no such place. */
export type SaveQaOutput = (session: string | null, text: string) => ResultAsync<string | null, SourceError>;

/** What runs QA. What is `null` was not given. */
export interface QaRunPorts extends QaPorts {
  readonly committer: TaskCommitter;
  readonly runner: QaRunner | null;
  readonly traceQa: TraceQa | null;
  readonly saveOutput: SaveQaOutput | null;
}

/** Why QA commands were not run, or their results not recorded. */
export type RunQaError = CommitError | SourceError | GitFailure | SnapshotElsewhere | Elsewhere | QaRunnerFailure;

/** Results of commands that ran, as a command of the record takes them, with the bytes to be stored. */
export interface GatheredQa extends ReadQaLog {
  readonly qa: ReadQaLog['qa'] & { readonly proof: QaProof };
  readonly artifacts: readonly Uint8Array[];
  readonly executions: RanQa['executions'];
  readonly outputFile: string | null;
}

/** Runs the QA commands of a task, and records what they came to. */
export async function runTaskQa(
  ports: QaRunPorts,
  taskId: string,
  { role, accept, parallel, timeLimitMs, signal, onOutput, onProgress, ...options }: RunQaOptions,
): Promise<Result<RanQa, RunQaError>> {
  const { tasks, committer } = ports;
  const opened = await openTaskToWrite({ tasks, machine: committer.machine }, taskId);
  if (opened.isErr()) return err(opened.error);
  const known = await findOperation(tasks, taskId, options.operationId);
  if (known.isErr()) return err(known.error);
  const nothing = { log: sha256Hex(new Uint8Array()), results: [], taskFileSha: undefined };
  const type = 'record-qa-run';
  if (known.value !== null) {
    const repeated = await committer.commit({
      taskId,
      command: { type, role, ...nothing, proof: UNRUN },
      options,
      artifacts: [new Uint8Array()],
    });
    if (repeated.isErr()) return err(repeated.error);
    const context = repeated.value;
    const found = await recordedRun(tasks, context, options);
    if (found.isErr()) return err(found.error);
    const { outcome, proof } = found.value;
    const none = { results: [], baseline: context.record.qa.baseline, run: null };
    const details = await readDetails(tasks, taskId, proof);
    return ok({ ...context, ...(outcome ?? none), ...about(proof, context.record), ...details });
  }
  // What is refused anyway is refused before anything runs.
  const decided = committer.decide(opened.value, { type, role, ...nothing, proof: UNRUN }, options);
  if (decided.isErr()) return err(decided.error);
  const settings = { accept, parallel, timeLimitMs, signal, onOutput, onProgress };
  const gathered = await gatherQa(ports, opened.value, role, defined(settings), options.session ?? null);
  if (gathered.isErr()) return err(gathered.error);
  const { qa, artifacts, executions, outputFile } = gathered.value;
  const committed = await committer.commit({ taskId, command: { type, role, ...qa }, options, artifacts });
  return committed.map((context) => {
    const { outcome, warnings } = qaOutcome(context.record, role, gathered.value);
    const told = [
      ...context.warnings,
      ...warnings,
      ...warnOfFailures(role, outcome),
      ...warnOfProof(role, qa.proof, context.record),
    ];
    return { ...context, ...outcome, ...about(qa.proof, context.record), executions, outputFile, warnings: told };
  });
}

/** Says why a run does not count as proof. */
export function warnOfProof(role: string, proof: QaProof, record: TaskRecord): readonly Warning[] {
  const { unproven } = about(proof, record);
  if (unproven.length === 0) return [];
  const message = `${role}: this run does not count as proof. ${unproven.join(' ')}`;
  return [{ code: 'QaUnproven', message }];
}

function about(proof: QaProof, record: TaskRecord): Pick<RanQa, 'proof' | 'unproven'> {
  return { proof, unproven: whyUnproven(proof, record.immutable.validation_baseline.commands) };
}

/** Finds what the QA commands of a task are defined by now, and what of that changed since the brief. Runs and records nothing. */
export async function traceTaskQa(ports: QaRunPorts, taskId: string): Promise<Result<QaTrace, RunQaError>> {
  const opened = await openTask({ tasks: ports.tasks, machine: ports.committer.machine }, taskId);
  if (opened.isErr()) return err(opened.error);
  const look = await captureForQa(ports, opened.value);
  if (look.isErr()) return err(look.error);
  return ok(await traceCommands(ports, opened.value.immutable.validation_baseline.commands, look.value));
}

/** Runs the commands of a task, and reads what they printed; records nothing. */
export async function gatherQa(
  ports: QaRunPorts,
  record: TaskRecord,
  role: string,
  { accept, ...settings }: QaRunSettings,
  session: string | null,
): Promise<Result<GatheredQa, RunQaError>> {
  const { runner, parseQa } = ports;
  const { commands } = record.immutable.validation_baseline;
  const missing = whyNotRunnable(ports, record);
  if (missing !== null || runner === null || parseQa === null)
    return reject('InvalidInput', [
      { condition: 'qa-commands', detail: missing ?? 'Nothing here can run QA commands.' },
    ]);
  const look = await captureForQa(ports, record, role);
  if (look.isErr()) return err(look.error);
  const trace = await traceCommands(ports, commands, look.value);
  const asked = commands.map((command, index): QaCommandToRun => ({ command, kind: trace.kinds[index] ?? 'other' }));
  const ran = await runner.run({ ...settings, commands: asked, cwd: look.value?.worktree.path ?? null });
  if (ran.isErr()) return err(ran.error);
  const { executions } = ran.value;
  const text = logOf(executions);
  const place = session ?? record.coordination[role]?.session_id ?? null;
  const saved = await (ports.saveOutput?.(place, text) ?? ok(null));
  const after =
    look.value === null ? ok(null) : await look.value.worktree.capture({ base: look.value.base, limits: ports.limits });
  if (after.isErr()) return err(after.error);
  const read = await readAll(parseQa, executions);
  if (read.isErr()) return err(read.error);
  const taskFileSha = await readTaskFile(ports, record);
  if (taskFileSha.isErr()) return err(taskFileSha.error);
  const outputFile = saved.unwrapOr(null);
  const content = after.value === null ? null : contentOf(after.value.changed);
  const proof = proofOf(
    { simulated: runner.simulated, trace, executions, commands, accept },
    look.value === null || after.value === null || content === null
      ? null
      : { ...look.value, after: after.value, content, except: outputFile },
  );
  const details = encodeUtf8(canonicalJson(detailsOf(ran.value, proof, outputFile)));
  const log = encodeUtf8(text);
  return ok({
    qa: {
      log: sha256Hex(log),
      results: read.value.results,
      taskFileSha: taskFileSha.value,
      proof: { ...proof, details: sha256Hex(details) },
    },
    ...{ bytes: log, artifacts: [log, details, ...(content === null ? [] : [content.bytes])], outputFile },
    executions: executions.map(({ output: _, report: __, ...execution }) => execution),
    warnings: [...read.value.warnings, ...saved.match((): readonly Warning[] => [], notSaved)],
  });
}

/** Nothing has run yet: by this it is decided whether a run could be recorded at all. */
const UNRUN: QaProof = {
  ...{ grade: 'executed', simulated: false, tree: null, definition: null },
  ...{ changed: [], doubts: [], accepted: null, details: null },
};

function whyNotRunnable({ runner, parseQa }: QaRunPorts, { task_id, immutable }: TaskRecord): string | null {
  if (immutable.validation_baseline.commands.length === 0)
    return `The brief of ${task_id} names no QA commands. Name them in the task file (qa.commands) or the standards map, then rebuild the context.`;
  if (runner === null)
    return 'Nothing here can run QA commands. Pass runner, such as createNodeQaRunner() of @batonkit/fs-adapter; the CLI does.';
  return parseQa === null
    ? 'Nothing here can read a QA log. Pass parseQa, such as createQaParser() of @batonkit/capture/qa.'
    : null;
}

async function traceCommands(
  { traceQa }: QaRunPorts,
  commands: readonly string[],
  look: QaTree | null,
): Promise<QaTrace> {
  const none = { kinds: [], definition: nameCommands(commands), changed: [], doubts: [] };
  if (traceQa === null) return none;
  if (look === null)
    return traceQa({ commands, changed: [], read: () => Promise.resolve({ before: null, now: null }) });
  const { worktree, base, captured: before } = look;
  const tree = await worktree.treeOf(base);
  const read = async (id: string | null, path: TreePath): Promise<string | null> => {
    const bytes = id === null ? null : (await worktree.readBlob(id, path)).unwrapOr(null);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };
  const changed = before.changed.map(({ path }) => path);
  return traceQa({
    ...{ commands, changed },
    read: async (path) => {
      const now = await read(before.tree, path);
      return { now, before: changed.includes(path) ? await read(tree.unwrapOr(null), path) : now };
    },
  });
}

function proofOf(
  {
    simulated,
    trace,
    executions,
    commands,
    accept,
  }: {
    readonly simulated: boolean;
    readonly trace: QaTrace;
    readonly executions: readonly QaExecution[];
    readonly commands: readonly string[];
    readonly accept: string | undefined;
  },
  look: (QaTree & { readonly after: CapturedTree; readonly content: Content; readonly except: string | null }) | null,
): QaProof {
  const doubts = [...new Set([...trace.doubts, ...executions.flatMap((execution) => execution.doubts)])];
  const moved = look === null ? [] : findMoved(look.captured, look.after, look.except);
  const [changed, doubted] = [trace.changed.slice(0, 20), doubts.slice(0, 20)];
  return {
    ...{ grade: 'executed', simulated, changed, doubts: doubted, details: null, definition: trace.definition },
    ...(moved.length === 0 ? {} : { moved: moved.slice(0, 20) }),
    commands: nameCommands(commands),
    tree:
      look === null
        ? null
        : {
            worktree: look.worktree.id,
            base: look.base,
            // The output that was written for people to read is not what the commands did.
            before: moved.length === 0 ? look.after.tree : look.captured.tree,
            after: look.after.tree,
            content: look.content.sha,
          },
    accepted: accept !== undefined && changed.length + doubted.length > 0 ? accept : null,
  };
}

/** The paths that are not as they were. */
function findMoved(before: CapturedTree, after: CapturedTree, except: string | null): readonly TreePath[] {
  if (before.tree === after.tree) return [];
  const key = ({ mode, sha256 }: CapturedTree['changed'][number]): string => `${mode} ${sha256}`;
  const then = new Map(before.changed.map((file) => [file.path, key(file)]));
  const now = new Map(after.changed.map((file) => [file.path, key(file)]));
  const paths = [...new Set([...then.keys(), ...now.keys()])].filter((path) => then.get(path) !== now.get(path));
  return paths.filter((path) => path !== except).sort();
}

/** All output as one log, with a line before and after each command. */
function logOf(executions: readonly QaExecution[]): string {
  return executions
    .map(({ command, kind, output, startedAt, ...end }) => {
      const head = `==> ${command} (${kind}, ${new Date(startedAt).toISOString()})\n`;
      const last = output === '' || output.endsWith('\n') ? '' : '\n';
      return `${head}${output}${last}<== ${describeEnd(end)}, ${(end.durationMs / 1000).toFixed(1)} s\n`;
    })
    .join('\n');
}

/** How a command ended, in words. */
export function describeEnd({ ended, exitCode, signal }: Pick<QaExecution, 'ended' | 'exitCode' | 'signal'>): string {
  if (ended === 'timed-out') return 'took too long and was ended';
  return ended === 'signalled' ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode ?? 'unknown'}`;
}

function detailsOf({ executions, environment }: QaExecuted, proof: QaProof, outputFile: string | null): object {
  const rows = executions.map((execution) => ({
    command: execution.command,
    kind: execution.kind,
    ended: execution.ended,
    exit_code: execution.exitCode,
    signal: execution.signal,
    started_at: new Date(execution.startedAt).toISOString(),
    duration_ms: execution.durationMs,
    output_bytes: execution.outputBytes,
    output_sha256: execution.outputSha256,
    left_running: execution.leftRunning,
    read_from: execution.report === null ? 'log' : 'report',
    doubts: execution.doubts,
  }));
  return { executions: rows, environment, output_file: outputFile, proof };
}

interface Details {
  readonly executions: readonly {
    readonly command: string;
    readonly kind: QaKind;
    readonly ended: QaExecution['ended'];
    readonly exit_code: number | null;
    readonly signal: string | null;
    readonly started_at: string;
    readonly duration_ms: number;
    readonly output_bytes: number;
    readonly output_sha256: string;
    readonly left_running: number;
    readonly doubts: readonly string[];
  }[];
  readonly output_file: string | null;
}

/** How the commands of a recorded run ended; nothing where the store has no details of it any more. */
async function readDetails(
  tasks: TaskStore,
  taskId: string,
  { details }: QaProof,
): Promise<Pick<RanQa, 'executions' | 'outputFile'>> {
  const bytes = details === null ? null : (await tasks.getArtifact(taskId, details)).unwrapOr(null);
  if (bytes === null) return { executions: [], outputFile: null };
  const { executions, output_file: outputFile } = JSON.parse(new TextDecoder().decode(bytes)) as Details;
  const rows = executions.map(({ command, kind, ended, signal, doubts, ...row }) => ({
    ...{ command, kind, ended, exitCode: row.exit_code, signal, doubts },
    ...{ startedAt: Date.parse(row.started_at), durationMs: row.duration_ms, leftRunning: row.left_running },
    ...{ outputBytes: row.output_bytes, outputSha256: row.output_sha256 },
  }));
  return { executions: rows, outputFile };
}

async function readAll(
  parse: NonNullable<QaPorts['parseQa']>,
  executions: readonly QaExecution[],
): Promise<Result<{ readonly results: readonly QaResult[]; readonly warnings: readonly Warning[] }, DecideError>> {
  const results: QaResult[] = [];
  const warnings: Warning[] = [];
  for (const { command, kind, ended, exitCode, signal, output, report, durationMs } of executions) {
    const hints = { command, exitCode: ended === 'exited' ? exitCode : null };
    const log = await readOutput(parse, output, hints);
    if (log.isErr()) return err(log.error);
    const structured = report === null ? ok(null) : await readOutput(parse, report, hints);
    if (structured.isErr()) return err(structured.error);
    const found = betterOf(log.value.results, structured.value?.results ?? []);
    const end = { kind, ended, exit_code: exitCode, signal };
    // A command that printed nothing anybody can read is known by its end alone.
    const rows: readonly QaResult[] = found.length > 0 ? found : [{ ...UNREAD, command }];
    for (const row of rows) {
      const ran = row.command === command ? end : { command, ...end };
      results.push({ ...row, duration_ms: row.duration_ms ?? durationMs, ran });
    }
    warnings.push(...log.value.warnings, ...(structured.value?.warnings ?? []));
  }
  return ok({ results: results.slice(0, 200), warnings });
}

const UNREAD: Omit<QaResult, 'command'> = {
  ...{ tool: 'generic', status: 'unknown', failures: [], failures_total: 0, duration_ms: null },
  counts: { passed: 0, failed: 0, skipped: 0, errors: 0, warnings: 0 },
};

/** A structured report names more than a log; but what one of them says of trouble stays. */
function betterOf(log: readonly QaResult[], report: readonly QaResult[]): readonly QaResult[] {
  const isTrouble = log.some(
    ({ status, failures }) => status === 'failed' || (status === 'unknown' && failures.length > 0),
  );
  const [sole] = report;
  if (sole === undefined || report.length > 1 || sole.status === 'unknown') return log;
  // What names no test is no report.
  if (sole.counts.passed + sole.counts.failed + sole.counts.errors === 0) return log;
  return sole.status === 'passed' && isTrouble ? log : report;
}

function notSaved({ message }: { readonly message: string }): readonly Warning[] {
  return [{ code: 'OutputNotSaved', message: `The output could not be written to the session's folder: ${message}` }];
}

/** What a repeated call recorded when it was done; `outcome` is `null` when that was nothing. */
export async function recordedRun(
  tasks: TaskStore,
  context: MutatedTask,
  { operationId }: MutationOptions,
): Promise<Result<{ readonly outcome: QaOutcome | null; readonly proof: QaProof }, StoreError>> {
  const named = operationId === undefined ? {} : { operationId };
  const later = await findRecorded(tasks, context, named, 'qa-run-recorded');
  if (later.isErr()) return err(later.error);
  const first = await findRecorded(tasks, context, named, 'qa-baseline-recorded');
  if (first.isErr()) return err(first.error);
  const run = (later.value?.['run'] ?? null) as QaRun | null;
  const made = run ?? ((first.value?.['baseline'] ?? null) as Extract<QaBaseline, { status: 'recorded' }> | null);
  if (made === null) return ok({ outcome: null, proof: UNRUN });
  const { log, proof = UNRUN } = made;
  const results = made.results.map((result) => ({ ...result, log }));
  return ok({ outcome: { results, baseline: context.record.qa.baseline, run, proof }, proof });
}

function defined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as never;
}
