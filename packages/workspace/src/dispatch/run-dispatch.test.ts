import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { errAsync, orThrow, workspaceErrors, type WorkspaceFiles } from '@batonkit/core';
import { parseImplementationLog } from './implementation-log.ts';
import { type DispatchAnswer, type DispatchOptions, type DispatchOrder, runDispatch } from './run-dispatch.ts';

const TASKS = `# Tasks

### Task 1.1: First
**Why:** Plan 1
- [x] done already

### Task 1.2: Second
**Why:** Plan 2

#### Task 1.3: Third
`;
const PATHS = { tasks: 'tasks.md', log: 'log.md', state: 'artifacts/dispatch.json' };

async function workspace(): Promise<WorkspaceFiles> {
  const files = createMemoryWorkspaceFiles();
  await orThrow(files.write('tasks.md', TASKS));
  await orThrow(files.write('plan.md', '# Plan\n## 1 One\nfirst\n## 2 Two\nsecond\n'));
  return files;
}

const report = (order: DispatchOrder): DispatchAnswer => ({
  status: 'completed',
  report: `**Files changed:** \`src/${order.task.number}.ts\`, \`src/shared.ts\`\n\n**Decisions:** none`,
});

async function loggedNumbers(files: WorkspaceFiles): Promise<readonly string[]> {
  return parseImplementationLog((await orThrow(files.read('log.md')))?.text ?? '').entries.map(({ number }) => number);
}

test('dispatches every task in order with its part of the plan', async () => {
  const files = await workspace();
  const orders: DispatchOrder[] = [];
  const summary = await orThrow(
    runDispatch({
      files,
      ...PATHS,
      artifacts: { plan: 'plan.md', spec: 'spec.md' },
      projectContext: '## Project Context',
      dispatch: (order) => {
        orders.push(order);
        return Promise.resolve(report(order));
      },
    }),
  );
  expect(orders.map(({ task }) => task.number)).toEqual(['1.1', '1.2', '1.3']);
  expect(orders[1]?.context.artifacts['plan']?.text).toBe('## 2 Two\nsecond\n'.trimEnd());
  expect(orders[0]?.projectContext).toBe('## Project Context');
  expect(summary).toMatchObject({
    completed: ['1.1', '1.2', '1.3'],
    skipped: [],
    blocked: [],
    filesChanged: ['src/1.1.ts', 'src/shared.ts', 'src/1.2.ts', 'src/1.3.ts'],
  });
  const message = 'spec.md is missing; agents work without the spec.';
  expect(summary.warnings[0]).toEqual({ code: 'DocumentMissing', message, where: 'spec.md' });
  expect(await loggedNumbers(files)).toEqual(['1.1', '1.2', '1.3']);
});

test('asks the caller about failures, and tells what came of each task', async () => {
  const files = await workspace();
  const attempts: string[] = [];
  const summary = await orThrow(
    runDispatch({
      files,
      ...PATHS,
      dispatch: ({ task, attempt }) => {
        attempts.push(`${task.number}/${attempt}`);
        if (task.number === '1.1') return Promise.reject(new Error('agent died'));
        if (task.number === '1.2') return Promise.resolve({ status: 'blocked', reason: 'needs a key' });
        return Promise.resolve({ status: 'already_complete', report: 'gibberish' });
      },
      onFailure: ({ attempt }) => (attempt < 3 ? 'retry' : 'skip'),
    }),
  );
  expect(attempts).toEqual(['1.1/1', '1.1/2', '1.1/3', '1.2/1', '1.3/1']);
  expect(summary).toMatchObject({
    completed: ['1.3'],
    skipped: [{ number: '1.1', reason: 'agent died' }],
    blocked: [{ number: '1.2', reason: 'needs a key' }],
  });
});

test('a report that cannot be read gets a partial entry, and the loop goes on', async () => {
  const files = await workspace();
  const summary = await orThrow(
    runDispatch({ files, ...PATHS, dispatch: () => Promise.resolve({ status: 'completed', report: '\uD800??' }) }),
  );
  expect(summary.completed).toEqual(['1.1', '1.2', '1.3']);
  expect(summary.warnings.filter(({ code }) => code === 'ReportUnreadable')).toHaveLength(3);
  expect((await orThrow(files.read('log.md')))?.text.match(/this entry is partial/g)).toHaveLength(3);
});

/** Files that fail from the n-th write on, as if the process had died there; `after` when that write still happened. */
function dyingFiles(files: WorkspaceFiles, at: number, when: 'before' | 'after'): WorkspaceFiles {
  let count = 0;
  return {
    ...files,
    read: (path) => files.read(path),
    list: (folder) => files.list(folder),
    write(path, text, condition) {
      count += 1;
      const dead = errAsync(workspaceErrors.storageFailure('write', 'the process died'));
      if (count < at) return files.write(path, text, condition);
      return count === at && when === 'after' ? files.write(path, text, condition).andThen(() => dead) : dead;
    },
  };
}

describe('resuming', () => {
  test('what was blocked or skipped is dispatched again, what is done is not', async () => {
    const files = await workspace();
    let isMended = false;
    const sent: string[] = [];
    const options: DispatchOptions = {
      files,
      ...PATHS,
      dispatch: (order) => {
        const { number } = order.task;
        sent.push(number);
        if (!isMended && number === '1.1') return Promise.reject(new Error('agent died'));
        if (!isMended && number === '1.2') return Promise.resolve({ status: 'blocked', reason: 'needs a key' });
        return Promise.resolve(report(order));
      },
    };
    for (let round = 0; round < 2; round += 1) {
      expect(await orThrow(runDispatch(options))).toMatchObject({ completed: ['1.3'], blocked: [{ number: '1.2' }] });
    }
    expect(sent).toEqual(['1.1', '1.2', '1.3', '1.1', '1.2']);
    expect(await loggedNumbers(files)).toEqual(['1.2', '1.3']);
    isMended = true;
    for (let round = 0; round < 2; round += 1) {
      expect(await orThrow(runDispatch(options))).toMatchObject({ completed: ['1.1', '1.2', '1.3'], blocked: [] });
    }
    expect(sent.slice(5)).toEqual(['1.1', '1.2']);
    expect(await loggedNumbers(files)).toEqual(['1.2', '1.3', '1.1', '1.2']);
  });

  test('a blocked task whose log entry a crash prevented gets it', async () => {
    const files = await workspace();
    const blocked = () => Promise.resolve({ status: 'blocked', reason: 'needs a key' } as const);
    const died = await runDispatch({ files: dyingFiles(files, 2, 'before'), ...PATHS, dispatch: blocked });
    expect(died.isErr()).toBe(true);
    await orThrow(runDispatch({ files, ...PATHS, dispatch: (order) => Promise.resolve(report(order)) }));
    expect(await loggedNumbers(files)).toEqual(['1.1', '1.1', '1.2', '1.3']);
  });

  test('of two tasks with one name each keeps its own outcome', async () => {
    const files = await workspace();
    await orThrow(files.write('tasks.md', '### Task 1: Same\n\n### Task 1: Same\n'));
    const answers = ['blocked', 'second', 'first'];
    const dispatch = (): Promise<DispatchAnswer> => {
      const answer = answers.shift() ?? '';
      return Promise.resolve(
        answer === 'blocked'
          ? { status: 'blocked', reason: 'x' }
          : { status: 'completed', report: `**Files changed:** \`${answer}.ts\`` },
      );
    };
    await orThrow(runDispatch({ files, ...PATHS, dispatch }));
    const expected = { completed: ['1', '1'], filesChanged: ['first.ts', 'second.ts'] };
    expect(await orThrow(runDispatch({ files, ...PATHS, dispatch }))).toMatchObject(expected);
    expect(await orThrow(runDispatch({ files, ...PATHS, dispatch }))).toMatchObject(expected);
  });

  const cuts = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]);
  test.each(cuts)('after a crash $when write $at nothing is lost, doubled or done again', async ({ at, when }) => {
    const files = await workspace();
    const dispatched: string[] = [];
    const options: Omit<DispatchOptions, 'files'> = {
      ...PATHS,
      dispatch: (order) => {
        dispatched.push(order.task.number);
        return Promise.resolve(report(order));
      },
    };
    const died = await runDispatch({ ...options, files: dyingFiles(files, at, when) });
    expect(died.isErr()).toBe(true);
    const summary = await orThrow(runDispatch({ ...options, files }));
    expect(summary.completed).toEqual(['1.1', '1.2', '1.3']);
    expect(summary.filesChanged).toHaveLength(4);
    expect(await loggedNumbers(files)).toEqual(['1.1', '1.2', '1.3']);
    // Only a task whose answer had not been stored is sent out a second time.
    expect(dispatched.length - new Set(dispatched).size).toBe(when === 'before' && at % 3 === 1 ? 1 : 0);
    dispatched.length = 0;
    await orThrow(runDispatch({ ...options, files }));
    expect(dispatched).toEqual([]);
  });

  test('a task that is new in the document is dispatched', async () => {
    const files = await workspace();
    const dispatched: string[] = [];
    const dispatch = (order: DispatchOrder): Promise<DispatchAnswer> => {
      dispatched.push(order.task.title);
      return Promise.resolve(report(order));
    };
    await orThrow(runDispatch({ files, ...PATHS, dispatch }));
    await orThrow(files.write('tasks.md', TASKS.replace('Second', 'Rewritten')));
    const summary = await orThrow(runDispatch({ files, ...PATHS, dispatch }));
    expect(dispatched).toEqual(['First', 'Second', 'Third', 'Rewritten']);
    expect(summary.completed).toEqual(['1.1', '1.2', '1.3']);
  });

  test('a second loop at the same time ends with a conflict', async () => {
    const files = await workspace();
    const dispatch = (order: DispatchOrder): Promise<DispatchAnswer> => Promise.resolve(report(order));
    const ends = await Promise.all([
      runDispatch({ files, ...PATHS, dispatch }),
      runDispatch({ files, ...PATHS, dispatch }),
    ]);
    expect(ends.map((end) => (end.isOk() ? 'ok' : end.error.code)).sort()).toEqual(['Conflict', 'ok']);
    expect(await loggedNumbers(files)).toEqual(['1.1', '1.2', '1.3']);
  });
});

describe('refusals', () => {
  const dispatch = (): Promise<DispatchAnswer> => Promise.resolve({ status: 'completed', report: '' });
  test.each([
    ['no tasks.md', null, null, 'ArtifactMissing'],
    ['no task in it', '# Tasks\n', null, 'NoTasksFound'],
    ['a damaged state', TASKS, '{', 'SchemaViolation'],
    ['a state of another version', TASKS, '{"version": 2, "tasks": []}', 'SchemaViolation'],
  ] as const)('%s', async (_, tasks, state, code) => {
    const files = createMemoryWorkspaceFiles();
    if (tasks !== null) await orThrow(files.write('tasks.md', tasks));
    if (state !== null) await orThrow(files.write(PATHS.state, state));
    expect((await runDispatch({ files, ...PATHS, dispatch }))._unsafeUnwrapErr().code).toBe(code);
  });
});
