import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '@batonkit/core';
import { errnoOf } from '../host/git-problem.ts';
import { readOrdinaryFile } from '../host/read-ordinary-file.ts';
import { taskRefName } from '../names/task-ref-name.ts';
import { type Holder, isGone, parseHolder, thisHolder } from './holder.ts';
import { LinkedProblem } from './linked-problem.ts';
import { type LinkedRepository, withMark } from './linked-repository.ts';

const FREE = 'free\n';

/** What is at hand while a task's trees are locked. */
export interface Locked {
  /** Its git processes carry the holder's mark. */
  readonly repository: LinkedRepository;
  readonly holder: Holder;
  /** A folder for journals and scratch files of this task; what a predecessor left there is still there. */
  readonly folder: string;
}

/**
 * Runs `work` while nobody else changes the linked trees of the task. The lock is a row of numbered files, and the last one tells
 * who has it, or that it is free; whoever makes the next number has it next. So a dead holder is followed, never removed, and of
 * several that try at once one wins. A holder is followed only when it is proven to be gone.
 */
export async function withTaskLock<T>(
  repository: LinkedRepository,
  taskId: string,
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  const folder = join(repository.storage, taskRefName(taskId));
  mkdirSync(folder, { recursive: true });
  const holder = thisHolder(repository.commonDirectory);
  const start = performance.now();
  let mine: number | null = null;
  for (let delay = 5; mine === null; delay = Math.min(delay * 2, 100)) {
    const last = readLast(folder);
    const held = last.text === FREE ? null : parseHolder(last.text);
    if (held === null || isGone(held, repository.commonDirectory))
      mine = writeNext(folder, last.number + 1, JSON.stringify(holder));
    if (mine !== null) break;
    const waitedMs = Math.round(performance.now() - start);
    if (waitedMs > repository.lockTimeoutMs) throw lockTimeout(taskId, waitedMs, held);
    await sleep(delay);
  }
  try {
    return await work({ repository: withMark(repository, holder.mark), holder, folder });
  } finally {
    writeNext(folder, mine + 1, FREE);
  }
}

function lockTimeout(id: string, waitedMs: number, held: Holder | null): LinkedProblem {
  const by = held === null ? 'another process' : `process ${held.pid}`;
  const message = `The linked working trees of ${id} were in use by ${by} for ${waitedMs} ms. Nothing was changed; try again when it has finished.`;
  return new LinkedProblem(failure('LockTimeout', message, { id, waitedMs }));
}

function readLast(folder: string): { readonly number: number; readonly text: string } {
  for (;;) {
    const number = lastNumber(folder);
    if (number === 0) return { number, text: FREE };
    try {
      return { number, text: readOrdinaryFile(join(folder, `lock-${number}`)).toString('utf8') };
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error; // Else somebody made the next one and removed this.
    }
  }
}

function lastNumber(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map((name) => Number(/^lock-(\d+)$/.exec(name)?.[1] ?? 0)));
}

/** Makes the next file of the row with its content at once; `null` when somebody else was first. */
function writeNext(folder: string, number: number, text: string): number | null {
  const draft = join(folder, `draft-${process.pid}-${performance.now()}`);
  writeFileSync(draft, text);
  try {
    linkSync(draft, join(folder, `lock-${number}`));
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return null;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // Who slept since it looked made a number that others have long passed and removed.
  if (lastNumber(folder) !== number) {
    rmSync(join(folder, `lock-${number}`), { force: true });
    return null;
  }
  for (const name of readdirSync(folder)) {
    const other = Number(/^lock-(\d+)$/.exec(name)?.[1] ?? number);
    if (other < number) rmSync(join(folder, name), { force: true });
  }
  return number;
}
