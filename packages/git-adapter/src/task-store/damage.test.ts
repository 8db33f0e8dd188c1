import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { orThrow, type ResultAsync, type StoreError } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { pushTasks } from './exchange-tasks.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create({ 'a.txt': 'one\n' })));
afterEach(() => user.close());

const codeOf = async (answer: ResultAsync<unknown, StoreError>): Promise<string> =>
  (await answer).match(
    () => 'ok',
    ({ code }) => code,
  );
const ref = () => join(user.root, '.git', 'refs', 'batonkit', 'tasks', 'TASK-1');
const objectFile = (id: string) => join(user.root, '.git', 'objects', id.slice(0, 2), id.slice(2));
const damage = (id: string, bytes: Buffer) => {
  chmodSync(objectFile(id), 0o644);
  writeFileSync(objectFile(id), bytes);
};

async function makeTask() {
  const store = createGitRefTaskStore({ directory: user.root });
  const sha = await orThrow(store.putArtifact('TASK-1', new TextEncoder().encode('artifact')));
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: 'body', audit: ['line'], artifacts: [sha] };
  await orThrow(store.commit(commit));
  return { store: unpacked(), sha, commit };
}

/** A store whose objects lie by themselves, and that has looked at none of them. */
function unpacked() {
  user.unpack();
  return createGitRefTaskStore({ directory: user.root });
}

describe('what is there and cannot be read is Corrupt, never absent', () => {
  test.each([
    { what: 'an empty ref', text: '' },
    { what: 'a ref of garbage', text: 'garbage\n' },
    { what: 'a ref to a missing object', text: `${'1'.repeat(40)}\n` },
  ])('$what', async ({ text }) => {
    const { store, commit } = await makeTask();
    writeFileSync(ref(), text);
    expect((await store.read('TASK-1'))._unsafeUnwrapErr()).toMatchObject({
      code: 'Corrupt',
      data: { id: 'TASK-1', reason: 'it leads to no object' },
    });
    expect(await codeOf(store.readAudit('TASK-1', { afterRevision: 0, limit: 1 }))).toBe('Corrupt');
    expect(await codeOf(store.commit({ ...commit, operationId: 'again' }))).toBe('Corrupt');
    expect((await orThrow(store.list({ limit: 10 })))[0]).toMatchObject({ id: 'TASK-1', problem: { code: 'Corrupt' } });
  });

  test('a packed ref to a missing object', async () => {
    const { store } = await makeTask();
    user.git('pack-refs', '--all');
    rmSync(objectFile(user.git('rev-parse', 'refs/batonkit/tasks/TASK-1')));
    expect((await store.read('TASK-1'))._unsafeUnwrapErr()).toMatchObject({
      code: 'Corrupt',
      data: { id: 'TASK-1', reason: 'it leads to no object' },
    });
  });

  test('a ref to a commit of the user, or of another task', async () => {
    const { store } = await makeTask();
    user.git('update-ref', 'refs/batonkit/tasks/OTHER', 'refs/batonkit/tasks/TASK-1');
    const reason = 'it is not a revision of this task and of this version';
    expect((await store.read('OTHER'))._unsafeUnwrapErr()).toMatchObject({ code: 'Corrupt', data: { reason } });
    user.git('update-ref', 'refs/batonkit/tasks/TASK-1', 'HEAD');
    expect(await codeOf(store.read('TASK-1'))).toBe('Corrupt');
  });

  test.each([
    { what: 'a cut commit object', name: 'refs/batonkit/tasks/TASK-1', bytes: Buffer.from('x') },
    { what: 'a cut body', name: 'refs/batonkit/tasks/TASK-1:body', bytes: Buffer.from('x') },
    { what: 'an empty body object', name: 'refs/batonkit/tasks/TASK-1:body', bytes: Buffer.alloc(0) },
  ])('$what', async ({ name, bytes }) => {
    const { store } = await makeTask();
    damage(user.git('rev-parse', name), bytes);
    expect(await codeOf(store.read('TASK-1'))).toBe('Corrupt');
  });

  test('a missing body, and an artifact whose content is another or missing', async () => {
    const { store, sha } = await makeTask();
    const [body = '', artifact = ''] = ['body', `artifacts/${sha}`].map((path) =>
      user.git('rev-parse', `refs/batonkit/tasks/TASK-1:${path}`),
    );
    const read = async () => (await store.getArtifact('TASK-1', sha))._unsafeUnwrapErr();
    const where = `artifact ${sha}`;
    damage(artifact, deflateSync('blob 8\0ARTIFACT'));
    expect(await read()).toMatchObject({ code: 'Corrupt', data: { where, reason: 'its checksum does not match' } });
    rmSync(objectFile(artifact));
    const reason = 'it is named and its content is missing';
    expect(await read()).toMatchObject({ code: 'Corrupt', data: { where, reason } });
    const readBody = async () => (await store.read('TASK-1'))._unsafeUnwrapErr();
    damage(body, deflateSync('blob 4\0BODY'));
    expect(await readBody()).toMatchObject({ code: 'Corrupt', data: { reason: 'its checksum does not match' } });
    rmSync(objectFile(body));
    expect(await readBody()).toMatchObject({ code: 'Corrupt', data: { reason: 'the body is missing' } });
  });
});

describe('a history with a hole is Corrupt, and says where', () => {
  const readAudit = async () => {
    const store = createGitRefTaskStore({ directory: user.root });
    return (await store.readAudit('TASK-1', { afterRevision: 0, limit: 9 }))._unsafeUnwrapErr();
  };
  const makeThree = async (): Promise<readonly [tip: string, first: string]> => {
    const { store, commit } = await makeTask();
    for (const expected of [1, 2])
      await orThrow(store.commit({ ...commit, expected, operationId: `op-${expected}`, artifacts: [] }));
    unpacked();
    return ['', '~2'].map((back) => user.git('rev-parse', `refs/batonkit/tasks/TASK-1${back}`)) as [string, string];
  };

  test('an earlier revision that is gone', async () => {
    const [, first] = await makeThree();
    rmSync(objectFile(first));
    expect(await readAudit()).toMatchObject({ code: 'Corrupt', data: { id: 'TASK-1' } });
  });

  test('one that is gone when the task is compared with another repository', async () => {
    const remote = join(user.parent, 'shared.git');
    user.git('init', '-q', '--bare', remote);
    const { store, commit } = await makeTask();
    const push = () => pushTasks({ directory: user.root, remote });
    expect((await orThrow(push())).tasks).toMatchObject([{ outcome: 'moved', remote: 1 }]);
    for (const expected of [1, 2])
      await orThrow(store.commit({ ...commit, expected, operationId: `op-${expected}`, artifacts: [] }));
    unpacked();
    rmSync(objectFile(user.git('rev-parse', 'refs/batonkit/tasks/TASK-1~1')));
    expect((await push())._unsafeUnwrapErr()).toMatchObject({
      code: 'Corrupt',
      data: { id: 'TASK-1', reason: 'revision 1 is missing' },
    });
  });

  test('one that stands in the place of another', async () => {
    const [tip, first] = await makeThree();
    const message = user.git('cat-file', 'commit', tip).replace(/^parent .*$/m, `parent ${first}`);
    writeFileSync(join(user.root, 'commit'), `${message}\n`);
    user.git('update-ref', 'refs/batonkit/tasks/TASK-1', user.git('hash-object', '-t', 'commit', '-w', 'commit'));
    expect(await readAudit()).toMatchObject({ code: 'Corrupt', data: { reason: 'it stands where 2 should be' } });
  });
});

test('a directory that is no repository is a failure of every method, not an empty store', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'batonkit-none-'));
  const store = createGitRefTaskStore({ directory });
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: 'body', audit: [], artifacts: [] };
  const calls: Record<string, () => ResultAsync<unknown, StoreError>> = {
    'read TASK-1': () => store.read('TASK-1'),
    'commit TASK-1': () => store.commit(commit),
    'store an artifact of TASK-1': () => store.putArtifact('TASK-1', new Uint8Array()),
    'read an artifact of TASK-1': () => store.getArtifact('TASK-1', 'a'.repeat(64)),
    'read the audit of TASK-1': () => store.readAudit('TASK-1', { afterRevision: 0, limit: 1 }),
    'list tasks': () => store.list({ limit: 1 }),
    sweep: () => store.sweep({ olderThanMs: 0 }),
  };
  for (const [operation, call] of Object.entries(calls))
    expect((await call())._unsafeUnwrapErr()).toMatchObject({ code: 'StorageFailure', data: { operation } });
  rmSync(directory, { recursive: true });
  expect(await codeOf(store.read('TASK-1'))).toBe('StorageFailure');
  mkdirSync(directory);
  user.git('init', '-q', directory);
  expect(await codeOf(store.read('TASK-1'))).toBe('ok');
  rmSync(directory, { recursive: true });
});

test.each([[], ['--separate-git-dir=../elsewhere']])(
  'a repository that was made anew has no tasks yet %j',
  async (...init) => {
    const { store } = await makeTask();
    expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 1, body: 'body' });
    rmSync(join(user.root, '.git'), { recursive: true });
    user.git('init', '-q', ...init);
    const both = await Promise.all([store.read('TASK-1'), store.read('TASK-1')]);
    expect(both.map((answer) => answer.unwrapOr(null))).toEqual(Array(2).fill({ revision: 0, body: null }));
  },
);

test.each(['0', 'x'])('no artifact has a name with %j too much', async (more) => {
  const { store, sha } = await makeTask();
  for (const name of [`${sha}${more}`, `${more}${sha}`])
    expect(await codeOf(store.getArtifact('TASK-1', name))).toBe('ArtifactMissing');
});

test('refs below our folder that nobody here made are left alone', async () => {
  const { store } = await makeTask();
  user.git('update-ref', 'refs/batonkit/tasks/lower-case', 'HEAD');
  user.git('update-ref', 'refs/batonkit/artifacts/lower-case/x', 'HEAD');
  expect((await orThrow(store.list({ limit: 10 }))).map(({ id }) => id)).toEqual(['TASK-1']);
  await orThrow(store.sweep({ olderThanMs: 0 }));
  expect(user.git('for-each-ref', '--format=%(refname)', 'refs/batonkit').split('\n')).toEqual([
    'refs/batonkit/artifacts/lower-case/x',
    'refs/batonkit/tasks/TASK-1',
    'refs/batonkit/tasks/lower-case',
  ]);
  expect(readdirSync(join(user.root, '.git', 'refs', 'batonkit', 'tasks')).sort()).toEqual(['TASK-1', 'lower-case']);
});
