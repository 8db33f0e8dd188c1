import { editWorkspaceFile } from '../ports/edit-workspace-file.ts';
import type { WorkspaceFiles, WorkspaceFilesError } from '../ports/workspace-files.ts';
import type { ResultAsync } from '../result/result.ts';
import { type KnowledgeEntry, parseKnowledgeBank } from './knowledge-bank.ts';
import {
  addKnowledge,
  applyValidation,
  backfillKnowledge,
  findStale,
  type KnowledgeUpdate,
  type NewKnowledge,
  resolveStale,
  type StaleResolution,
  type ValidationAction,
} from './update-knowledge.ts';

/** What a change to a bank file gave. */
export type KnowledgeOutcome = Omit<KnowledgeUpdate, 'text'>;

/** A knowledge bank in a file. All methods fail with the errors of the workspace files. */
export interface KnowledgeBankFile {
  /** The entries; none when there is no file. */
  read(): ResultAsync<readonly KnowledgeEntry[], WorkspaceFilesError>;
  add(entry: NewKnowledge): ResultAsync<void, WorkspaceFilesError>;
  backfill(options: { readonly approximateFeature: number }): ResultAsync<KnowledgeOutcome, WorkspaceFilesError>;
  validate(options: {
    readonly feature: number;
    readonly actions: readonly ValidationAction[];
    readonly added?: readonly string[];
  }): ResultAsync<KnowledgeOutcome, WorkspaceFilesError>;
  stale(features: readonly number[]): ResultAsync<ReturnType<typeof findStale>, WorkspaceFilesError>;
  resolve(options: {
    readonly name: string;
    readonly feature: number;
    readonly resolution: StaleResolution;
  }): ResultAsync<KnowledgeOutcome & { readonly note: string | null }, WorkspaceFilesError>;
}

/**
 * The knowledge bank in one file of a workspace. A change by somebody else in between is noticed, and the operation is decided anew on what
 * stands there then.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createKnowledgeBank } from '@batonkit/core/knowledge';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const bank = createKnowledgeBank({ files: createMemoryWorkspaceFiles(), path: 'docs/knowledge-bank/heuristics.md' });
 * await orThrow(bank.add({ type: 'Heuristic', name: 'Small steps', text: 'Commit often.', provenance: 'Feature #021', provenanceField: 'Source', confidence: 'high', feature: 21 }));
 * (await orThrow(bank.read())).map(({ name }) => name); // => ['Small steps']
 * ```
 */
export function createKnowledgeBank({
  files,
  path,
}: {
  readonly files: WorkspaceFiles;
  readonly path: string;
}): KnowledgeBankFile {
  const update = <T extends KnowledgeUpdate>(
    change: (text: string) => T,
  ): ResultAsync<Omit<T, 'text'>, WorkspaceFilesError> => {
    let last = change('');
    return editWorkspaceFile(files, path, (text) => {
      last = change(text ?? '');
      return text === null && last.text === '' ? null : last.text;
    }).map(() => {
      const { text: _, ...outcome } = last;
      return outcome;
    });
  };
  const text = (): ResultAsync<string, WorkspaceFilesError> => files.read(path).map((found) => found?.text ?? '');
  return {
    read: () => text().map((markdown) => parseKnowledgeBank(markdown).entries),
    add: (entry) =>
      editWorkspaceFile(files, path, (markdown) => addKnowledge(markdown ?? '', entry)).map(() => undefined),
    backfill: (options) => update((markdown) => backfillKnowledge(markdown, options)),
    validate: (options) => update((markdown) => applyValidation(markdown, options)),
    stale: (features) => text().map((markdown) => findStale(markdown, features)),
    resolve: (options) => update((markdown) => resolveStale(markdown, options)),
  };
}
