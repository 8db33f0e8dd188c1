import { expect, test } from 'vitest';
import { hasSecondChance } from './second-chance.mjs';

test.each([
  ['packages/postgres-adapter/src/fault-lab.test.ts', false],
  ['packages/conformance/src/fault-lab/judge-store.test.ts', false],
  ['packages/postgres-adapter/src/soak.test.ts', false],
  ['packages/fs-adapter/src/task-store/protocol-race.test.ts', false],
  [String.raw`packages\fs-adapter\src\race-of-writers.test.ts`, false],
  ['packages/core/src/text/trace-lines.test.ts', true],
  ['packages/core/src/text/braces.test.ts', true],
  ['packages/core/src/text/soaking.test.ts', true],
])('%s is run again when it failed: %s', (path, expected) => {
  expect(hasSecondChance(path)).toBe(expected);
});
