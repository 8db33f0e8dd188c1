import { describe, expect, test } from 'vitest';
import { parseReport } from '../reports/parse-report.ts';
import { parseTasks } from './parse-tasks.ts';

describe('tasks.json of Task Master', () => {
  const read = (file: unknown) => parseTasks(JSON.stringify(file, null, 1));

  test('subtasks are numbered below their task, and what is no task is told', () => {
    const parsed = read({
      tasks: [
        {
          id: 4,
          title: 'Sign in',
          dependencies: [1, 2],
          acceptanceCriteria: ['It stays.', { status: 200 }],
          testStrategy: [],
          subtasks: [{ id: 1, title: 'The form' }, { id: '4.2' }],
        },
        { title: 'Nameless' },
        'text',
        { id: ' ', title: 'Blank' },
      ],
    })._unsafeUnwrap();
    expect(parsed.map(({ number, title }) => [number, title])).toEqual([
      ['4', 'Sign in'],
      ['4.1', 'The form'],
      ['4.2', ''],
    ]);
    expect(parsed[0]).toMatchObject({ doneCriteria: '- It stays.\n- {"status":200}' });
    expect(parsed[0]?.body).toContain('**Depends on:** 1, 2');
    expect(parsed[0]?.body).not.toContain('Test strategy');
    expect(parsed.nearMisses.map(({ line, reason }) => [line, reason])).toEqual([
      [28, 'It has no id.'],
      [2, 'It has no id.'],
      [33, 'It has no id.'],
    ]);
  });

  test('the tag master is read before others, else the first', () => {
    const one = { tasks: [{ id: 1, title: 'One' }] };
    const numbers = (file: unknown) => read(file)._unsafeUnwrap();
    expect(numbers({ other: { tasks: [{ id: 9 }] }, master: one, none: { tasks: [] } })[0]?.number).toBe('1');
    const first = numbers({ mine: one, other: { tasks: [{ id: 9 }, { id: 10 }] } });
    expect(first[0]?.number).toBe('1');
    expect(first.nearMisses[0]?.reason).toBe('It is another tag of Task Master with 2 tasks; the tag "mine" is read.');
  });

  test.each([{ tasks: 7 }, { master: { tasks: {} } }, { tasks: [] }, { text: '"tasks"' }])(
    '%j has no tasks',
    (file) => {
      expect(read(file).isErr()).toBe(true);
    },
  );

  test('text that only begins like it is a document', () => {
    expect(parseTasks('{ "tasks": \n\n### Task 1: Sign in\n')._unsafeUnwrap()[0]?.number).toBe('1');
  });
});

describe('reports in JSON', () => {
  test.each([
    ['a list of one', '[{"implemented":"The form"}]'],
    ['a wrapper', '{"status":"done","report":{"implemented":"The form"}}'],
    ['a wrapper in a wrapper', '{"data":{"result":{"Implemented":["The form"]}}}'],
    ['a fence', 'Here it is:\n\n```json\n{"implemented":"The form"}\n```\n'],
    ['a sentence', 'Here it is:\n{"implemented":"The form"}\nDone.'],
  ])('%s', (_, text) => {
    expect(parseReport(text).implemented).toContain('The form');
  });

  test.each([
    ['too deep', '{"data":{"data":{"data":{"data":{"data":{"implemented":"a"}}}}}}'],
    ['another fence', '```json\n{"name":"shop"}\n```\n'],
    ['a broken fence', '```json\n{"implemented":\n```\n'],
    ['nothing behind', '} {'],
  ])('%s is no report in JSON', (_, text) => {
    expect(parseReport(text).implemented).toBeNull();
  });

  test('files as texts, objects, groups and notes', () => {
    const files = (filesChanged: unknown) => parseReport(JSON.stringify({ implemented: 'x', filesChanged }));
    expect(files('a.ts\nb.ts').filesChanged).toEqual(['a.ts', 'b.ts']);
    expect(files({ created: ['a.ts'], modified: ['b.ts'] }).filesChanged).toEqual(['a.ts', 'b.ts']);
    const noted = files({ 'a.ts': 'the form', 'b.ts': 'its test' });
    expect(noted.filesChanged).toEqual(['a.ts', 'b.ts']);
    expect(noted.rest).toContain('a.ts: the form');
    const named = files([{ path: 'a.ts', change: { lines: 3, kinds: ['added'] }, by: null }, { file: 'b.ts' }]);
    expect(named.filesChanged).toEqual(['a.ts', 'b.ts']);
    expect(named.rest).toContain('lines: 3');
    expect(files({ count: 2, path: null }).rest).toContain('{"count":2,"path":null}');
  });
});
