import { listHeadings } from '@batonkit/markdown';
import {
  err,
  ok,
  type Rejection,
  rejection,
  type Result,
  ResultAsync,
  type Unmet,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';

/** A document that has to be sound before work begins. */
export interface EvaluatedDocument {
  readonly kind: 'PLAN' | 'SPEC';
  readonly path: string;
  readonly text: string;
}

/** Judges a document; nothing in the list means it passes. */
export type DocumentEvaluator = (document: EvaluatedDocument) => readonly Unmet[] | Promise<readonly Unmet[]>;

const PLACEHOLDER = /\b(?:TBD|TODO|FIXME|XXX|lorem ipsum)\b|<[a-z][a-z -]*>|\{\{|^\s*(?:\.\.\.|…)\s*$/im;

/**
 * The default evaluator, which checks structure only: a title, at least one section with text of its own, no placeholders, and in a plan at
 * least one step (a list item, or a heading with a number).
 *
 * @example
 * ```ts
 * import { evaluateStructure } from '@batonkit/guard';
 *
 * evaluateStructure({ kind: 'PLAN', path: 'PLAN.md', text: '# Plan\n\n## Steps\n\n1. Build the lexer\n' }); // => []
 * evaluateStructure({ kind: 'SPEC', path: 'SPEC.md', text: '' }).map(({ condition }) => condition); // => ['has-title', 'has-sections']
 * ```
 */
export function evaluateStructure({ kind, path, text }: EvaluatedDocument): readonly Unmet[] {
  const headings = listHeadings(text);
  const unmet: Unmet[] = [];
  const demand = (isMet: boolean, condition: string, detail: string): void => {
    if (!isMet) unmet.push({ condition, detail: `${path}: ${detail}` });
  };
  const sections = headings.filter(({ level }) => level > 1);
  const isFilled = ({ end }: { readonly end: number }, index: number): boolean =>
    text.slice(end, sections[index + 1]?.start).trim() !== '';
  demand(
    headings.some(({ level }) => level === 1),
    'has-title',
    'The document has no title.',
  );
  demand(sections.some(isFilled), 'has-sections', 'The document has no section with text in it.');
  const placeholder = PLACEHOLDER.exec(text);
  const line = placeholder === null ? 0 : text.slice(0, placeholder.index).split(/\r\n|\r|\n/).length;
  demand(
    placeholder === null,
    'no-placeholders',
    `Line ${line} holds a placeholder, so something is still to be decided.`,
  );
  if (kind === 'PLAN' && headings.length > 0) {
    const hasStep = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/m.test(text) || sections.some((heading) => /\d/.test(heading.text));
    demand(hasStep, 'has-steps', 'The plan lists no step.');
  }
  return unmet;
}

/**
 * The gate before execution: reads PLAN and SPEC of a track and lets an evaluator judge both. Fails with `Rejected`, listing everything
 * that is wrong in either; a missing document is. An evaluator that throws is a bug of its author and is not caught.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { checkDocuments } from '@batonkit/guard';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles();
 * await orThrow(files.write('PLAN.md', '# Plan\n\n## Steps\n\n- build\n'));
 * const gate = await checkDocuments({ files, plan: 'PLAN.md', spec: 'SPEC.md' });
 * gate.isErr() && gate.error.message; // => 'SPEC.md is missing.'
 * ```
 */
export function checkDocuments(options: {
  readonly files: WorkspaceFiles;
  readonly plan: string;
  readonly spec: string;
  readonly evaluate?: DocumentEvaluator | undefined;
}): ResultAsync<void, WorkspaceFilesError | Rejection<'Rejected'>> {
  const { files, plan, spec, evaluate = evaluateStructure } = options;
  const check = async (): Promise<Result<void, WorkspaceFilesError | Rejection<'Rejected'>>> => {
    const unmet: Unmet[] = [];
    for (const { kind, path } of [
      { kind: 'PLAN', path: plan },
      { kind: 'SPEC', path: spec },
    ] as const) {
      const read = await files.read(path);
      if (read.isErr()) return err(read.error);
      if (read.value === null) unmet.push({ condition: 'is-there', detail: `${path} is missing.` });
      else unmet.push(...(await evaluate({ kind, path, text: read.value.text })));
    }
    return unmet.length === 0 ? ok() : err(rejection('Rejected', unmet));
  };
  return new ResultAsync(check());
}
