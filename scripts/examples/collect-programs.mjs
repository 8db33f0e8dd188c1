import { readFileSync } from 'node:fs';
import { listDocuments } from './list-documents.mjs';

/**
 * Every block of code in the documentation is a program: what a reader pastes into a file and starts with node. The paragraph above may name the
 * file (`node <file>`); `no-run` says that it needs something that is not there, such as a database, so that only its syntax can be checked.
 *
 * @returns {{ document: string; file: string; code: string; runs: boolean }[]}
 */
export function collectPrograms() {
  return listDocuments().flatMap((document) => {
    const blocks = readFileSync(document, 'utf8').matchAll(
      /^(.*)\n\n```(?:ts|typescript|js|javascript|mjs)\b(.*)\n([\s\S]*?)^```$/gm,
    );
    return Array.from(blocks, ([, paragraph = '', tags = '', code = '']) => ({
      document,
      file: /`node ([\w.-]+)`/.exec(paragraph)?.[1] ?? 'pasted.mjs',
      code,
      runs: !tags.includes('no-run'),
    }));
  });
}
