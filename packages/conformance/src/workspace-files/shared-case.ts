import assert from 'node:assert/strict';
import type { WorkspaceFiles } from '@batonkit/core';
import { runTogether } from '../processes/run-together.ts';
import { textOf } from './workspace-case.ts';

const PROCESSES = 4;
const LINES = 12;

/** How another process opens the files under test. */
export interface SharedFiles {
  /** URL of a plain JavaScript module that exports `openFiles(argument)`. */
  readonly module: string | URL;
  /** Passed to `openFiles`, as JSON. */
  readonly argument: unknown;
}

/**
 * Several processes add lines to one file, most by writing it under a condition and one by appending; then they take turns in making and
 * removing another one. No line may be lost or doubled, and no removal may hit what its condition did not name.
 */
export async function shareAcrossProcesses(files: WorkspaceFiles, { module, argument }: SharedFiles): Promise<void> {
  const names = Array.from({ length: PROCESSES }, (_, index) => `p${index}`);
  await runTogether(
    'add-lines.mjs',
    names.map((name) => [String(module), JSON.stringify(argument), name, String(LINES), String(PROCESSES)]),
  );
  const lines = ((await textOf(files, 'shared/lines.md')) ?? '').trimEnd().split('\n');
  const expected = names.flatMap((name) => Array.from({ length: LINES }, (_, line) => `${name} ${line}`));
  assert.deepEqual(lines.sort(), expected.sort());
  assert.equal(await textOf(files, 'shared/token.md'), null);
}
