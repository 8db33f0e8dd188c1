// Writes what markdown-it answers for headings and sections, as cases beside the tests:
//
//     node packages/markdown/oracles/markdown_cases.mjs
//     node packages/markdown/oracles/markdown_cases.mjs --count 20000 --seed 7 --out /tmp/headings.cases.json
//     HEADING_CASES=/tmp/headings.cases.json npx vitest run packages/markdown/src/syntax/heading-cases
//
// A document starts with no front matter, which markdown-it does not know, and a link definition stands alone at its end:
// on what follows one directly, markdown-it and the reference implementation differ.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import MarkdownIt from 'markdown-it';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '20261116' },
    out: { type: 'string', default: new URL('../src/syntax/headings.cases.json', import.meta.url).pathname },
  },
});

const PREFIXES = ['', '', '', '', '', ' ', '   ', '    ', '\t', '> ', '>', '- ', '* ', '1. ', '2) ', '  - ', '+ '];
const LINES = [
  ...[
    'Plain text',
    'more *text* here',
    '',
    '',
    '',
    '---',
    '===',
    '***',
    '- item',
    '1. first',
    '> quote',
    '| a | b |',
    'a\\',
  ],
  ...['```', '~~~', '```js', '````', '<div>', '</div>', '<!-- note', '-->', '<script>', '</script>', '    code'],
];
const TITLES = [
  ...[
    'Plan',
    'Step 1.1: Start',
    'Step 11.10',
    '`code` and *stress*',
    'A \\# B',
    'Q &amp; A',
    '[link](/u "t") end',
    'closed ##',
  ],
  ...[
    '![alt](x.png)',
    '**Bold**',
    'Ünïcode 字',
    '',
    '#',
    'trailing  ',
    '<b>html</b>',
    'tab\tinside',
    '~~x~~',
    '1A.2-beta',
    '[ref]',
  ],
];

const markdownIt = new MarkdownIt('commonmark');
const random = createRandom(Number(values.seed));
const cases = Array.from({ length: Number(values.count) }, () => answer(makeDocument()));
writeFileSync(values.out, `[\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);

/** @param {number} seed */
function createRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @returns {Item}
 */
function pick(items) {
  return /** @type {Item} */ (items[Math.floor(random() * items.length)]);
}

function makeDocument() {
  const ending = pick(['\n', '\n', '\n', '\r\n', '\r']);
  const lines = Array.from({ length: 2 + Math.floor(random() * 14) }, makeLine);
  const definition = random() < 0.3 ? `${ending}${ending}[ref]: /url` : '';
  const text = lines.join(ending) + definition + pick(['', ending]);
  return /^(?:---|\+\+\+)/.test(text) ? `Start${ending}${text}` : text;
}

function makeLine() {
  const roll = random();
  if (roll < 0.35) return `${pick(['#', '##', '##', '###', '####', '######', '#######'])} ${pick(TITLES)}`;
  if (roll < 0.45) return pick(TITLES);
  return pick(PREFIXES) + pick(LINES);
}

/** @param {string} markdown */
function answer(markdown) {
  const tokens = markdownIt.parse(markdown, {});
  const starts = lineStarts(markdown);
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.level !== 0) return [];
    const text = textOf(tokens[index + 1]?.children ?? []).replaceAll(/\s+/g, ' ');
    return [{ level: Number(token.tag.slice(1)), text: text.trim(), line: (token.map?.[0] ?? -1) + 1 }];
  });
  const sections = headings.map(({ level, line }, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= level);
    const text = markdown.slice(starts[line - 1], next === undefined ? undefined : starts[next.line - 1]);
    return next === undefined ? text : text.replace(/(?:\r\n|\r|\n)$/, '');
  });
  return { markdown, headings, sections };
}

/** @param {string} markdown */
function lineStarts(markdown) {
  return [0, ...Array.from(markdown.matchAll(/\r\n|\r|\n/g), ({ index, 0: ending }) => index + ending.length)];
}

/**
 * @param {readonly import('markdown-it').Token[]} tokens
 * @returns {string}
 */
function textOf(tokens) {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      if (type === 'html_inline') return '';
      return type === 'image' ? textOf(children ?? []) : content;
    })
    .join('');
}
