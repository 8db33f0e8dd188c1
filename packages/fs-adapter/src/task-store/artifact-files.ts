import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { err, ok, type Result, type Sha256, type StoreError, storeErrors } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { errorCode, type FileOperations, unlessAbsent } from '../files/file-operations.ts';
import { writeFile } from '../files/write-file.ts';
import type { TaskFiles } from './task-files.ts';

const COMPRESS_ABOVE = 16 * 1024;
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The file names an artifact may have: as it is, or compressed. */
export const artifactNames = (sha: Sha256): readonly [string, string] => [sha, `${sha}.gz`];

/**
 * Writes an artifact, durable when this returns. An existing file is replaced by one with the same content: that mends a
 * damaged copy and makes the artifact young again for a sweep.
 */
export async function writeArtifact(files: FileOperations, task: TaskFiles, bytes: Uint8Array): Promise<Sha256> {
  const sha = sha256Hex(bytes);
  const [plain, compressed] = artifactNames(sha);
  const large = bytes.length > COMPRESS_ABOVE;
  const unfinished = task.unfinished('other');
  await writeFile(files, unfinished, large ? await compress(bytes, { level: 6 }) : bytes, { durable: true });
  await files.rename(unfinished, join(task.artifacts, large ? compressed : plain));
  await files.syncDirectory(task.artifacts);
  return sha;
}

/** Reads an artifact and verifies it. Fails with `ArtifactMissing` or `Corrupt`. */
export async function readArtifact(
  files: FileOperations,
  task: TaskFiles,
  sha: Sha256,
  limit: number,
): Promise<Result<Uint8Array, StoreError>> {
  const found = (await readNamed(files, task.artifacts, sha)) ?? (await readTrashed(files, task, sha));
  // A sweep may have put it back between the two looks.
  const stored = found ?? (await readNamed(files, task.artifacts, sha));
  if (stored === null) return err(storeErrors.artifactMissing(task.id, sha));

  const corrupt = (reason: string, cause?: unknown) => err(storeErrors.corrupt(task.id, stored.path, reason, cause));
  let bytes: Uint8Array = stored.bytes;
  if (stored.path.endsWith('.gz')) {
    try {
      bytes = await decompress(bytes, { maxOutputLength: limit });
    } catch (error) {
      return corrupt('it cannot be decompressed', error);
    }
  }
  return sha256Hex(bytes) === sha ? ok(new Uint8Array(bytes)) : corrupt('its SHA-256 does not match its name');
}

/** Whether an artifact is stored. One that an interrupted sweep had set aside is put back first. */
export async function hasArtifact(files: FileOperations, task: TaskFiles, sha: Sha256): Promise<boolean> {
  for (const name of artifactNames(sha)) if (await files.exists(join(task.artifacts, name))) return true;
  for (const trashed of await listTrash(files, task)) {
    if (trashed.sha === sha && (await restoreArtifact(files, task, trashed))) return true;
  }
  return false;
}

/** An artifact that a sweep has set aside, under a name that is never used again. */
export interface TrashedArtifact {
  readonly path: string;
  readonly name: string;
  readonly sha: Sha256;
}

/** Everything that sweeps have set aside and not yet removed. */
export async function listTrash(files: FileOperations, task: TaskFiles): Promise<TrashedArtifact[]> {
  return (await files.entries(task.trash)).flatMap((entry) => {
    const name = entry.kind === 'file' ? /^([0-9a-f]{64}(?:\.gz)?)~/.exec(entry.name)?.[1] : undefined;
    return name === undefined ? [] : [{ path: join(task.trash, entry.name), name, sha: name.slice(0, 64) }];
  });
}

/** Gives a trashed artifact its name back; the trashed name stays. False when it is gone. */
export async function restoreArtifact(
  files: FileOperations,
  task: TaskFiles,
  { path, name }: TrashedArtifact,
): Promise<boolean> {
  try {
    await files.link(path, join(task.artifacts, name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await files.syncDirectory(task.artifacts);
  return true;
}

type StoredBytes = { readonly path: string; readonly bytes: Buffer };

async function readNamed(files: FileOperations, folder: string, sha: Sha256): Promise<StoredBytes | null> {
  for (const name of artifactNames(sha)) {
    const path = join(folder, name);
    const bytes = await unlessAbsent(files.read(path), null);
    if (bytes !== null) return { path, bytes };
  }
  return null;
}

async function readTrashed(files: FileOperations, task: TaskFiles, sha: Sha256): Promise<StoredBytes | null> {
  for (const trashed of await listTrash(files, task)) {
    const bytes = trashed.sha === sha ? await unlessAbsent(files.read(trashed.path), null) : null;
    if (bytes !== null) return { path: join(task.artifacts, trashed.name), bytes };
  }
  return null;
}
