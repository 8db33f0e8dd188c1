import { sealEvents } from '../audit/audit-entry.ts';
import { contextNotFound } from '../record/context-not-found.ts';
import type { DecideEnv } from '../record/decide-env.ts';
import type { Machine } from '../machine/create-machine.ts';
import { rejectFault } from '../machine/hold-slice.ts';
import type { DecideError } from '../record/decision.ts';
import type { LifeEvent } from '../record/life.ts';
import type { Typed } from '../record/slice.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { StoreError } from '../ports/task-store.ts';
import { failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import type { SecretFinding, SecretScanner } from '@batonkit/secrets';
import { secretFound, type SecretFound } from './secret-found.ts';
import { digestRequest } from './digest-request.ts';
import { findSecrets } from './find-secrets.ts';
import type { FoundTask } from './read-task.ts';

/** Largest record in UTF-8 bytes. Details belong into artifacts; the record stays small enough to read in a prompt. */
export const MAX_RECORD_BYTES = 256 * 1024;

/** What a write is made of. */
export interface Intent {
  readonly taskId: string;
  readonly command: Typed;
  readonly env: DecideEnv;
  /** The caller's own name for this request, if it gave one. */
  readonly operationId: string | null;
  readonly artifacts: readonly Uint8Array[];
  /** Secrets that were found in what is stored besides the artifacts. */
  readonly found?: readonly SecretFinding[];
  readonly scanSecrets: SecretScanner;
  readonly forceSecrets: boolean;
}

/** A write that is decided and ready for the store, or the news that there is nothing to write. */
export type Prepared<Task extends TaskRecord = TaskRecord> =
  | { readonly kind: 'nothing'; readonly record: Task | null }
  | {
      readonly kind: 'write';
      readonly record: Task | null;
      readonly body: string | null;
      readonly audit: readonly string[];
      readonly artifacts: readonly string[];
    };

/** Why an intent cannot be written. */
export type PrepareError = DecideError | SecretFound | Extract<StoreError, { code: 'RecordTooLarge' }>;

/** Decides, scans, seals and serializes one write. Pure: the store is not asked, and the same input gives the same bytes. */
export function prepareCommit<Task extends TaskRecord>(
  machine: Machine<Task>,
  state: FoundTask<Task>,
  intent: Intent,
): Result<Prepared<Task>, PrepareError> {
  try {
    return prepare(machine, state, intent);
  } catch (cause) {
    return rejectFault(cause);
  }
}

function prepare<Task extends TaskRecord>(
  machine: Machine<Task>,
  state: FoundTask<Task>,
  intent: Intent,
): Result<Prepared<Task>, PrepareError> {
  const { operationId, command, env } = intent;
  const operation =
    operationId === null ? null : { id: operationId, digest: digestRequest(machine, command, env.session) };
  return decideFor(machine, state, intent).andThen((decided): Result<Prepared<Task>, PrepareError> => {
    if (decided.length === 0) return ok({ kind: 'nothing', record: state.record });

    const findings = [...findSecrets(intent.scanSecrets, secretsScope(intent, decided)), ...(intent.found ?? [])];
    if (findings.length > 0 && !intent.forceSecrets)
      return err(secretFound(intent.taskId, findings, '; the audit will say so'));

    const events: readonly LifeEvent[] = [
      ...(findings.length > 0 ? [{ type: 'secrets-forced', findings } as const] : []),
      ...(operation === null ? [] : [{ type: 'operation-recorded', operation } as const]),
    ];
    return seal(machine, state, intent, [...decided, ...events]);
  });
}

function decideFor<Task extends TaskRecord>(
  machine: Machine<Task>,
  state: FoundTask<Task>,
  { taskId, command, env }: Intent,
): Result<readonly Typed[], DecideError> {
  // A record that cannot be read cannot be decided on, but it must be possible to get rid of it.
  if (state.unreadable !== undefined && command.type === 'purge-context') {
    return ok<readonly LifeEvent[], DecideError>([
      {
        type: 'context-purged',
        reason: `${(command as { readonly reason?: string }).reason ?? 'purged on request'}; unreadable: ${state.unreadable}`,
      },
    ]);
  }
  return machine
    .decide(state.record, command, env)
    .mapErr((error) => (error.code === 'ContextNotFound' ? contextNotFound(taskId, state.revision) : error));
}

function seal<Task extends TaskRecord>(
  machine: Machine<Task>,
  state: FoundTask<Task>,
  intent: Intent,
  events: readonly Typed[],
): Result<Prepared<Task>, PrepareError> {
  const entries = sealEvents(events, { anchor: state.anchor, revision: state.revision + 1, env: intent.env });
  const audit = entries.map((entry) => canonicalJson(entry).trimEnd());
  if (events.some(({ type }) => type === 'context-purged')) {
    return ok({ kind: 'write', record: null, body: null, audit, artifacts: [] });
  }

  const record = entries.reduce<Task | null>(
    (before, entry) => machine.anchor(machine.evolve(before, entry.event), entry),
    state.record,
  );
  if (record === null) throw new Error('prepareCommit: a decision without events was sealed.');
  const body = canonicalJson(record);
  const bytes = encodeUtf8(body).length;
  if (bytes > MAX_RECORD_BYTES) return err(recordTooLarge(record, bytes));
  return ok({ kind: 'write', record, body, audit, artifacts: machine.liveArtifacts(record) });
}

function secretsScope({ taskId, env, artifacts }: Intent, events: readonly Typed[]): Parameters<typeof findSecrets>[1] {
  return { taskId, events, labels: { actor: env.actor, session: env.session }, artifacts };
}

function recordTooLarge(record: TaskRecord, bytes: number): PrepareError {
  const { task_id: id, ...parts } = record;
  const [part, size] = Object.entries(parts)
    .map(([name, value]) => [name, encodeUtf8(canonicalJson(value)).length] as const)
    .reduce((largest, next) => (next[1] > largest[1] ? next : largest));
  const message = `${id}: the record would have ${bytes} bytes, and ${MAX_RECORD_BYTES} is the limit. Nothing was written. Its largest part is ${part} with ${size} bytes: add less to it, or go on in another task.`;
  return failure('RecordTooLarge', message, { id, bytes, limit: MAX_RECORD_BYTES });
}
