import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { taskStoreSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { fakeGit } from '../native/fake-git.fixture.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';

describe('conformance', () =>
  taskStoreSuite({
    test,
    createStore: () => {
      const repository = ScratchRepository.create();
      const directory = repository.root;
      return {
        store: createGitRefTaskStore({ directory }),
        shared: { module: new URL('./shared-store.fixture.mjs', import.meta.url), argument: { directory } },
        close: () => repository.close(),
      };
    },
  }));

test("a writer that is overtaken right before it moves the ref gets Conflict, and its objects are nobody's", async () => {
  const repository = ScratchRepository.create();
  const rival = createGitRefTaskStore({ directory: repository.root });
  const commitOf = (expected: number, name: string) => ({
    id: 'TASK-1',
    expected,
    operationId: `${name}-${expected}`,
    body: name,
    audit: [name],
    artifacts: [],
  });
  const overtaken = createGitRefTaskStore({
    directory: repository.root,
    around: async (step, run) => {
      if (step === 'move task ref') {
        const { revision } = await orThrow(rival.read('TASK-1'));
        await orThrow(rival.commit(commitOf(revision, 'rival')));
      }
      return run();
    },
  });
  for (const expected of [0, 1]) {
    const refused = (await overtaken.commit(commitOf(expected, 'late')))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Conflict', data: { expected, found: expected + 1 } });
  }
  expect(await orThrow(rival.read('TASK-1'))).toEqual({ revision: 2, body: 'rival' });
  const audit = await orThrow(rival.readAudit('TASK-1', { afterRevision: 0, limit: 9 }));
  expect(audit.flatMap(({ lines }) => lines)).toEqual(['rival', 'rival']);
  repository.close();
});

test('when git ends early and nobody can tell whether a ref was moved, that is told', async () => {
  const repository = ScratchRepository.create();
  const store = createGitRefTaskStore({ directory: repository.root });
  await orThrow(store.read('TASK-1'));
  const broken = join(repository.parent, 'broken');
  // The reader that is open ends while nothing is asked of it; the next one fails.
  fakeGit(
    repository.parent,
    `case " $* " in *" update-ref "*) : >'${broken}'; sleep 0.5; exit 1;; *" cat-file "*) test ! -e '${broken}' || exit 1;; esac`,
  );
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: 'body', audit: [], artifacts: [] };
  expect((await store.commit(commit))._unsafeUnwrapErr()).toMatchObject({
    code: 'OutcomeUnknown',
    data: { id: 'TASK-1', operationId: 'op' },
  });
  rmSync(broken);
  const stored = (await store.putArtifact('TASK-1', new Uint8Array([1])))._unsafeUnwrapErr();
  expect(stored).toMatchObject({ code: 'StorageFailure', data: { operation: 'store an artifact of TASK-1' } });
  expect(stored.message).toContain('git ended early');
  repository.close();
});
