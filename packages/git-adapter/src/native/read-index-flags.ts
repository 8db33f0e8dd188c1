import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { runGit } from './run-git.ts';
import { statIfThere } from './stat-in-tree.ts';

/** An entry of the index that git's answers are not enough for. */
export interface MarkedEntry {
  readonly name: Buffer;
  readonly mode: string;
  readonly id: string;
  /** Set by sparse checkouts: the file may rightly be absent. */
  readonly skipWorktree: boolean;
  readonly assumeUnchanged: boolean;
}

/** Whether git was told not to look at a file. */
export function isHidden({ skipWorktree, assumeUnchanged }: MarkedEntry): boolean {
  return skipWorktree || assumeUnchanged;
}

/** A second has a thousand milliseconds; the index counts seconds. */
const SECOND = 1000;

/**
 * Lists the index entries marked assume-unchanged or skip-worktree, about which `git status` says nothing, the submodules, and the files that
 * git looked at after `since`: what it was told about these may have been true only for a moment. Nobody can set the time back by which this
 * goes (ctime). The folders of all entries are added to `folders`.
 */
export async function readIndexFlags(
  repository: Repository,
  since = Infinity,
  folders?: Set<string>,
): Promise<readonly MarkedEntry[]> {
  let index: Buffer;
  try {
    index = readFileSync(join(repository.gitDirectory, 'index'));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
  const idBytes = repository.hash === 'sha1' ? 20 : 32;
  return parseIndexFlags(index, idBytes, since, folders) ?? (await askGit(repository, since, folders));
}

/**
 * Reads the flags out of an index file, which costs a fraction of asking git. `null` where only git knows how: split and sparse
 * indexes, unknown versions.
 */
export function parseIndexFlags(
  index: Buffer,
  idBytes: number,
  since = Infinity,
  folders?: Set<string>,
): readonly MarkedEntry[] | null {
  if (index.length < 12 + idBytes || index.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const hidden: MarkedEntry[] = [];
  const sinceSecond = Math.floor(since / SECOND);
  let previous: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + 40 + idBytes;
    if (flagsAt + 4 > index.length) return null;
    // Plain reads of bytes: this loop runs once per file of the repository, at every look.
    const flags = ((index[flagsAt] ?? 0) << 8) | (index[flagsAt + 1] ?? 0);
    const extended = (flags & 0x4000) !== 0;
    const skipWorktree = extended && (index.readUInt16BE(flagsAt + 2) & 0x4000) !== 0;
    let nameAt = flagsAt + (extended ? 4 : 2);
    let end: number;
    let name: Buffer | undefined;
    if (version === 4) {
      let byte = index[nameAt++] ?? 0;
      let strip = byte & 0x7f;
      while ((byte & 0x80) !== 0) {
        byte = index[nameAt++] ?? 0;
        strip = (strip + 1) * 128 + (byte & 0x7f);
      }
      end = index.indexOf(0, nameAt);
      if (end === -1 || strip > previous.length) return null;
      name = Buffer.concat([previous.subarray(0, previous.length - strip), index.subarray(nameAt, end)]);
      previous = name;
    } else {
      const length = flags & 0xfff;
      end = length < 0xfff ? nameAt + length : index.indexOf(0, nameAt);
      if (end === -1) return null;
    }
    if (folders !== undefined) addFolders(folders, name ?? index, name === undefined ? nameAt : 0, name?.length ?? end);
    const assumeUnchanged = (flags & 0x8000) !== 0;
    const isSubmodule = index[at + 26] === 0xe0;
    if (skipWorktree || assumeUnchanged || isSubmodule || index.readUInt32BE(at) >= sinceSecond) {
      const mode = index
        .readUInt32BE(at + 24)
        .toString(8)
        .padStart(6, '0');
      if (mode === '040000') return null;
      const id = index.toString('hex', at + 40, at + 40 + idBytes);
      hidden.push({ name: name ?? index.subarray(nameAt, end), mode, id, skipWorktree, assumeUnchanged });
    }
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  for (; at + 8 <= index.length - idBytes; at += 8 + index.readUInt32BE(at + 4)) {
    const extension = index.toString('latin1', at, at + 4);
    if (extension === 'link' || extension === 'sdir') return null;
  }
  return hidden;
}

/** Adds the folder of a name, and those above it. */
function addFolders(folders: Set<string>, bytes: Buffer, start: number, end: number): void {
  for (let slash = bytes.lastIndexOf(0x2f, end - 1); slash > start; slash = bytes.lastIndexOf(0x2f, slash - 1)) {
    const folder = bytes.toString('latin1', start, slash);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

async function askGit(repository: Repository, since: number, folders?: Set<string>): Promise<readonly MarkedEntry[]> {
  const listed = await runGit(repository.place, ['ls-files', '-v', '-s', '-z']);
  const root = Buffer.from(`${repository.root}/`);
  const marked: MarkedEntry[] = [];
  for (let start = 0; start < listed.length;) {
    const end = listed.indexOf(0, start);
    const tab = listed.indexOf(9, start);
    const [tag = 'H', mode = '', id = ''] = listed.toString('latin1', start, tab).split(' ');
    const name = listed.subarray(tab + 1, end);
    if (folders !== undefined) addFolders(folders, name, 0, name.length);
    // Where the index's own times can't be read, those of the files stand for them: git takes only equal ones for unchanged.
    const isRecent = (): boolean =>
      since !== Infinity && Number(statIfThere(Buffer.concat([root, name]))?.ctimeMs ?? 0) >= since - SECOND;
    if (tag !== 'H' || mode === '160000' || isRecent()) {
      const skipWorktree = tag.toUpperCase() === 'S';
      marked.push({ name, mode, id, skipWorktree, assumeUnchanged: tag !== tag.toUpperCase() });
    }
    start = end + 1;
  }
  return marked;
}
