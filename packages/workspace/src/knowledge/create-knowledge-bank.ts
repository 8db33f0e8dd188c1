import { editWorkspaceFile, refuseSecrets } from '@batonkit/core/internal';
import {
  okAsync,
  type ResultAsync,
  type SecretFound,
  type SecretScanner,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
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

/** What a write to a bank takes besides its own arguments. */
export interface KnowledgeWrite {
  /** Write although it looks like a secret. */
  readonly forceSecrets?: boolean;
}

/** Why a change to a bank file failed. */
export type KnowledgeBankError = WorkspaceFilesError | SecretFound;

/**
 * A knowledge bank in a file. All methods fail with the errors of the workspace files; those that write also with `SecretFound`, when what
 * they are given looks like a secret, unless `forceSecrets` says that it is none.
 */
export interface KnowledgeBankFile {
  /** The entries; none when there is no file. */
  read(): ResultAsync<readonly KnowledgeEntry[], WorkspaceFilesError>;
  add(entry: NewKnowledge, options?: KnowledgeWrite): ResultAsync<void, KnowledgeBankError>;
  backfill(options: { readonly approximateFeature: number }): ResultAsync<KnowledgeOutcome, WorkspaceFilesError>;
  validate(
    options: {
      readonly feature: number;
      readonly actions: readonly ValidationAction[];
      readonly added?: readonly string[];
    } & KnowledgeWrite,
  ): ResultAsync<KnowledgeOutcome, KnowledgeBankError>;
  stale(features: readonly number[]): ResultAsync<ReturnType<typeof findStale>, WorkspaceFilesError>;
  resolve(
    options: {
      readonly name: string;
      readonly feature: number;
      readonly resolution: StaleResolution;
    } & KnowledgeWrite,
  ): ResultAsync<KnowledgeOutcome & { readonly note: string | null }, KnowledgeBankError>;
}

/**
 * The knowledge bank in one file of a workspace. A change by somebody else in between is noticed, and the operation is decided anew on what
 * stands there then.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createKnowledgeBank } from '@batonkit/workspace/knowledge';
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
  scanSecrets,
}: {
  readonly files: WorkspaceFiles;
  readonly path: string;
  /** Looks at everything before it is written; `scanForSecrets` unless told. */
  readonly scanSecrets?: SecretScanner;
}): KnowledgeBankFile {
  const clean = (given: object, { forceSecrets = false }: KnowledgeWrite = {}): ResultAsync<void, SecretFound> =>
    forceSecrets ? okAsync(undefined) : refuseSecrets(scanSecrets, path, given);
  const update = <T extends KnowledgeUpdate>(
    change: (text: string) => T,
  ): ResultAsync<Omit<T, 'text'>, WorkspaceFilesError> => {
    let last = change('');
    return editWorkspaceFile(files, path, (text) => {
      last = change(text ?? '');
      return text === null && last.text === '' ? null : last.text;
    }).map(() => {
      const { text: _, ...outcome } = last;
      return { ...outcome, warnings: outcome.warnings.map((warning) => ({ ...warning, where: path })) };
    });
  };
  const text = (): ResultAsync<string, WorkspaceFilesError> => files.read(path).map((found) => found?.text ?? '');
  return {
    read: () => text().map((markdown) => parseKnowledgeBank(markdown).entries),
    add: (entry, options) =>
      clean(entry, options)
        .andThen(() => editWorkspaceFile(files, path, (markdown) => addKnowledge(markdown ?? '', entry)))
        .map(() => undefined),
    backfill: (options) => update((markdown) => backfillKnowledge(markdown, options)),
    validate: (options) =>
      clean(options.actions, options).andThen(() => update((markdown) => applyValidation(markdown, options))),
    stale: (features) => text().map((markdown) => findStale(markdown, features)),
    resolve: (options) =>
      clean(options.resolution, options).andThen(() => update((markdown) => resolveStale(markdown, options))),
  };
}
