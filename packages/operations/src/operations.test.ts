import { expect, test } from 'vitest';
import * as z from 'zod';
import { OPERATIONS } from './operations.ts';

const CONTRACT = [
  ...'init get start hand-off update block snapshot verify inspect diff preview restore attribute'.split(' '),
  ...'record-qa attach-evidence resolve-drift export rebuild complete purge list'.split(' '),
  ...'claim release take-over status advance present approve compliance next queue worktree'.split(' '),
  ...'section tasks context parse-report'.split(' '),
  ...['create', 'log', 'check', 'chain'].map((verb) => `task ${verb}`),
  ...['load', 'compact', 'checkpoint', 'recover', 'guard'].map((verb) => `tiers ${verb}`),
];

test('every verb of the contract is an operation, and no name stands twice', () => {
  const names = OPERATIONS.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(CONTRACT));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*( [a-z]+)?$/);
});

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s is well described', (name, row) => {
  const fields = Object.keys(row.input.shape);
  const { positional, fromFile, paths, negated, hidden, examples } = row.shell;
  for (const field of [...positional, ...fromFile, ...paths, ...negated, ...hidden]) expect(fields).toContain(field);
  for (const field of fields) expect(field).toMatch(/^[a-z][a-zA-Z]*$/);
  expect(row.summary.length).toBeLessThan(80);
  expect(row.summary).toMatch(/^[A-Z].*\.$/);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(example.startsWith(name)).toBe(true);
  if (row.hints.readOnly) expect(row.hints).toMatchObject({ destructive: false, idempotent: true });
  expect(row.input.safeParse({ noSuchField: 1 }).success).toBe(false);
  expect(() => z.toJSONSchema(row.input)).not.toThrow();
  expect(() => z.toJSONSchema(row.output)).not.toThrow();
});

test('what may finish a compaction that was cut off does not claim to read only', () => {
  const tiers = OPERATIONS.filter(({ name }) => name.startsWith('tiers '));
  expect(tiers.filter(({ hints }) => hints.readOnly).map(({ name }) => name)).toEqual([]);
});
