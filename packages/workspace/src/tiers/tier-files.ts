import { err, ok, parseTaskId, reject, type Result } from '@batonkit/core';
import { schemaViolation } from '../documents/schema-violation.ts';
import type { ContextTiersError, TierPorts } from './context-tiers.ts';

/** The three tiers, in the order they are loaded. */
export type Tier = 'core' | 'task' | 'transient';

/** A file of a tier as it is now. */
export interface FoundTierFile {
  readonly path: string;
  readonly tier: Tier;
  readonly text: string;
  readonly sha: string;
}

/** The id of the active track, or null when no track is active. */
export async function readActiveTrack({ files, layout }: TierPorts): Promise<Result<string | null, ContextTiersError>> {
  const file = await files.read(layout.activeTrack);
  if (file.isErr()) return err(file.error);
  if (file.value === null) return ok(null);
  const id = file.value.text.replace(/^\uFEFF/, '').trim();
  if (id === '') return ok(null);
  return parseTaskId(id).mapErr(() =>
    schemaViolation([
      { file: layout.activeTrack, line: 1, detail: 'It must hold the id of a track and nothing else.' },
    ]),
  );
}

/** The track that is asked for, or the active one; `Rejected` when there is none. */
export async function findTrack(
  ports: TierPorts,
  wanted: string | undefined,
): Promise<Result<string, ContextTiersError>> {
  if (wanted !== undefined) return checkName('track', wanted);
  const active = await readActiveTrack(ports);
  if (active.isErr()) return err(active.error);
  if (active.value !== null) return ok(active.value);
  const detail = `No track is active. Write its id to ${ports.layout.activeTrack}, or name it.`;
  return reject('Rejected', [{ condition: 'active-track', detail }]);
}

/** Checks the name of a track or session before a path is built from it. */
export function checkName(what: 'track' | 'session', name: string): Result<string, ContextTiersError> {
  return parseTaskId(name).orElse((invalid) =>
    reject('InvalidInput', [
      { condition: `/${what}`, detail: invalid.message.replace('name a task', `name a ${what}`) },
    ]),
  );
}

/** The files of the three tiers that exist, in load order, and the paths of those that do not. */
export async function readTiers(
  { files, layout }: TierPorts,
  { track, session }: { readonly track: string | null; readonly session: string | null },
): Promise<
  Result<{ readonly found: readonly FoundTierFile[]; readonly missing: readonly string[] }, ContextTiersError>
> {
  const wanted: { readonly path: string; readonly tier: Tier }[] = [
    ...layout.core.map((path) => ({ path, tier: 'core' as const })),
    ...(track === null
      ? []
      : layout.trackFiles.map((name) => ({ path: `${layout.tracks}/${track}/${name}`, tier: 'task' as const }))),
    ...(session === null
      ? []
      : layout.sessionFiles.map((name) => ({
          path: `${layout.sessions}/${session}/${name}`,
          tier: 'transient' as const,
        }))),
  ];
  const found: FoundTierFile[] = [];
  const missing: string[] = [];
  for (const { path, tier } of wanted) {
    const file = await files.read(path);
    if (file.isErr()) return err(file.error);
    if (file.value === null) missing.push(path);
    else found.push({ path, tier, ...file.value });
  }
  return ok({ found, missing });
}
