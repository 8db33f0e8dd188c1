import { taskStoreSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
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
