import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { type GitPlace, runGit } from './run-git.ts';

/** Settings under which git could overlook a change, or trust what another program told it. */
export const exactLook = [
  '-c',
  'core.quotePath=false',
  '-c',
  'core.untrackedCache=false',
  '-c',
  'core.checkStat=default',
  '-c',
  'core.trustctime=true',
  '-c',
  'core.safecrlf=false',
  '-c',
  'diff.orderFile=/dev/null',
] as const;

/** Nobody looks for what holds git up before that: most looks take a fraction of it. */
const STALLED_MS = 2000;

/** What one status said. */
export interface StatusReport {
  /** The records about what is not ignored; {@link parseStatus} reads it. */
  readonly status: Buffer;
  /** What is ignored: files, and folders that are ignored as a whole, which end in a slash. */
  readonly ignored: readonly Buffer[];
}

/**
 * Runs the one status that every look starts with. Submodules count by the commit they are at; what is in them is looked at like any other
 * working tree. Git opens every file of rules and would wait for ever for
 * somebody to write into one that is a pipe; it is ended, and the pipe is named.
 */
export async function readStatus(
  { place, root }: Pick<Repository, 'place' | 'root'>,
  env: GitPlace['env'] = {},
): Promise<StatusReport> {
  const stop = new AbortController();
  let pipe: string | null = null;
  const timer = setTimeout(() => {
    void findPipe(root, stop.signal).then((found) => {
      pipe = found;
      if (found !== null) stop.abort();
    });
  }, STALLED_MS);
  try {
    const listed = await runGit({ ...place, env: { ...place.env, ...env }, signal: stop.signal }, [
      ...exactLook,
      'status',
      '--porcelain=v2',
      '-z',
      '--branch',
      '--no-ahead-behind',
      '--untracked-files=all',
      '--ignored=matching',
      '--no-renames',
      '--ignore-submodules=dirty',
    ]);
    return splitIgnored(listed);
  } catch (error) {
    throw pipe === null ? error : gitProblem('unsupported', `${String(pipe)} is not an ordinary file`);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Git lists what is ignored last. */
function splitIgnored(listed: Buffer): StatusReport {
  const found = listed.subarray(0, 2).toString('latin1') === '! ' ? 0 : listed.indexOf('\0! ') + 1;
  if (found === 0 && listed[0] !== 0x21) return { status: listed, ignored: [] };
  const ignored: Buffer[] = [];
  for (let start = found; start < listed.length;) {
    const end = listed.indexOf(0, start);
    ignored.push(listed.subarray(start + 2, end));
    start = end + 1;
  }
  return { status: listed.subarray(0, found), ignored };
}

/** A file of rules, in any folder, that is neither a file nor a link; null when there is none, or nobody waits any more. */
async function findPipe(root: string, signal: AbortSignal): Promise<string | null> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && !signal.aborted; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== '.git') folders.push(join(folder, entry.name));
      else if (/^\.git(?:ignore|attributes|modules)$/.test(entry.name) && entry.isFIFO())
        return join(folder, entry.name);
    }
  }
  return null;
}
