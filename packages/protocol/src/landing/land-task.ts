import {
  type ContentFile,
  err,
  failure,
  type Failure,
  type LinkedTrees,
  type MutatedTask,
  type MutationOptions,
  ok,
  reject,
  type Result,
  type ResultAsync,
  type Unmet,
} from '@batonkit/core';
import { againWhenDone, contextNotFound, findOperation, readTask, requireKnown } from '@batonkit/core/internal';
import type { ProtocolRecord, ProtocolEnv } from '../section/protocol-record.ts';
import { whyNotLandable } from '../slice/decide-landing.ts';
import { rejectSession } from '../slice/decide-ownership.ts';
import { gatherFacts, type FactPorts } from '../facts/gather-facts.ts';
import { viewOf } from '../guards/guard.ts';
import { tableOf } from '../guards/protocol-table.ts';
import type { MainLockKeeper } from './main-lock.ts';
import { newProtocolSection } from '../section/new-protocol-section.ts';
import type { ProtocolCommandInput } from '../section/protocol-command.ts';
import { readContent } from '../facts/read-content.ts';

/** Where the main branch is after a landing; `from` is where it was, and equals `to` when the task had landed before (`replayed`). */
export interface Landing extends MutatedTask<ProtocolRecord> {
  readonly branch: string | null;
  readonly from: string;
  readonly to: string;
}

type Moved = Pick<Landing, 'branch' | 'from' | 'to'>;

/** What a landing works with. */
export interface LandingPorts extends FactPorts {
  readonly trees: LinkedTrees | null;
  readonly mainLock: MainLockKeeper;
  readonly commit: (
    taskId: string,
    command: ProtocolCommandInput,
    options: MutationOptions,
  ) => ResultAsync<MutatedTask<ProtocolRecord>, Failure>;
}

/** What may land, or where it landed before. */
type Landable =
  | { readonly isLanded: true; readonly landing: Landing }
  | {
      readonly isLanded: false;
      readonly approved: { readonly commit: string; readonly files: readonly ContentFile[]; readonly branch?: string };
      /** When the last merge was recorded. */
      readonly mergedBefore: string | null;
    };

/**
 * Moves the main branch forward to exactly what a person approved, and records it. Everything is checked before the lock is taken, and again
 * under it. When main moved and the record could not be written, the failure says so, and the same call again finishes it.
 */
export function landTask(
  ports: LandingPorts,
  taskId: string,
  options: MutationOptions,
): Promise<Result<Landing, Failure>> {
  return againWhenDone(ports.tasks, taskId, options, () => landOnce(ports, taskId, options));
}

async function landOnce(
  ports: LandingPorts,
  taskId: string,
  options: MutationOptions,
): Promise<Result<Landing, Failure>> {
  for (let attempt = 1; ; attempt += 1) {
    const landed = await tryToLand(ports, taskId, options);
    // Another call of this session landed at the same time, and freed the lock that both had.
    if (landed.isOk() || !isLockGone(landed.error) || attempt === MAX_ATTEMPTS) return landed;
  }
}

const MAX_ATTEMPTS = 5;

function isLockGone({ data, cause }: Failure): boolean {
  const inner = cause as Partial<Failure> | undefined;
  return [data, inner?.data].some((each) => {
    const { unmet = [] } = (each ?? {}) as { readonly unmet?: readonly Unmet[] };
    return unmet.some(({ condition }) => condition === 'main-locked');
  });
}

async function tryToLand(
  ports: LandingPorts,
  taskId: string,
  { operationId, ...options }: MutationOptions,
): Promise<Result<Landing, Failure>> {
  const { trees, mainLock, commit } = ports;
  const session = options.session ?? null;
  if (session === null || session === '') return rejectSession() as Result<never, Failure>;
  const named = operationId === undefined ? options : { ...options, operationId };
  const known = await findOperation(ports.tasks, taskId, operationId);
  if (known.isErr()) return err(known.error);
  if (known.value !== null) {
    // A request that is known is answered before it is decided.
    const request = { type: 'land-task', commit: '', branch: '', from: '' } as const;
    const { branch, from, to } = (known.value.events.find(({ type }) => type === 'task-landed') ??
      {}) as Partial<Moved>;
    return commit(taskId, request, named).map((context) => ({ ...context, branch: branch!, from: from!, to: to! }));
  }
  const before = await findLandable(ports, taskId, options);
  if (before.isErr()) return err(before.error);
  if (before.value.isLanded) return ok(before.value.landing);
  if (trees === null) {
    const detail = 'Landing needs the linked working trees of a git repository on this host.';
    return reject('InvalidInput', [{ condition: 'trees', detail }]);
  }
  const locked = await mainLock.acquire({ ...options, operation: 'git-operation' });
  if (locked.isErr()) return err(locked.error);
  const landed = await landUnderLock();
  const released = await mainLock.release(options);
  if (landed.isErr() || released.isOk()) return landed;
  const { message } = released.error;
  const detail = `${taskId} landed and that is recorded, but the lock of the main working tree is still held: ${message} Release it: baton send ${taskId} unlock-main`;
  const { branch, from, to } = landed.value;
  return err(failure(released.error.code, detail, { branch, from, to }, released.error));

  async function landUnderLock(): Promise<Result<Landing, Failure>> {
    const now = await findLandable(ports, taskId, options);
    if (now.isErr()) return err(now.error);
    if (now.value.isLanded) return ok(now.value.landing);
    const { approved, mergedBefore } = now.value;
    const moved = await trees!.fastForwardMain({ taskId, session: session!, mainLock, approved });
    if (moved.isErr()) return err(moved.error);
    const { branch, from, to, warnings = [] } = moved.value;
    const recorded = await commit(taskId, { type: 'land-task', commit: to, branch, from, mergedBefore }, named);
    if (recorded.isOk())
      return ok({ ...recorded.value, warnings: [...recorded.value.warnings, ...warnings], branch, from, to });
    const { code, message } = recorded.error;
    if (from === to) return err(recorded.error);
    const detail = `${branch} moved from ${from} to ${to}, but the landing of ${taskId} could not be recorded: ${message} Land it again to finish the record; ${branch} does not move twice.`;
    return err(failure(code, detail, { branch, from, to }, recorded.error));
  }
}

/** Looks at the record and the task's own tree as they are now. Changes nothing. */
async function findLandable(
  ports: LandingPorts,
  taskId: string,
  { actor, session = null }: MutationOptions,
): Promise<Result<Landable, Failure>> {
  const read = await readTask(ports, taskId);
  if (read.isErr()) return err(read.error);
  const { record, revision } = read.value;
  if (record === null) return err(contextNotFound(taskId, revision));
  const known = requireKnown(ports.machine, record);
  if (known.isErr()) return err(known.error);
  const protocol = record.protocol ?? newProtocolSection();
  const isOwn = protocol.owner !== null && protocol.owner.session === session;
  const landedAt = protocol.merge?.commit ?? null;
  const name = protocol.main?.branch ?? null;
  const named = name === null ? {} : { branch: name };
  if (isOwn && protocol.state === 'CLEANUP' && landedAt !== null) {
    const main = await ports.worktree?.mainBranch?.({ commit: landedAt, taskId, ...named });
    if (main?.isErr() === true) return err(main.error);
    if (main?.isOk() !== true || main.value.has) return ok(landedBefore(landedAt, { record, revision }));
  }
  const mayLook = isOwn && protocol.state === 'COMPLETE' && protocol.checkpoints.change.approved !== null;
  const gathered = mayLook
    ? await gatherFacts({ ...ports, paranoid: ports.trustIndex !== true }, record, session)
    : ok({ facts: {} });
  if (gathered.isErr()) return err(gathered.error);
  const env: ProtocolEnv = {
    now: new Date(ports.clock.now()).toISOString(),
    actor,
    session,
    facts: { head: null, ...gathered.value.facts },
  };
  const view = viewOf(record, protocol, env, tableOf(ports.machine));
  const refused = whyNotLandable(view);
  if (refused !== null) return err(refused);
  const commit = view.facts.tree?.head ?? '';
  // Under a lock that this session has, a landing that was done again may have died half-way.
  const isUnlocked = view.facts.main_lock !== session;
  if (isUnlocked && landedAt !== null && landedAt === commit && view.facts.main?.has !== false)
    return ok(landedBefore(landedAt, { record, revision }));
  const covers = protocol.checkpoints.change.approved?.covers ?? '';
  const bytes = await ports.tasks.getArtifact(taskId, covers);
  if (bytes.isErr()) return err(bytes.error);
  const approved = { commit, files: readContent(bytes.value) ?? [], ...named };
  return ok({ isLanded: false, approved, mergedBefore: protocol.merge?.at ?? null });
}

function landedBefore(
  commit: string,
  { record, revision }: Pick<MutatedTask<ProtocolRecord>, 'record' | 'revision'>,
): Landable {
  const context: MutatedTask<ProtocolRecord> = { record, revision, warnings: [], replayed: true };
  return { isLanded: true, landing: { ...context, branch: null, from: commit, to: commit } };
}
