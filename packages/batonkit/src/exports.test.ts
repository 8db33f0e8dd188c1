import { expect, test } from 'vitest';
import * as batonkit from 'batonkit';

test('batonkit exports exactly its contract', () => {
  expect(Object.keys(batonkit).sort()).toEqual([
    'createBaton',
    'createContextStore',
    'createDeltaTracker',
    'decide',
    'defaultMachine',
    'defaultSlices',
    'evolve',
    'liveArtifacts',
    'readRecord',
  ]);
});
