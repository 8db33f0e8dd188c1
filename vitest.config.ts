import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projects } from './scripts/test-projects.mjs';

const cores = availableParallelism();
const sourceConditions = { conditions: ['@batonkit/source'], externalConditions: ['@batonkit/source'] };

/** What takes longest, in this order: a long file that begins last keeps one core waiting. A fresh machine has no times of its own yet. */
const longest = [
  /task-protocol/,
  /task-tree/,
  /shown-and-landed/,
  /seven-agents/,
  /folder-and-file/,
  /lost-work/,
  /repeated-calls/,
  /landing/,
  /person-session/,
  /scope-program/,
  /damaged-store/,
  /model-check/,
  /foreign-programs/,
  /linked-crash/,
  /protocol-session/,
  /agent-service/,
  /overlapping-calls/,
  /fault-lab/,
  /delta-tracker/,
  /oracle/,
  /task-store\.test/,
  /conformance/,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((pattern) => pattern.test(moduleId));
      return at === -1 ? longest.length : at;
    };
    // A worker without isolation serves one project, and ends when the next file is another's.
    const group = ({ project }: TestSpecification): number => projects.findIndex(({ name }) => name === project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b) || group(a) - group(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: projects.map(({ name, files, except = [], group, isolate = true }) => ({
      resolve: { conditions: ['@batonkit/source', 'module', 'node', 'development|production'] },
      ssr: { resolve: sourceConditions },
      test: {
        name,
        include: files,
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
