import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import roots from './vitest.workspace.ts';

const sourceConditions = { conditions: ['@batonkit/source'], externalConditions: ['@batonkit/source'] };

export default defineConfig({
  test: {
    // Many tests wait for other processes; one worker a core keeps both busy.
    maxWorkers: '100%',
    projects: roots
      .filter((root) => root.includes('*') || existsSync(root))
      .map((root) => ({
        resolve: { conditions: ['@batonkit/source', 'module', 'node', 'development|production'] },
        ssr: { resolve: sourceConditions },
        test: {
          name: root.replace('/*', ''),
          include: [`${root}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 30_000,
        },
      })),
  },
});
