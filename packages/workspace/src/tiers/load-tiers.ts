import { err, ok, type Result } from '@batonkit/core';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';
import type { ContextTiersError, TierPorts, TierSelection } from './context-tiers.ts';
import { countRead } from './gather-entries.ts';
import { type PinnedCore, pinCore } from './pinned-core.ts';
import { readLatest, settle } from './settle-compaction.ts';
import { checkName, type FoundTierFile, readActiveTrack, readTiers, type Tier } from './tier-files.ts';
import { trackPaths } from './tier-layout.ts';
import type { TrackCheckpoint } from './track-checkpoint.ts';

/** A file that was loaded. */
export interface LoadedFile {
  readonly path: string;
  readonly tier: Tier;
  /** The SHA-256 of the whole file. */
  readonly sha: string;
  readonly tokens: number;
  /** The text; of a work log only what was not compacted yet. */
  readonly text: string;
}

/** The context of an agent. */
export interface LoadedTiers {
  /** Null when no track is active. */
  readonly track: string | null;
  readonly session: string | null;
  /** In load order. */
  readonly files: readonly LoadedFile[];
  /** What did not fit. */
  readonly omitted: readonly { readonly path: string; readonly tier: Tier; readonly tokens: number }[];
  /** Files of the layout that do not exist. */
  readonly missing: readonly string[];
  /** Of what was loaded. */
  readonly tokens: number;
  /** Whether all of it, omitted files included, is over `compactAt` (or `maxTokens`). */
  readonly compactionDue: boolean;
  readonly pinned: PinnedCore | null;
  readonly warnings: readonly WorkspaceWarning[];
}

/** Loads the tiers in their fixed order. */
export async function loadTiers(
  ports: TierPorts,
  options: TierSelection & { readonly maxTokens?: number; readonly compactAt?: number },
): Promise<Result<LoadedTiers, ContextTiersError>> {
  const { maxTokens = Infinity, compactAt = maxTokens } = options;
  const session = options.session === undefined ? ok(null) : checkName('session', options.session);
  if (session.isErr()) return err(session.error);
  const track = options.track === undefined ? await readActiveTrack(ports) : checkName('track', options.track);
  if (track.isErr()) return err(track.error);
  const settled = track.value === null ? ok(false) : await settle(ports, track.value);
  if (settled.isErr()) return err(settled.error);
  const latest = track.value === null ? ok(null) : await readLatest(ports, track.value);
  if (latest.isErr()) return err(latest.error);
  const read = await readTiers(ports, { track: track.value, session: session.value });
  if (read.isErr()) return err(read.error);

  const all = read.value.found.map((file) => toLoaded(ports, file, latest.value));
  const files: LoadedFile[] = [];
  const omitted: LoadedTiers['omitted'][number][] = [];
  let tokens = 0;
  for (const file of all) {
    if (file.tier === 'transient' && tokens + file.tokens > maxTokens)
      omitted.push({ path: file.path, tier: file.tier, tokens: file.tokens });
    else {
      files.push(file);
      tokens += file.tokens;
    }
  }
  const total = all.reduce((sum, file) => sum + file.tokens, 0);
  const warnings: WorkspaceWarning[] = [];
  if (track.value === null)
    warnings.push({
      code: 'NoActiveTrack',
      message: `No track is active: ${ports.layout.activeTrack} is missing or empty.`,
      where: ports.layout.activeTrack,
    });
  if (tokens > maxTokens) {
    const message = `The core and task tiers alone take ${tokens} tokens, and the budget is ${maxTokens}. Shorten them or raise the budget.`;
    warnings.push({ code: 'OverBudget', message });
  }
  return ok({
    track: track.value,
    session: session.value,
    files,
    omitted,
    missing: read.value.missing,
    tokens,
    compactionDue: total > compactAt,
    pinned: track.value === null ? null : pinTrack(ports, track.value, read.value.found),
    warnings,
  });
}

/** The pinned core of a track from files that were read. */
export function pinTrack({ layout }: TierPorts, track: string, found: readonly FoundTierFile[]): PinnedCore {
  const paths = trackPaths(layout, track);
  const textOf = (path: string): string | null => found.find((file) => file.path === path)?.text ?? null;
  return pinCore({ plan: textOf(paths.plan), decisions: textOf(paths.decisions), spec: textOf(paths.spec) });
}

function toLoaded(
  { countTokens }: TierPorts,
  { path, tier, sha, text }: FoundTierFile,
  latest: TrackCheckpoint | null,
): LoadedFile {
  const done = countRead(
    text,
    latest?.logs.find((log) => log.path === path),
  );
  const shown = done === 0 ? text : text.slice(done);
  return { path, tier, sha, text: shown, tokens: countTokens(shown) };
}
