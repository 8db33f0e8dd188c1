import {
  type Clock,
  type CommitError,
  type CommitPolicy,
  createMachine,
  err,
  errAsync,
  type Failure,
  type GitWorktree,
  type LinkedTrees,
  type Machine,
  type MutatedTask,
  type MutationOptions,
  ok,
  type OpenTaskError,
  rejection,
  type Rejection,
  type QaGrade,
  type Result,
  ResultAsync,
  type Slice,
  systemClock,
  type TaskStore,
  type Warning,
} from '@batonkit/core';
import {
  completeSlices,
  createTaskCommitter,
  findRecorded,
  headReader,
  openTask,
  openTaskToWrite,
  readTask,
  requireKnown,
  type TaskCommitter,
} from '@batonkit/core/internal';
import { protocolMachine, protocolSlices } from '../slice/protocol-machine.ts';
import type { ProtocolRecord, CommandInput } from '../section/protocol-record.ts';
import { isSendable, notSendable, notText, toReport, type CommandWithMethod } from './accept-document.ts';
import { countDriftAtGuard } from './count-drift-at-guard.ts';
import { cutText } from '../words/excerpt.ts';
import { gatherFor, type FactError, type RiskRulesSource } from '../facts/gather-facts.ts';
import { landTask, type Landing } from '../landing/land-task.ts';
import { createMainLock, type MainLockKeeper } from '../landing/main-lock.ts';
import type { NextAction } from '../status/next-actions.ts';
import type { GivenVerdict, MalformedDecision, ReviewDecision, ScopeDecision } from '../documents/parse-decision.ts';
import { readPlanDocument } from '../documents/plan-document.ts';
import type { ProtocolCommandInput, ProtocolCommandOf } from '../section/protocol-command.ts';
import type { Checkpoint, StateCompliance } from '../section/protocol-section.ts';
import { readStatus, type ProtocolStatus } from '../status/protocol-status.ts';
import { requireStanding } from './require-standing.ts';
import { showPresented, type ShowError, type ShownChange } from './show-presented.ts';

/** Why a protocol command was not carried out. */
export type ProtocolError = CommitError | FactError;

/** A protocol command that needs no document; those that do have methods of their own. */
export type SendableCommand = Exclude<ProtocolCommandInput, { type: CommandWithMethod }>;

/** What a note may hold; an answer is kept whole. */
const MAX_NOTE = 4000;

/** How the protocol behaves. */
export interface ProtocolPolicy extends CommitPolicy {
  /** Where the repository's own risk rules come from. Every step judges what changed by them. Defaults to the built-in rules. */
  readonly riskRules?: RiskRulesSource;
  /**
   * What a QA run has to be for a guard: `executed` by Batonkit on the content that is there now, `reported` in a structured report that was
   * handed in, or merely `claimed` in a log. Defaults to `executed`.
   */
  readonly qaEvidence?: QaGrade;
  /**
   * Reads the words of an approval in place of `detectApproval` of `@batonkit/protocol`; `approve` refuses a `message` with any verdict but
   * `approved`.
   */
  readonly detectApproval?: (
    message: string,
    checkpoint: Checkpoint,
  ) => { readonly verdict: string; readonly ask?: string };
  /**
   * Whether git's index and flags are believed also where a change is approved or lands. Defaults to false: there every file is read that is not
   * ignored.
   */
  readonly trustIndex?: boolean;
}

/** A task after the compliance check of its state. */
export interface CheckedTask extends MutatedTask<ProtocolRecord> {
  readonly verdict: StateCompliance['verdict'];
  readonly violations: StateCompliance['violations'];
}

/** What every protocol command takes: who acts, and the run (`session`) that owns the task. */
export type ProtocolOptions = MutationOptions;

/**
 * A task on its way through the protocol: one owner, a state that only moves along the table of transitions, two checkpoints where a
 * person decides, a compliance check before every step. Every write is one decision, committed with its audit entries or not at all.
 *
 * All writes can fail with `NotOwner` (another session owns the task), `Rejected` with everything that is in the way, `DriftUnresolved`,
 * `GitFailure`, and as every write does: see `ContextStore`.
 */
export interface TaskProtocol {
  /**
   * Gives the task to this session. Refused while the session owns another unfinished task, or a dependency is unfinished; a repeated request
   * is refused, too, once the task is somebody else's (`NotOwner`) or was released (`Rejected`). With `trees`, it warns (`ContinuesBranch`) when
   * the branch of the task is there already, with commits that main does not have.
   */
  claim(
    taskId: string,
    options: ProtocolOptions & { readonly dependencies?: readonly string[]; readonly worktree?: string },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /** Gives the task back. */
  release(taskId: string, options: ProtocolOptions): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /** Takes the task from a session that a person (`confirmedBy`) declared gone. What waits for approval must be presented again. */
  takeOver(
    taskId: string,
    options: ProtocolOptions & { readonly confirmedBy: string; readonly reason: string },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /**
   * Carries out a protocol command. `{ type: 'advance' }` goes to the next state, `return` back, `abandon` gives the task up. An approval
   * whose note does not plainly approve is a `MalformedDecision`.
   */
  send(
    taskId: string,
    options: ProtocolOptions & { readonly command: SendableCommand },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError | MalformedDecision>;

  /** Keeps the plan document and notes which of its sections are there. */
  recordPlan(
    taskId: string,
    options: ProtocolOptions & { readonly content: string },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /**
   * Keeps the report of an agent that was invoked. With `workRemaining` (what is left) it is in progress, not complete. An updater that
   * found nothing to change says so with `unchanged`; it then has nothing to merge.
   */
  completeAgent(
    taskId: string,
    options: ProtocolOptions & {
      readonly agent: string;
      readonly report: string;
      readonly workRemaining?: string;
      readonly unchanged?: boolean;
    },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /**
   * Reads a reviewer's answer (`parseDecision`), keeps it and records the decision. An answer without a decision needs a `verdict`. Refused as
   * `MalformedDecision` when it is unclear, or says something other than the verdict or the note.
   */
  review(
    taskId: string,
    options: ProtocolOptions & {
      readonly agent: string;
      readonly answer: string;
      readonly verdict?: 'APPROVED' | 'REJECTED';
      readonly note?: string;
      readonly fault?: 'work' | 'plan';
    },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError | MalformedDecision>;

  /** Reads what a reviewer says in scope negotiation (`parseScopeDecision`), keeps it and records it. */
  classifyScope(
    taskId: string,
    options: ProtocolOptions & { readonly agent: string; readonly answer: string },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError | MalformedDecision>;

  /** Puts the plan, or the changes as they are now, before a person. */
  present(
    taskId: string,
    options: ProtocolOptions & { readonly checkpoint: Checkpoint },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /**
   * The patch that was presented, from where the task leaves the main branch to what an approval covers, and every commit that lands with it. The
   * text names them before the patch, and after it shows by themselves those whose files another commit writes again. `Rejected` when the change is not
   * presented, or is not that any more.
   */
  showChange(taskId: string): ResultAsync<ShownChange, OpenTaskError | ShowError>;

  /**
   * Records that a person, `by`, approved what was presented. `Rejected` when that is not what is there now, when `message` is not an approval
   * (see `detectApproval`), when it comes from a `session`, and when `by` is no person's name: it holds that of a session, an actor, a role or an
   * agent of the task, or names an agent product or nobody in particular. Without a message, `by` stands for the person's word: the caller answers for having asked. A message that rejects or
   * asks to hold ("wait"), by a person without a session, is refused too, and takes an approval back; after any other, the refusal says that the
   * approval still stands and how to take it back.
   */
  approve(
    taskId: string,
    options: ProtocolOptions & { readonly checkpoint: Checkpoint; readonly by: string; readonly message?: string },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /**
   * Records what a person wants changed; what was presented or approved no longer is. Sent by the owner, changes go back to where the work is
   * done. Without a session a person (`by`, as in `approve`) takes an approval back in any state until the merge; the state stays.
   */
  requestChanges(
    taskId: string,
    options: ProtocolOptions & { readonly checkpoint: Checkpoint; readonly by?: string; readonly note: string },
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError>;

  /**
   * Moves the main branch forward to exactly what was approved, and records it: the one way to land a task. Fails with `NotOwner`; with
   * `NotApproved` unless the task is in COMPLETE and its change was approved; with `StaleApproval` when the head of its branch is not what was
   * approved; with `Elsewhere`, `Rejected` or `DriftUnresolved`; then nothing has moved. Repeating it is answered. Needs `trees`.
   */
  land(taskId: string, options: ProtocolOptions): ResultAsync<Landing, Failure>;

  /** Checks the state the task is in for compliance. The verdict is recorded; nothing else changes. */
  checkCompliance(taskId: string, options: ProtocolOptions): ResultAsync<CheckedTask, ProtocolError>;

  /** Where the task is, what is wrong, and what is next for a session. Also for a finished task, whose summary is in its audit. */
  status(taskId: string, options?: { readonly session?: string | null }): ResultAsync<ProtocolStatus, ProtocolError>;

  /** What a session can do next: see `nextActions`. */
  next(
    taskId: string,
    options?: { readonly session?: string | null },
  ): ResultAsync<readonly NextAction[], ProtocolError>;

  /** The lock of the main working tree, one for the whole store. */
  readonly mainLock: MainLockKeeper;
}

/** What a {@link TaskProtocol} is made of. */
export interface TaskProtocolOptions {
  readonly tasks: TaskStore;
  readonly worktree?: GitWorktree;
  /** What moves the main branch, for `land`. */
  readonly trees?: LinkedTrees;
  readonly clock?: Clock;
  readonly policy?: ProtocolPolicy;
  /** Shared with other services over the same store; made of the other ports when it is left out. */
  readonly committer?: TaskCommitter<ProtocolRecord, CommandInput>;
  /** More than those of core and the protocol, or instead of one by the same name. */
  readonly slices?: readonly Slice[];
  /** Shared with other services, which then remember records together; made of the slices when it is left out. */
  readonly machine?: Machine<ProtocolRecord>;
}

/**
 * Makes a {@link TaskProtocol}. With a working tree, snapshots, commits and the content that approvals cover are verified; without one they
 * rest on what the record was told.
 *
 * @example
 * ```ts
 * import { createContextStore, defineTask, orThrow } from '@batonkit/core';
 * import { createTaskProtocol } from '@batonkit/protocol';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * await orThrow(createContextStore({ tasks }).init('TASK-1', {
 *   actor: 'ada',
 *   immutable: defineTask({ title: 'Fix login', description: 'It fails.' }),
 * }));
 * const protocol = createTaskProtocol({ tasks });
 * await orThrow(protocol.claim('TASK-1', { actor: 'ada', session: 'run-1' }));
 * const stranger = await protocol.checkCompliance('TASK-1', { actor: 'bob', session: 'run-2' });
 * stranger.isErr() && stranger.error.code; // => 'NotOwner'
 * const tooEarly = await protocol.send('TASK-1', { actor: 'ada', session: 'run-1', command: { type: 'advance' } });
 * tooEarly.isErr() && tooEarly.error.code === 'Rejected' && tooEarly.error.data.unmet.map(({ condition }) => condition); // => ['audit-passed', 'task-worktree']
 * ```
 */
export function createTaskProtocol(given: TaskProtocolOptions): TaskProtocol {
  const { tasks, worktree = null, trees = null, clock = systemClock, policy = {} } = given;
  const committer = given.committer ?? createCommitter(given);
  const { machine } = committer;
  const ports = {
    tasks,
    machine,
    worktree,
    clock,
    committer,
    riskRules: policy.riskRules,
    trustIndex: policy.trustIndex,
    qaEvidence: policy.qaEvidence,
  };
  const mainLock = createMainLock({ tasks, committer, worktree });

  const commitAndLook = async (
    taskId: string,
    command: ProtocolCommandInput,
    options: MutationOptions,
    artifacts: readonly Uint8Array[],
  ): Promise<Result<MutatedTask<ProtocolRecord>, ProtocolError>> => {
    const committed = await committer.commit<FactError>({
      taskId,
      command,
      options,
      artifacts,
      gather: (record) => gatherFor(ports, record, command, options.session ?? null),
    });
    if (committed.isErr()) return countDriftAtGuard(ports, taskId, committed.error, options);
    const held = requireHeld(committed.value, command, options);
    return held.isErr() ? err(held.error) : requireStanding(ports, held.value, command, options);
  };
  const commit = (
    ...[taskId, command, options, artifacts = []]: [
      taskId: string,
      command: ProtocolCommandInput,
      options: MutationOptions,
      artifacts?: readonly Uint8Array[],
    ]
  ): ResultAsync<MutatedTask<ProtocolRecord>, ProtocolError> =>
    new ResultAsync(commitAndLook(taskId, command, options, artifacts));

  /** Refuses to approve. A person who rejects what was approved, or asks to hold it, takes the approval back; else it stands, and this says so. */
  const refuse = async (
    taskId: string,
    command: ProtocolCommandOf<'request-changes'>,
    { operationId: _, ...options }: MutationOptions,
    { verdict, ask }: Refusal,
  ): Promise<Result<never, ProtocolError>> => {
    const { checkpoint, by, note } = command;
    const read = await readTask(ports, taskId);
    if (read.isErr()) return err(read.error);
    const { record } = read.value;
    const known = record === null ? ok(null) : requireKnown(machine, record);
    if (known.isErr()) return err(known.error);
    const approved = record?.protocol?.checkpoints[checkpoint].approved ?? null;
    if (approved === null) return err(notApproved(verdict, ask ?? whatNext(verdict, taskId, checkpoint)));
    const stands = `The ${checkpoint} is still approved by ${approved.by}. To take that back, a person types, outside any session: baton approve ${taskId} ${checkpoint} --by <name> --message "I take that back"`;
    if ((options.session ?? null) !== null) return err(notApproved(verdict, stands));
    const objects = await readObjection(verdict, note);
    if (objects.isErr()) return err(objects.error);
    if (!objects.value) return err(notApproved(verdict, stands));
    const taken = await commit(taskId, command, options);
    if (taken.isErr()) return err(taken.error);
    const gone = `The ${checkpoint} is no longer approved, and the trail keeps these words of ${by}. The owner presents it again when it is ready.`;
    return err(notApproved(verdict, gone));
  };

  const status = (taskId: string, session: string | null): ResultAsync<ProtocolStatus, ProtocolError> =>
    readTask(ports, taskId).andThen((state) => new ResultAsync(readStatus(ports, taskId, state, session)));

  return {
    claim: (taskId, { dependencies = [], worktree: named, ...options }) => {
      const path = named === undefined ? worktree?.path : undefined;
      const tree = { worktree: named ?? worktree?.id ?? null, ...(path === undefined ? {} : { path }) };
      return commit(taskId, { type: 'claim-task', dependencies, ...tree }, options).andThen(
        (context) => new ResultAsync(warnOfBranch(trees, context)),
      );
    },
    release: (taskId, options) => commit(taskId, { type: 'release-task' }, options),
    takeOver: (taskId, { confirmedBy, reason, ...options }) =>
      commit(taskId, { type: 'take-over-task', confirmedBy, reason }, options),
    send: (taskId, { command, ...options }) =>
      isSendable(command)
        ? new ResultAsync(readNote(command)).andThen(() => commit(taskId, command, options))
        : openTaskToWrite(ports, taskId).andThen(() => err(notSendable())),
    recordPlan: (taskId, { content, ...options }) => {
      if (typeof content !== 'string') return errAsync(notText('/content'));
      const { report, bytes } = toReport(content);
      return commit(taskId, { type: 'record-plan', plan: { ...report, ...readPlanDocument(content) } }, options, [
        bytes,
      ]);
    },
    completeAgent: (taskId, { agent, report: text, workRemaining = null, unchanged = false, ...options }) => {
      if (typeof text !== 'string') return errAsync(notText('/report'));
      const { report, bytes } = toReport(text);
      return commit(taskId, { type: 'complete-agent', agent, report, workRemaining, unchanged }, options, [bytes]);
    },
    review: (taskId, { agent, answer: text, verdict: given, note: told, fault = 'work', ...options }) => {
      if (typeof text !== 'string') return errAsync(notText('/answer'));
      if (told !== undefined && typeof told !== 'string') return errAsync(notText('/note'));
      return new ResultAsync(readDecision({ report: text, verdict: given, note: told })).andThen(
        ({ decision: verdict, reason }) => {
          const { report: answer, bytes } = toReport(text);
          const note = cutText(reason, MAX_NOTE);
          return commit(taskId, { type: 'record-decision', agent, verdict, note, fault, answer }, options, [bytes]);
        },
      );
    },
    classifyScope: (taskId, { agent, answer: text, ...options }) => {
      if (typeof text !== 'string') return errAsync(notText('/answer'));
      return new ResultAsync(readScopeDecision(text)).andThen(({ decision, blocking, deferrable }) => {
        const { report: answer, bytes } = toReport(text);
        const said = { decision, blocking: blocking.length, deferrable: deferrable.length, answer };
        return commit(taskId, { type: 'classify-scope', agent, ...said }, options, [bytes]);
      });
    },
    present: (taskId, { checkpoint, ...options }) =>
      commit(taskId, { type: 'present-checkpoint', checkpoint }, options),
    showChange: (taskId) =>
      openTask(ports, taskId).andThen(
        (record) => new ResultAsync(showPresented({ tasks, worktree, scanSecrets: policy.scanSecrets }, record)),
      ),
    approve: (taskId, { checkpoint, by, message = null, ...options }) =>
      new ResultAsync(readApproval(policy, message, checkpoint)).andThen((refusal) =>
        refusal === null
          ? commit(taskId, { type: 'approve-checkpoint', checkpoint, by, message }, options)
          : new ResultAsync(
              refuse(
                taskId,
                { type: 'request-changes', checkpoint, by, note: cutText(message ?? '', MAX_NOTE) },
                options,
                refusal,
              ),
            ),
      ),
    requestChanges: (taskId, { checkpoint, by, note, ...options }) =>
      commit(taskId, { type: 'request-changes', checkpoint, by: by ?? options.actor, note }, options),
    checkCompliance: (taskId, options) =>
      commit(taskId, { type: 'check-compliance' }, options).andThen((context) =>
        new ResultAsync(findRecorded(tasks, context, options, 'state-audited')).map((recorded) => {
          // A call that is repeated is answered with what it found then.
          const checked = (recorded?.['audit'] as StateCompliance | undefined) ?? context.record.protocol?.audit;
          if (checked === undefined || checked === null) throw new Error('checkCompliance: no verdict was recorded.');
          return { ...context, verdict: checked.verdict, violations: checked.violations };
        }),
      ),
    status: (taskId, { session = null } = {}) => status(taskId, session),
    next: (taskId, { session = null } = {}) => status(taskId, session).map(({ next }) => next),
    land: (taskId, options) => new ResultAsync(landTask({ ...ports, trees, mainLock, commit }, taskId, options)),
    mainLock,
  };
}

function createCommitter(given: TaskProtocolOptions): TaskCommitter<ProtocolRecord, CommandInput> {
  const { tasks, worktree = null, clock = systemClock, policy = {}, slices } = given;
  const machine =
    given.machine ??
    (slices === undefined
      ? protocolMachine
      : (createMachine(completeSlices(protocolSlices, slices)) as unknown as Machine<ProtocolRecord>));
  const readHead = headReader(worktree, machine) as (record: ProtocolRecord | null) => Promise<string | null>;
  return createTaskCommitter<ProtocolRecord, CommandInput>({ tasks, clock, policy, machine, readHead });
}

/** A task that begins may have a branch from an earlier life, which its tree would continue. */
async function warnOfBranch(
  trees: LinkedTrees | null,
  context: MutatedTask<ProtocolRecord>,
): Promise<Result<MutatedTask<ProtocolRecord>, never>> {
  const { record, replayed } = context;
  if (replayed || record.protocol?.state !== 'INIT') return ok(context);
  const found = await trees?.continued?.({ taskId: record.task_id });
  if (found === undefined) return ok(context);
  const more: readonly Warning[] = found.isOk()
    ? found.value
    : [{ code: 'BranchUnchecked', message: found.error.message }];
  return ok({ ...context, warnings: [...context.warnings, ...more] });
}

/** A repeated request is no claim to a task that somebody else has by now, or nobody. */
function requireHeld(
  context: MutatedTask<ProtocolRecord>,
  { type }: ProtocolCommandInput,
  { session = null }: MutationOptions,
): Result<MutatedTask<ProtocolRecord>, ProtocolError> {
  const { record, replayed } = context;
  const owner = record.protocol?.owner ?? null;
  const isClaim = type === 'claim-task' || type === 'take-over-task';
  if (!replayed || !isClaim || owner?.session === session) return ok(context);
  const had = `This request had ${record.task_id} before`;
  if (owner === null) {
    const detail = `${had}, and the task was released since. Claim it under a new operation id.`;
    return err(rejection('Rejected', [{ condition: 'owned', detail }]));
  }
  const detail = `${had}; session ${owner.session} (${owner.actor}) has it since ${owner.since}. Choose another task.`;
  return err(rejection('NotOwner', [{ condition: 'owner', detail }]));
}

// Only who takes answers of reviewers loads what reads them.
async function readDecision(given: GivenVerdict): Promise<Result<ReviewDecision, MalformedDecision>> {
  const { readVerdict } = await import('../documents/parse-decision.ts');
  return readVerdict(given);
}

/** Refuses a verdict whose note says something else. What is no text is left to the schema of the command. */
async function readNote(command: SendableCommand): Promise<Result<unknown, MalformedDecision>> {
  if (command.type !== 'record-decision' || command.verdict !== 'APPROVED' || typeof command.note !== 'string')
    return ok(null);
  return readDecision(command);
}

async function readScopeDecision(text: string): Promise<Result<ScopeDecision, MalformedDecision>> {
  const { parseScopeDecision } = await import('../documents/parse-decision.ts');
  return parseScopeDecision(text);
}

interface Refusal {
  readonly verdict: string;
  readonly ask?: string;
}

/** What a message says that does not approve; `null` for an approval. One that is no text is left to the schema of the command. */
async function readApproval(
  policy: ProtocolPolicy,
  message: unknown,
  checkpoint: Checkpoint,
): Promise<Result<Refusal | null, never>> {
  if (typeof message !== 'string') return ok(null);
  const detect = policy.detectApproval ?? (await import('../approval/detect-approval.ts')).detectApproval;
  const read = detect(message, checkpoint);
  return ok(read.verdict === 'approved' ? null : read);
}

async function readObjection(verdict: string, message: string): Promise<Result<boolean, never>> {
  return ok(verdict === 'rejected' || (await import('../approval/asks-to-hold.ts')).asksToHold(message));
}

/** What to do about words that do not approve what nobody approved yet. */
function whatNext(verdict: string, taskId: string, checkpoint: Checkpoint): string {
  if (verdict !== 'rejected') return 'Wait for a clear answer.';
  return `Nothing was recorded. To record what has to change: baton send ${taskId} request-changes checkpoint=${checkpoint} by=<name> note=<why>`;
}

function notApproved(verdict: string, then: string): Rejection<'Rejected'> {
  const detail = `The message does not approve: it reads as ${verdict}. ${then}`;
  return rejection('Rejected', [{ condition: 'message-approves', detail }]);
}
