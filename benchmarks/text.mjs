import { createRequire } from 'node:module';
import { canonicalJson, normalizeMultiline, wrapText } from '@batonkit/core/text';
import { amount, median, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/text.mjs: canonicalJson against the package canonicalize, and megabytes per second of the rest.
// Rivals take turns within one run; the numbers are medians.

// Its types describe a default export that CommonJS does not have.
/** @type {(value: unknown) => string} */
const canonicalize = createRequire(import.meta.url)('canonicalize');

const ROUNDS = amount(21, 1);
const sentence =
  'Some text with words, "quotes" and\nnew lines, é and so on: what people write when they describe a task. ';

const auditEntry = {
  seq: 12,
  revision: 12,
  at: 1763261000000,
  actor: 'claude',
  session: 's-1',
  head: '3f786850e387550fdab836ed7e6dc881de23001b',
  event: { type: 'TurnStarted', role: 'implementer' },
  prev: '0'.repeat(64),
};
const record = {
  schema: 'batonkit/record',
  task_id: 'TASK-0824',
  context: {
    task_snapshot: { title: 'Add retry', priority: 'P1', area: 'backend', description: sentence.repeat(10) },
    standards_citations: Array.from({ length: 10 }, (_, index) => ({
      file: 'standards/backend-tier.md',
      section: 'handler-constraints',
      requirement: 'Handler complexity must not exceed 10',
      line_span: 'L42-L89',
      content_sha: `a3f5b8c9d2e1f4${index}`,
    })),
    repo_paths: Array.from({ length: 200 }, (_, index) => `packages/core/src/module-${index}/file-${index * 7}.ts`),
  },
  coordination: {
    implementer: { status: 'done', started_at: 1763261000000, findings: [] },
    reviewer: { status: 'pending' },
  },
};
const rows = Array.from({ length: 2_000 }, (_, index) => ({
  zeta: index * 1.5,
  id: index,
  name: `name ${index}`,
  tags: ['a', 'b', index],
  nested: { y: null, x: -index / 3 },
}));
const longText = { text: sentence.repeat(5_000) };

console.log('canonicalJson, time in units of canonicalize (below 1.00 is faster):');
for (const [name, value, calls] of /** @type {const} */ ([
  ['audit entry', auditEntry, 3_000],
  ['record, 15 KB', record, 100],
  ['2,000 small objects', rows, 3],
  ['one text of 500 KB', longText, 5],
])) {
  const [own = [], rival = []] = await race(
    ROUNDS,
    [() => canonicalJson(value), () => canonicalize(value)].map((run) => () => {
      // Reading a character makes the engine finish the string it has only promised so far.
      for (let call = 0; call < calls; call += 1) run().charCodeAt(0);
    }),
  );
  const told = { what: `canonicalJson: ${name}`, rival: 'canonicalize', ...ratio(own, rival) };
  console.log(`  ${name.padEnd(22)} ${tellGoal(told)}   ${((median(own) / calls) * 1000).toFixed(1)} µs`);
}

const prose = 'The quick brown fox jumps over the lazy dog and runs away again. '.repeat(16_000);
const lines = prose.replaceAll('. ', '.\n');
const paragraphs = `${lines.split('\n').slice(0, 8).join('\n')}\n\n- item\n- item\n\n`.repeat(1_800);

console.log('megabytes per second:');
for (const [name, text, run] of /** @type {const} */ ([
  ['wrapText, one line', prose, wrapText],
  ['wrapText, many lines', lines, wrapText],
  ['normalizeMultiline 1.0.0', lines, (/** @type {string} */ text) => normalizeMultiline(text, { version: '1.0.0' })],
  ['normalizeMultiline 2.0.0', paragraphs, normalizeMultiline],
])) {
  const [times = []] = await race(ROUNDS, [() => run(text).charCodeAt(0)]);
  console.log(`  ${name.padEnd(26)} ${(text.length / 1e3 / median(times)).toFixed(0)}`);
}
