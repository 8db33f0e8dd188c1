/** Where the files of the three tiers lie. Names in a track or session are relative to its folder. */
export interface TierLayout {
  /** Always loaded, in this order. */
  readonly core: readonly string[];
  /** Holds the id of the active track. */
  readonly activeTrack: string;
  /** One folder per track. */
  readonly tracks: string;
  /** The files of a track that are loaded, in this order. */
  readonly trackFiles: readonly string[];
  /** One folder per session. */
  readonly sessions: string;
  /** The files of a session that are loaded, in this order. */
  readonly sessionFiles: readonly string[];
  /** One folder per track, with `latest.json`. */
  readonly checkpoints: string;
  /** The one core file that compaction may add an invariant to. */
  readonly contextCore: string;
}

/** The layout unless told otherwise. */
export const DEFAULT_TIER_LAYOUT: TierLayout = {
  core: ['CLAUDE.md', 'docs/context/CONTEXT_CORE.md', 'docs/context/ROLES.md', 'docs/context/GUARDRAILS.md'],
  activeTrack: 'docs/tracks/ACTIVE_TRACK',
  tracks: 'docs/tracks',
  trackFiles: ['SPEC.md', 'PLAN.md', 'RISKS.md', 'DECISIONS.md'],
  sessions: 'artifacts/sessions',
  sessionFiles: ['recent_diff.txt', 'test_output.txt', 'work_log.md'],
  checkpoints: 'artifacts/checkpoints',
  contextCore: 'docs/context/CONTEXT_CORE.md',
};

/** The name of the file in a session's folder that compaction reads. */
export const WORK_LOG = 'work_log.md';

/** The files of one track that operations write. */
export interface TrackPaths {
  readonly spec: string;
  readonly plan: string;
  readonly risks: string;
  readonly decisions: string;
  readonly latest: string;
  /** The journal of a compaction that is under way. */
  readonly pending: string;
}

/** The paths of a track. */
export function trackPaths({ tracks, checkpoints }: TierLayout, track: string): TrackPaths {
  const folder = `${tracks}/${track}`;
  return {
    spec: `${folder}/SPEC.md`,
    plan: `${folder}/PLAN.md`,
    risks: `${folder}/RISKS.md`,
    decisions: `${folder}/DECISIONS.md`,
    latest: `${checkpoints}/${track}/latest.json`,
    pending: `${checkpoints}/${track}/pending.json`,
  };
}
