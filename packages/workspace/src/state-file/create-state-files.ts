import { ResultAsync } from '@batonkit/core';
import type { StateFiles, StateFilesOptions } from './state-files.ts';

/**
 * Makes {@link StateFiles}. Their code is loaded with the first call, so that who never asks never pays.
 *
 * @example
 * ```ts
 * import { createStateFiles } from '@batonkit/workspace';
 * import { orThrow } from '@batonkit/core';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const stateFiles = createStateFiles({ files: createMemoryWorkspaceFiles() });
 * await orThrow(stateFiles.create(7, { title: 'Add search', requirements: 'Find people.', criteria: ['Finds names', 'Is fast'] }));
 * await orThrow(stateFiles.setCriterion(7, { criterion: 'Finds names' }));
 * const { state, nextStep } = await orThrow(stateFiles.appendSession(7, { did: ['Wrote the index'], next: 'Measure it' }));
 * state.metadata.total_sessions; // => 1
 * nextStep.text; // => 'Work on criterion 1: Is fast\nThe last session said: Measure it'
 * const early = await stateFiles.writeChainOutput(7, { summary: 'Search' });
 * early.isErr() && early.error.message; // => 'Criterion 1 is not checked: Is fast.'
 * ```
 */
export function createStateFiles(given: StateFilesOptions): StateFiles {
  let loaded: Promise<StateFiles> | null = null;
  const load = (): Promise<StateFiles> =>
    (loaded ??= import('./state-files.ts').then(({ makeStateFiles }) => makeStateFiles(given)));
  return {
    create: (...args) => new ResultAsync(load().then((made) => made.create(...args))),
    appendSession: (...args) => new ResultAsync(load().then((made) => made.appendSession(...args))),
    setCriterion: (...args) => new ResultAsync(load().then((made) => made.setCriterion(...args))),
    writeChainOutput: (...args) => new ResultAsync(load().then((made) => made.writeChainOutput(...args))),
    extractChainOutput: (...args) => new ResultAsync(load().then((made) => made.extractChainOutput(...args))),
    pullChainInputs: (...args) => new ResultAsync(load().then((made) => made.pullChainInputs(...args))),
    read: (...args) => new ResultAsync(load().then((made) => made.read(...args))),
  };
}
