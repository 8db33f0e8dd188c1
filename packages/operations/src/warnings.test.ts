import type { CaptureWarning } from '@batonkit/capture';
import type { QaReportWarning } from '@batonkit/capture/qa';
import type { Warning, WarningCode } from '@batonkit/core';
import type { MarkdownWarning } from '@batonkit/markdown';
import type { WorkspaceWarning } from '@batonkit/workspace';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import type { OperationWarningCode } from './operation/operation-fields.ts';
import { OPERATIONS } from './operations.ts';

/** The schemas of every field called `warnings` below a JSON Schema. */
function warningsIn(schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'warnings' && !Array.isArray(schema) ? [value] : warningsIn(value),
  );
}

test('the warnings of every operation have one shape', () => {
  const shape = {
    type: 'array',
    items: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, where: { type: 'string' } },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  };
  const found = OPERATIONS.flatMap(({ name, output }) =>
    warningsIn((z.toJSONSchema(output) as { properties?: unknown }).properties).map((schema) => ({ name, schema })),
  );
  // The counts of a QA result have `warnings` too: how many the tool printed.
  const lists = found.filter(({ schema }) => (schema as { type: string }).type !== 'integer');
  expect(lists.length).toBeGreaterThan(30);
  for (const { name, schema } of lists) expect({ name, schema }).toEqual({ name, schema: shape });
});

test('each package has that shape with a union of its own codes', () => {
  expectTypeOf<Warning>().toEqualTypeOf<Warning<WarningCode>>();
  expectTypeOf<CaptureWarning>().toExtend<Warning<OperationWarningCode>>();
  expectTypeOf<MarkdownWarning>().toExtend<Warning<OperationWarningCode>>();
  expectTypeOf<Warning<MarkdownWarning['code']>>().toExtend<MarkdownWarning>();
  expectTypeOf<WorkspaceWarning>().toExtend<Warning<OperationWarningCode>>();
  expectTypeOf<QaReportWarning>().toEqualTypeOf<Warning<QaReportWarning['code']>>();
  expectTypeOf<string>().not.toExtend<OperationWarningCode | QaReportWarning['code']>();
});
