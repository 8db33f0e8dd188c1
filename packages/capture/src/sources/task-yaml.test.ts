import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTaskYaml } from './task-yaml.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const read = (text: string): ReturnType<typeof parseTaskYaml> => parseTaskYaml('task.yaml', text);

describe('a task file', () => {
  test('may nest its scope or not, and may repeat parts by anchors and merges', () => {
    const nested = read('scope:\n  in: &files [a.ts, b.ts]\n  out: [c.ts]\nacceptance_criteria: *files\n').task;
    const flat = read('scope_in: [a.ts, b.ts]\nscope_out: c.ts\n').task;
    const texts = (list: readonly { text: string }[] | undefined): string[] => (list ?? []).map(({ text }) => text);
    expect(texts(nested?.scopeIn)).toEqual(['a.ts', 'b.ts']);
    expect(texts(flat?.scopeIn)).toEqual(['a.ts', 'b.ts']);
    expect(texts(flat?.scopeOut)).toEqual(texts(nested?.scopeOut));
    expect(texts(nested?.acceptanceCriteria)).toEqual(['a.ts', 'b.ts']);
    expect(texts(read('scope: { in: [a.ts] }\nscope_in: [a.ts, b.ts]\n').task?.scopeIn)).toEqual(['a.ts', 'b.ts']);
    const merged = read('id: &base { commands: [npm test] }\nqa:\n  <<: *base\n').task;
    expect(texts(merged?.qaCommands)).toEqual(['npm test']);
  });

  test('keeps block scalars, and tells the line of everything', () => {
    const { task } = read(
      '# comment\ntitle: >-\n  folded\n  title\ndescription: |\n  one\n\n  # two\nscope_in:\n  - a\n  - b\n',
    );
    expect(task?.title).toEqual({ text: 'folded title', line: 2 });
    expect(task?.description).toEqual({ text: 'one\n\n# two\n', line: 5 });
    expect(task?.scopeIn.map(({ line }) => line)).toEqual([10, 11]);
  });

  test('reports what it does not know', () => {
    const { warnings, problems } = read('title: x\nestimate: 3\nscope:\n  in: [a]\n  maybe: [b]\n');
    expect(problems).toEqual([]);
    expect(warnings.map(({ message }) => message.split(' is no field')[0])).toEqual([
      'task.yaml:2: estimate',
      'task.yaml:5: scope.maybe',
    ]);
    expect(warnings.map(({ where }) => where)).toEqual(['task.yaml:2', 'task.yaml:5']);
  });

  test('reports duplicate keys and broken YAML with line and column', () => {
    expect(read('title: a\narea: b\ntitle: c\n').problems).toMatchObject([
      { condition: 'key-unique', line: 3, column: 1 },
    ]);
    expect(read('title: a\nscope: [x\narea: b\n').problems[0]).toMatchObject({ condition: 'yaml-valid', line: 3 });
    expect(read('title: "a\n').problems[0]?.condition).toBe('yaml-valid');
    expect(read('a: 1\n---\nb: 2\n').problems[0]?.condition).toBe('yaml-valid');
    expect(read('title: *nothing\n').problems[0]?.condition).toBe('yaml-valid');
    expect(read('- a\n').problems[0]?.condition).toBe('task-is-mapping');
    expect(read('').problems[0]?.condition).toBe('task-is-mapping');
  });

  test('what YAML does not read as text is a problem, not a guess', () => {
    const { problems } = read(
      'title: 12\ndescription: [a]\nacceptance_criteria:\n  - Given x: then y\nstandards: [rules.md, { file: a.md }]\n',
    );
    expect(problems.map(({ condition, line }) => [condition, line])).toEqual([
      ['/title', 1],
      ['/description', 2],
      ['/acceptance_criteria/0', 4],
      ['standard-readable', 5],
      ['standard-readable', 5],
    ]);
  });

  test('reads standards in both ways', () => {
    const { task } = read('standards:\n  - rules.md#input\n  - { file: a.md, section: B c, requirement: Do it. }\n');
    expect(task?.standards).toEqual([
      { file: 'rules.md', heading: '#input', requirement: null, line: 2 },
      { file: 'a.md', heading: 'B c', requirement: 'Do it.', line: 3 },
    ]);
  });

  test('a YAML bomb, endless nesting and a flood of keys end soon and in a problem', () => {
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 12; n += 1)
      bomb.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
      );
    const started = processorTime();
    expect(read(bomb.join('\n')).problems[0]?.condition).toBe('yaml-valid');
    for (const nested of ['['.repeat(100_000), '- '.repeat(100_000), 'a: {'.repeat(5000), '? '.repeat(5000)]) {
      expect(read(nested).problems[0]?.condition).toBe('yaml-valid');
    }
    const indented = Array.from({ length: 1400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
    expect(read(indented).problems[0]?.condition).toBe('yaml-valid');
    const keys = Array.from({ length: 50_000 }, (_, n) => `k${n}: 1`).join('\n');
    expect(read(keys).warnings.length).toBe(20);
    expect(processorTime() - started).toBeLessThan(20_000);
  });

  test('prototype names are ordinary keys', () => {
    const { task, problems } = read('__proto__: { title: evil }\nconstructor: x\n');
    expect(task?.title).toBeNull();
    expect(problems).toEqual([]);
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.string({ unit: fc.constantFrom(...'[]{}:-&*|>#\n\t "\'!%@`a1') }),
        ),
        (text) => {
          const { task, problems } = read(text);
          expect(task === null).toBe(problems.length > 0 && task === null);
          for (const { line } of problems) expect(line === null || line >= 1).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
