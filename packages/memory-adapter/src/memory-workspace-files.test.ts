import { workspaceFilesSuite } from '@batonkit/conformance';
import { describe, expect, test } from 'vitest';
import { createMemoryWorkspaceFiles } from './memory-workspace-files.ts';

describe('conformance', () =>
  workspaceFilesSuite({
    test,
    createFiles: ({ files }) => ({ files: createMemoryWorkspaceFiles({ files }) }),
    hasLinks: false,
  }));

test('a seed that is no workspace path is a mistake of the caller', () => {
  expect(() => createMemoryWorkspaceFiles({ files: { '../x': '' } })).toThrow(TypeError);
});
