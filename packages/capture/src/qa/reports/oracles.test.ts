import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseQaReport } from '../parse-qa-report.ts';

const read = (name: string): string => readFileSync(new URL(`../collection/${name}`, import.meta.url), 'utf8');

describe('JUnit', () => {
  interface Counts {
    readonly tests: number;
    readonly bad: number;
    readonly skipped: number;
  }
  const ORACLE = Object.entries(JSON.parse(read('junit-oracle.json')) as Record<string, Counts>);

  test.each(ORACLE)('%s has the counts that junitparser finds', (file, { tests, bad, skipped }) => {
    const report = parseQaReport(read(file), { format: 'junit', exitCode: 1 });
    // junitparser takes cases directly below testsuites for none, and ESLint's warnings for failures.
    if (tests === 0 && report.tests.length > 0) return;
    const failed = report.tests.filter(({ status }) => status === 'failed').length;
    const excused = file.includes('node-junit-pass') ? 1 : 0;
    expect(report.tests.length).toBe(tests);
    if (!file.startsWith('eslint')) expect(failed).toBe(bad - excused);
    if (!file.startsWith('pytest')) expect(report.tests.filter((one) => one.status === 'skipped').length).toBe(skipped);
  });

  test('neither entities nor outside files are read, and what is not whole is not green', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&x;"/></testsuite>`;
    expect(parseQaReport(bomb, { exitCode: 0 })).toMatchObject({ status: 'unknown' });
    expect(JSON.stringify(parseQaReport(bomb, { exitCode: 0 }))).not.toContain('root:');
    const cut = '<testsuites><testsuite name="a"><testcase name="b"/>';
    expect(parseQaReport(cut, { exitCode: 0 })).toMatchObject({ status: 'unknown', warnings: [{ code: 'Malformed' }] });
    const control = '<testsuite name="a"><testcase name="b"><system-out>\u0001</system-out></testcase></testsuite>';
    expect(parseQaReport(control, { exitCode: 1 }).status).toBe('failed');
    expect(parseQaReport('<testsuite', { format: 'junit', exitCode: 0 }).status).toBe('unknown');
  });

  test('a suite that counts failures it does not list, and Surefire’s flaky and rerun elements', () => {
    const gotest =
      '<testsuites tests="0" failures="0" errors="1"><testsuite name="pkg" tests="0" failures="0" errors="1"/></testsuites>';
    expect(parseQaReport(gotest, { exitCode: 0 })).toMatchObject({ status: 'failed' });
    const flaky = '<testsuite name="A"><testcase name="a"><flakyFailure message="once"/></testcase></testsuite>';
    expect(parseQaReport(flaky, { exitCode: 0 }).status).toBe('passed');
    const rerun = '<testsuite name="A"><testcase name="a"><failure/><rerunFailure/></testcase></testsuite>';
    expect(parseQaReport(rerun, { exitCode: 0 }).status).toBe('failed');
    const broken = '<testsuite name="A"><error message="did not load"/><testcase name="a"/></testsuite>';
    expect(parseQaReport(broken, { exitCode: 0 }).failures).toEqual(['A: did not load']);
  });
  test('broken in places: what could be read counts, and the file is not green', () => {
    const junit = (text: string) => parseQaReport(text, { format: 'junit', exitCode: 0 });
    expect(junit('<html><body/></html>').status).toBe('unknown');
    expect(junit('just text').status).toBe('unknown');
    expect(junit('<testsuite><testcase name="a" & b/></testsuite>').status).not.toBe('passed');
    expect(junit(`<testsuite>${'<testcase name="a" & b/>'.repeat(200)}</testsuite>`).status).not.toBe('passed');
    expect(junit('<testsuite failures="2"><testcase name="a"/></testsuite>').status).toBe('failed');
    expect(junit('<testsuite><testcase name="a"/><skipped/></testsuite>').status).not.toBe('failed');
    expect(junit('<testsuite><failure/><testcase name="a"/></testsuite>').failures).toEqual(['a suite: failure']);
  });

  test('names and states as different writers put them', () => {
    const junit = (attributes: string) =>
      parseQaReport(`<testsuite name="s"><testcase ${attributes}/><testcase name="ok"/></testsuite>`, {
        format: 'junit',
        exitCode: 1,
      }).tests[0];
    expect(junit('name="a" status="failed"')).toMatchObject({ name: 'a', status: 'failed' });
    expect(junit('name="a" result="error"')).toMatchObject({ status: 'failed' });
    expect(junit('name="a" status="notrun"')).toMatchObject({ status: 'skipped' });
    expect(junit('classname="Shop"')).toMatchObject({ name: 'Shop' });
    expect(junit('classname="Shop" name="Shop opens"')).toMatchObject({ name: 'Shop opens' });
    expect(junit('classname="web Shop" name="Shop"')).toMatchObject({ name: 'web Shop' });
    expect(junit('classname="Shop" name="opens"')).toMatchObject({ name: 'Shop > opens' });
  });
});

describe('TAP, by the examples of its specification', () => {
  const tap = (text: string): string => parseQaReport(text, { format: 'tap', exitCode: 0 }).status;
  const names = (text: string): readonly (readonly [string, string])[] =>
    parseQaReport(text, { format: 'tap', exitCode: 0 }).tests.map(({ name, status }) => [name, status]);

  test('common with explanation', () => {
    const text = `TAP version 14
1..6
#
# Create a new Board and Tile, then place
# the Tile onto the board.
#
ok 1 - The object isa Board
ok 2 - Board size is zero
ok 3 - The object isa Tile
ok 4 - Get possible places to put the Tile
ok 5 - Placing the tile produces no error
ok 6 - Board size is 1
`;
    expect(tap(text)).toBe('passed');
    expect(names(text)[0]).toEqual(['The object isa Board', 'passed']);
  });

  test('unknown amount and failures, with diagnostics', () => {
    const text = `TAP version 14
ok 1 - retrieving servers from the database
# need to ping 6 servers
ok 2 - pinged diamond
ok 3 - pinged ruby
not ok 4 - pinged saphire
  ---
  message: 'hostname "saphire" unknown'
  severity: fail
  ...
ok 5 - pinged onyx
not ok 6 - pinged quartz
  ---
  message: 'timeout'
  severity: fail
  ...
ok 7 - pinged gold
1..7
`;
    expect(tap(text)).toBe('failed');
    expect(
      names(text)
        .filter(([, status]) => status === 'failed')
        .map(([name]) => name),
    ).toEqual(['pinged saphire', 'pinged quartz']);
  });

  test('giving up, skipping, todo, escapes', () => {
    expect(tap('TAP version 14\n1..573\nnot ok 1 - database handle\nBail out! Couldn’t connect to database.\n')).toBe(
      'failed',
    );
    expect(
      tap(
        'TAP version 14\n1..5\nok 1 - approved operating system\n# $^0 is solaris\nok 2 - # SKIP no /sys directory\nok 3 - # SKIP no /sys directory\nok 4 - # SKIP no /sys directory\nok 5 - # SKIP no /sys directory\n',
      ),
    ).toBe('passed');
    expect(tap('TAP version 14\n1..0 # skip because English-to-French translator isn’t installed\n')).toBe('unknown');
    expect(
      tap(
        'TAP version 14\n1..4\nok 1 - Creating test program\nok 2 - Test program runs, no error\nnot ok 3 - infinite loop # TODO halting problem unsolved\nnot ok 4 - infinite loop 2 # TODO halting problem unsolved\n',
      ),
    ).toBe('passed');
    expect(names('TAP version 14\n1..2\nok 1 - hello # todo\nok 2 - hello \\# todo\n')).toEqual([
      ['hello', 'skipped'],
      ['hello # todo', 'passed'],
    ]);
    expect(names('TAP version 14\nok 1 - a \\\\ b\n1..1\n')).toEqual([['a \\ b', 'passed']]);
  });

  test('subtests, with and without a comment, and their bail-out', () => {
    const sub = `TAP version 14
1..2

# Subtest: foo.tap
    1..2
    ok 1
    ok 2 - this passed
ok 1 - foo.tap

# Subtest: bar.tap
    ok 1 - object should be a Bar
    not ok 2 - object.isBar should return true
      ---
      found: false
      wanted: true
      ...
    ok 3 - object can bar bears # TODO
    1..3
not ok 2 - bar.tap
  ---
  fail: 1
  todo: 1
  ...
`;
    expect(tap(sub)).toBe('failed');
    expect(names(sub).filter(([, status]) => status === 'failed')).toEqual([
      ['bar.tap > object.isBar should return true', 'failed'],
    ]);
    expect(tap('TAP version 14\n    1..1\n    ok 1 - inner\nok 1 - outer\n1..1\n')).toBe('passed');
    expect(tap('TAP version 14\n1..1\n# Subtest: a\n    Bail out! no database\nok 1 - a\n')).toBe('failed');
  });

  test('a plan that is missing, not met, passed or given twice', () => {
    expect(tap('TAP version 14\nok 1\n')).toBe('failed');
    expect(tap('TAP version 14\n1..3\nok 1\nok 2\n')).toBe('failed');
    expect(tap('TAP version 14\n1..1\nok 1\nok 2\n')).toBe('failed');
    expect(tap('TAP version 14\n1..1\n1..1\nok 1\n')).toBe('failed');
    expect(tap('TAP version 14\n1..2\nok 2\nok 7\n')).toBe('failed');
    expect(tap('')).toBe('unknown');
  });
});

describe('SARIF', () => {
  const run = (result: object, more: object = {}): string =>
    JSON.stringify({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'CodeQL', rules: [{ id: 'js/sql', defaultConfiguration: { level: 'error' } }] } },
          artifacts: [{}],
          results: [
            {
              message: { text: 'Query built from user input.' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js', uriBaseId: '%SRCROOT%' } } }],
              ...result,
            },
          ],
          ...more,
        },
      ],
    });
  const status = (text: string): string => parseQaReport(text, { exitCode: 0 }).status;

  test('levels come from the result, then from its rule; what is suppressed, gone or no failure does not count', () => {
    expect(parseQaReport(run({ ruleId: 'js/sql', ruleIndex: 0 }), { exitCode: 0 })).toMatchObject({
      status: 'failed',
      tool: 'codeql',
      failures: ['src/a.js: Query built from user input js/sql'],
    });
    expect(status(run({ ruleIndex: 0 }))).toBe('failed');
    expect(status(run({ ruleId: 'js/sql', level: 'note' }))).toBe('passed');
    expect(status(run({ ruleId: 'js/other' }))).toBe('passed');
    expect(status(run({ ruleId: 'js/sql', suppressions: [{ kind: 'inSource' }] }))).toBe('passed');
    expect(status(run({ ruleId: 'js/sql', suppressions: [{ kind: 'external', status: 'rejected' }] }))).toBe('failed');
    expect(status(run({ ruleId: 'js/sql', baselineState: 'absent' }))).toBe('passed');
    expect(status(run({ ruleId: 'js/sql', kind: 'pass' }))).toBe('passed');
    expect(status(run({ level: 'note' }, { invocations: [{ executionSuccessful: false }] }))).toBe('failed');
    expect(status(run({}, { results: null }))).toBe('failed');
  });
});

describe('CTRF', () => {
  const ctrf = (tests: readonly object[], summary: object): string =>
    JSON.stringify({ results: { tool: { name: 'x' }, summary, tests } });

  test('counts come from the tests, and a summary that counts more failures is believed', () => {
    const good = [{ name: 'a', status: 'passed', duration: 1 }];
    expect(parseQaReport(ctrf(good, { tests: 1, failed: 0 }), { exitCode: 0 }).status).toBe('passed');
    expect(parseQaReport(ctrf(good, { tests: 2, failed: 1 }), { exitCode: 0 })).toMatchObject({ status: 'failed' });
    expect(parseQaReport(ctrf([], { tests: 0, failed: 0 }), { exitCode: 0 }).status).toBe('unknown');
    expect(parseQaReport(ctrf(good, { tests: 1, failed: 0 }), {})).toMatchObject({
      status: 'unknown',
      warnings: [{ code: 'ExitCodeMissing' }],
    });
  });
});

test('parsers of your own come first, and one that throws is only a warning', () => {
  const own = {
    name: 'mine',
    parse: (text: string) => (text.startsWith('MINE') ? { tests: [{ name: 'a', status: 'passed' as const }] } : null),
  };
  expect(parseQaReport('MINE', { exitCode: 0, parsers: [own] })).toMatchObject({
    status: 'passed',
    format: 'custom',
    tool: 'mine',
  });
  expect(parseQaReport('MINE', { exitCode: 1, parsers: [own] }).status).toBe('failed');
  const broken = {
    name: 'broken',
    parse: () => {
      throw new Error('boom');
    },
  };
  expect(parseQaReport('TAP version 14\n1..1\nok 1\n', { exitCode: 0, parsers: [broken] })).toMatchObject({
    status: 'passed',
    warnings: [{ code: 'ParserFailed', message: 'The parser broken failed: boom' }],
  });
});
