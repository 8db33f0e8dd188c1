import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import type { WorkspaceFiles } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { faults } from './faulty-workspace-files.fixture.ts';
import { workspaceFilesSuite, type WorkspaceSeed } from './workspace-files-suite.ts';

/** Runs the whole suite outside vitest and collects which cases failed. */
async function failuresOf(createFiles: (seed: WorkspaceSeed) => WorkspaceFiles, hasLinks = false): Promise<string[]> {
  const cases: { name: string; body: () => Promise<void> }[] = [];
  workspaceFilesSuite({
    test: (name, body) => cases.push({ name, body }),
    createFiles: (seed) => ({ files: createFiles(seed) }),
    hasLinks,
  });
  const failures: string[] = [];
  for (const { name, body } of cases) await body().catch(() => failures.push(name));
  return failures;
}

describe('workspaceFilesSuite', () => {
  test('passes on sound files', async () => {
    expect(await failuresOf(createMemoryWorkspaceFiles)).toEqual([]);
  });

  test.each(Object.entries(faults))('fails on files with this fault: %s', async (_, breakFiles) => {
    expect(await failuresOf((seed) => breakFiles(createMemoryWorkspaceFiles(seed)))).not.toEqual([]);
  });

  test.each([
    { exact: true, outcome: 'fulfilled' },
    { exact: false, outcome: 'rejected' },
  ])('judges files that several processes share: exact=$exact', async ({ exact, outcome }) => {
    const module = new URL('./directory-files.fixture.mjs', import.meta.url);
    const argument = { root: mkdtempSync(join(tmpdir(), 'batonkit-shared-')), exact };
    const { openFiles } = (await import(module.href)) as { openFiles: (argument: unknown) => WorkspaceFiles };
    const cases: (() => Promise<void>)[] = [];
    workspaceFilesSuite({
      test: (name, body) => name.startsWith('several processes') && cases.push(body),
      createFiles: () => ({
        files: openFiles(argument),
        shared: { module, argument },
        close: () => rmSync(argument.root, { recursive: true }),
      }),
      hasLinks: false,
    });
    expect((await Promise.allSettled(cases.map((body) => body()))).map(({ status }) => status)).toEqual([outcome]);
  });

  test('fails where links are claimed and not refused', async () => {
    expect(await failuresOf(createMemoryWorkspaceFiles, true)).toEqual([
      'no method follows a symbolic link: to the outside, to the inside, to nowhere, as file or as folder',
    ]);
  });
});
