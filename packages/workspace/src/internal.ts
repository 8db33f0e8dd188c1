/**
 * What hooks take from inside the tiers. All of Batonkit is released at one version, so these names may change in any release.
 *
 * @module
 */
export { compactTrack } from './tiers/compact-track.ts';
export { readPlan } from './tiers/plan-file.ts';
export { trackPaths } from './tiers/tier-layout.ts';
