import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { errnoOf } from '../host/git-problem.ts';
import { hasProcessWith, readProcess } from '../locks/process-table.ts';
import { writerMark } from '../locks/writer-mark.ts';

/** The process that is at work on linked working trees, told apart from every other one, also after it is gone. */
export interface Holder {
  readonly host: string;
  readonly boot: string;
  readonly space: string;
  readonly pid: number;
  /** When the process started, in the machine's own count; another process of the same number has another start. */
  readonly started: string;
  /** Stands in the arguments of its git processes. */
  readonly mark: string;
}

/** This process as a holder. */
export function thisHolder(commonDirectory: string): Holder {
  const { host, boot, space } = writerMark(commonDirectory);
  return {
    host: host === '-' ? hostname() : host,
    boot,
    space,
    pid: process.pid,
    started: startOf(process.pid) ?? '-',
    mark: randomBytes(8).toString('hex'),
  };
}

/** Reads a holder; `null` for anything else. */
export function parseHolder(text: string): Holder | null {
  try {
    const { host, boot, space, pid, started, mark } = JSON.parse(text) as Record<keyof Holder, unknown>;
    const texts = { host, boot, space, started, mark };
    if (typeof pid !== 'number' || Object.values(texts).some((value) => typeof value !== 'string')) return null;
    return { ...(texts as Omit<Holder, 'pid'>), pid };
  } catch {
    return null;
  }
}

/**
 * Tells whether a holder is proven to be gone, with all git processes it started. On another host, in another container, or
 * where processes cannot be looked at, nothing is proven.
 */
export function isGone(holder: Holder, commonDirectory: string): boolean {
  const here = thisHolder(commonDirectory);
  if (holder.host !== here.host) return false;
  if (holder.boot !== here.boot) return true;
  if (holder.space !== here.space || isAlive(holder)) return false;
  return process.platform !== 'linux' || !hasProcessWith(`batonkit.holder=${holder.mark}`);
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
  const now = startOf(pid);
  return started === '-' || now === null || now === started;
}

function startOf(pid: number): string | null {
  try {
    const { hasEnded, started } = readProcess(pid);
    return hasEnded ? 'ended' : started;
  } catch {
    return null;
  }
}
