import { describe, expect, test } from 'vitest';
import { parseQaLog } from './parse-qa-log.ts';
import { QaResultSchema } from '../../../core/src/slices/qa-result.ts';
import { millisecondsOf } from './tool-report.ts';

describe('a log that ends too early', () => {
  test.each([
    ['pytest', '====== test session starts ======\ncollected 3 items\ntests/test_a.py .\n', 'the session did not end'],
    [
      'checkstyle',
      'Starting audit...\n[ERROR] src/A.java:3: Missing Javadoc. [MissingJavadoc]\n',
      'the audit did not end',
    ],
  ])('%s: failed, and that is named', (tool, log, failure) => {
    const [result] = parseQaLog(`$ check\n${log}`);
    expect(result).toMatchObject({ tool, status: 'failed' });
    expect(result?.failures).toContain(failure);
  });
});

test('tsc that found nothing passed; nx that shows only a cross failed', () => {
  expect(parseQaLog('$ tsc --watch\nFound 0 errors. Watching for file changes.\n')).toMatchObject([
    { tool: 'tsc', status: 'passed', failures: [] },
  ]);
  expect(parseQaLog('✔  nx run a:test\n✖  nx run b:test\n')).toMatchObject([
    { command: 'nx run a:test', status: 'passed' },
    { command: 'nx run b:test', status: 'failed', failures: ['exit code 1'] },
  ]);
});

test('a command and names of any length and any bytes fit into a record', () => {
  const name = `src/${'é'.repeat(300)}.ts`;
  const log = `$ ${'x'.repeat(500)}\n${name}(1,1): error TS1005: '\ud800' expected.\nsrc/b.ts(1,1): error TS1005: \udc00 expected.\n`;
  const [result] = parseQaLog(log);
  expect(QaResultSchema.safeParse(result).success).toBe(true);
  expect([...(result?.command ?? '')]).toHaveLength(200);
  expect(result?.failures).toEqual([expect.stringMatching(/^src\/é{195}…$/u), 'src/b.ts: TS1005 \ufffd expected.']);
});

test('numbers that no counter reaches count as none, and times are read in every unit', () => {
  expect(parseQaLog(`$ pytest\n====== ${'9'.repeat(30)} passed, 1 skipped in 0.10s ======\n`)).toMatchObject([
    { tool: 'pytest', counts: { passed: 0, skipped: 1 } },
  ]);
  expect(['1.99s', '827ms', '1.5 s', '01:02 min', '2 min', '3m', 'soon', undefined].map(millisecondsOf)).toEqual([
    1990,
    827,
    1500,
    62_000,
    120_000,
    180_000,
    null,
    null,
  ]);
});
