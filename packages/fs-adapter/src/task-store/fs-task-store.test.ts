import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { taskStoreSuite } from '@batonkit/conformance';
import { describe, test } from 'vitest';
import { createFsTaskStore } from './fs-task-store.ts';

describe('conformance', () =>
  taskStoreSuite({
    test,
    createStore: () => {
      const root = mkdtempSync(join(tmpdir(), 'batonkit-fs-'));
      return {
        store: createFsTaskStore({ root }),
        shared: { module: new URL('./shared-store.fixture.mjs', import.meta.url), argument: { root } },
        close: () => rmSync(root, { recursive: true }),
      };
    },
  }));
