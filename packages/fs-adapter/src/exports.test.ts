import { expect, test } from 'vitest';
import * as adapter from './index.ts';

test('the package exports what it promises and nothing else', () => {
  expect(Object.keys(adapter).sort()).toEqual([
    'createFsTaskReader',
    'createFsTaskStore',
    'createFsWorkspaceFiles',
    'createNodeQaRunner',
    'nodeFiles',
    'runQa',
  ]);
});
