import { readFileSync } from 'node:fs';
import { listDocuments } from './list-documents.mjs';

/**
 * The programs of the documentation: a block right below a paragraph that tells to run it by `node <file>`.
 *
 * @returns {{ document: string; file: string; code: string }[]}
 */
export function collectPrograms() {
  return listDocuments().flatMap((document) => {
    const blocks = readFileSync(document, 'utf8').matchAll(/^(.+)\n\n```(?:ts|js)(?: no-run)?\n([\s\S]*?)^```$/gm);
    return [...blocks].flatMap(([, paragraph = '', code = '']) => {
      const file = /`node ([\w.-]+)`/.exec(paragraph)?.[1];
      return file === undefined ? [] : [{ document, file, code }];
    });
  });
}
