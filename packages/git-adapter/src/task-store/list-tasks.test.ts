import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow, type TaskStore } from '@batonkit/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeGit } from '../native/fake-git.fixture.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';

let user: ScratchRepository;
let store: TaskStore;
beforeEach(async () => {
  user = ScratchRepository.create();
  store = createGitRefTaskStore({ directory: user.root });
  for (const id of ['NUL', 'b', 'A', 'a.lock', 'CON'])
    await orThrow(store.commit({ id, expected: 0, operationId: 'op', body: 'body', audit: [], artifacts: [] }));
});
afterEach(() => user.close());

const refFile = (name: string) => join(user.root, '.git', 'refs', 'batonkit', 'tasks', name);

test('tasks are listed in the order of their ids, not of their refs', async () => {
  const refs = user.git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/batonkit/tasks').split('\n');
  expect(refs.slice(0, 3)).toEqual(['+CON', '+NUL', 'A']);
  expect((await orThrow(store.list({ limit: 9 }))).map(({ id }) => id)).toEqual(['A', 'CON', 'NUL', 'a.lock', 'b']);
  expect((await orThrow(store.list({ after: 'CON', limit: 2 }))).map(({ id }) => id)).toEqual(['NUL', 'a.lock']);
});

test.each([
  { what: 'that is garbage', text: 'garbage\n', reason: 'git cannot read the ref' },
  { what: 'to no object', text: `${'1'.repeat(40)}\n`, reason: /missing|cannot read/ },
])('a ref $what is told by the id of its task, and the others are listed', async ({ text, reason }) => {
  writeFileSync(refFile('+CON'), text);
  const listed = await orThrow(store.list({ limit: 9 }));
  expect(listed.map(({ id }) => id)).toEqual(['A', 'CON', 'NUL', 'a.lock', 'b']);
  expect(listed.filter(({ problem }) => problem !== undefined)).toMatchObject([
    {
      id: 'CON',
      revision: 0,
      purged: false,
      problem: { code: 'Corrupt', data: { id: 'CON', reason: expect.stringMatching(reason) as string } },
    },
  ]);
});

test.each([
  {
    what: 'that names another one that is not there',
    strike: (file: string) => writeFileSync(file, 'ref: refs/heads/x\n'),
  },
  { what: 'with a folder in its place', strike: (file: string) => [rmSync(file), mkdirSync(file)] },
])('a ref $what, of which git says nothing, is told as well', async ({ strike }) => {
  strike(refFile('+CON'));
  const listed = await orThrow(store.list({ limit: 9 }));
  expect(listed.map((row) => `${row.id} ${row.problem?.code ?? row.revision}`)).toEqual([
    'A 1',
    'CON Corrupt',
    'NUL 1',
    'a.lock 1',
    'b 1',
  ]);
  // The lock of a ref is none.
  writeFileSync(refFile('b.lock'), '');
  expect(await orThrow(store.list({ limit: 9 }))).toHaveLength(5);
  user.git('pack-refs', '--all');
  expect(await orThrow(store.list({ limit: 9 }))).toHaveLength(5);
});

test('a commit object that git cannot read does not pass for damage of the others', async () => {
  const id = user.git('rev-parse', 'refs/batonkit/tasks/+CON');
  user.unpack();
  const object = join(user.root, '.git', 'objects', id.slice(0, 2), id.slice(2));
  chmodSync(object, 0o644);
  writeFileSync(object, 'x');
  const listed = await orThrow(createGitRefTaskStore({ directory: user.root }).list({ limit: 9 }));
  expect(listed.map((row) => `${row.id} ${row.problem?.code ?? row.revision}`)).toEqual([
    'A 1',
    'CON Corrupt',
    'NUL 1',
    'a.lock 1',
    'b 1',
  ]);
});

test('a ref that nobody here made may be broken', async () => {
  writeFileSync(refFile('lower-case'), 'garbage\n');
  expect(await orThrow(store.list({ limit: 9 }))).toHaveLength(5);
});

test('a list that git does not give is a failure, not an empty one', async () => {
  fakeGit(user.parent, 'case " $* " in *" for-each-ref "*) exit 1;; esac');
  expect((await store.list({ limit: 9 }))._unsafeUnwrapErr()).toMatchObject({
    code: 'StorageFailure',
    data: { operation: 'list tasks' },
  });
});
