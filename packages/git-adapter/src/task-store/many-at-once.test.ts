import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';
import { type NewObject, newObject } from '../objects/git-object.ts';
import { openRefRepository, type RefRepository } from './ref-repository.ts';
import { formatRevision, revisionOf } from './revision-commit.ts';
import { withObjects } from './store-objects.ts';

// Git is asked for 500 at a time, so these are three questions.
const MANY = 1201;
const writer = 'writer: - - - 0011223344556677';
const emptyTree = newObject('sha1', 'tree', Buffer.alloc(0));

let user: ScratchRepository;
let repository: RefRepository;
beforeEach(async () => {
  user = ScratchRepository.create();
  repository = await openRefRepository({ directory: user.root });
});
afterEach(() => user.close());

/** The commit of a purged revision, as the store would have made it. */
function commitOf(id: string, expected: number, parent: string | null): NewObject {
  const commit = { id, expected, operationId: `op-${expected}`, body: null, audit: [`${expected + 1}`], artifacts: [] };
  return newObject('sha1', 'commit', formatRevision(revisionOf(commit, writer), { tree: emptyTree.id, parent, at: 0 }));
}

test('a long audit is read whole, in order, and from any revision on', async () => {
  const commits: NewObject[] = [];
  for (let expected = 0; expected < MANY; expected += 1)
    commits.push(commitOf('TASK-1', expected, commits.at(-1)?.id ?? null));
  await withObjects(repository, [emptyTree, ...commits], () =>
    Promise.resolve(user.git('update-ref', 'refs/batonkit/tasks/TASK-1', commits.at(-1)?.id ?? '')),
  );
  const store = createGitRefTaskStore({ directory: user.root });
  const read = async (afterRevision: number, limit: number) =>
    (await orThrow(store.readAudit('TASK-1', { afterRevision, limit }))).flatMap(({ lines }) => lines.map(Number));
  const whole = Array.from({ length: MANY }, (_, index) => index + 1);
  expect(await read(0, MANY)).toEqual(whole);
  expect(await read(3, 501)).toEqual(whole.slice(3, 504));
  expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: MANY, body: null });
});

test('a long list is told whole, each task once', async () => {
  const ids = Array.from({ length: MANY }, (_, index) => `T-${10_000 + index}`);
  const commits = ids.map((id) => commitOf(id, 0, null));
  const moves = ids.map((id, index) => `create refs/batonkit/tasks/${id} ${commits[index]?.id}\n`);
  await withObjects(repository, [emptyTree, ...commits], () =>
    Promise.resolve(user.gitIn({ input: Buffer.from(moves.join('')) }, 'update-ref', '--stdin')),
  );
  const store = createGitRefTaskStore({ directory: user.root });
  const listed = await orThrow(store.list({ limit: MANY }));
  expect(listed).toEqual(ids.map((id) => ({ id, revision: 1, purged: true })));
});
