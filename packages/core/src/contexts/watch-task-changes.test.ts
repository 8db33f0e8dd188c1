import { expect, test } from 'vitest';
import { storeErrors } from '../ports/store-errors.ts';
import type { TaskListing, TaskStore } from '../ports/task-store.ts';
import { errAsync, okAsync } from '../result/result.ts';
import { type ChangeListener, type TaskChange, watchTaskChanges } from './watch-task-changes.ts';

type Page = Parameters<TaskStore['list']>[0];

/** A store whose tasks a test sets, and which writes down how it was asked. */
function scriptedStore(tasks: { id: string; revision: number }[]) {
  const asked: Page[] = [];
  const list: TaskStore['list'] = (page) => {
    asked.push(page);
    const { prefix = '', after = '', limit } = page;
    const found: TaskListing[] = tasks
      .filter(({ id }) => id.startsWith(prefix) && id > after)
      .slice(0, limit)
      .map((task) => ({ ...task, purged: false }));
    return okAsync(found);
  };
  return { asked, list };
}

async function take(changes: AsyncGenerator<TaskChange>, count: number): Promise<TaskChange[]> {
  const seen: TaskChange[] = [];
  while (seen.length < count) {
    const next = await changes.next();
    if (next.done === true) break;
    seen.push(next.value);
  }
  return seen;
}

test('asks page by page, for the prefix only, and tells every task once', async () => {
  const tasks = Array.from({ length: 2000 }, (_, n) => ({ id: `T-${1000 + n}`, revision: 1 }));
  const store = scriptedStore([...tasks, { id: 'U', revision: 1 }]);
  const ending = new AbortController();
  const changes = watchTaskChanges({ store, prefix: 'T-', everyMs: 5, signal: ending.signal });
  expect(await take(changes, 2000)).toEqual(tasks);
  tasks.splice(0, 2000);
  const rest = changes.next();
  await expect.poll(() => store.asked.length).toBeGreaterThan(3);
  ending.abort();
  expect((await rest).done).toBe(true);
  expect(store.asked.slice(0, 4)).toEqual([
    { prefix: 'T-', limit: 1000 },
    { prefix: 'T-', limit: 1000, after: 'T-1999' },
    { prefix: 'T-', limit: 1000, after: 'T-2999' },
    { prefix: 'T-', limit: 1000 },
  ]);
});

test('tells a task again only at a higher revision', async () => {
  const task = { id: 'A', revision: 2 };
  const store = scriptedStore([task]);
  const changes = watchTaskChanges({ store, everyMs: 5 });
  expect(await take(changes, 1)).toEqual([{ id: 'A', revision: 2 }]);
  const next = changes.next();
  await expect.poll(() => store.asked.length).toBeGreaterThan(3);
  task.revision = 1;
  const looks = store.asked.length;
  await expect.poll(() => store.asked.length).toBeGreaterThan(looks + 1);
  task.revision = 3;
  expect((await next).value).toEqual({ id: 'A', revision: 3 });
  await changes.return();
});

test('rests between looks', async () => {
  const store = scriptedStore([{ id: 'A', revision: 1 }]);
  const ending = new AbortController();
  const changes = watchTaskChanges({ store, everyMs: 60_000, signal: ending.signal });
  await take(changes, 1);
  const next = changes.next();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(store.asked).toEqual([{ prefix: '', limit: 1000 }]);
  ending.abort();
  expect((await next).done).toBe(true);
});

test('tells of a look that failed, and goes on', async () => {
  const sound = scriptedStore([{ id: 'A', revision: 1 }]);
  const failed = storeErrors.storageFailure('list tasks', 'no server');
  let looks = 0;
  const list: TaskStore['list'] = (page) => ((looks += 1) < 3 ? errAsync(failed) : sound.list(page));
  const errors: unknown[] = [];
  const changes = watchTaskChanges({ store: { list }, everyMs: 5, onError: (error) => errors.push(error) });
  expect(await take(changes, 1)).toEqual([{ id: 'A', revision: 1 }]);
  expect(errors).toEqual([failed, failed]);
  await changes.return();
});

test('tells what it hears of the prefix, at once and once', async () => {
  const store = scriptedStore([{ id: 'A-0', revision: 1 }]);
  let tell = (_: TaskChange): void => undefined;
  let isOver = false;
  const listen: ChangeListener = (hear, signal) => {
    tell = hear;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        isOver = true;
        resolve();
      });
    });
  };
  const changes = watchTaskChanges({ store, prefix: 'A-', everyMs: 3_600_000, listen });
  await take(changes, 1);
  const next = changes.next();
  tell({ id: 'B-1', revision: 1 });
  tell({ id: 'A-0', revision: 1 });
  tell({ id: 'A-1', revision: 7 });
  expect((await next).value).toEqual({ id: 'A-1', revision: 7 });
  tell({ id: 'A-1', revision: 7 });
  tell({ id: 'A-0', revision: 2 });
  expect(await take(changes, 1)).toEqual([{ id: 'A-0', revision: 2 }]);
  expect(isOver).toBe(false);
  await changes.return();
  expect(isOver).toBe(true);
  expect(store.asked).toHaveLength(1);
});
