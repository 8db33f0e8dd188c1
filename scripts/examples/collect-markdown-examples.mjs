import { readFileSync } from 'node:fs';
import { listDocuments } from './list-documents.mjs';

/**
 * The blocks of code in the documentation: `ts` is compiled and run in an empty git repository, `ts no-run` only compiled. Each is a whole
 * program in plain JavaScript, as a reader would paste it (the gate `installed` does).
 *
 * @returns {import('./collect-tsdoc-examples.mjs').Example[]}
 */
export function collectMarkdownExamples() {
  return listDocuments().flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const blocks = text.matchAll(/^```(?:ts|typescript)( no-run)?\n([\s\S]*?)^```$/gm);
    return [...blocks].map(([, noRun, code = ''], index) => ({
      title: `${document} block ${index + 1}`,
      packageName: /^packages\/([^/]+)\//.exec(document)?.[1] ?? '',
      code,
      run: noRun === undefined,
      asserts: false,
    }));
  });
}
