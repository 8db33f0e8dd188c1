import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '../result/or-throw.ts';
import { runDispatch } from './run-dispatch.ts';

const PATHS = { tasks: 'tasks.md', log: 'log.md', state: 'artifacts/dispatch.json' };
const texts = { 'tasks.md': '### Task 1: One\n\n### Task 2: Two\n', 'plan.md': '# Plan\n' };

test('files that cannot be read stop the loop before anybody is sent to work', async () => {
  for (const at of [1, 2, 3]) {
    const faults = [{ op: 'read', at, when: 'before', as: 'error' }] as const;
    const files = createMemoryWorkspaceFiles({ files: texts, faults });
    let sent = 0;
    const dispatch = () => {
      sent += 1;
      return Promise.resolve({ status: 'completed', report: 'Done.' } as const);
    };
    const options = { files, ...PATHS, artifacts: { plan: 'plan.md' }, dispatch };
    expect((await runDispatch(options))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(sent).toBe(0);
    expect((await orThrow(runDispatch(options))).completed).toEqual(['1', '2']);
  }
});

test('a task whose agent breaks is skipped unless somebody says otherwise, with what was thrown as the reason', async () => {
  const files = createMemoryWorkspaceFiles({ files: texts });
  const summary = await orThrow(
    runDispatch({
      files,
      ...PATHS,
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what others throw
      dispatch: ({ task }) => Promise.reject(task.number === '1' ? 'out of \ud800 tokens' : new Error('no network')),
    }),
  );
  expect(summary.completed).toEqual([]);
  expect(summary.skipped).toEqual([
    { number: '1', reason: 'out of \ufffd tokens' },
    { number: '2', reason: 'no network' },
  ]);
});
