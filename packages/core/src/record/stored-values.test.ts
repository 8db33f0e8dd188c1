import { describe, expect, test } from 'vitest';
import { LabelSchema, PathSchema, TextSchema } from './stored-values.ts';
import { parseTaskId } from './task-id.ts';

describe('what may be stored', () => {
  test.each([
    ['a label of one character', LabelSchema, 'x', true],
    ['a label of 200', LabelSchema, 'x'.repeat(200), true],
    ['a label of 201', LabelSchema, 'x'.repeat(201), false],
    ['no label', LabelSchema, '', false],
    ['a label with a tab', LabelSchema, 'a\tb', false],
    ['a path of one character', PathSchema, 'x', true],
    ['a path of 4096', PathSchema, 'x'.repeat(4096), true],
    ['a path of 4097', PathSchema, 'x'.repeat(4097), false],
    ['no path', PathSchema, '', false],
    ['a path with a NUL', PathSchema, 'a\0b', false],
    ['no text', TextSchema, '', true],
    ['a text of one whole character', TextSchema, '\u{1F600}', true],
    ['a text with half a character', TextSchema, 'a\uD83D', false],
  ])('%s', (_, schema, value, stored) => {
    expect(schema.safeParse(value).success).toBe(stored);
  });
});

describe('parseTaskId', () => {
  test.each(['T', '7', 'TASK-1.2_3', 'x'.repeat(128)])('accepts %j as it is', (id) => {
    expect(parseTaskId(id)._unsafeUnwrap()).toBe(id);
  });

  test.each<[unknown, string]>([
    ['a b', 'a b'],
    ['.hidden', '.hidden'],
    ['TASK-1\n', 'TASK-1\n'],
    ['../'.repeat(60), '../'.repeat(20)],
    [7, 'number'],
    [undefined, 'undefined'],
  ])('refuses %j, showing no more of it than fits into a line', (id, shown) => {
    const error = parseTaskId(id)._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'InvalidTaskId', data: { id: shown } });
    expect(error.message).toContain(`${JSON.stringify(shown)} cannot name a task`);
  });
});
