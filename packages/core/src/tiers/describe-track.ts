import { err, ok, type Result } from '../result/result.ts';
import type { ContextTiersError, TierPorts } from './context-tiers.ts';
import { readDecisions } from './decisions-file.ts';
import { pinTrack } from './load-tiers.ts';
import { readPlan } from './plan-file.ts';
import { type FoundTierFile, readTiers } from './tier-files.ts';
import { trackPaths } from './tier-layout.ts';
import type { PendingCompaction, TrackCheckpoint } from './track-checkpoint.ts';

/** The checkpoint of a track as its files are now. */
export async function describeTrack(
  ports: TierPorts,
  track: string,
  { session, actor, logs }: Pick<PendingCompaction, 'session' | 'actor' | 'logs'>,
): Promise<Result<TrackCheckpoint, ContextTiersError>> {
  const read = await readTiers(ports, { track, session });
  if (read.isErr()) return err(read.error);
  const { found } = read.value;
  const paths = trackPaths(ports.layout, track);
  const at = (path: string): FoundTierFile | null => found.find((file) => file.path === path) ?? null;
  const plan = readPlan(at(paths.plan)?.text ?? null);
  const decided = at(paths.decisions);
  const decisions = readDecisions(decided?.text ?? null);
  const item = ({ text, status }: { readonly text: string; readonly status: string }) => ({ text, status });
  return ok({
    version: 1,
    track,
    session,
    actor,
    as_of: decisions.reduce<string | null>(
      (latest, { at: time }) => (time !== null && time > (latest ?? '') ? time : latest),
      null,
    ),
    files: found.map(({ path, tier, sha, text }) => ({ path, tier, sha256: sha, tokens: ports.countTokens(text) })),
    logs: [...logs],
    plan: {
      sha256: at(paths.plan)?.sha ?? null,
      goal: plan.goal,
      steps: plan.steps.items.map(item),
      approvals: plan.approvals.items.map(item),
    },
    decisions: { sha256: decided?.sha ?? null, count: decisions.length, length: decided?.text.length ?? 0 },
    pinned_sha256: pinTrack(ports, track, found).sha256,
  });
}
