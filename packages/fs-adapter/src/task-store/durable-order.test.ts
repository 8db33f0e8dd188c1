import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { instrument } from './fault-store.fixture.mjs';

let scratch: string;
beforeEach(() => (scratch = mkdtempSync(join(tmpdir(), 'batonkit-order-'))));
afterEach(() => rmSync(scratch, { recursive: true }));

const commitOf = (expected: number) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}`,
  body: 'body',
  audit: [],
  artifacts: [],
});

describe('kill -9 proves nothing about fsync, so the order of calls is asserted', () => {
  const recorded = () => {
    const calls: string[] = [];
    const reach = (point: string): Promise<void> => {
      if (point.startsWith('after ')) calls.push(point.slice('after '.length));
      return Promise.resolve();
    };
    return {
      calls,
      store: createFsTaskStore({ root: join(scratch, 'tasks'), files: instrument(nodeFiles, { reach }) }),
    };
  };

  test('a commit is written and synced before it gets its name, and its name is synced before it is acknowledged', async () => {
    const { calls, store } = recorded();
    await orThrow(store.commit(commitOf(0)));
    calls.length = 0;
    await orThrow(store.commit(commitOf(1)));
    expect(calls.slice(0, 7)).toEqual([
      'create unfinished revision',
      'write unfinished revision',
      'fsync unfinished revision',
      'close unfinished revision',
      'link revision',
      'remove unfinished revision',
      'fsync directory revisions',
    ]);
  });

  test('every new directory is durable in the one above it before the first commit is written', async () => {
    const { calls, store } = recorded();
    await orThrow(store.commit(commitOf(0)));
    const first = calls.slice(0, calls.indexOf('create unfinished revision'));
    expect(first.filter((call) => call.startsWith('make'))).toEqual([
      'make directory tasks',
      'make directory TASK-1',
      'make directory revisions',
      'make directory artifacts',
      'make directory tmp',
      'make directory trash',
    ]);
    expect(first.slice(-3)).toEqual([
      'fsync directory TASK-1',
      'fsync directory tasks',
      expect.stringMatching(/^fsync directory batonkit-order-/),
    ]);
  });

  test('an artifact is durable before it is acknowledged', async () => {
    const { calls, store } = recorded();
    await orThrow(store.putArtifact('TASK-1', new Uint8Array([1])));
    expect(calls.slice(calls.indexOf('create unfinished other'))).toEqual([
      'create unfinished other',
      'write unfinished other',
      'fsync unfinished other',
      'close unfinished other',
      'rename to artifact',
      'fsync directory artifacts',
    ]);
  });

  test('a replay syncs the name it found before it acknowledges', async () => {
    const { calls, store } = recorded();
    await orThrow(store.commit(commitOf(0)));
    calls.length = 0;
    expect(await orThrow(store.commit(commitOf(0)))).toEqual({ revision: 1, replayed: true });
    expect(calls).toEqual(['fsync directory revisions']);
  });
});

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

test.runIf(hasStrace)('the kernel sees the same order', () => {
  const trace = join(scratch, 'trace');
  const program = join(scratch, 'commit.mjs');
  const built = new URL('../../dist/index.js', import.meta.url).href;
  const commits = [commitOf(0), commitOf(1)]
    .map((commit) => `await store.commit(${JSON.stringify(commit)});`)
    .join('\n');
  writeFileSync(
    program,
    `import { createFsTaskStore } from ${JSON.stringify(built)};
     const store = createFsTaskStore({ root: ${JSON.stringify(join(scratch, 'tasks'))} });
     ${commits}`,
  );
  const calls = 'trace=write,pwrite64,fsync,fdatasync,link,linkat';
  execFileSync('strace', ['-f', '-y', '-qq', '-e', calls, '-e', 'signal=none', '-o', trace, process.execPath, program]);
  const seen = readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const call = /^\d+ +(\w+)\((.*)/.exec(line);
      if (call === null || !line.includes(join(scratch, 'tasks'))) return [];
      const place = /(revision-)|(\/revisions>)|(\/tmp\/other-)/.exec(call[2] ?? '');
      return [`${call[1]} ${place?.[1] ?? place?.[2] ?? place?.[3] ?? 'other'}`];
    });
  const second = seen.slice(seen.lastIndexOf('write revision-'));
  expect(second.slice(0, 4)).toEqual([
    'write revision-',
    'fsync revision-',
    expect.stringMatching(/^link(at)? revision-$/),
    'fsync /revisions>',
  ]);
});
