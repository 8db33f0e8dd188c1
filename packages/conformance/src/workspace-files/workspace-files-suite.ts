import type { WorkspaceFiles } from '@batonkit/core';
import { conditionCases } from './condition-cases.ts';
import { contentCases } from './content-cases.ts';
import { escapeCases } from './escape-cases.ts';
import { shareAcrossProcesses, type SharedFiles } from './shared-case.ts';
import type { WorkspaceSeed } from './workspace-case.ts';

export type { WorkspaceSeed } from './workspace-case.ts';

/** A workspace made for one test, and what to do with it afterwards. */
export interface FilesUnderTest {
  readonly files: WorkspaceFiles;
  /** How another process opens these very files; needed where other processes can reach them. */
  readonly shared?: SharedFiles;
  /** Gives back what the workspace holds. */
  readonly close?: () => unknown;
}

/** What {@link workspaceFilesSuite} needs: a test runner, and a way to make a workspace that holds a seed and nothing else. */
export interface WorkspaceFilesSuiteOptions {
  /** The `test` of vitest, jest, node:test or your own: called once per case. */
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  readonly createFiles: (seed: WorkspaceSeed) => FilesUnderTest | Promise<FilesUnderTest>;
  /** False when the workspace cannot hold symbolic links; the cases about them are then left out. */
  readonly hasLinks: boolean;
}

/**
 * Registers every promise of the `WorkspaceFiles` port as a test.
 *
 * @example
 * ```ts
 * import { workspaceFilesSuite } from '@batonkit/conformance';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const cases: string[] = [];
 * workspaceFilesSuite({
 *   test: (name, body) => cases.push(name), // pass your runner's own `test` here
 *   createFiles: ({ files }) => ({ files: createMemoryWorkspaceFiles({ files }) }),
 *   hasLinks: false,
 * });
 * cases.length > 10; // => true
 * ```
 */
export function workspaceFilesSuite({ test, createFiles, hasLinks }: WorkspaceFilesSuiteOptions): void {
  for (const { name, files = {}, links = {}, run } of [...contentCases, ...conditionCases, ...escapeCases]) {
    if (!hasLinks && Object.keys(links).length > 0) continue;
    const encoded = Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]);
    const seed = { files: Object.fromEntries(encoded) as WorkspaceSeed['files'], links };
    register(name, seed, (made) => run(made.files));
  }
  register(
    'several processes that change the same files lose nothing, where they can reach them',
    { files: {}, links: {} },
    async ({ files, shared }) => {
      if (shared !== undefined) await shareAcrossProcesses(files, shared);
    },
  );

  function register(name: string, seed: WorkspaceSeed, run: (made: FilesUnderTest) => Promise<void>): void {
    test(name, async () => {
      const made = await createFiles(seed);
      try {
        await run(made);
      } finally {
        await made.close?.();
      }
    });
  }
}
