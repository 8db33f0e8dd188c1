import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { listDocuments } from '../examples/list-documents.mjs';
import { findMissingPaths } from './find-missing-paths.mjs';

// Relative links of the documentation lead to files and headings that exist, and so do the paths that ARCHITECTURE.md names;
// every page of docs is linked from another one. Links to other sites are not followed: npm test needs no network.

const markdown = new MarkdownIt({ html: true });
/** @type {string[]} */
const problems = [];
/** @type {Set<string>} */
const linked = new Set(['README.md']);
let count = 0;
for (const document of listDocuments()) {
  for (const link of linksOf(document)) {
    if (/^[a-z][a-z+.-]*:/i.test(link)) continue;
    count += 1;
    const [path = '', anchor] = decodeURI(link).split('#');
    const target = path === '' ? document : join(dirname(document), path);
    if (target !== document) linked.add(target);
    if (relative('.', target).startsWith('..')) problems.push(`${document}: ${link} leads out of the repository.`);
    else if (!existsSync(target)) problems.push(`${document}: ${link} leads nowhere.`);
    else if (anchor !== undefined && !anchorsOf(target).has(anchor)) {
      problems.push(`${document}: ${link} names a heading that is not there.`);
    }
  }
}
for (const document of listDocuments().filter((name) => name.startsWith('docs/') && !linked.has(name))) {
  problems.push(`${document}: no other page links to it.`);
}
const named = findMissingPaths('ARCHITECTURE.md');
for (const path of named.missing) problems.push(`ARCHITECTURE.md: \`${path}\` is not there.`);
for (const problem of problems) console.error(problem);
console.log(`${count} links, ${named.count} paths, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** @param {string} document */
function linksOf(document) {
  return markdown
    .parse(readFileSync(document, 'utf8'), {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => [token.attrGet('href'), token.attrGet('src')])
    .filter((link) => typeof link === 'string');
}

/**
 * As GitHub makes them.
 * @param {string} document
 */
function anchorsOf(document) {
  /** @type {Set<string>} */
  const anchors = new Set();
  if (statSync(document).isDirectory() || !document.endsWith('.md')) return anchors;
  const slugger = new GithubSlugger();
  const tokens = markdown.parse(readFileSync(document, 'utf8'), {});
  for (const [index, { type }] of tokens.entries()) {
    if (type !== 'heading_open') continue;
    const text = tokens[index + 1]?.children?.map(({ content }) => content).join('') ?? '';
    anchors.add(slugger.slug(text));
  }
  return anchors;
}
