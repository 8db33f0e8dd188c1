/**
 * What the packages above core are built from, beside what everybody may import. All of Batonkit is released at one version, so these names
 * may change in any release; programs and adapters do without them.
 *
 * @module
 */
export { findOperation } from './commit/find-operation.ts';
export { findRecorded } from './commit/find-recorded.ts';
export { openTask, openTaskToWrite, requireKnown } from './commit/open-task.ts';
export { readTask, type FoundTask } from './commit/read-task.ts';
export { refuseSecrets, scannerOr } from './commit/refuse-secrets.ts';
export { secretFound } from './commit/secret-found.ts';
export { createTaskCommitter, type TaskCommitter, type Gathered } from './commit/task-committer.ts';
export { headReader } from './contexts/observe-head.ts';
export { NORMALIZER, SERIALIZER } from './contexts/context-manifest.ts';
export { type StaleCitation, staleCitation } from './contexts/stale-citation.ts';
export { warnOfDirtyTree } from './deltas/dirty-tree.ts';
export { encodeBase64 } from './deltas/encode-base64.ts';
export { matchScope } from './deltas/match-scope.ts';
export { ownTree } from './deltas/own-tree.ts';
export { againOnConflict } from './ports/again-on-conflict.ts';
export { editWorkspaceFile } from './ports/edit-workspace-file.ts';
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
  GitObjectIdSchema,
} from './record/stored-values.ts';
export { RoleStatusSchema } from './slices/coordination.ts';
export { isWellFormed } from './text/canonical-json.ts';
export { compareCodePoints } from './text/compare-code-points.ts';
export { MAX_ROLES, ROLE_NAME } from './record/role-name.ts';
export { type Content, contentOf } from './deltas/content-of.ts';
export { findQaStanding, type QaStanding } from './contexts/qa-standing.ts';
export { describeEnd } from './contexts/run-qa.ts';
export { nameCommands, whyUnproven } from './slices/why-unproven.ts';
export { countDrift } from './deltas/count-drift.ts';
export { lookAtTree } from './deltas/look-at-tree.ts';
export { findBase } from './deltas/find-base.ts';
export { findCompleted } from './contexts/complete-task.ts';
export { listContexts } from './contexts/list-contexts.ts';
export { readAuditTrail } from './commit/read-audit-trail.ts';
export { againWhenDone } from './commit/again-when-done.ts';
export { unmetByDrift } from './slices/unmet-by-drift.ts';
export type { TypesIn } from './record/slice.ts';
export { screenPatch } from './deltas/screen-patch.ts';
export { normalizePatch } from './deltas/normalize-patch.ts';
