import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { TASK_STATES, type TaskState } from '@batonkit/protocol/states';
import type { ProtocolOutline } from '../policy/protocol-writes.ts';

/** An approval that a person has yet to give. */
export interface PendingApproval {
  readonly checkpoint: 'plan' | 'change';
  /** False when it still has to be put before the person. */
  readonly isPresented: boolean;
}

/** What the protocol says of a task, as far as hooks care. */
export interface HookProtocol extends ProtocolOutline {
  /** The session that owns the task. */
  readonly owner: string | null;
  /** The task's own working tree, as it was named when the task was claimed. */
  readonly worktree: string | null;
  readonly pending: readonly PendingApproval[];
}

/** What hooks need of a task's record. */
export interface HookTask {
  readonly id: string;
  readonly title: string;
  readonly openTurns: readonly { readonly role: string; readonly session: string | null }[];
  /** Roles whose hand-off the tree no longer matches. */
  readonly drifted: readonly string[];
  readonly protocol: HookProtocol | null;
}

/** A record that hooks cannot go by. */
export type UnreadableTask = Failure<'Corrupt' | 'UnsupportedVersion', { readonly id: string }>;

type Fields = Readonly<Record<string, unknown>>;

const STATES: ReadonlySet<string> = new Set(TASK_STATES);

/**
 * Reads what hooks need of a stored record, without its schemas, which take longer to load than a hook may run; null for a task that is
 * done. Whatever is not as it should be makes the record unreadable: a guard that guesses would guess in favour of the agent.
 *
 * Fails with `UnsupportedVersion` or `Corrupt`.
 *
 * @example
 * ```ts
 * import { readHookTask } from '@batonkit/guard/hooks';
 *
 * readHookTask('TASK-1', '{"version":7}').isErr(); // => true
 * ```
 */
export function readHookTask(id: string, body: string): Result<HookTask | null, UnreadableTask> {
  try {
    const record = fieldsOf(JSON.parse(body));
    if (record['version'] !== 1) {
      const message = `The record of ${id} has version ${String(record['version'])}, and this program reads version 1. Update Batonkit.`;
      return err(failure('UnsupportedVersion', message, { id }));
    }
    if (record['completion'] !== null) {
      fieldsOf(record['completion']);
      return ok(null);
    }
    const { title } = fieldsOf(fieldsOf(record['immutable'])['task_snapshot']);
    const roles = Object.entries(fieldsOf(record['coordination'])).map(([role, value]) => ({
      role,
      ...fieldsOf(value),
    }));
    return ok({
      id,
      title: textOf(title),
      openTurns: roles
        .filter((role: Fields) => textOf(role['status']) === 'in_progress')
        .map((role: Fields) => ({ role: textOf(role['role']), session: textOrNull(role['session_id']) })),
      drifted: roles
        .filter((role: Fields) => numberOf(role['drift_budget']) > 0)
        .map((role: Fields) => textOf(role['role'])),
      protocol: record['protocol'] === null ? null : readProtocol(fieldsOf(record['protocol'])),
    });
  } catch (cause) {
    const message = `The record of ${id} cannot be read. See what \`baton doctor\` says.`;
    return err(failure('Corrupt', message, { id }, cause));
  }
}

function readProtocol(section: Fields): HookProtocol {
  const state = textOf(section['state']);
  if (!isState(state)) throw new TypeError(`${state} is no state of the protocol`);
  const checkpoints = fieldsOf(section['checkpoints']);
  const owner = section['owner'] === null ? null : textOf(fieldsOf(section['owner'])['session']);
  const agents = Object.entries(fieldsOf(section['agents'])).map(([name, agent]) => ({
    name,
    kind: kindOf(fieldsOf(agent)['kind']),
    worktree: textOrNull(fieldsOf(agent)['worktree']),
  }));
  const pending = [
    ...findPending('plan', checkpoints, state === 'SYNTHESIS', false),
    ...findPending('change', checkpoints, state === 'AWAITING_USER_APPROVAL', true),
  ];
  const { presented, approved } = fieldsOf(checkpoints['plan']);
  const plan = section['plan'] === null ? null : textOf(fieldsOf(section['plan'])['sha']);
  const path = section['risk'] === null ? null : fieldsOf(section['risk'])['path'];
  if (path !== null && !Array.isArray(path)) throw new TypeError('a path is missing');
  return {
    state,
    owner,
    worktree: textOrNull(section['worktree']),
    agents,
    pending,
    isPlanPresented: presented !== null,
    isPlanApproved: plan !== null && approved !== null && fieldsOf(approved)['covers'] === plan,
    isShortPath: path?.includes('IMPLEMENTATION') === false,
  };
}

function kindOf(value: unknown): 'reviewer' | 'updater' {
  if (value !== 'reviewer' && value !== 'updater') throw new TypeError('the kind of an agent is missing');
  return value;
}

/** An approval covers what was presented when it was given; what was presented again since waits again. */
function findPending(
  checkpoint: PendingApproval['checkpoint'],
  checkpoints: Fields,
  isItsState: boolean,
  isWaitingUnpresented: boolean,
): readonly PendingApproval[] {
  const { presented, approved } = fieldsOf(checkpoints[checkpoint]);
  if (!isItsState) return [];
  const shown = presented === null ? null : textOf(fieldsOf(presented)['covers']);
  const agreed = approved === null ? null : textOf(fieldsOf(approved)['covers']);
  if (shown === null) return isWaitingUnpresented && agreed === null ? [{ checkpoint, isPresented: false }] : [];
  return shown === agreed ? [] : [{ checkpoint, isPresented: true }];
}

function isState(text: string): text is TaskState {
  return STATES.has(text);
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('an object is missing');
  return value as Fields;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a text is missing');
  return value;
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : textOf(value);
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('a number is missing');
  return value;
}
