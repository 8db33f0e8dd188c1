import * as z from 'zod';
import { type DeepReadonly, err, ok, type Result } from '@batonkit/core';
import { TextSchema, unmetBySchema } from '@batonkit/core/internal';
import type { SchemaProblem } from '../documents/schema-violation.ts';
import { findSection, lineAt, type StateDocument } from './state-document.ts';

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+)/sy;

/** Names a task or an epic: digits stay a number, as people write them. */
export const EntityIdSchema = z.union([z.int().nonnegative(), TextSchema]);

/** The JSON at the head of a state file. Fields that a person added are kept. */
export const StateMetadataSchema = z.looseObject({
  task_id: EntityIdSchema,
  epic_id: EntityIdSchema.nullable().optional(),
  /** `in_progress` and `complete` are written; a person may write others. */
  status: TextSchema,
  dependencies: z.array(EntityIdSchema).optional(),
  total_sessions: z.int().nonnegative(),
});

/** The JSON at the head of a state file: see {@link StateMetadataSchema}. */
export type StateMetadata = DeepReadonly<z.infer<typeof StateMetadataSchema>>;

/** Metadata and where its JSON stands. */
export interface FoundMetadata {
  readonly value: StateMetadata;
  readonly start: number;
  readonly json: string;
}

/** Reads the first JSON block of the metadata section. */
export function readMetadata(document: StateDocument, file: string): Result<FoundMetadata, SchemaProblem> {
  const { text } = document;
  const section = findSection(document, 'metadata');
  if (section === null) return err({ file, line: 1, detail: 'There is no section "0. Metadata".' });
  const fail = (offset: number, detail: string): Result<never, SchemaProblem> =>
    err({ file, line: lineAt(text, offset), detail });

  const block = /^ {0,3}(`{3,}|~{3,})[ \t]*json[ \t]*$/im.exec(text.slice(section.bodyStart, section.end));
  if (block === null) return fail(section.start, 'The metadata must be a ```json block.');
  const start = section.bodyStart + block.index + block[0].length;
  const length = text.slice(start, section.end).search(/^ {0,3}(`{3,}|~{3,})[ \t]*$/m);
  const json = text.slice(start, length === -1 ? section.end : start + length);
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return fail(start + 1, 'The metadata is not JSON.');
  }
  const checked = StateMetadataSchema.safeParse(parsed);
  if (!checked.success) {
    const key = checked.error.issues[0]?.path[0];
    const member = typeof key === 'string' ? findJsonMember(json, key) : null;
    const detail = unmetBySchema(checked.error, 'Metadata').map((unmet) => unmet.detail);
    return fail(start + (member?.start ?? 1), detail.join(' '));
  }
  return ok({ value: checked.data, start, json });
}

/** The edit that gives a field of the metadata another value; it touches no other character. */
export function replaceMetadata(
  { json, start }: FoundMetadata,
  field: 'status' | 'total_sessions',
  value: string | number,
): readonly { readonly start: number; readonly end: number; readonly by: string }[] {
  const member = findJsonMember(json, field);
  if (member === null) return [];
  return [{ start: start + member.start, end: start + member.end, by: JSON.stringify(value) }];
}

/** The metadata of a new file as people write it: one field a line, lists on theirs. */
export function formatMetadata(metadata: StateMetadata): string {
  const fields = Object.entries(metadata).filter(([, value]) => value !== undefined);
  const format = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value);
  return `{\n${fields.map(([key, value]) => `  ${JSON.stringify(key)}: ${format(value)}`).join(',\n')}\n}`;
}

/** An id as it stands in JSON: a number when it is one. */
export function toEntityId(id: string): string | number {
  return /^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id;
}

/** Where the value of a top-level key stands in valid JSON; the last one counts, as for `JSON.parse`. Null when there is none. */
function findJsonMember(json: string, key: string): { readonly start: number; readonly end: number } | null {
  let found: { start: number; end: number } | null = null;
  let depth = 0;
  let previous = { text: '', end: 0 };
  let value: { isWanted: boolean; start: number | null } | null = null;
  for (let position = 0; ;) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(json)?.[1];
    if (token === undefined) return found;
    position = TOKEN.lastIndex;
    const start = position - token.length;
    if (value !== null && value.start === null) value.start = start;
    else if (depth === 1 && (token === ',' || token === '}')) {
      if (value?.isWanted === true) found = { start: value.start ?? start, end: previous.end };
      value = null;
    } else if (depth === 1 && token === ':') value = { isWanted: decode(previous.text) === key, start: null };
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    previous = { text: token, end: position };
  }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return null;
  }
}
