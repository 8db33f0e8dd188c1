export { type BulletEntry, BulletEntrySchema, type DecisionEntry, type RiskEntry } from './bullet-entry.ts';
export type { Compaction } from './compact-track.ts';
export type { PlanReplay } from './compare-plan.ts';
export {
  type ContextTiers,
  type ContextTiersError,
  type ContextTiersOptions,
  type TierSelection,
  type TierWrite,
} from './context-tiers.ts';
export { createContextTiers } from './create-context-tiers.ts';
export type { LoadedFile, LoadedTiers } from './load-tiers.ts';
export type { UsedTool } from './log-tool-use.ts';
export { pinCore, type PinnedCore } from './pinned-core.ts';
export type { ApprovalStatus, StepStatus } from './plan-file.ts';
export type { PlanItem } from './plan-items.ts';
export type { ChangedSince, RecoveredTrack, TrackState } from './recover-track.ts';
export type { TakenCheckpoint } from './take-checkpoint.ts';
export type { Tier } from './tier-files.ts';
export { DEFAULT_TIER_LAYOUT, type TierLayout } from './tier-layout.ts';
export {
  type CorruptFile,
  type PendingCompaction,
  PendingCompactionSchema,
  type TrackCheckpoint,
  TrackCheckpointSchema,
} from './track-checkpoint.ts';
