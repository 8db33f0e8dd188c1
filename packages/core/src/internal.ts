/**
 * What the packages above core are built from, beside what everybody may import. All of Batonkit is released at one version, so these names
 * may change in any release; programs and adapters do without them.
 *
 * @module
 */
export { findOperation } from './commit/find-operation.ts';
export { findRecorded } from './commit/find-recorded.ts';
export { openTask } from './commit/open-task.ts';
export { readTask } from './commit/read-task.ts';
export { refuseSecrets, scannerOr } from './commit/refuse-secrets.ts';
export { secretFound } from './commit/secret-found.ts';
export { createTaskCommitter, type TaskCommitter } from './commit/task-committer.ts';
export { headReader } from './contexts/observe-head.ts';
export { NORMALIZER, SERIALIZER } from './contexts/context-manifest.ts';
export { type StaleCitation, staleCitation } from './contexts/stale-citation.ts';
export { warnOfDirtyTree } from './deltas/dirty-tree.ts';
export { encodeBase64 } from './deltas/encode-base64.ts';
export { matchScope } from './deltas/match-scope.ts';
export { ownTree } from './deltas/own-tree.ts';
export { againOnConflict } from './ports/again-on-conflict.ts';
export { editWorkspaceFile } from './ports/edit-workspace-file.ts';
export { isSendable, notSendable } from './protocol/accept-document.ts';
export { rejectingIn } from './protocol/agents-of.ts';
export { MIN_REPORT_BYTES } from './protocol/min-report-bytes.ts';
export { normalizePath } from './protocol/normalize-path.ts';
export { cutText } from './protocol/excerpt.ts';
export { type FencedWrite, type TreeAction, unmetByFence, unowned } from './protocol/owner-fence.ts';
export type { ProtocolCommandOf } from './protocol/protocol-command.ts';
export { MainLockSchema } from './protocol/protocol-section.ts';
export { readContent } from './protocol/read-content.ts';
export { unmetByPerson } from './protocol/why-not-a-person.ts';
export { completeSlices, machineFrom, type MachineOption } from './machine/machine-option.ts';
export type { Room } from './commit/read-task.ts';
export { MAX_FAILURES, MAX_NAMES_BYTES, UNNAMED_COMMAND } from './slices/qa-limits.ts';
export { contextNotFound } from './record/context-not-found.ts';
export { hashImmutable } from './machine/read-record.ts';
export { unmetBySchema } from './record/rejection.ts';
export { deepFreeze } from './record/freeze.ts';
export {
  LabelSchema,
  NoteSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from './record/stored-values.ts';
export { RoleStatusSchema } from './slices/coordination.ts';
export { isWellFormed } from './text/canonical-json.ts';
export { compareCodePoints } from './text/compare-code-points.ts';
