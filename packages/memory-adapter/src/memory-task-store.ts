import {
  checkCommit,
  commitDigest,
  err,
  errAsync,
  ok,
  okAsync,
  parseTaskId,
  type Clock,
  type Committed,
  type Result,
  ResultAsync,
  type StoreError,
  storeErrors,
  systemClock,
  type TaskCommit,
  type TaskListing,
  type TaskStore,
  type TaskStoreCapabilities,
} from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { createFaultScript, SimulatedCrash, type ScriptedFault } from './scripted-faults.ts';

interface Revision {
  readonly operationId: string;
  readonly digest: string;
  readonly lines: readonly string[];
}

interface Task {
  body: string | null;
  live: ReadonlySet<string>;
  readonly revisions: Revision[];
  readonly artifacts: Map<string, { readonly bytes: Uint8Array; readonly storedAt: number }>;
}

const CAPABILITIES: TaskStoreCapabilities = {
  durable: false,
  scope: 'process',
  maxBodyBytes: 16 * 1024 * 1024,
  maxArtifactBytes: 64 * 1024 * 1024,
};

/**
 * A task store in memory, for tests and short-lived programs. It keeps every promise of the port but durability, and can be
 * scripted to fail: each fault strikes one call.
 *
 * @example
 * ```ts
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore({ faults: [{ at: 1, op: 'read', when: 'before', as: 'error' }] });
 * const first = await tasks.read('TASK-1');
 * first.isErr() && first.error.code; // => 'StorageFailure'
 * const second = await tasks.read('TASK-1');
 * second.unwrapOr(null); // => { revision: 0, body: null }
 * ```
 */
export function createMemoryTaskStore(
  options: { readonly faults?: readonly ScriptedFault[]; readonly clock?: Clock } = {},
): TaskStore {
  const { faults = [], clock = systemClock } = options;
  const tasks = new Map<string, Task>();
  const nextFault = createFaultScript(faults);

  const open = (id: string): Task => {
    const known = tasks.get(id);
    if (known !== undefined) return known;
    const created: Task = { body: null, live: new Set(), revisions: [], artifacts: new Map() };
    tasks.set(id, created);
    return created;
  };

  /** Runs one call under the fault script. `scene` tells a faulty answer what the call was about. */
  const perform = <T>(
    op: ScriptedFault['op'],
    scene: { readonly id: string; readonly operationId?: string; readonly expected?: number },
    effect: () => Result<T, StoreError>,
  ): ResultAsync<T, StoreError> => {
    const fault = nextFault(op);
    if (fault?.when === 'before') return strike(fault, scene);
    const answer = effect();
    if (fault?.when === 'after') return strike(fault, scene);
    return answer.isOk() ? okAsync(answer.value) : errAsync(answer.error);
  };

  const strike = (
    fault: ScriptedFault,
    {
      id,
      operationId,
      expected = 0,
    }: { readonly id: string; readonly operationId?: string; readonly expected?: number },
  ): ResultAsync<never, StoreError> => {
    if (fault.as === 'crash') return new ResultAsync(Promise.reject(new SimulatedCrash(fault)));
    if (fault.as === 'conflict')
      return errAsync(storeErrors.conflict(id, expected, tasks.get(id)?.revisions.length ?? 0));
    if (fault.when === 'after' && operationId !== undefined)
      return errAsync(storeErrors.outcomeUnknown(id, operationId));
    return errAsync(storeErrors.storageFailure(fault.op, 'scripted fault'));
  };

  return {
    capabilities: CAPABILITIES,

    read: (id) =>
      parseTaskId(id).asyncAndThen(() =>
        perform('read', { id }, () => {
          const task = tasks.get(id);
          return ok({ revision: task?.revisions.length ?? 0, body: task?.body ?? null });
        }),
      ),

    commit: (commit) =>
      checkCommit(commit, CAPABILITIES).asyncAndThen(() =>
        perform('commit', commit, () => apply(open(commit.id), commit)),
      ),

    putArtifact: (id, bytes) =>
      parseTaskId(id).asyncAndThen(() =>
        perform('putArtifact', { id }, () => {
          if (bytes.length > CAPABILITIES.maxArtifactBytes) {
            return err(storeErrors.artifactTooLarge(id, bytes.length, CAPABILITIES.maxArtifactBytes));
          }
          const sha = sha256Hex(bytes);
          open(id).artifacts.set(sha, { bytes: bytes.slice(), storedAt: clock.now() });
          return ok(sha);
        }),
      ),

    getArtifact: (id, sha) =>
      parseTaskId(id).asyncAndThen(() => {
        const artifact = tasks.get(id)?.artifacts.get(sha);
        return artifact === undefined
          ? errAsync(storeErrors.artifactMissing(id, sha))
          : okAsync(artifact.bytes.slice());
      }),

    readAudit: (id, { afterRevision, limit }) =>
      parseTaskId(id)
        .map(() => {
          const start = Math.max(0, afterRevision);
          return (tasks.get(id)?.revisions ?? [])
            .slice(start, start + Math.max(0, limit))
            .map(({ lines }, index) => ({ revision: start + index + 1, lines: [...lines] }));
        })
        .asyncMap((page) => Promise.resolve(page)),

    list: ({ prefix = '', after, limit }) => {
      const found: TaskListing[] = [...tasks]
        .filter(
          ([id, { revisions }]) => revisions.length > 0 && id.startsWith(prefix) && (after === undefined || id > after),
        )
        .map(([id, { revisions, body }]) => ({ id, revision: revisions.length, purged: body === null }));
      return okAsync(found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, Math.max(0, limit)));
    },

    sweep: ({ olderThanMs }) => {
      let removed = 0;
      for (const { artifacts, live } of tasks.values()) {
        for (const [sha, { storedAt }] of artifacts) {
          if (live.has(sha) || clock.now() - storedAt < olderThanMs) continue;
          artifacts.delete(sha);
          removed += 1;
        }
      }
      return okAsync({ removed });
    },
  };
}

function apply(task: Task, commit: TaskCommit): Result<Committed, StoreError> {
  const { id, expected, operationId, body, audit, artifacts } = commit;
  const digest = commitDigest(commit);
  if (expected !== task.revisions.length) {
    const index = task.revisions.findIndex((revision, at) => at >= expected && revision.operationId === operationId);
    if (index === -1) return err(storeErrors.conflict(id, expected, task.revisions.length));
    if (task.revisions[index]?.digest !== digest) return err(storeErrors.operationIdReused(id, operationId, index + 1));
    return ok({ revision: index + 1, replayed: true });
  }
  const missing = artifacts.find((sha) => !task.artifacts.has(sha));
  if (missing !== undefined) return err(storeErrors.artifactMissing(id, missing));

  task.revisions.push({ operationId, digest, lines: [...audit] });
  task.body = body;
  task.live = new Set(artifacts);
  return ok({ revision: task.revisions.length, replayed: false });
}
