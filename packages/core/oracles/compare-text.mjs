import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeMultiline, wrapText } from '@batonkit/core/text';

// node packages/core/oracles/compare-text.mjs <folder written by text_cases.py>

const folder = process.argv[2] ?? '.';
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
let wrong = 0;

function compare(name, input, actual, expected) {
  if (actual === expected) return;
  wrong += 1;
  if (wrong <= 5) console.error(JSON.stringify({ name, input, actual, expected }, null, 2));
}

const wrapCases = read('wrap-text.cases.json');
for (const { text, width, expected } of wrapCases) compare('wrapText', { text, width }, wrapText(text, width), expected);

const seedCases = read('normalize-like-the-seed.cases.json');
for (const { text, preserveFormatting, expected } of seedCases) {
  const options = { version: '1.0.0', preserveFormatting };
  compare('normalizeMultiline', { text, ...options }, normalizeMultiline(text, options), expected);
}

console.log(`${wrapCases.length + seedCases.length} cases, ${wrong} wrong`);
process.exit(wrong === 0 ? 0 : 1);
