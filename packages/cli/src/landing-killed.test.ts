import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { expect, test } from 'vitest';
import { createWorld } from './protocol-world.fixture.ts';

const PRELOAD = new URL('./stop-at-step.fixture.mjs', import.meta.url).href;

// A landing changes something 50 times. The long form is killed at each of them.
const STRIDE = Number(process.env['BATONKIT_LANDING_STRIDE'] ?? 11);

test('a landing that is killed on its way is finished by the same call', { timeout: 600_000 }, async () => {
  const world = await createWorld('complete');
  const { main, tree, git, env, commit, baton, mainCommit } = world;
  // On other commits than those that were presented: then only the lock knows where main was.
  const before = commit(main, 'other.md', 'other\n');
  git(tree, 'rebase', '-q', 'main');
  const head = git(tree, 'rev-parse', 'HEAD');
  const [store, kept, log] = [join(main, '.agent-output'), join(main, '../kept'), join(main, '../steps')];
  cpSync(store, kept, { recursive: true });
  const { mainLock } = createBaton({ tasks: createFsTaskStore({ root: store }) }).protocol;
  const told: unknown[] = [];
  for (let at = 2; ; at += STRIDE) {
    const killing = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT: String(at), KILL_LOG: log };
    const who = { ...env, BATON_ACTOR: 'ada', BATON_SESSION: 'run-1', ...killing };
    const { signal } = spawnSync('baton', ['worktree', 'land', 'TASK-7'], { cwd: main, env: who });
    const step = readFileSync(log, 'utf8').trim().split('\n').at(-1);
    told.push(signal);
    const { answer } = await baton(at % 2 === 0 ? tree : main, 'worktree', 'land', 'TASK-7');
    expect([step, answer.error]).toEqual([step, null]);
    expect(mainCommit()).toBe(head);
    expect([step, git(main, 'status', '--porcelain', '-uno')]).toEqual([step, '']);
    const about = `main at ${head}, was ${before.slice(0, 12)}`;
    expect([step, (await world.trail()).at(-1)]).toMatchObject([step, { event: 'task-landed', about }]);
    expect([step, await orThrow(mainLock.read())]).toEqual([step, null]);
    if (signal !== 'SIGKILL') break;
    git(main, 'reset', '-q', '--hard', before);
    // Every second time it is the first landing of the task, else one that is done again since main lost it.
    if (at % 2 !== 0) {
      rmSync(store, { recursive: true });
      cpSync(kept, store, { recursive: true });
    }
  }
  expect(told.length).toBeGreaterThan(10);
});
