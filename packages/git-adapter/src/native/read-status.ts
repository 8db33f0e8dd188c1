import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { ownProgramsBelow } from './own-programs.ts';
import { runGit } from './run-git.ts';

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

/**
 * Runs the one status that every look starts with; {@link parseStatus} reads it. Git opens every file of rules and would wait for ever for
 * somebody to write into one that is a pipe; it is ended, and the pipe is named.
 */
export async function readStatus({ place, gitDirectory, root }: Repository): Promise<Buffer> {
  const submodules = await ownProgramsBelow(place, gitDirectory);
  const stop = new AbortController();
  let pipe: string | null = null;
  const timer = setTimeout(() => {
    void findPipe(root, stop.signal).then((found) => {
      pipe = found;
      if (found !== null) stop.abort();
    });
  }, STALLED_MS);
  try {
    return await runGit({ ...place, signal: stop.signal }, [
      ...submodules,
      ...exactLook,
      'status',
      '--porcelain=v2',
      '-z',
      '--branch',
      '--no-ahead-behind',
      '--untracked-files=all',
      '--ignored=no',
      '--no-renames',
      '--ignore-submodules=none',
    ]);
  } catch (error) {
    throw pipe === null ? error : gitProblem('unsupported', `${String(pipe)} is not an ordinary file`);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
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
