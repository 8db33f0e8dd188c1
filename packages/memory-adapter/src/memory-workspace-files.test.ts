import { workspaceFilesSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createMemoryWorkspaceFiles } from './memory-workspace-files.ts';
import { SimulatedCrash } from './scripted-faults.ts';

describe('conformance', () =>
  workspaceFilesSuite({
    test,
    createFiles: ({ files }) => ({ files: createMemoryWorkspaceFiles({ files }) }),
    hasLinks: false,
  }));

test('a seed that is no workspace path is a mistake of the caller', () => {
  expect(() => createMemoryWorkspaceFiles({ files: { '../x': '' } })).toThrow(TypeError);
});

describe('scripted faults', () => {
  test.each([
    { when: 'before', text: null },
    { when: 'after', text: 'a' },
  ] as const)('a crash $when a write kills the caller and keeps the data', async ({ when, text }) => {
    const files = createMemoryWorkspaceFiles({ faults: [{ at: 1, op: 'write', when, as: 'crash' }] });
    await expect(files.write('a.md', 'a')).rejects.toThrow(SimulatedCrash);
    expect((await orThrow(files.read('a.md')))?.text ?? null).toBe(text);
    expect((await files.write('b.md', 'b')).isOk()).toBe(true);
  });

  test('an error and a conflict are answered at the call they name', async () => {
    const files = createMemoryWorkspaceFiles({
      faults: [
        { at: 1, op: 'read', when: 'before', as: 'error' },
        { at: 2, op: 'write', when: 'before', as: 'conflict' },
        { at: 1, op: 'list', when: 'after', as: 'error' },
      ],
    });
    expect((await files.read('a.md'))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(await orThrow(files.read('a.md'))).toBe(null);
    expect((await files.write('a.md', 'a')).isOk()).toBe(true);
    expect((await files.write('a.md', 'b'))._unsafeUnwrapErr().code).toBe('Conflict');
    expect((await orThrow(files.read('a.md')))?.text).toBe('a');
    expect((await files.list())._unsafeUnwrapErr().code).toBe('StorageFailure');
  });
});
