import { againOnConflict } from '@batonkit/core/internal';
import { err, ok, type Result } from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import { compactTexts, type TrackTexts } from './compact-texts.ts';
import type { ContextTiersError, TierPorts } from './context-tiers.ts';
import { type TrackPaths, trackPaths } from './tier-layout.ts';
import {
  type PendingCompaction,
  PendingCompactionSchema,
  readStoredJson,
  type TrackCheckpoint,
  TrackCheckpointSchema,
} from './track-checkpoint.ts';
import { readDecisions } from './decisions-file.ts';
import { pinTrack } from './load-tiers.ts';
import { readPlan } from './plan-file.ts';
import { type FoundTierFile, readTiers } from './tier-files.ts';

/** The files that compaction writes, in the order it writes them. */
const OUTPUTS = ['decisions', 'plan', 'risks', 'core'] as const satisfies readonly (keyof TrackTexts)[];

/** The texts that compaction works on, with what a write depends on. */
export interface ReadTexts {
  readonly texts: TrackTexts;
  readonly shas: Readonly<Record<keyof TrackTexts, string | null>>;
}

/** The last checkpoint of a track, or null. */
export async function readLatest(
  { files, layout }: TierPorts,
  track: string,
): Promise<Result<TrackCheckpoint | null, ContextTiersError>> {
  const { latest } = trackPaths(layout, track);
  const file = await files.read(latest);
  if (file.isErr()) return err(file.error);
  return file.value === null ? ok(null) : readStoredJson(TrackCheckpointSchema, latest, file.value.text);
}

/** Finishes a compaction that was cut off; true when there was one. */
export function settle(ports: TierPorts, track: string): Promise<Result<boolean, ContextTiersError>> {
  return againOnConflict(async (attempt) => (await settleOnce(ports, track)).map((done) => done || attempt > 1));
}

/** One attempt of {@link settle}. In conflict when a person edited one of the files, or another process finishes the same compaction. */
export async function settleOnce(ports: TierPorts, track: string): Promise<Result<boolean, ContextTiersError>> {
  const { pending } = trackPaths(ports.layout, track);
  const journal = await ports.files.read(pending);
  if (journal.isErr()) return err(journal.error);
  if (journal.value === null) return ok(false);
  const decided = readStoredJson(PendingCompactionSchema, pending, journal.value.text);
  if (decided.isErr()) return err(decided.error);
  const applied = await applyPending(ports, track, decided.value);
  if (applied.isErr()) return err(applied.error);
  return (await ports.files.remove(pending, { expectedSha: journal.value.sha })).map(() => true);
}

/** Reads the files that compaction writes. */
export async function readTexts(
  { files, layout }: TierPorts,
  track: string,
): Promise<Result<ReadTexts, ContextTiersError>> {
  const texts: Record<keyof TrackTexts, string | null> = { decisions: null, plan: null, risks: null, core: null };
  const shas = { ...texts };
  for (const name of OUTPUTS) {
    const file = await files.read(pathOf(layout.contextCore, trackPaths(layout, track), name));
    if (file.isErr()) return err(file.error);
    texts[name] = file.value?.text ?? null;
    shas[name] = file.value?.sha ?? null;
  }
  return ok({ texts, shas });
}

/** The path of a file that compaction writes. */
export function pathOf(contextCore: string, paths: TrackPaths, name: keyof TrackTexts): string {
  return name === 'core' ? contextCore : paths[name];
}

/** Brings every file to what was decided, the checkpoint last. Doing it again changes nothing. */
async function applyPending(
  ports: TierPorts,
  track: string,
  pending: PendingCompaction,
): Promise<Result<void, ContextTiersError>> {
  const paths = trackPaths(ports.layout, track);
  const read = await readTexts(ports, track);
  if (read.isErr()) return err(read.error);
  const { texts, shas } = read.value;
  const next = compactTexts(texts, pending.entries, paths);
  if (next.isErr()) return err(next.error);
  for (const name of OUTPUTS) {
    const text = next.value[name];
    if (text === null || text === texts[name]) continue;
    const written = await ports.files.write(pathOf(ports.layout.contextCore, paths, name), text, {
      expectedSha: shas[name],
    });
    if (written.isErr()) return err(written.error);
  }
  return writeLatest(ports, track, pending);
}

/** Writes `latest.json` unless it says the same already. */
export async function writeLatest(
  ports: TierPorts,
  track: string,
  taken: Pick<PendingCompaction, 'session' | 'actor' | 'logs'>,
): Promise<Result<void, ContextTiersError>> {
  const { latest } = trackPaths(ports.layout, track);
  const checkpoint = await describeTrack(ports, track, taken);
  if (checkpoint.isErr()) return err(checkpoint.error);
  const text = canonicalJson(checkpoint.value);
  const before = await ports.files.read(latest);
  if (before.isErr()) return err(before.error);
  if (before.value?.text === text) return ok(undefined);
  return (await ports.files.write(latest, text, { expectedSha: before.value?.sha ?? null })).map(() => undefined);
}

/** The checkpoint of a track as its files are now. */
async function describeTrack(
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
