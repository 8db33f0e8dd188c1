import * as z from 'zod';

/** A JSON Schema as MCP carries it: always of an object. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
}

/**
 * What an input schema loses in a tool list, where every client pays for every token before anything is asked: all of it is checked on a call,
 * whose refusal says what is wrong, and can be read in full as `baton://tools/<tool>`.
 */
const LEFT_OUT = new Set([
  '$schema',
  'additionalProperties',
  'exclusiveMinimum',
  'maximum',
  'minimum',
  'minItems',
  'propertyNames',
]);

/** Longer lists of values are left out too; a refusal names them. */
const MAX_VALUES = 6;

/** The whole JSON Schema of a zod object. */
export function toFullSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }), type: 'object' };
}

/**
 * An input schema with names, types, descriptions and short lists of values only, and without some optional fields. Whatever the full schema
 * accepts, this one accepts.
 */
export function compactInput(full: ObjectSchema, notListed: readonly string[]): ObjectSchema {
  const fields = Object.entries(asObject(full['properties'])).filter(([name]) => !notListed.includes(name));
  return { ...compact({ ...full, properties: Object.fromEntries(fields) }), type: 'object' };
}

function compact(schema: object): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !LEFT_OUT.has(keyword) && !(keyword === 'enum' && countOf(value) > MAX_VALUES),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => compactKeyword(keyword, value)));
}

function compactKeyword(keyword: string, value: unknown): [string, unknown] {
  if (keyword === 'properties') {
    const fields = Object.entries(asObject(value));
    return [keyword, Object.fromEntries(fields.map(([name, field]) => [name, compact(asObject(field))]))];
  }
  if (keyword === 'items') return [keyword, compact(asObject(value))];
  if (keyword === 'anyOf' && Array.isArray(value)) {
    return ['type', [...new Set(value.map((one) => asObject(one)['type']))]];
  }
  return [keyword, value];
}

/**
 * An output schema that names the fields which are always there, apart from those that repeat the input, and demands none of them: clients of
 * version 1 of the SDK hold failures to the output schema, too.
 */
export function compactOutput(full: ObjectSchema, input: ObjectSchema): ObjectSchema {
  const given = asObject(input['properties']);
  const always = Array.isArray(full['required']) ? full['required'].filter((name) => typeof name === 'string') : [];
  const names = always.filter((name) => !(name in given)).join(', ');
  return { type: 'object', ...(names === '' ? {} : { description: names }) };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
