import { againOnConflict } from '@batonkit/core/internal';
import { err, ok, type Result } from '@batonkit/core';
import { compactTrack, type Compaction } from './compact-track.ts';
import type { ContextTiersError, TierPorts, TierWrite } from './context-tiers.ts';
import { readLatest, settleOnce, writeLatest } from './settle-compaction.ts';
import { checkName, findTrack } from './tier-files.ts';
import { trackPaths } from './tier-layout.ts';
import type { TrackCheckpoint } from './track-checkpoint.ts';

/** A checkpoint that was taken. */
export interface TakenCheckpoint {
  readonly track: string;
  readonly path: string;
  readonly checkpoint: TrackCheckpoint;
  /** What was compacted for it, or null. */
  readonly compaction: Compaction | null;
}

/** Compacts, unless told not to, and writes the checkpoint. */
export async function takeCheckpoint(
  ports: TierPorts,
  options: TierWrite & { readonly compact?: boolean },
): Promise<Result<TakenCheckpoint, ContextTiersError>> {
  const found = await findTrack(ports, options.track);
  if (found.isErr()) return err(found.error);
  const track = found.value;
  let compaction: Compaction | null = null;
  if (options.compact ?? true) {
    const done = await compactTrack(ports, { ...options, track });
    if (done.isErr()) return err(done.error);
    compaction = done.value;
  } else {
    const written = await writeOnly(ports, track, options);
    if (written.isErr()) return err(written.error);
  }
  const latest = await readLatest(ports, track);
  if (latest.isErr()) return err(latest.error);
  const { latest: path } = trackPaths(ports.layout, track);
  if (latest.value !== null) return ok({ track, path, checkpoint: latest.value, compaction });
  throw new Error(`${path} was written and is not there.`);
}

async function writeOnly(
  ports: TierPorts,
  track: string,
  options: TierWrite,
): Promise<Result<void, ContextTiersError>> {
  const session = options.session === undefined ? ok(null) : checkName('session', options.session);
  if (session.isErr()) return err(session.error);
  return againOnConflict(async (): Promise<Result<void, ContextTiersError>> => {
    const settled = await settleOnce(ports, track);
    if (settled.isErr()) return err(settled.error);
    const before = await readLatest(ports, track);
    if (before.isErr()) return err(before.error);
    // What was not compacted stays to be compacted.
    const logs = before.value?.logs ?? [];
    return writeLatest(ports, track, {
      session: session.value ?? before.value?.session ?? null,
      actor: options.actor ?? null,
      logs: [...logs],
    });
  });
}
