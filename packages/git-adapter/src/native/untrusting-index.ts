import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { runGit } from './run-git.ts';

/**
 * Writes a copy of the index, in a folder of its own, that knows the same paths and contents and nothing about the files on disk: without
 * times, sizes and flags git reads every file. `null` when there is no index.
 */
export async function writeUntrustingIndex(repository: Repository): Promise<string | null> {
  const index = join(repository.gitDirectory, 'index');
  if (!existsSync(index)) return null;
  const copy = join(mkdtempSync(join(tmpdir(), 'batonkit-index-')), 'index');
  copyFileSync(index, copy);
  const idBytes = repository.hash === 'sha1' ? 20 : 32;
  let bare = forgetFiles(readFileSync(copy), idBytes);
  if (bare === null) {
    // Split, sparse, or of a version to come: git writes it whole.
    const { env } = repository.place;
    const place = { ...repository.place, env: { ...env, GIT_INDEX_FILE: copy } };
    await runGit(place, ['-c', 'index.sparse=false', 'update-index', '--no-split-index', '--force-write-index']);
    bare = forgetFiles(readFileSync(copy), idBytes);
  }
  if (bare === null) throw gitProblem('unsupported', 'the index has a format that is not known here');
  writeFileSync(copy, bare);
  return copy;
}

const [ASSUME_UNCHANGED, EXTENDED, SKIP_WORKTREE] = [0x8000, 0x4000, 0x4000];

/** The same index without times, sizes and flags; `null` where only git knows its format. */
function forgetFiles(index: Buffer, idBytes: number): Buffer | null {
  if (index.length < 12 + idBytes || index.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const bare = Buffer.from(index);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + 40 + idBytes;
    if (flagsAt + 4 > index.length) return null;
    if (index.readUInt32BE(at + 24) === 0o040000) return null;
    const flags = index.readUInt16BE(flagsAt);
    const isExtended = (flags & EXTENDED) !== 0;
    bare.fill(0, at, at + 24).fill(0, at + 28, at + 40);
    bare.writeUInt16BE(flags & ~ASSUME_UNCHANGED, flagsAt);
    if (isExtended) bare.writeUInt16BE(index.readUInt16BE(flagsAt + 2) & ~SKIP_WORKTREE, flagsAt + 2);
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    if (version === 4) while (((index[nameAt++] ?? 0) & 0x80) !== 0);
    const length = flags & 0xfff;
    const end = version !== 4 && length < 0xfff ? nameAt + length : index.indexOf(0, nameAt);
    if (end === -1) return null;
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  // Of the extensions only those stay that say nothing about files on disk: without them, git works them out again.
  const sum = index.length - idBytes;
  for (let next = at; next + 8 <= sum; next += 8 + index.readUInt32BE(next + 4))
    if (/^[a-z]/.test(index.toString('latin1', next, next + 4))) return null;
  const body = bare.subarray(0, at);
  const digest = createHash(idBytes === 20 ? 'sha1' : 'sha256')
    .update(body)
    .digest();
  return Buffer.concat([body, digest]);
}
