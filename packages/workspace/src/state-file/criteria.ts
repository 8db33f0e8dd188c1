import { markFencedLines, TOP_LEVEL_FENCE } from '@batonkit/markdown/scan';
import { plainName } from '../documents/marked-document.ts';
import { ok, reject, type Rejection, type Result } from '@batonkit/core';
import { replaceRanges, type StateDocument } from './state-document.ts';
import type { OpenStateFile } from './state-file.ts';

/** One acceptance criterion. */
export interface Criterion {
  readonly text: string;
  readonly checked: boolean;
}

interface FoundCriterion extends Criterion {
  /** Where the character between the brackets stands. */
  readonly mark: number;
}

// Items below another item, further to the right, belong to it and are no criteria of their own.
const ITEM = /^( ?(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])\](?:[ \t]+(.*))?$/;

/** The checkboxes under "Acceptance Criteria", code left out. */
export function readCriteria({ text, parts }: StateDocument): FoundCriterion[] {
  const part = parts.find(
    ({ section, name }) => section === 'context' && /^acceptance criteria$/i.test(plainName(name)),
  );
  if (part === undefined) return [];
  const lines = text.slice(part.bodyStart, part.end).split(/(\r\n|\r|\n)/);
  const fenced = markFencedLines(
    lines.filter((_, index) => index % 2 === 0),
    TOP_LEVEL_FENCE,
  );
  const found: FoundCriterion[] = [];
  let offset = part.bodyStart;
  for (const [index, line] of lines.entries()) {
    const [, before = '', mark, criterion = ''] = (index % 2 === 0 && ITEM.exec(line)) || [];
    if (mark !== undefined && fenced[index / 2] !== true)
      found.push({ text: criterion.trim(), checked: mark !== ' ', mark: offset + before.length });
    offset += line.length;
  }
  return found;
}

/** Checks or unchecks a criterion, named by its place (from 0) or its text: one character changes. */
export function checkCriterion(
  { file, document }: OpenStateFile,
  criterion: number | string,
  checked: boolean,
): Result<string, Rejection<'InvalidInput'>> {
  const criteria = readCriteria(document);
  const wanted = typeof criterion === 'string' ? criterion.trim() : criterion;
  const matches = criteria.filter(({ text }, index) =>
    typeof wanted === 'string' ? text === wanted : index === wanted,
  );
  const [found] = matches;
  if (found === undefined || matches.length > 1) {
    const which = typeof wanted === 'string' ? JSON.stringify(wanted.slice(0, 100)) : `number ${wanted}`;
    const problem =
      found === undefined
        ? `has no criterion ${which}`
        : `has ${matches.length} criteria ${which}; name it by its place`;
    const list = criteria.map(({ text }, index) => `${index}: ${text.slice(0, 100)}`).join('; ');
    return reject('InvalidInput', [
      { condition: '/criterion', detail: `${file} ${problem}. It has ${list || 'none'}.` },
    ]);
  }
  if (found.checked === checked) return ok(document.text);
  return ok(replaceRanges(document.text, [{ start: found.mark, end: found.mark + 1, by: checked ? 'x' : ' ' }]));
}
