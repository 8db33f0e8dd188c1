export type { WorkspaceWarning, WorkspaceWarningCode } from './documents/workspace-warning.ts';
export { createStateFiles } from './state-file/create-state-files.ts';
export type { StateFileError, StateFiles, StateFilesOptions } from './state-file/state-files.ts';
export type { ContextTiers, ContextTiersError, ContextTiersOptions } from './tiers/context-tiers.ts';
export { createContextTiers } from './tiers/create-context-tiers.ts';
export { DEFAULT_TIER_LAYOUT, type TierLayout } from './tiers/tier-layout.ts';
