import type { Clock } from '../ports/clock.ts';
import { storeErrors } from '../ports/store-errors.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import type { DecideEnv } from '../record/decide-env.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { Typed } from '../record/slice.ts';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { failure } from '../result/failure.ts';
import { err, ok, ResultAsync, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import type { SecretFinding, SecretScanner } from '@batonkit/secrets';
import { scannerOr } from './refuse-secrets.ts';
import { againWhenDone } from './again-when-done.ts';
import { findOperation, type FoundOperation } from './find-operation.ts';
import { newOperationId } from './new-operation-id.ts';
import { prepareCommit, type Intent, type PrepareError } from './prepare-commit.ts';
import { requireKnown } from './open-task.ts';
import { readTask, readTaskToPurge, type FoundTask, type Room, type ReadTaskError } from './read-task.ts';
import { recognizeRequest, type OperationIdReused } from './recognize-request.ts';

const DEFAULT_RETRY_MS = 10_000;
const MAX_PAUSE_MS = 50;

/** What every write takes besides its own arguments. */
export interface MutationOptions {
  /** Who acts: the name of a person or program, for the audit. */
  readonly actor: string;
  /** The run that acts, for the audit. */
  readonly session?: string | null;
  /**
   * Names this request, within its task. Repeating it with the same id, also at the same time and from another process, does not apply it
   * twice: the answer says `replayed: true`. The same id for another request is refused (`OperationIdReused`).
   */
  readonly operationId?: string;
  /** Write although the secret scanner objects; the audit says so. */
  readonly forceSecrets?: boolean;
}

/** How writes behave. */
export interface CommitPolicy {
  /** Looks at everything before it is written; `scanForSecrets` of `@batonkit/secrets` unless told. */
  readonly scanSecrets?: SecretScanner;
  /** How long to go on trying when others write to the same task; 10,000 ms unless told. */
  readonly retryForMs?: number;
}

/** What a service looked up for a decision, and the bytes that may be named because of it. */
export interface Gathered {
  readonly facts: object;
  readonly artifacts: readonly Uint8Array[];
}

/** A write, with the bytes that its command names by their SHA-256: they are stored before the record names them. */
export interface CommitRequest<E = never, Task extends TaskRecord = TaskRecord, Input extends Typed = CommandInput> {
  readonly taskId: string;
  readonly command: Input;
  readonly options: MutationOptions;
  readonly artifacts?: readonly Uint8Array[];
  /** More bytes to store, which the caller has looked through: `found` are the secrets in them. */
  readonly screened?: { readonly artifacts: readonly Uint8Array[]; readonly found: readonly SecretFinding[] };
  /** HEAD as the caller has just seen it; asked for through the ports when left out. */
  readonly head?: string;
  /** Looks up facts for the record as it is; called again when it is decided again. */
  readonly gather?: (record: Task | null) => Promise<Result<Gathered, E>>;
  /** Keeps what the record will name and what is no artifact: called once the decision stands and no secret was found. */
  readonly keep?: () => ResultAsync<unknown, E>;
}

/** A task's context as it is now. `warnings` say what a person should know before relying on it. */
export interface TaskContext<Task extends TaskRecord = TaskRecord> {
  readonly record: Task;
  readonly revision: number;
  readonly warnings: readonly Warning[];
}

/** A task after a write. */
export interface MutatedTask<Task extends TaskRecord = TaskRecord> extends TaskContext<Task> {
  /** True when an earlier call with the same `operationId` did it, and this one changed nothing. The record is as it is now. */
  readonly replayed: boolean;
}

/** What a purge did; `purged` is false when this call had nothing to purge. */
export interface PurgedTask {
  readonly record: null;
  readonly revision: number;
  readonly purged: boolean;
  /** True when an earlier call with the same `operationId` purged the context. */
  readonly replayed: boolean;
  readonly warnings: readonly Warning[];
}

/** Why a write did not happen. */
export type CommitError = ReadTaskError | PrepareError | OperationIdReused;

/** The one way a record changes: read, decide, commit by compare-and-set, and again when somebody else was faster. */
export interface TaskCommitter<Task extends TaskRecord = TaskRecord, Input extends Typed = CommandInput> {
  /** What it decides by; readers of its tasks use the same. */
  readonly machine: Machine<Task>;
  /** Carries out any command but a purge. */
  commit<E = never>(request: CommitRequest<E, Task, Input>): ResultAsync<MutatedTask<Task>, CommitError | E>;
  /** What a command would do to a record, without writing anything. */
  decide(record: Task, command: Input, options: MutationOptions): Result<readonly Typed[], DecideError>;
  /** Forgets the record, also one that cannot be read. */
  purge(taskId: string, options: MutationOptions, reason?: string): ResultAsync<PurgedTask, CommitError>;
}

/** What one write left behind; `written` is false when everything was already so. */
interface Outcome {
  readonly record: TaskRecord | null;
  readonly revision: number;
  readonly written: boolean;
  readonly replayed: boolean;
  readonly warnings: readonly Warning[];
}

/** What a committer works with. `readHead` tells where HEAD of a task's working tree is, for the audit; `null` where that is not known. */
export interface CommitterPorts<Task extends TaskRecord = TaskRecord> {
  readonly tasks: TaskStore;
  readonly machine: Machine<Task>;
  readonly clock: Clock;
  readonly policy: CommitPolicy;
  readonly readHead?: (record: Task | null) => Promise<string | null>;
}

/** Makes the {@link TaskCommitter} that all services share. */
export function createTaskCommitter<Task extends TaskRecord, Input extends Typed = CommandInput>(
  given: CommitterPorts<Task>,
): TaskCommitter<Task, Input> {
  // What it commits is what its machine decides; inside, a record is what every machine of core has.
  const ports = given as unknown as CommitterPorts;
  const write = <E>(request: CommitRequest<E, TaskRecord, Typed>): ResultAsync<Outcome, CommitError | E> => {
    const { taskId, options } = request;
    return new ResultAsync(againWhenDone(ports.tasks, taskId, options, () => commitWithRetry(ports, request)));
  };
  const committer: TaskCommitter<TaskRecord, Typed> = {
    machine: ports.machine,
    commit: (request) => write(request).map(toMutated),
    decide: (record, command, options) =>
      ports.machine.decide(record, command, envOf(ports.clock, options, { head: null })),
    purge: (taskId, options, reason) => {
      const request = { taskId, command: { type: 'purge-context', reason }, options } as const;
      return write<never>(request).map(({ revision, written, replayed, warnings }) => {
        return { record: null, revision, purged: written, replayed, warnings };
      });
    },
  };
  return committer as unknown as TaskCommitter<Task, Input>;
}

function toMutated({ record, revision, replayed, warnings }: Outcome): MutatedTask {
  if (record === null) throw new Error('toMutated: the command left no record.');
  return { record, revision, replayed, warnings };
}

async function commitWithRetry<E>(
  ports: CommitterPorts,
  request: CommitRequest<E, TaskRecord, Typed>,
): Promise<Result<Outcome, CommitError | E>> {
  const { operationId } = request.options;
  if (operationId !== undefined && (typeof operationId !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(operationId))) {
    const detail = 'An operation id must be 1 to 128 visible ASCII characters.';
    return reject('InvalidInput', [{ condition: '/operationId', detail }]);
  }
  // The store's own name for this call, and not the caller's: two calls that ask for the same are two writes to a store, and the one that
  // comes second has to be told apart from this one, whose answer was lost on the way.
  const storeOperationId = newOperationId();
  const budget = ports.policy.retryForMs ?? DEFAULT_RETRY_MS;
  const start = ports.clock.now();
  let waited = 0;

  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptCommit(ports, request, storeOperationId);
    if (outcome.isOk()) return outcome;
    if (!isWorthRetrying(outcome.error)) return err(nameOperation(outcome.error, operationId));
    if (Math.max(waited, ports.clock.now() - start) >= budget) return err(gaveUp(outcome.error, attempt));
    const pause = Math.ceil(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt));
    await ports.clock.sleep(pause);
    waited += pause;
  }
}

async function attemptCommit<E>(
  { tasks, machine, clock, policy, readHead }: CommitterPorts,
  {
    taskId,
    command,
    options,
    artifacts: given = [],
    screened,
    head,
    gather,
    keep,
  }: CommitRequest<E, TaskRecord, Typed>,
  storeOperationId: string,
): Promise<Result<Outcome, CommitError | E>> {
  const room: Room = { tasks, machine };
  const read = await (command.type === 'purge-context' ? readTaskToPurge(room, taskId) : readTask(room, taskId));
  if (read.isErr()) return err(read.error);
  const state = read.value;
  const known = state.record === null ? ok(null) : requireKnown(machine, state.record);
  if (known.isErr()) return err(known.error);
  const repeated = await findRepeated(room, state, { taskId, command, options });
  if (repeated.isErr()) return err(repeated.error);
  if (repeated.value !== null) return ok(toReplay(taskId, state, repeated.value));
  const gathered = await gather?.(state.record);
  if (gathered?.isErr() === true) return err(gathered.error);
  const looked = gathered?.isOk() === true ? gathered.value : { facts: {}, artifacts: [] };
  const artifacts = [...given, ...looked.artifacts];
  const intent: Intent = {
    taskId,
    command,
    env: envOf(clock, options, { ...looked.facts, head: head ?? (await readHead?.(state.record)) ?? null }),
    operationId: options.operationId ?? null,
    artifacts,
    found: screened?.found ?? [],
    scanSecrets: await scannerOr(policy.scanSecrets),
    forceSecrets: options.forceSecrets ?? false,
  };
  const prepared = prepareCommit(machine, state, intent);
  if (prepared.isErr()) return err(prepared.error);
  const fresh = { replayed: false, warnings: [] };
  if (prepared.value.kind === 'nothing')
    return ok({ record: prepared.value.record, revision: state.revision, written: false, ...fresh });

  const kept = await keep?.();
  if (kept?.isErr() === true) return err(kept.error);
  for (const bytes of [...artifacts, ...(screened?.artifacts ?? [])]) {
    const stored = await tasks.putArtifact(taskId, bytes);
    if (stored.isErr()) return err(stored.error);
  }
  const { record, body, audit, artifacts: live } = prepared.value;
  const committed = await tasks.commit({
    id: taskId,
    expected: state.revision,
    operationId: storeOperationId,
    body,
    audit,
    artifacts: live,
  });
  if (committed.isOk() && record !== null && body !== null) machine.remember(body, record);
  return committed.map(({ revision }) => ({ record, revision, written: true, ...fresh }));
}

/** The request as the audit knows it, when it is this one; `null` when there is none. */
async function findRepeated(
  { tasks, machine }: Room,
  state: FoundTask,
  { taskId, command, options }: Pick<CommitRequest<never, TaskRecord, Typed>, 'taskId' | 'command' | 'options'>,
): Promise<Result<FoundOperation | null, CommitError>> {
  if (state.revision === 0) return ok(null);
  const found = await findOperation(tasks, taskId, options.operationId);
  if (found.isErr()) return err(found.error);
  const known = found.value;
  if (known === null) return ok(null);
  // It was done since the record was read.
  if (known.revision > state.revision) return err(storeErrors.conflict(taskId, state.revision, known.revision));
  const request = { taskId, command, session: options.session ?? null };
  return recognizeRequest(machine, state, request, known).andThen(
    (verdict): Result<FoundOperation | null, CommitError> => {
      if (verdict === 'new') return ok(null);
      const foreign = machine.objectionsToRepeat(state.record, request, known);
      return foreign.length > 0 ? reject('NotOwner', foreign) : ok(known);
    },
  );
}

function toReplay(taskId: string, { record, revision }: FoundTask, { id, ...known }: FoundOperation): Outcome {
  const message = `${taskId}: operation ${id} was done before, in revision ${known.revision}; the task is at revision ${revision} now, and this answer shows it as it is now.`;
  const warnings: Warning[] = revision > known.revision ? [{ code: 'MovedOn', message }] : [];
  return { record, revision, written: false, replayed: true, warnings };
}

function envOf(clock: Clock, options: MutationOptions, facts: DecideEnv['facts']): DecideEnv {
  const now = new Date(clock.now()).toISOString();
  return { now, actor: options.actor, session: options.session ?? null, facts };
}

/** The store knows its own name for the call; the caller is told what it can do with the one that it gave, if it gave one. */
function nameOperation<E>(error: CommitError | E, operationId: string | undefined): CommitError | E {
  const unknown = error as CommitError;
  if (unknown.code !== 'OutcomeUnknown') return error;
  const { id } = unknown.data;
  if (operationId !== undefined) return storeErrors.outcomeUnknown(id, operationId, unknown.cause);
  const message = `${id}: it is not known whether this was written. Read the task before you repeat the call; a call with an operationId can be repeated safely.`;
  return failure('OutcomeUnknown', message, unknown.data, unknown.cause);
}

/** Somebody else committed first; the record is read and decided on anew. */
function isWorthRetrying(error: unknown): error is Extract<StoreError, { code: 'Conflict' }> {
  return (error as CommitError).code === 'Conflict';
}

function gaveUp(error: Extract<StoreError, { code: 'Conflict' }>, attempts: number): CommitError {
  const message = `${error.data.id}: others kept changing the task, and after ${attempts} attempts nothing was written. Try again when it is quieter.`;
  return failure('Conflict', message, error.data, error);
}
