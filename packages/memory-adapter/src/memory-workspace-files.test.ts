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

test('a seed is copied, and may be text or bytes', async () => {
  const bytes = new TextEncoder().encode('bytes');
  const files = createMemoryWorkspaceFiles({ files: { 'bytes.md': bytes, 'text.md': 'text' } });
  bytes.fill(0);
  expect((await orThrow(files.read('bytes.md')))?.text).toBe('bytes');
  expect((await orThrow(files.read('text.md')))?.text).toBe('text');
});

test('what stands in the wrong place is told in the words of the fs-adapter', async () => {
  const files = createMemoryWorkspaceFiles({ files: { file: '', 'folder/a.md': '' } });
  const told = [
    await files.read('folder'),
    await files.append('folder', 'x'),
    await files.write('file/a.md', 'x'),
    await files.remove('file/a.md'),
    await files.list('file'),
  ].map((answer) => answer._unsafeUnwrapErr().message);
  expect(told).toEqual([
    'The workspace could not read folder: a directory stands where a file should be (EISDIR).',
    'The workspace could not append to folder: a directory stands where a file should be (EISDIR).',
    'The workspace could not write file/a.md: a file stands where a directory should be (ENOTDIR).',
    'The workspace could not remove file/a.md: a file stands where a directory should be (ENOTDIR).',
    'The workspace could not list files: a file stands where a directory should be (ENOTDIR).',
  ]);
});

describe('scripted faults', () => {
  test('tell the operation and the path', async () => {
    const ops = ['read', 'write', 'append', 'list', 'remove'] as const;
    const faults = ops.map((op) => ({ at: 1, op, when: 'before', as: 'error' }) as const);
    const files = createMemoryWorkspaceFiles({ faults });
    const told = [
      await files.read('a.md'),
      await files.write('a.md', ''),
      await files.append('a.md', ''),
      await files.list('folder'),
      await files.remove('a.md'),
    ].map((answer) => answer._unsafeUnwrapErr().data);
    const operations = ['read a.md', 'write a.md', 'append a.md', 'list folder', 'remove a.md'];
    expect(told).toEqual(operations.map((operation) => ({ operation, reason: 'scripted fault' })));
  });

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
