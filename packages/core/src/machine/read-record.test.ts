import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../text/canonical-json.ts';
import { decide } from './core-machine.fixture.ts';
import { evolve } from './core-machine.fixture.ts';
import { readRecord } from './core-machine.fixture.ts';
import { sampleEnv, sampleInit } from './sample-task.fixture.ts';
import type { TaskRecord } from './core-machine.fixture.ts';

const record = decide(null, sampleInit, sampleEnv)
  ._unsafeUnwrap()
  .reduce<TaskRecord | null>(evolve, null) as TaskRecord;

interface Editable {
  coordination: { implementer: object };
  immutable: { task_snapshot: object };
  audit?: object;
}

/** The record with one place changed, as somebody with an editor would. */
function edited(change: (copy: Editable) => void): string {
  const copy = JSON.parse(canonicalJson(record)) as Editable;
  change(copy);
  return canonicalJson(copy);
}

const cases: [name: string, body: string, code: string, message: RegExp][] = [
  ['an empty file', '', 'Corrupt', /not JSON/],
  ['a cut file', canonicalJson(record).slice(0, 200), 'Corrupt', /not JSON/],
  ['binary', '\0\u0001\u0002', 'Corrupt', /not JSON/],
  ['an array', '[]', 'Corrupt', /not a JSON object/],
  ['null', 'null', 'Corrupt', /not a JSON object/],
  ['a text', '"record"', 'Corrupt', /not a JSON object/],
  ['no version', '{}', 'UnsupportedVersion', /no version number/],
  [
    'a newer version',
    edited((copy) => Object.assign(copy, { version: 2 })),
    'UnsupportedVersion',
    /version 2.*up to 1/,
  ],
  [
    'a version as text',
    edited((copy) => Object.assign(copy, { version: '1' })),
    'UnsupportedVersion',
    /no version number/,
  ],
  [
    'an unknown field',
    edited((copy) => Object.assign(copy.coordination.implementer, { notes: 'free-form' })),
    'SchemaViolation',
    /notes/,
  ],
  ['a missing field', edited((copy) => delete copy.audit), 'SchemaViolation', /\/audit/],
  [
    'an unknown status',
    edited(({ coordination }) => Object.assign(coordination.implementer, { status: 'busy' })),
    'SchemaViolation',
    /\/coordination\/implementer\/status/,
  ],
  [
    'a negative budget',
    edited(({ coordination }) => Object.assign(coordination.implementer, { drift_budget: -1 })),
    'SchemaViolation',
    /drift_budget/,
  ],
  [
    'a role too many',
    edited((copy) => Object.assign(copy, { roles: ['implementer', 'reviewer', 'validator', 'extra'] })),
    'SchemaViolation',
    /\/coordination/,
  ],
  [
    'a role of another name',
    edited((copy) => Object.assign(copy, { roles: ['implementer', 'reviewer', 'extra'] })),
    'SchemaViolation',
    /\/coordination: does not hold exactly one entry for each of \/roles/,
  ],
  [
    'a role too few',
    edited((copy) => Object.assign(copy, { roles: ['implementer', 'reviewer'] })),
    'SchemaViolation',
    /\/coordination/,
  ],
  [
    'an edited title',
    edited(({ immutable }) => Object.assign(immutable.task_snapshot, { title: 'Something else' })),
    'ImmutableTampered',
    /changed outside Batonkit/,
  ],
  [
    'a reordered list',
    edited(({ immutable }) => Object.assign(immutable, { repo_paths: ['b', 'a'] })),
    'ImmutableTampered',
    /audit trail/,
  ],
  [
    'an exchanged seal',
    edited((copy) => Object.assign(copy, { immutable_sha: '0'.repeat(64) })),
    'ImmutableTampered',
    /SHA-256/,
  ],
];

describe('readRecord', () => {
  test('gives back what was stored, frozen', () => {
    const read = readRecord(canonicalJson(record))._unsafeUnwrap();
    expect(read).toEqual(record);
    expect(Object.isFrozen(read.immutable.task_snapshot.scope_in)).toBe(true);
  });

  test.each(cases)('refuses %s with its named error', (_, body, code, message) => {
    const error = readRecord(body)._unsafeUnwrapErr();
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/reset --hard|clean -|rm -|checkout/);
  });

  test('what is refused says where, for programs', () => {
    const dataOf = (body: string): object => readRecord(body)._unsafeUnwrapErr().data;
    const bodyOf = (name: string): string => cases.find(([known]) => known === name)?.[1] ?? '';
    expect(dataOf('')).toEqual({ where: 'record', reason: 'it is not JSON' });
    expect(dataOf(bodyOf('a role too few'))).toMatchObject({ unmet: [{ condition: '/coordination' }] });
    expect(dataOf(bodyOf('an edited title'))).toMatchObject({ unmet: [{ condition: 'immutable-unchanged' }] });
    expect(dataOf(bodyOf('a missing field'))).toMatchObject({
      unmet: [{ condition: '/audit', detail: expect.stringMatching(/^The record \/audit: /) as string }],
    });
    expect(readRecord('{')._unsafeUnwrapErr().cause).toBeInstanceOf(SyntaxError);
  });

  test('a body that was read once is not read again, and one that was refused is refused again', () => {
    const body = edited((copy) => Object.assign(copy, { created_by: 'grace' }));
    expect(readRecord(body)._unsafeUnwrap()).toBe(readRecord(body)._unsafeUnwrap());
    for (const attempt of [1, 2]) expect([attempt, readRecord('{}').isErr()]).toEqual([attempt, true]);
  });

  test.each(
    cases.filter(([, , code]) => ['SchemaViolation', 'UnsupportedVersion', 'ImmutableTampered'].includes(code)),
  )('decide refuses a hand-made record the same way: %s', (_, body, code) => {
    const handMade = JSON.parse(body) as TaskRecord;
    expect(decide(handMade, { type: 'hand-off', role: 'implementer' }, sampleEnv)._unsafeUnwrapErr().code).toBe(code);
  });
});

// The schemas are those of the records that Batonkit keeps, which have a section of the protocol.
describe('the published JSON Schemas', () => {
  const load = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object;
  const ajv = new Ajv2020({ validateFormats: false });
  const validate = ajv.compile(load('task-record'));

  test('accept a record', () => {
    expect(validate({ ...record, protocol: null })).toBe(true);
  });

  test.each(cases.filter(([, , code]) => code === 'SchemaViolation').filter(([name]) => !name.startsWith('a role')))(
    'refuse what the code refuses: %s',
    (_, body) => expect(validate({ ...(JSON.parse(body) as object), protocol: null })).toBe(false),
  );
});
