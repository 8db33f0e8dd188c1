import { taskStoreSuite } from '@batonkit/conformance';
import { describe, test } from 'vitest';
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
