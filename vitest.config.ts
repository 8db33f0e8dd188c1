import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import roots from './vitest.workspace.ts';

const cores = availableParallelism();
const sourceConditions = { conditions: ['@batonkit/source'], externalConditions: ['@batonkit/source'] };

/** What takes longest on a fresh machine, where vitest has no times of its own yet. */
const longest = [
  /fault-lab/,
  /oracle/,
  /task-store\.test/,
  /suite/,
  /conformance/,
  /exchange-tasks/,
  /courtesy-lock/,
  /kill/,
  /soak/,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((pattern) => pattern.test(moduleId));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: roots
      .filter(({ root }) => root.includes('*') || existsSync(root))
      .map(({ root, files, except = [], group, isolate = true }) => ({
        resolve: { conditions: ['@batonkit/source', 'module', 'node', 'development|production'] },
        ssr: { resolve: sourceConditions },
        test: {
          name: root.replace('/*', ''),
          include: files ?? [`${root}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/dist/**', ...except],
          ...(group === 'processes' && { globalSetup: ['scripts/share-stages.ts'] }),
          setupFiles: ['scripts/pin-seed.ts', 'scripts/tell-stuck.ts'],
          testTimeout: 30_000,
          // What a test waits for comes in the end or not at all; on a busy machine the end is later.
          expect: { poll: { timeout: 20_000 } },
          isolate,
          maxWorkers: group === 'processes' ? Math.ceil(cores * 1.5) : cores,
          sequence: { groupOrder: group === 'processes' ? 0 : 1 },
        },
      })),
  },
});
