import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create()));
afterEach(() => user.close());

const commitOf = (expected: number) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}`,
  body: `body ${expected}`,
  audit: [],
  artifacts: [],
});

describe('kill -9 proves nothing about fsync, so the order of steps is asserted', () => {
  const recorded = () => {
    const steps: string[] = [];
    const store = createGitRefTaskStore({
      directory: user.root,
      around: async (step, run) => {
        const result = await run();
        steps.push(step);
        return result;
      },
    });
    return { steps, store };
  };

  test('a commit is one git process, and is durable before anything leads to it and before it is acknowledged', async () => {
    const { steps, store } = recorded();
    await orThrow(store.commit(commitOf(0)));
    expect(steps).toEqual(['write objects', 'sync object names', 'move task ref', 'sync ref names']);
  });

  test('so is an artifact', async () => {
    const { steps, store } = recorded();
    await orThrow(store.putArtifact('TASK-1', new Uint8Array([1])));
    expect(steps).toEqual(['write objects', 'sync object names', 'move artifact ref', 'sync ref names']);
  });

  test('a replay makes the ref it found durable, and a conflict writes nothing', async () => {
    const { steps, store } = recorded();
    await orThrow(store.commit(commitOf(0)));
    steps.length = 0;
    expect(await orThrow(store.commit(commitOf(0)))).toEqual({ revision: 1, replayed: true });
    expect((await store.commit({ ...commitOf(0), operationId: 'late' })).isErr()).toBe(true);
    expect(steps).toEqual(['sync ref names']);
  });
});

test.each([
  { failing: 'write objects', code: 'StorageFailure', replayed: false },
  { failing: 'sync object names', code: 'StorageFailure', replayed: false },
  { failing: 'move task ref', code: 'StorageFailure', replayed: false },
  { failing: 'sync ref names', code: 'OutcomeUnknown', replayed: true },
])('a disk that fails to $failing is $code, and repeating it commits once', async ({ failing, code, replayed }) => {
  let failures = 1;
  const store = createGitRefTaskStore({
    directory: user.root,
    around: async (step, run) => {
      if (step === failing && failures > 0) {
        failures -= 1;
        throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
      }
      return run();
    },
  });
  expect((await store.commit(commitOf(0)))._unsafeUnwrapErr().code).toBe(code);
  expect(await orThrow(store.commit(commitOf(0)))).toEqual({ revision: 1, replayed });
});

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

test.runIf(hasStrace)('the kernel sees us force the objects and their names to disk, and git the ref', () => {
  const trace = join(user.parent, 'trace');
  const program = join(user.parent, 'commit.mjs');
  const built = new URL('../../dist/index.js', import.meta.url).href;
  writeFileSync(
    program,
    `import { createGitRefTaskStore } from ${JSON.stringify(built)};
     const store = createGitRefTaskStore({ directory: ${JSON.stringify(user.root)} });
     await store.commit(${JSON.stringify(commitOf(0))});`,
  );
  const calls = 'trace=fsync,fdatasync,link,linkat,rename,renameat,renameat2';
  execFileSync('strace', ['-f', '-y', '-qq', '-e', calls, '-e', 'signal=none', '-o', trace, process.execPath, program]);
  const seen = readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, call, rest = ''] = /^\d+ +(\w+)\((.*)/.exec(line) ?? [];
      if (call === undefined) return [];
      const name = /^f/.test(call) ? 'fsync' : 'name';
      if (/TASK-1\.lock/.test(rest)) return [`${name} ref`];
      const end = /batonkit-[0-9a-f-]{36}\.tmp/.test(rest) ? (/\.(keep|pack|idx)"/.exec(rest)?.[1] ?? 'file') : null;
      if (end !== null) return [`${name} ${end}`];
      if (/\/refs\/batonkit\/tasks>/.test(rest)) return ['fsync names of refs'];
      return /\/objects\/pack>/.test(rest) ? ['fsync names of objects'] : [];
    });
  expect(seen).toEqual([
    'fsync file',
    'name keep',
    'fsync file',
    'name pack',
    'fsync file',
    'name idx',
    'fsync names of objects',
    'fsync ref',
    'name ref',
    'fsync names of refs',
  ]);
});
