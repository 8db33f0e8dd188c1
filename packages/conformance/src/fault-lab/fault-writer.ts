import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskStore } from '@batonkit/core';
import { type FaultHooks, openFaultStore, strikingHooks } from './fault-hooks.ts';
import { runScript } from './fault-script.ts';
import { labCommit, performCommit } from './lab-commit.ts';
import { openIntent, openSideLog, readSideLog, type SideLog } from './side-log.ts';
import type { WriterJob, WriterReport } from './writer-process.ts';

// The program of a writer process: does its job on the store, keeps its side log, and dies or sleeps where it is told to.

const job = JSON.parse(process.argv[2] ?? '{}') as WriterJob;
const log = openSideLog(job.log);
const report = (message: WriterReport): void => void process.send?.(message);
process.on('disconnect', () => process.exit(1)); // Nobody writes on when the lab is gone.
const store = await openFaultStore(job.store, hooksOf(job));
report({ type: 'ready' });

if (job.work === 'script') await runScript(store, log, job.log);
else if (job.work === 'one commit') await commitOnce(store, log, job);
else await writeForever(store, log, job);
process.exit(0);

function hooksOf({ strike }: WriterJob): FaultHooks | undefined {
  if (strike === undefined) return undefined;
  return strikingHooks(strike.at, async (point) => {
    if (strike.as === 'kill') process.kill(process.pid, 'SIGKILL');
    report({ type: 'stopping', point });
    await sleep(20); // The report leaves the process before it stops.
    process.kill(process.pid, 'SIGSTOP');
  });
}

async function commitOnce(tasks: TaskStore, side: SideLog, { tasks: [id = ''], name }: WriterJob): Promise<void> {
  const read = await tasks.read(id);
  await performCommit(tasks, side, labCommit(id, read.isOk() ? read.value.revision : 0, name));
}

/** Increments the revisions of its tasks until it is killed; first repeats what an earlier life left undecided. */
async function writeForever(tasks: TaskStore, side: SideLog, assigned: WriterJob): Promise<void> {
  const { log: path, name, tasks: ids, commits, clockJumps, pauseMs } = assigned;
  const jumps = clockJumps === true ? jumpTheClock() : null;
  const before = readSideLog(path);
  const undecided = openIntent(before);
  if (undecided !== null) await performCommit(tasks, side, undecided);

  const limit = commits ?? Infinity;
  for (let done = 0, attempt = before.length; done < limit; attempt += 1) {
    const id = ids[attempt % ids.length] ?? '';
    const read = await tasks.read(id);
    if (read.isErr()) throw new Error(`${read.error.code}: ${read.error.message}`);
    const { code } = await performCommit(tasks, side, labCommit(id, read.value.revision, `${name}-${attempt}`));
    if (code === 'ok') {
      done += 1;
      if (done === 1) report({ type: 'writing' });
    } else if (code !== 'Conflict' && code !== 'ArtifactMissing') throw new Error(`unexpected ${code}`);
    if (pauseMs !== undefined) await sleep(pauseMs);
    if (attempt % 20 === 19) {
      const swept = await tasks.sweep({ olderThanMs: 0 });
      if (swept.isErr()) throw new Error(`${swept.error.code}: ${swept.error.message}`);
    }
  }
  if (jumps !== null) await reportJumps(jumps.count);
}

/** Waits until the report has left the process, which ends next. */
async function reportJumps(count: number): Promise<void> {
  await new Promise<void>((resolve) =>
    process.send?.({ type: 'jumped', count } satisfies WriterReport, () => resolve()),
  );
}

function jumpTheClock(): { count: number } {
  const now = Date.now.bind(Date);
  const jumps = { count: 0 };
  let offset = 0;
  setInterval(() => {
    offset = Math.round((Math.random() - 0.5) * 172_800_000);
    jumps.count += 1;
  }, 7).unref();
  Date.now = () => now() + offset;
  return jumps;
}
