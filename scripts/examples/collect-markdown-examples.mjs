import { readFileSync } from 'node:fs';
import { listDocuments } from './list-documents.mjs';

/**
 * The TypeScript blocks of the documentation:
 * - `ts` is compiled and run in an empty git repository;
 * - `ts no-run` is only compiled;
 * - `<!-- setup` ... `-->` right above holds what the reader has anyway (say, a task) and is put in front of the block.
 *
 * @returns {import('./collect-tsdoc-examples.mjs').Example[]}
 */
export function collectMarkdownExamples() {
  return listDocuments().flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const blocks = text.matchAll(
      /^(?:<!-- setup\n([\s\S]*?)\n-->\n+)?```(?:ts|typescript)( no-run)?\n([\s\S]*?)^```$/gm,
    );
    return [...blocks].map(([, setup = '', noRun, code = ''], index) => ({
      title: `${document} block ${index + 1}`,
      packageName: /^packages\/([^/]+)\//.exec(document)?.[1] ?? '',
      code: `${setup}\n${code}`,
      run: noRun === undefined,
      asserts: false,
    }));
  });
}
