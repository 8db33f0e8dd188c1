import { lstatSync, readFileSync } from 'node:fs';
import { errnoOf } from '../host/git-problem.ts';
import { readProcess } from '../locks/process-table.ts';
import { writerMark } from '../locks/writer-mark.ts';

/** So long nobody keeps a pack where it cannot be seen whether its writer is gone. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** The content of the `.keep` file of a pack: who needs it, so that others can tell when that process is gone. */
export function formatKeeper(commonDirectory: string): Buffer {
  const { host, boot, space } = writerMark(commonDirectory);
  return Buffer.from(`batonkit ${host} ${boot} ${space} ${process.pid} ${startOf(process.pid) ?? '-'}\n`);
}

/** Whether a `.keep` file is ours and its writer is gone, so that the pack is the next gc's. False for every other file. */
export function isForgotten(path: string, commonDirectory: string): boolean {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || found.size > 1000) return false;
    const [, host, boot, space, pid, start] =
      /^batonkit (\S+) (\S+) (\S+) (\d+) (\S+)\n$/.exec(readFileSync(path, 'latin1')) ?? [];
    if (host === undefined || pid === undefined) return false;
    if (Date.now() - found.mtimeMs > FORGOTTEN_MS) return true;
    const here = writerMark(commonDirectory);
    if (host === '-' || host !== here.host) return false;
    if (boot !== here.boot) return true;
    return space === here.space && startOf(Number(pid)) !== start;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false; // Gone, or not for us to read.
  }
}

/** When a process started, or null when there is none. */
function startOf(pid: number): string | null {
  try {
    const seen = readProcess(pid);
    return seen.hasEnded ? null : seen.started;
  } catch {
    return null;
  }
}
