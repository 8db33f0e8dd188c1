import { createQaParser } from '@batonkit/capture/qa';
import type { ParseQa, QaReading } from '@batonkit/core';
import { expect, test } from 'vitest';
import { qaParserSuite, type QaParserSuiteOptions } from './qa-parser-suite.ts';

type Parser = NonNullable<NonNullable<Parameters<typeof createQaParser>[0]>['parsers']>[number];

/** A format of one line for each test below a heading: `plain 1`, `+ adds`, `- divides`. */
const plain: Parser = {
  name: 'plain',
  parse: (text) => {
    if (!/^(?:plain 1|[+-] \S)/.test(text)) return null;
    const lines = text.split('\n').filter((line) => /^[+-] \S/.test(line));
    return {
      tests: lines.map((line) => ({ name: line.slice(2).trim(), status: line.startsWith('+') ? 'passed' : 'failed' })),
    };
  },
};
const sound = createQaParser({ parsers: [plain] });
const samples: QaParserSuiteOptions['samples'] = [
  { name: 'green', text: 'plain 1\n+ adds\n+ subtracts\n', command: 'plain', exitCode: 0, status: 'passed' },
  {
    ...{
      name: 'red',
      text: 'plain 1\n+ adds\n- subtracts\n- divides\n',
      command: 'plain',
      exitCode: 1,
      status: 'failed',
    },
    failing: ['subtracts', 'divides'],
  },
  { name: 'nothing ran', text: 'plain 1\n', command: 'plain', exitCode: 0, status: 'unknown' },
];

const spoil =
  (change: (read: QaReading, hints: { readonly exitCode?: number | null }, text: string) => QaReading): ParseQa =>
  (text, hints) =>
    change(sound(text, hints), hints, text);
const wait = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Ways to break a sound parser. The suite must notice every one. */
const FAULTS: Readonly<Record<string, ParseQa>> = {
  'lets an exit code other than 0 pass': (text, { exitCode: _, ...hints }) => sound(text, { ...hints, exitCode: 0 }),
  'takes a signal for a good end': (text, { exitCode = 0, ...hints }) =>
    sound(text, { ...hints, exitCode: exitCode ?? 0 }),
  'throws on what it does not know': (text, hints) => {
    if (!text.startsWith('plain 1')) throw new Error('unexpected input');
    return sound(text, hints);
  },
  'throws on a text that was cut off': (text, hints) => {
    if (!text.endsWith('\n')) throw new Error('unexpected end');
    return sound(text, hints);
  },
  'is slow': spoil((read, _, text) => (wait(text.length / 5_000), read)),
  // As much of it as is seen.
  'takes quadratic time': spoil((read, _, text) => {
    wait(Math.min(200, (text.length / 50_000) ** 2));
    return read;
  }),
  'drops names': spoil((read) => ({
    ...read,
    results: read.results.map((one) => ({ ...one, failures: one.failures.slice(0, 1) })),
  })),
  'drops names and their count': spoil((read) => ({
    ...read,
    results: read.results.map((one) => ({ ...one, failures: one.failures.slice(0, 1), failures_total: 1 })),
  })),
  'is green without a test': spoil((read, { exitCode }) =>
    exitCode === 0
      ? {
          ...read,
          results: read.results.map((one) =>
            one.status === 'unknown' ? { ...one, status: 'passed', failures: [], failures_total: 0 } : one,
          ),
        }
      : read,
  ),
  'believes the exit code more than the failures': spoil((read, { exitCode }) =>
    exitCode === 0
      ? { ...read, results: read.results.map((one) => ({ ...one, status: 'passed', failures: [], failures_total: 0 })) }
      : read,
  ),
  'says passed and names failures': spoil((read) => ({
    ...read,
    results: read.results.map((one) => (one.status === 'failed' ? { ...one, status: 'passed' } : one)),
  })),
  'answers nothing': spoil((read) => ({ ...read, results: [] })),
  'counts what is no number': spoil((read) => ({
    ...read,
    results: read.results.map((one) => ({ ...one, counts: { ...one.counts, passed: Number.NaN } })),
  })),
  'remembers the run before': (() => {
    let before: QaReading | null = null;
    return (text, hints) => {
      const now = sound(text, hints);
      const answer = before ?? now;
      before = now;
      return answer;
    };
  })(),
};

/** Runs the suite outside vitest and collects which cases failed. */
async function failuresOf(
  parse: ParseQa,
  { withTimes = true, ...options }: Partial<QaParserSuiteOptions> & { readonly withTimes?: boolean } = {},
): Promise<string[]> {
  const cases: { name: string; body: () => Promise<void> }[] = [];
  qaParserSuite({ test: (name, body) => cases.push({ name, body }), parse, samples, ...options });
  const failures: string[] = [];
  for (const { name, body } of cases.filter((one) => withTimes || !one.name.includes('megabyte')))
    await Promise.resolve()
      .then(body)
      .catch(() => failures.push(name));
  return failures;
}

test('a sound parser passes', async () => {
  expect(await failuresOf(sound)).toEqual([]);
});

test.each(Object.entries(FAULTS))('a parser that %s fails', async (name, parse) => {
  const withTimes = /slow|time/.test(name);
  expect(await failuresOf(parse, { maxMsPerMegabyte: 150, withTimes })).not.toEqual([]);
});

test('without a failing sample nothing is proven', async () => {
  expect(await failuresOf(sound, { samples: samples.slice(0, 1) })).toEqual([
    'the samples show a run that passed, and one that failed with two names',
  ]);
});
