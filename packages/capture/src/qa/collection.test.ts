import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseQaReport } from './parse-qa-report.ts';

interface Entry {
  readonly file: string;
  readonly format: string;
  readonly command: string;
  readonly exitCode: number;
  readonly truth: string;
  readonly failing?: readonly string[];
}
const read = (name: string): string => readFileSync(new URL(`./collection/${name}`, import.meta.url), 'utf8');
const ENTRIES = JSON.parse(read('collection.json')) as readonly Entry[];

test('the collection is large', () => {
  expect(ENTRIES.length).toBeGreaterThan(200);
});

test.each(ENTRIES.map((entry) => [entry.file, entry] as const))('%s is read as what it is', (_file, entry) => {
  const { exitCode, command, truth, failing = [], format } = entry;
  const text = read(entry.file);
  const report = parseQaReport(text, { exitCode, command });
  expect(report.status, report.failures.join('\n')).toBe(truth);
  if (text.trim() !== '') expect(report.format).toBe(format);
  for (const name of failing) expect(report.failures.join('\n')).toContain(name);
  // Whatever the exit code was, what failed is not green without it, and nothing is green with a wrong one.
  if (truth === 'failed') expect(parseQaReport(text, { command }).status).not.toBe(exitCode === 0 ? '' : 'passed');
  expect(parseQaReport(text, { command, exitCode: 1 }).status).toBe('failed');
});
