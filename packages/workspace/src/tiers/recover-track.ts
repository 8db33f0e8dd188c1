import { err, ok, type Result } from '@batonkit/core';
import type { DecisionEntry } from './bullet-entry.ts';
import { comparePlan, type PlanReplay } from './compare-plan.ts';
import type { ContextTiersError, TierPorts, TierSelection } from './context-tiers.ts';
import { readDecisions } from './decisions-file.ts';
import { loadTiers, type LoadedFile } from './load-tiers.ts';
import type { PinnedCore } from './pinned-core.ts';
import { type ApprovalStatus, readPlan, type StepStatus } from './plan-file.ts';
import type { PlanItem } from './plan-items.ts';
import { readLatest, settle } from './settle-compaction.ts';
import { findTrack } from './tier-files.ts';
import { trackPaths } from './tier-layout.ts';
import type { TrackCheckpoint } from './track-checkpoint.ts';

/** What DECISIONS.md and PLAN.md amount to. */
export interface TrackState {
  readonly goal: string;
  readonly decisions: readonly DecisionEntry[];
  readonly steps: readonly PlanItem<StepStatus>[];
  readonly approvals: readonly PlanItem<ApprovalStatus>[];
  /** The step that is being done, else the first to do; null when none is left. */
  readonly nextStep: string | null;
}

/** A file that is not what it was at the checkpoint. */
export interface ChangedSince {
  readonly path: string;
  readonly expected: string | null;
  /** Null when it is gone. */
  readonly found: string | null;
}

/** What a new session starts from. */
export interface RecoveredTrack {
  readonly track: string;
  /** Null when none was ever taken. */
  readonly checkpoint: TrackCheckpoint | null;
  /** Core, track, and the transient files that the checkpoint names, in load order. */
  readonly files: readonly LoadedFile[];
  readonly tokens: number;
  readonly state: TrackState;
  /** The gate: is the plan that of the checkpoint? */
  readonly replay: PlanReplay;
  readonly pinned: PinnedCore & { /** Whether it is the one of the checkpoint. */ readonly isUnchanged: boolean };
  readonly changed: readonly ChangedSince[];
  /** A compaction had been cut off and was finished. */
  readonly finishedCompaction: boolean;
}

/** Recovers a track from its files. */
export async function recoverTrack(
  ports: TierPorts,
  options: TierSelection,
): Promise<Result<RecoveredTrack, ContextTiersError>> {
  const found = await findTrack(ports, options.track);
  if (found.isErr()) return err(found.error);
  const track = found.value;
  const settled = await settle(ports, track);
  if (settled.isErr()) return err(settled.error);
  const latest = await readLatest(ports, track);
  if (latest.isErr()) return err(latest.error);
  const checkpoint = latest.value;
  const session = options.session ?? checkpoint?.session ?? undefined;
  const loaded = await loadTiers(ports, session === undefined ? { track } : { track, session });
  if (loaded.isErr()) return err(loaded.error);

  const named = new Set(checkpoint?.files.map(({ path }) => path) ?? []);
  const isNamed = ({ tier, path }: LoadedFile): boolean =>
    tier !== 'transient' || options.session !== undefined || named.has(path);
  const files = loaded.value.files.filter(isNamed);
  const paths = trackPaths(ports.layout, track);
  const at = (path: string): LoadedFile | undefined => files.find((file) => file.path === path);
  const plan = readPlan(at(paths.plan)?.text ?? null);
  const pinned = loaded.value.pinned ?? { text: '', sha256: '' };
  return ok({
    track,
    checkpoint,
    files,
    tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
    state: {
      goal: plan.goal,
      decisions: readDecisions(at(paths.decisions)?.text ?? null),
      steps: plan.steps.items,
      approvals: plan.approvals.items,
      nextStep:
        (
          plan.steps.items.find(({ status }) => status === 'doing') ??
          plan.steps.items.find(({ status }) => status === 'todo')
        )?.text ?? null,
    },
    replay: comparePlan(checkpoint, {
      plan,
      sha: at(paths.plan)?.sha ?? null,
      decisions: at(paths.decisions)?.text ?? '',
    }),
    pinned: { ...pinned, isUnchanged: checkpoint === null || pinned.sha256 === checkpoint.pinned_sha256 },
    changed: (checkpoint?.files ?? []).flatMap(({ path, sha256 }) => {
      const sha = at(path)?.sha ?? null;
      return sha === sha256 ? [] : [{ path, expected: sha256, found: sha }];
    }),
    finishedCompaction: settled.value,
  });
}
