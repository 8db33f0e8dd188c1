import { err, ok, type Result } from '@batonkit/core';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';
import { againOnConflict, secretFound } from '@batonkit/core/internal';
import { canonicalJson, sha256Hex } from '@batonkit/core/text';
import { compactTexts, type TrackTexts } from './compact-texts.ts';
import type { ContextTiersError, TierPorts, TierWrite } from './context-tiers.ts';
import { gatherEntries, type GatheredEntries } from './gather-entries.ts';
import { loadTiers } from './load-tiers.ts';
import { pinCore, type PinnedCore } from './pinned-core.ts';
import { pathOf, readLatest, readTexts, settle, settleOnce, writeLatest } from './settle-compaction.ts';
import { checkName, findTrack } from './tier-files.ts';
import { trackPaths } from './tier-layout.ts';
import type { PendingCompaction } from './track-checkpoint.ts';

/** What a compaction did. */
export interface Compaction {
  readonly track: string;
  /** False when the context was within the threshold. */
  readonly compacted: boolean;
  /** How many structured bullets were new. */
  readonly entries: number;
  /** The files it changed, in the order they are written. */
  readonly outputs: readonly { readonly path: string; readonly sha256: string }[];
  /** What to give back to the agent, as it is in the files now. */
  readonly pinned: PinnedCore;
  readonly warnings: readonly WorkspaceWarning[];
}

interface Prepared {
  readonly pending: PendingCompaction;
  readonly outputs: Compaction['outputs'];
}

/** Compacts a track: prepares everything, commits it in one write, then brings the files there. */
export async function compactTrack(
  ports: TierPorts,
  options: TierWrite & { readonly threshold?: number },
): Promise<Result<Compaction, ContextTiersError>> {
  const found = await findTrack(ports, options.track);
  if (found.isErr()) return err(found.error);
  const track = found.value;
  if (options.threshold !== undefined) {
    const loaded = await loadTiers(ports, { ...options, track, compactAt: options.threshold });
    if (loaded.isErr()) return err(loaded.error);
    if (!loaded.value.compactionDue) return finish(ports, track, false, 0, []);
  }
  const { pending: path } = trackPaths(ports.layout, track);
  const written = await againOnConflict(async (): Promise<Result<Prepared, ContextTiersError>> => {
    const settled = await settleOnce(ports, track);
    if (settled.isErr()) return err(settled.error);
    const prepared = await prepare(ports, track, options);
    if (prepared.isErr()) return err(prepared.error);
    const { pending, outputs } = prepared.value;
    // With one file to write there is nothing that could be half done.
    const kept =
      outputs.length === 0
        ? await writeLatest(ports, track, pending)
        : await ports.files.write(path, canonicalJson(pending), { expectedSha: null });
    return kept.isErr() ? err(kept.error) : prepared;
  });
  if (written.isErr()) return err(written.error);
  const { pending, outputs } = written.value;
  const done = await settle(ports, track);
  return done.isErr() ? err(done.error) : finish(ports, track, true, pending.entries.length, outputs);
}

async function prepare(
  ports: TierPorts,
  track: string,
  options: TierWrite,
): Promise<Result<Prepared, ContextTiersError>> {
  const session = options.session === undefined ? ok(null) : checkName('session', options.session);
  if (session.isErr()) return err(session.error);
  const before = await readLatest(ports, track);
  if (before.isErr()) return err(before.error);
  const gathered = await gatherEntries(ports, session.value, before.value);
  if (gathered.isErr()) return err(gathered.error);
  const clean = checkSecrets(ports, track, gathered.value, options);
  if (clean.isErr()) return err(clean.error);
  const read = await readTexts(ports, track);
  if (read.isErr()) return err(read.error);
  const paths = trackPaths(ports.layout, track);
  const { texts } = read.value;
  const { entries, logs, session: latest } = gathered.value;
  return compactTexts(texts, entries, paths).map((next) => ({
    pending: {
      version: 1 as const,
      track,
      session: latest,
      actor: options.actor ?? null,
      entries: [...entries],
      logs,
    },
    outputs: (Object.keys(next) as (keyof TrackTexts)[]).flatMap((name) => {
      const text = next[name];
      if (text === null || text === texts[name]) return [];
      return [{ path: pathOf(ports.layout.contextCore, paths, name), sha256: sha256Hex(text) }];
    }),
  }));
}

function checkSecrets(
  { scan }: TierPorts,
  track: string,
  { entries }: GatheredEntries,
  { forceSecrets = false }: TierWrite,
): Result<void, ContextTiersError> {
  const findings = forceSecrets ? [] : scan({ entries });
  return findings.length === 0 ? ok(undefined) : err(secretFound(`The work logs of ${track}`, findings));
}

/** Reads back what is there now: the pinned core comes from the files, and each file must be what was prepared. */
async function finish(
  ports: TierPorts,
  track: string,
  compacted: boolean,
  entries: number,
  outputs: Compaction['outputs'],
): Promise<Result<Compaction, ContextTiersError>> {
  const read = await readTexts(ports, track);
  if (read.isErr()) return err(read.error);
  const spec = await ports.files.read(trackPaths(ports.layout, track).spec);
  if (spec.isErr()) return err(spec.error);
  const { texts, shas } = read.value;
  const paths = trackPaths(ports.layout, track);
  const found = new Map(
    (Object.keys(texts) as (keyof TrackTexts)[]).map((name) => [
      pathOf(ports.layout.contextCore, paths, name),
      shas[name],
    ]),
  );
  const warnings = outputs.flatMap(({ path, sha256 }): readonly WorkspaceWarning[] => {
    const message = `${path} was edited during the compaction; the edit is kept.`;
    return found.get(path) === sha256 ? [] : [{ code: 'EditedMeanwhile', message, where: path }];
  });
  const pinned = pinCore({ plan: texts.plan, decisions: texts.decisions, spec: spec.value?.text ?? null });
  return ok({ track, compacted, entries, outputs, pinned, warnings });
}
