import { failure, type Failure } from '@batonkit/core';

/** One place in a file that is not as it must be. Lines count from 1. */
export interface SchemaProblem {
  readonly file: string;
  readonly line: number;
  readonly detail: string;
}

/** A text file that people edit is not in the form that the operation needs. Nothing was written. */
export type SchemaViolation = Failure<'SchemaViolation', { readonly problems: readonly SchemaProblem[] }>;

/** The failure for some problems, each told with its file and line. */
export function schemaViolation(problems: readonly SchemaProblem[]): SchemaViolation {
  const shown = problems.slice(0, 20).map(({ file, line, detail }) => `${file}:${line}: ${detail}`);
  const more = problems.length > shown.length ? `\n... and ${problems.length - shown.length} more` : '';
  return failure(
    'SchemaViolation',
    `${shown.join('\n')}${more}\nNothing was written. Correct the lines, then try again.`,
    {
      problems,
    },
  );
}
