// The secret scanner beside secretlint's recommended rules, in the same run, on 1 MiB of each input.
// Usage: npm run build && node benchmarks/secrets.mjs
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scanForSecrets } from '@batonkit/core/secrets';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const MEBIBYTE = 1 << 20;
const ROUNDS = 9;

const inputs = {
  markdown: fill(readFiles('node_modules/.pnpm', /\.md$/)),
  javascript: fill(readFiles('node_modules/.pnpm', /\.m?js$/)),
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
  spaces: fill(' '),
};

/** @type {Record<string, { ours: number[]; theirs: number[] }>} */
const times = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, text] of Object.entries(inputs)) {
    const { ours, theirs } = (times[name] ??= { ours: [], theirs: [] });
    ours.push(await time(() => scanForSecrets(text)));
    if (round < 5) theirs.push(await time(() => secretlint(text)));
  }
}

console.log('median of interleaved rounds, milliseconds for 1 MiB');
console.log('input'.padEnd(16), 'batonkit'.padStart(9), 'secretlint'.padStart(11), 'ratio'.padStart(7));
for (const [name, { ours, theirs }] of Object.entries(times)) {
  const [mine, other] = [median(ours), median(theirs)];
  console.log(
    name.padEnd(16),
    mine.toFixed(1).padStart(9),
    other.toFixed(1).padStart(11),
    (mine / other).toFixed(2).padStart(7),
  );
}

/** @param {string} content */
async function secretlint(content) {
  return lintSource({
    source: { filePath: '/input.txt', content, ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] } },
  });
}

/** @param {() => unknown} run */
async function time(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
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
