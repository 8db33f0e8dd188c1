import * as z from 'zod';
import type { Operation } from './operation.ts';

/** One field of an operation's input, as a command line or a form sees it. */
export interface OperationField {
  readonly name: string;
  /** `text`, `number` and `flag` are single values, `choice` is one of `choices`, `list` are texts, `map` are named values. */
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'list' | 'map' | 'text-or-number';
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** Empty where the name says it all. */
  readonly description: string;
}

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly FieldSchema[];
  readonly description?: string;
}

/**
 * The fields of an operation's input, in the order of its schema.
 *
 * @example
 * ```ts
 * import { listFields, OPERATIONS } from '@batonkit/operations';
 *
 * const present = OPERATIONS.find(({ name }) => name === 'present');
 * present && listFields(present).map(({ name, kind }) => `${name}: ${kind}`); // => ['taskId: text', 'checkpoint: choice']
 * ```
 */
export function listFields({ input }: Pick<Operation, 'input'>): readonly OperationField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    const field: FieldSchema = typeof schema === 'boolean' ? {} : (schema as FieldSchema);
    return {
      name,
      kind: kindOf(field),
      choices: field.enum ?? [],
      isRequired: required.includes(name),
      description: field.description ?? '',
    };
  });
}

const KINDS: Readonly<Record<string, OperationField['kind']>> = {
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  array: 'list',
  object: 'map',
};

function kindOf({ type = 'string', enum: choices, anyOf }: FieldSchema): OperationField['kind'] {
  if (choices !== undefined) return 'choice';
  return anyOf === undefined ? (KINDS[type] ?? 'text') : 'text-or-number';
}
