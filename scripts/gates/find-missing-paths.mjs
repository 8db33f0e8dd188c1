import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

const LOOKS_LIKE_A_PATH = /^[\w.-]+(\/[\w.-]+)+\/?$|^[\w.-]+(\.(ts|mjs)|\/)$/;

/**
 * Paths in backticks that are not there. A path may leave out the folders it begins with; in a table column headed
 * "file of `core/src`" it lies below `packages/core/src`, or is given from `packages`.
 *
 * @param {string} document
 */
export function findMissingPaths(document) {
  const there = ['docs', 'examples', 'packages', 'scripts'].flatMap((folder) => [folder, ...listBelow(folder)]);
  const named = pathsOf(document);
  const missing = named.filter(({ path, below }) => {
    const wanted = `/${path.replace(/\/$/, '')}`;
    return !there.some((known) => {
      const isInside = below === undefined || known.startsWith(`packages/${below}/`) || known === `packages${wanted}`;
      return isInside && `/${known}`.endsWith(wanted);
    });
  });
  return { count: named.length, missing: missing.map(({ path }) => path) };
}

/**
 * @param {string} document
 * @returns {{ path: string, below: string | undefined }[]}
 */
function pathsOf(document) {
  /** @type {(string | undefined)[]} */
  let columns = [];
  let column = -1;
  return new MarkdownIt().parse(readFileSync(document, 'utf8'), {}).flatMap(({ type, content, children }) => {
    if (type === 'table_open' || type === 'table_close') columns = [];
    if (type === 'tr_open' || type === 'table_close') column = -1;
    if (type === 'th_open') columns.push(undefined);
    if (type === 'th_open' || type === 'td_open') column += 1;
    if (type !== 'inline') return [];
    const base = /^(?:file|folder) of `(.+)`$/.exec(content)?.[1];
    if (base !== undefined) columns[column] = base;
    return (children ?? [])
      .filter((child) => child.type === 'code_inline' && LOOKS_LIKE_A_PATH.test(child.content))
      .map((child) => ({ path: child.content, below: base === undefined ? columns[column] : undefined }));
  });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', '.cache'].includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...listBelow(path)] : [path];
    });
}
