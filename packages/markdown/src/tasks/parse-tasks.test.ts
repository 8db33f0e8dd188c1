import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { tasksDocument } from '../syntax/markdown-documents.fixture.ts';
import { parseReferences } from '../references/parse-references.ts';
import { parseTasks } from './parse-tasks.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const only = (markdown: string) => parseTasks(markdown)._unsafeUnwrap()[0];

describe('parseTasks', () => {
  test('reads a whole tasks.md', () => {
    const tasks = parseTasks(tasksDocument)._unsafeUnwrap();
    expect(tasks.map(({ number, title, headingLevel }) => [number, title, headingLevel])).toEqual([
      ['1.1', 'Create the session table', 3],
      ['1.2', 'Read sessions', 4],
      ['2.1', 'Tidy up', 3],
    ]);
    const [first, second, third] = tasks;
    expect(first?.traceability).toEqual({
      fieldName: 'Why',
      rawValue: 'Implements Plan 1.1 / Design Component Auth-Module',
      references: [
        { type: 'plan', identifier: '1.1', raw: 'Plan 1.1' },
        { type: 'design', identifier: 'Auth-Module', raw: 'Design Component Auth-Module' },
      ],
    });
    expect(first?.doneCriteria).toBe('- [ ] the migration runs twice\n- [x] the rollback runs');
    expect(first?.body).toContain('#### Task 1.2');
    expect(second?.traceability).toMatchObject({
      fieldName: 'Source',
      rawValue: 'Plan Step 1A.1, Spec C4.1, the old wiki',
    });
    expect(second?.doneCriteria).toBe('reads work');
    expect(third?.traceability).toEqual({ fieldName: null, rawValue: null, references: [] });
    expect(third?.body).toBe('### Task 2.1 Tidy up\n\nNo field here.\n');
  });

  test.each([
    ['### Task 1: a', '1', 'a'],
    ['### Task 1.2.3 a', '1.2.3', 'a'],
    ['#### Task 1A.2 - a', '1A.2', 'a'],
    ['### **Task 2.1:** a', '2.1', 'a'],
    ['### [x] Task 2.1: a', '2.1', 'a'],
    ['### Task 3:', '3', ''],
  ])('reads %s', (heading, number, title) => {
    expect(only(heading)).toMatchObject({ number, title });
  });

  test.each(['# Task 1', '## Task 1: a', '##### Task 1: a', '- [ ] Task 1'])(
    'finds a task at any level: %j',
    (markdown) => {
      expect(only(markdown)?.number).toBe('1');
    },
  );

  test.each(['', '```\n### Task 1: a\n```', '### Tasks 1'])('finds no task in %j', (markdown) => {
    expect(parseTasks(markdown)._unsafeUnwrapErr()).toMatchObject({ code: 'NoTasksFound' });
  });

  test.each([
    ['bold', '**Why:** Plan 1.1', 'Plan 1.1'],
    ['colon outside', '**Why**: Plan 1.1', 'Plan 1.1'],
    ['in a list', '* **Why:** Plan 1.1\n* other', 'Plan 1.1'],
    ['plain', 'Why: Plan 1.1', 'Plan 1.1'],
    ['up to the line break', '**Why:** Plan 1.1\nProse.', 'Plan 1.1'],
    ['over a comma at the line end', '**Why:** Plan 1.1,\nDesign X', 'Plan 1.1,\nDesign X'],
    ['a list below', '**Why:**\n- Plan 1.1\n- Design X', '- Plan 1.1\n- Design X'],
    ['not in code', '```\n**Why:** Plan 2\n```\n**Why:** Plan 1.1', 'Plan 1.1'],
    ['the field with references', '**Why:** people ask\n**Source:** Plan 1.1', 'Plan 1.1'],
  ])('reads the field: %s', (_, body, rawValue) => {
    const task = only(`### Task 1: a\n${body}`);
    expect(task?.traceability.rawValue).toBe(rawValue);
    expect(task?.traceability.references[0]).toMatchObject({ type: 'plan', identifier: '1.1' });
  });

  test('takes done criteria over several lines and stops at the next field', () => {
    expect(only('### Task 1: a\n- **Done when:** x\n  and y\n- **Files:** b')?.doneCriteria).toBe('x\nand y');
    expect(only('### Task 1: a\nDone when: x\n\nLater.')?.doneCriteria).toBe('x');
  });

  test.each([
    ['a list below an empty line', 'Done when:\n\n- x\n- y', '- x\n- y'],
    ['deeper text below an empty line', '- Done when: x\n\n  and y', 'x'],
    ['deeper text below an empty line, once there are lines', '- Done when: x\n  y\n\n  and z', 'x\ny\n\nand z'],
    [
      'code, headings and labels in it included',
      'Done when: this runs\n```\n# x\n\n**Files:** b\n```',
      'this runs\n```\n# x\n\n**Files:** b\n```',
    ],
    ['not the next item of its own list', '- Done when: x\n- Other', 'x'],
    ['not text after an empty line', 'Done when:\n- x\n\nLater.', '- x'],
    ['not a heading', 'Done when: x\n#### Notes', 'x'],
  ])('takes done criteria with %s', (_, body, criteria) => {
    expect(only(`### Task 1: a\n${body}`)?.doneCriteria).toBe(criteria);
  });

  test('never throws, and bodies are slices of the input', () => {
    fc.assert(
      fc.property(fc.oneof(hostileTexts, fc.string({ unit: 'binary' })), (markdown) => {
        const tasks = parseTasks(markdown).unwrapOr([]);
        expect(tasks.every(({ body }) => markdown.includes(body))).toBe(true);
      }),
    );
  });
});

describe('parseReferences', () => {
  const found = (text: string): string[] =>
    parseReferences(text).references.map(({ type, identifier }) => `${type} ${identifier}`);

  test.each([
    ['Plan 3.2', ['plan 3.2']],
    ['Plan Step 1A.1', ['plan 1A.1']],
    ['plan step 1.2.3.', ['plan 1.2.3']],
    ['Design Auth-Module', ['design Auth-Module']],
    ['Design Component X', ['design X']],
    ['Spec C4.1', ['spec C4.1']],
    ['Implements Plan 3.2 / Design Component Auth-Module', ['plan 3.2', 'design Auth-Module']],
    ['Plan 1.1, Plan 1.2 and Spec C1.1; Design A', ['plan 1.1', 'plan 1.2', 'spec C1.1', 'design A']],
    ['**Plan 3.2**, `Design A`', ['plan 3.2', 'design A']],
  ])('reads %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
    expect(parseReferences(text).warnings).toEqual([]);
  });

  test('warns of parts that hold no reference', () => {
    expect(parseReferences('Design § Component 2 § notes.md, Plan the work, , Plan 1.1')).toEqual({
      references: [{ type: 'plan', identifier: '1.1', raw: 'Plan 1.1' }],
      warnings: [
        {
          code: 'NoReference',
          message: 'No plan, design or spec reference in "Design § Component 2 § notes.md".',
        },
        { code: 'NoReference', message: 'No plan, design or spec reference in "Plan the work".' },
      ],
    });
  });

  test.each(['Plan 1.1 ', 'Plan ', 'Plan a', 'a,', 'Design a-', `Plan ${' '.repeat(99)}`])(
    'stays linear on %j',
    (unit) => {
      const started = processorTime();
      expect(parseReferences(unit.repeat(100_000 / unit.length)).references.length).toBeLessThan(400_000);
      expect(processorTime() - started).toBeLessThan(2000);
    },
  );
});
