// The secret scanner beside secretlint's recommended rules, in the same run, on 1 MiB of each input.
// Usage: npm run build && node benchmarks/secrets.mjs
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scanForSecrets } from '@batonkit/secrets';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { amount, median, race, ratio, summary } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: at most 20 ms for a megabyte of each input that is named so; the others are known to be slower.
const LIMITED = ['markdown', 'base64', 'eyJ', '-----BEGIN', '://', 'password='];
const LIMIT_MS = 20;
const MEBIBYTE = amount(1 << 20, 1 << 14);
const ROUNDS = amount(9, 1);
const LIBRARIES = amount(1, 0) === 1 ? 'node_modules/.pnpm' : 'node_modules/typedoc';

const inputs = {
  markdown: fill(readFiles(LIBRARIES, /\.md$/)),
  javascript: fill(readFiles(LIBRARIES, /\.m?js$/)),
  base64: fill(Buffer.from(pseudoRandomBytes(MEBIBYTE)).toString('base64')),
  eyJ: fill('eyJ'),
  'eyJ and a dot': fill('eyJhbGciOi.'),
  '-----BEGIN': fill('-----' + 'BEGIN'),
  'PEM header': fill('-----' + 'BEGIN RSA PRIVATE KEY-----\n'),
  '://': fill('://'),
  'http://a:b@c': fill('http://a:b@c'),
  'password=': fill('password='),
  'password="': fill('password="'),
  'password: x': fill('password: x\n'),
  AKIA: fill('AKIA'),
  'sk-': fill('sk-'),
  _live_: fill('_live_'),
  'key ': fill('key '),
  spaces: fill(' '),
};

console.log(
  'median of interleaved rounds, milliseconds for 1 MiB; "processor" is the time that other programs did not take',
);
console.log('input           ', ' batonkit', ' processor', ' secretlint', '  ratio');
for (const [name, text] of Object.entries(inputs)) {
  /** @type {number[]} */
  const used = [];
  const [ours = [], theirs = []] = await race(ROUNDS, [() => void used.push(scan(text)), () => secretlint(text)]);
  const processor = used.slice(-ROUNDS);
  const told = { what: `secret scan of 1 MiB: ${name}`, ...summary(processor), unit: 'ms', atMost: LIMIT_MS };
  console.log(
    name.padEnd(16),
    median(ours).toFixed(1).padStart(9),
    median(processor).toFixed(1).padStart(10),
    median(theirs).toFixed(1).padStart(11),
    ratio(ours, theirs).value.toFixed(2).padStart(7),
    LIMITED.includes(name) ? `  ${tellGoal(told)}` : '',
  );
  if (name === 'markdown') tellGoal({ what: told.what, rival: 'secretlint', ...ratio(ours, theirs) });
}

/**
 * Scans, and answers the milliseconds of processor time.
 *
 * @param {string} text
 */
function scan(text) {
  const before = process.cpuUsage();
  scanForSecrets(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** @param {string} content */
async function secretlint(content) {
  return lintSource({
    source: { filePath: '/input.txt', content, ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] } },
  });
}

/** @param {string} text */
function fill(text) {
  return text.repeat(Math.ceil(MEBIBYTE / text.length)).slice(0, MEBIBYTE);
}

/** @param {number} length */
function pseudoRandomBytes(length) {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/**
 * @param {string} folder
 * @param {RegExp} pattern
 */
function readFiles(folder, pattern) {
  let text = '';
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !pattern.test(entry.name)) continue;
    text += readFileSync(join(entry.parentPath, entry.name), 'utf8');
    if (text.length >= MEBIBYTE) break;
  }
  return text === '' ? 'nothing found ' : text;
}
