import { type AttributedFile, BEFORE_WORKFLOW, sumLines } from './attribute-chain.ts';
import { linesWithEnds } from './lines-with-ends.ts';

/**
 * Prints files with the role of each line in front, as `git blame` does with commits.
 *
 * @example
 * ```ts
 * import { attributeChain, formatBlame } from '@batonkit/core/attribution';
 *
 * const files = attributeChain({
 *   base: new Map(),
 *   steps: [{ role: 'implementer', files: new Map([['a.txt', { text: 'one\ntwo' }]]) }],
 * });
 * formatBlame(files); // => 'a.txt\nimplementer 1) one\nimplementer 2) two\n'
 * ```
 */
export function formatBlame(files: readonly AttributedFile[]): string {
  return files.map(blameOf).join('\n');
}

/**
 * The trailers of a commit with this work: one line for each role that has lines in it, those from outside the workflow too.
 *
 * @example
 * ```ts
 * import { attributeChain, formatTrailers } from '@batonkit/core/attribution';
 *
 * const files = attributeChain({
 *   base: new Map(),
 *   steps: [{ role: 'reviewer', files: new Map([['a.txt', { text: 'one\ntwo\n' }]]) }],
 * });
 * formatTrailers(files); // => ['Baton-Role: reviewer; lines=2']
 * ```
 */
export function formatTrailers(files: readonly AttributedFile[]): readonly string[] {
  return sumLines(files)
    .filter(({ role }) => role !== BEFORE_WORKFLOW)
    .map(({ role, count }) => `Baton-Role: ${role}; lines=${count}`);
}

function blameOf({ path, previousPath, lastRole, text, spans }: AttributedFile): string {
  const title = previousPath === null ? path : `${path} (was ${previousPath})`;
  if (text === null) return `${title}\n${lastRole} ) binary\n`;
  const lines = linesWithEnds(text);
  const roleWidth = Math.max(0, ...spans.map(({ role }) => role.length));
  const numberWidth = String(lines.length).length;
  const body = spans.flatMap(({ role, from, count }) =>
    lines.slice(from - 1, from - 1 + count).map((line, at) => {
      const number = String(from + at).padStart(numberWidth);
      return `${role.padEnd(roleWidth)} ${number}) ${line.replace(/\n$/, '')}\n`;
    }),
  );
  return `${title}\n${body.join('')}`;
}
