import { describe, expect, test } from 'vitest';
import { parseQaReport } from '../parse-qa-report.ts';

describe('SARIF', () => {
  const read = (...runs: object[]) =>
    parseQaReport(JSON.stringify({ version: '2.1.0', runs }), { format: 'sarif', exitCode: 1 });
  const driver = (more = {}) => ({ tool: { driver: { name: 'CodeQL', ...more } } });
  const place = { physicalLocation: { artifactLocation: { uri: 'file:///src/a.js' } } };

  test('names what it found as far as it is told', () => {
    const rules = [{ id: 'js/a', defaultConfiguration: { level: 'error' } }, { id: 'js/b' }];
    const { failures } = read({
      tool: { driver: { name: 'CodeQL', rules }, extensions: [{ name: 'more', rules: [{ id: 'js/a' }] }] },
      results: [
        { ruleId: 'js/a', message: { text: 'Bad.' }, locations: [place] },
        { ruleIndex: 0, message: { id: 'default' } },
        { rule: { index: 0 }, message: {} },
        { rule: { id: 'js/a' }, level: 'error', message: { text: 'Worse' } },
        { level: 'error', message: { text: 'Nameless' } },
        { ruleId: 'js/b', message: { text: 'A warning' } },
        { ruleId: 'js/a', message: { text: 'Passed' }, kind: 'pass' },
        { ruleId: 'js/a', message: { text: 'Gone' }, baselineState: 'absent' },
        { ruleId: 'js/a', message: { text: 'Suppressed' }, suppressions: [{ kind: 'inSource' }] },
        { ruleId: 'js/a', message: { text: 'Not yet' }, suppressions: [{ kind: 'external', status: 'rejected' }] },
      ],
    });
    expect(failures).toEqual([
      '/src/a.js: Bad js/a',
      'default js/a',
      'a finding js/a',
      'Worse js/a',
      'Nameless',
      'Not yet js/a',
    ]);
  });

  test('a tool that did not end well, or came to no results', () => {
    const notes = [
      { level: 'error', message: { text: 'no memory' } },
      { level: 'error' },
      { level: 'note', message: {} },
    ];
    const { status, failures } = read(
      { ...driver(), results: [], invocations: [{ executionSuccessful: false }] },
      { ...driver(), results: [], invocations: [{ executionSuccessful: true, toolExecutionNotifications: notes }] },
      { ...driver(), results: null, artifacts: [{}, {}] },
    );
    expect(status).toBe('failed');
    expect(failures).toEqual([
      'CodeQL did not end well',
      'CodeQL: no memory',
      'CodeQL: an error',
      'CodeQL did not come to results',
    ]);
    expect(read().status).not.toBe('passed');
    expect(parseQaReport('{"runs":7}', { format: 'sarif', exitCode: 0 }).status).not.toBe('passed');
  });
});

describe('TAP that is not whole', () => {
  const status = (text: string): string => parseQaReport(text, { format: 'tap', exitCode: 0 }).status;

  test.each([
    'TAP version 13\n1..2\nok 1 a\nBail out!\n',
    'TAP version 13\n1..2\nok 1 a\nBail out! no network\n',
    'TAP version 14\n1..1\n# Subtest: a\n    1..2\n    ok 1 b\n',
    'TAP version 13\n1..2\nok 1 a\nok 1 a\n',
    'TAP version 13\n1..3\nok 1\nok 2\n',
    'TAP version 13\n1..1\nnot ok\n',
    'TAP version 14\n# Subtest: a\n    ok 1 b\n    not ok 2\n    1..2\nnot ok 1 - a\n1..1\n',
    'TAP version 13\nok 1 a\n',
  ])('%j is not green', (text) => {
    expect(status(text)).not.toBe('passed');
  });

  test.each(['TAP version 13\n1..2\nok\nok\n', 'TAP version 14\n# Subtest: a\n    ok 1\n    1..1\nok 1 - a\n1..1\n'])(
    '%j is green',
    (text) => {
      expect(status(text)).toBe('passed');
    },
  );
});
