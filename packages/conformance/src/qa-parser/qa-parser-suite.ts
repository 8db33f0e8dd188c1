import assert from 'node:assert/strict';
import type { ParseQa, QaLogHints, QaResult } from '@batonkit/core';

/** What a tool printed or wrote, and what it means. */
export interface QaSample {
  /** Names the case. */
  readonly name: string;
  readonly text: string;
  readonly command?: string;
  /** How the run ended. */
  readonly exitCode: number | null;
  readonly status: QaResult['status'];
  /** Every failure by its name; needed where `status` is `failed`. */
  readonly failing?: readonly string[];
}

/** What {@link qaParserSuite} needs: a test runner, a parser, and what it is to read. */
export interface QaParserSuiteOptions {
  /** The `test` of vitest, jest, node:test or your own: called once per case. */
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  /** A parser of whole logs. For a `QaReportParser`, pass `createQaParser({ parsers: [yours] })` of `@batonkit/capture/qa`. */
  readonly parse: ParseQa;
  /** Real output of your tool: at least one run that passed, and one that failed with two names or more. */
  readonly samples: readonly QaSample[];
  /** How long a megabyte may take. Defaults to 1000. */
  readonly maxMsPerMegabyte?: number;
}

const HOSTILE: readonly string[] = [
  ...['', ' ', '\n\n', '\0', '\uFEFF', '\uD800', '{', '[]', '<', '<a', 'null', '{"__proto__":{"status":"passed"}}'],
  ...['1..0', 'TAP version 14\n', 'exit code: 0\n', '\u001b[31m', '%s%n$&', '../../etc/passwd'],
];
const MEGABYTE = 2 ** 20;

/**
 * Registers what a parser of QA output must keep as tests: it finds what its samples mean, names every failure, lets no exit code but 0 pass, never
 * throws, and takes linear time.
 *
 * @example
 * ```ts
 * import { parseQaLog } from '@batonkit/capture/qa';
 * import { qaParserSuite } from '@batonkit/conformance';
 *
 * const cases: string[] = [];
 * qaParserSuite({
 *   test: (name, body) => cases.push(name), // pass your runner's own `test` here
 *   parse: parseQaLog,
 *   samples: [
 *     { name: 'green', text: '2 passing\n', exitCode: 0, status: 'passed' },
 *     { name: 'red', text: 'not ok 1 - a\nnot ok 2 - b\n1..2\n', exitCode: 1, status: 'failed', failing: ['a', 'b'] },
 *   ],
 * });
 * cases.length > 8; // => true
 * ```
 */
export function qaParserSuite({ test, parse, samples, maxMsPerMegabyte = 1000 }: QaParserSuiteOptions): void {
  const read = async (text: string, { command, exitCode }: QaLogHints): Promise<readonly QaResult[]> => {
    const read = await parse(text, {
      ...(command === undefined ? {} : { command }),
      ...(exitCode === undefined ? {} : { exitCode }),
    });
    const results = 'results' in read ? read.results : read;
    for (const result of results) assertStorable(result);
    return results;
  };

  test('the samples show a run that passed, and one that failed with two names', () => {
    assert.ok(samples.some(({ status }) => status === 'passed'));
    assert.ok(samples.some(({ status, failing = [] }) => status === 'failed' && failing.length > 1));
    return Promise.resolve();
  });
  for (const sample of samples) {
    const { name, text, status, failing = [], command, exitCode } = sample;
    test(`${name}: is ${status}, and names what failed`, async () => {
      const results = await read(text, sample);
      assert.equal(overall(results), status);
      assert.deepEqual(namesOf(results), [...failing].sort());
      assert.deepEqual(await read(text, sample), results, 'the same text came to something else the second time');
    });
    test(`${name}: no exit code but 0 passes`, async () => {
      for (const ended of [1, 2, 137, -1, null]) {
        const results = await read(text, { ...(command === undefined ? {} : { command }), exitCode: ended });
        assert.equal(overall(results), 'failed', `exit code ${String(ended)}`);
        assert.ok(!results.some((one) => one.status === 'passed'), `exit code ${String(ended)} has a passed step`);
      }
    });
    test(`${name}: an exit code of 0, which may be that of a pipe, makes no failure green`, async () => {
      if (failing.length > 0) assert.equal(overall(await read(text, { ...sample, exitCode: 0 })), 'failed');
    });
    test(`${name}: cut off anywhere, it is read, and red where its exit code is`, async () => {
      for (let part = 0; part < 20; part += 1) {
        const results = await read(text.slice(0, (text.length * part) / 20), sample);
        if (exitCode !== 0) assert.equal(overall(results), 'failed');
      }
    });
    test(`${name}: a megabyte of it takes at most ${maxMsPerMegabyte} ms`, async () => {
      const many = text.repeat(Math.ceil(MEGABYTE / Math.max(1, text.length))).slice(0, MEGABYTE);
      for (const large of [many, many.replaceAll('\n', ' ')]) {
        const took = await quickest(() => read(large, sample));
        assert.ok(took <= maxMsPerMegabyte, `it took ${Math.round(took)} ms`);
      }
    });
  }
  test('whatever the text is, it does not throw, silence is not green, and an exit code of 1 is red', async () => {
    for (const text of HOSTILE)
      assert.equal(overall(await read(text, { exitCode: 1 })), 'failed', JSON.stringify(text));
    assert.notEqual(overall(await read('', { exitCode: 0 })), 'passed');
  });
}

function overall(results: readonly QaResult[]): QaResult['status'] {
  const order = ['failed', 'unknown', 'passed', 'cached'] as const;
  return order.find((status) => results.some((result) => result.status === status)) ?? 'unknown';
}

function namesOf(results: readonly QaResult[]): readonly string[] {
  return [...new Set(results.flatMap(({ failures }) => failures))].sort();
}

/** A record keeps at most a hundred names of a result, each once. */
function assertStorable({ command, status, failures, failures_total: total, counts }: QaResult): void {
  assert.ok(command !== '', 'a result needs a command');
  assert.ok(failures.length <= 100 && !failures.includes('') && new Set(failures).size === failures.length);
  assert.ok(total === failures.length || (total > failures.length && failures.length > 0), 'names were dropped');
  assert.ok(Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0));
  if (status === 'passed') assert.deepEqual(failures, [], 'a run that passed has no failures');
}

/** Twice, where the first time was slow: machines stall. */
async function quickest(run: () => Promise<unknown>): Promise<number> {
  const once = async (): Promise<number> => {
    const began = performance.now();
    await run();
    return performance.now() - began;
  };
  const first = await once();
  return first < 100 ? first : Math.min(first, await once());
}
