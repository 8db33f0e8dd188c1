import { assembleTaskContext, extractSection, listHeadings, parseReport, parseTasks } from '@batonkit/markdown';
import MarkdownIt from 'markdown-it';
import { lexer } from 'marked';
import { amount, median, race, ratio, summary } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Headings of one megabyte of markdown, against the parsers people would use otherwise, in one run; then inputs made to
// hurt. Build first (`npm run build`), then `node benchmarks/markdown.mjs`.

const rounds = amount(15, 2);
const markdown = realisticMarkdown(amount(1_000_000, 20_000));
const markdownIt = new MarkdownIt('commonmark');
markdownIt.core.ruler.disable('inline');

/** @type {Record<string, () => number>} */
const rivals = {
  'batonkit listHeadings': () => listHeadings(markdown).length,
  'batonkit extractSection': () => extractSection(markdown, '9.99.9')?.length ?? 0,
  'markdown-it, inline off': () =>
    markdownIt.parse(markdown, {}).filter(({ type, level }) => type === 'heading_open' && level === 0).length,
  marked: () => lexer(markdown).filter(({ type }) => type === 'heading').length,
  'line regex (wrong)': () => [...markdown.matchAll(/^#{1,6}\s+.+$/gm)].length,
};

const times = await race(rounds, Object.values(rivals));
console.log(`headings of ${(markdown.length / 1e6).toFixed(1)} MB, median of ${rounds} interleaved runs`);
const ours = times[0];
const [baseline, other] = ['markdown-it, inline off', 'marked'].map((name) => times[Object.keys(rivals).indexOf(name)]);
for (const [index, [name, run]] of Object.entries(rivals).entries()) {
  const share = ratio(times[index], baseline).value.toFixed(2);
  const time = median(times[index] ?? []).toFixed(1);
  console.log(`  ${name.padEnd(28)} ${time.padStart(8)} ms   ${share}x markdown-it   (${run()} found)`);
}
const what = 'headings of 1 MB';
console.log(tellGoal({ what, rival: 'markdown-it, inline off', ...ratio(ours, baseline), atMost: 1 }));
console.log(tellGoal({ what, rival: 'marked', ...ratio(ours, other) }));

const tasks = `# Tasks\n${'### Task 1.1: Title\n**Why:** Plan 1.1 / Design A\n**Done when:** green\n\n'.repeat(amount(14_000, 20))}`;
const [task] = parseTasks(tasks).unwrapOr([]);
/** @type {Record<string, () => unknown>} */
const others = {
  'parseTasks, 1 MB': () => parseTasks(tasks),
  'parseReport, 1 MB': () => parseReport(markdown),
  'assembleTaskContext, 2 x 1 MB': () =>
    task && assembleTaskContext({ task, artifacts: { plan: markdown, design: markdown } }),
};
console.log('the other parsers');
for (const [name, run] of Object.entries(others)) {
  console.log(
    `  ${name.padEnd(32)} ${median(Array.from({ length: amount(5, 1) }, () => timed(run)))
      .toFixed(1)
      .padStart(8)} ms`,
  );
}

/** @type {Record<string, string>} */
const hostile = {
  '20,000 nested >': '>'.repeat(20_000),
  '500,000 nested >': '> '.repeat(500_000),
  '1 MB of backticks': '`'.repeat(1_000_000),
  '100,000 headings': '# a\n'.repeat(100_000),
  '100,000 setext headings': 'a\n=\n'.repeat(100_000),
  '20,000 nested lists': `${'- '.repeat(20_000)}x`,
  '300,000 nested lists, then as many blank lines': `${'- '.repeat(300_000)}x${'\n'.repeat(300_000)}`,
  'a staircase of lists': Array.from({ length: 1_400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  '1 MB of [': '['.repeat(1_000_000),
  'a heading of 1 MB of [': `# ${'['.repeat(1_000_000)}`,
  'a heading of 1 MB of *': `# ${'*'.repeat(1_000_000)}`,
  'a table of 100,000 rows': '| a | b |\n'.repeat(100_000),
  'unclosed HTML': '<div>\n'.repeat(160_000),
  '<!-- repeated': '<!--\n'.repeat(200_000),
  'a 1 MB tag': `<a${' a="b"'.repeat(160_000)}`,
  '1 MB single line': 'a'.repeat(1_000_000),
  '1 MB of spaces': `${' '.repeat(1_000_000)}a`,
  '140,000 definitions and an underline': `${'[a]: b\n'.repeat(140_000)}===\n`,
  'unclosed front matter': `---\n${'a\n'.repeat(500_000)}`,
  'CR only': 'a\r'.repeat(500_000),
};
console.log('hostile input, median of 5, and the same of half the size');
/** @type {number[]} */
let slowest = [];
for (const [name, whole] of Object.entries(hostile)) {
  const text = whole.slice(0, amount(whole.length, 2_000));
  const [all = [], half = []] = await race(amount(5, 1), [
    () => void listHeadings(text),
    () => void listHeadings(text.slice(0, text.length / 2)),
  ]);
  if (slowest.length === 0 || median(all) > median(slowest)) slowest = all;
  const shown = [all, half].map((measured) => median(measured).toFixed(1).padStart(8));
  console.log(`  ${name.padEnd(48)} ${shown.join(' ms   half ')} ms`);
}
const worst = { what: 'headings of the slowest of 20 hostile inputs', ...summary(slowest), unit: 'ms', atMost: 100 };
console.log(`  the slowest: ${tellGoal(worst)}`);

/** @param {() => unknown} run */
function timed(run) {
  const started = performance.now();
  run();
  return performance.now() - started;
}

/**
 * Design documents as agents write them: prose, lists, code, tables, quotes and numbered headings.
 * @param {number} length
 */
function realisticMarkdown(length) {
  const words =
    'the handler reads a record from the store and checks its revision before it commits so that `expected` **never** lies [see](x.md)'.split(
      ' ',
    );
  let state = 1;
  const next = (/** @type {number} */ limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  const prose = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => words[next(words.length)]).join(' ');
  const parts = [];
  for (let size = 0, number = 1; size < length; number += 1) {
    const heading = `${'#'.repeat(2 + (number % 3))} Step ${Math.floor(number / 9)}.${number % 9}: ${prose(4)}`;
    const section = [
      heading,
      `${prose(30)}\n${prose(25)}`,
      Array.from({ length: 4 }, () => `- ${prose(9)}\n  - ${prose(6)}`).join('\n'),
      `\`\`\`ts\n# ${prose(5)}\nconst a = 1;\n\`\`\``,
      number % 4 === 0 ? `| a | b |\n|---|---|\n| ${prose(3)} | ${prose(3)} |` : `> ${prose(20)}`,
      number % 5 === 0 ? `${prose(3)}\n---` : `1. ${prose(8)}\n2. ${prose(8)}`,
    ].join('\n\n');
    parts.push(section);
    size += section.length + 2;
  }
  return parts.join('\n\n').slice(0, length);
}
