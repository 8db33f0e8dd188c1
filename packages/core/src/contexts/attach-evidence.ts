import type { CommitError, MutatedTask, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import { openTask } from '../commit/open-task.ts';
import type { ReadTaskError, Room } from '../commit/read-task.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import type { DecideError } from '../record/decision.ts';
import { rejection } from '../record/rejection.ts';
import type { Evidence } from '../slices/evidence.ts';
import { errAsync, type ResultAsync } from '../result/result.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { evidenceId } from '../slices/decide-evidence.ts';

/** Why a piece of evidence cannot be read back. */
export type EvidenceError = ReadTaskError | DecideError;

/** Stores the content, then records it. */
export function attachEvidence(
  committer: TaskCommitter,
  taskId: string,
  given: MutationOptions & { readonly type: string; readonly path: string; readonly content: string | Uint8Array },
): ResultAsync<MutatedTask & { readonly evidence: Evidence }, CommitError> {
  const { type, path, content, ...options } = given;
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    return errAsync(
      rejection('InvalidInput', [{ condition: '/content', detail: 'The content must be a text or bytes.' }]),
    );
  }
  const bytes = typeof content === 'string' ? encodeUtf8(content) : content;
  const sha256 = sha256Hex(bytes);
  const command: CommandInput = { type: 'attach-evidence', evidenceType: type, path, sha256, bytes: bytes.length };
  return committer.commit({ taskId, command, options, artifacts: [bytes] }).map((context) => {
    const id = evidenceId({ type, path, sha256 });
    const evidence = context.record.evidence.find((known) => known.id === id);
    if (evidence === undefined) throw new Error('attachEvidence: the record lacks what was attached.');
    return { ...context, evidence };
  });
}

/** Finds a piece of evidence by its id and reads its bytes. */
export function readEvidence(
  room: Room,
  taskId: string,
  id: string,
): ResultAsync<{ readonly evidence: Evidence; readonly bytes: Uint8Array }, EvidenceError> {
  return openTask(room, taskId).andThen((record) => {
    const evidence = record.evidence.find((known) => known.id === id);
    if (evidence === undefined) {
      const detail = `${taskId} has no evidence ${JSON.stringify(String(id).slice(0, 60))}; get lists what it has.`;
      return errAsync<never, EvidenceError>(rejection('InvalidInput', [{ condition: 'evidence-known', detail }]));
    }
    return room.tasks.getArtifact(taskId, evidence.sha256).map((bytes) => ({ evidence, bytes }));
  });
}
