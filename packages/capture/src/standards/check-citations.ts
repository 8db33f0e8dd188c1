import { staleCitation } from '@batonkit/core/internal';
import {
  err,
  ok,
  type Result,
  ResultAsync,
  type StaleCitation,
  type TaskRecord,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import type { StandardsCitation } from './citations.ts';
import { readStandardsFile, type StandardsFile } from './standards-section.ts';

/**
 * A citation held against its file as it is now. `fresh`: same text, same lines. `moved`: same text, other lines. `stale`: the text,
 * its heading or the file is gone or changed. `unpinned`: the citation names no lines, so nothing can be said.
 */
export interface CheckedCitation {
  readonly citation: StandardsCitation;
  readonly state: 'fresh' | 'moved' | 'stale' | 'unpinned';
  /** Where the section is now; `null` when it is not there. */
  readonly lineSpan: string | null;
}

/** `StaleCitation` of the root, with where each cited section is now. */
export type StaleCheckedCitation = StaleCitation<CheckedCitation>;

/**
 * Tells for each citation of a record whether its standard still says the same. Fails only with what the files port reports; see
 * {@link requireFreshCitations} for a failure when something is stale.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { checkCitations } from '@batonkit/capture';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const citation = { file: 'rules.md', section: 'input', requirement: 'Check it.', line_span: 'L1-L2', content_sha: '0123456789abcdef' };
 * const checked = await orThrow(checkCitations({ immutable: { standards_citations: [citation] } }, createMemoryWorkspaceFiles()));
 * checked.map(({ state }) => state); // => ['stale']
 * ```
 */
export function checkCitations(
  record: { readonly immutable: Pick<TaskRecord['immutable'], 'standards_citations'> },
  files: Pick<WorkspaceFiles, 'read'>,
): ResultAsync<readonly CheckedCitation[], WorkspaceFilesError> {
  return new ResultAsync(checkAll(record.immutable.standards_citations, files));
}

/**
 * As {@link checkCitations}, but a stale citation is the failure `StaleCitation`, which says what to do.
 *
 * @example
 * ```ts
 * import { requireFreshCitations } from '@batonkit/capture';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const citation = { file: 'rules.md', section: 'input', requirement: 'Check it.', line_span: 'L1-L2', content_sha: '0123456789abcdef' };
 * const refused = await requireFreshCitations({ immutable: { standards_citations: [citation] } }, createMemoryWorkspaceFiles());
 * refused.isErr() && refused.error.code; // => 'StaleCitation'
 * ```
 */
export function requireFreshCitations(
  record: { readonly immutable: Pick<TaskRecord['immutable'], 'standards_citations'> },
  files: Pick<WorkspaceFiles, 'read'>,
): ResultAsync<readonly CheckedCitation[], WorkspaceFilesError | StaleCheckedCitation> {
  return checkCitations(record, files).andThen((checked): Result<readonly CheckedCitation[], StaleCheckedCitation> => {
    const stale = checked.filter(({ state }) => state === 'stale');
    return stale.length === 0 ? ok(checked) : err(staleCitation(stale));
  });
}

async function checkAll(
  citations: readonly StandardsCitation[],
  files: Pick<WorkspaceFiles, 'read'>,
): Promise<Result<readonly CheckedCitation[], WorkspaceFilesError>> {
  const standards = new Map<string, StandardsFile | null>();
  for (const path of new Set(citations.map(({ file }) => file))) {
    const read = await files.read(path);
    // A standard that is no text any more is one that no longer says what was cited.
    if (read.isErr() && read.error.code !== 'NotUtf8') return err(read.error);
    const found = read.unwrapOr(null);
    standards.set(path, found === null ? null : readStandardsFile(found.text));
  }
  return ok(citations.map((citation) => check(citation, standards.get(citation.file) ?? null)));
}

function check(citation: StandardsCitation, standards: StandardsFile | null): CheckedCitation {
  const section = standards?.bySlug(citation.section) ?? null;
  const lineSpan = section === null ? null : `L${section.firstLine}-L${section.lastLine}`;
  if (citation.content_sha === undefined) {
    return { citation, state: section === null ? 'stale' : 'unpinned', lineSpan };
  }
  if (section?.contentSha !== citation.content_sha) return { citation, state: 'stale', lineSpan };
  return { citation, state: lineSpan === (citation.line_span ?? lineSpan) ? 'fresh' : 'moved', lineSpan };
}
