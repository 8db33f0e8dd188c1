import { markFencedLines, splitLines } from '@batonkit/markdown/scan';
import { normalizeBlock } from '../documents/text-block.ts';
import { oneLine } from '@batonkit/core/text';
import { identityOf } from './bullet-entry.ts';

/** An item of a list with boxes, with what stands below it. */
export interface PlanItem<Status extends string> {
  readonly text: string;
  readonly status: Status;
  /** Lines below the item that belong to it, as they are. */
  readonly detail: string;
}

/** A list with boxes, and the text above it. */
export interface PlanList<Status extends string> {
  readonly intro: string;
  readonly items: readonly PlanItem<Status>[];
}

const ITEM = /^ ?(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX~/-])\][ \t]+(.*\S)[ \t]*$/;

/** Reads a list whose boxes mean what `marks` says; the first status is that of an unknown mark. */
export function readPlanList<Status extends string>(
  body: string,
  marks: Readonly<Record<Status, string>>,
): PlanList<Status> {
  const lines = splitLines(body);
  const fenced = markFencedLines(lines);
  const statuses = Object.keys(marks) as Status[];
  const intro: string[] = [];
  const items: { text: string; status: Status; detail: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const [, mark, text] = (fenced[index] !== true && ITEM.exec(line)) || [];
    if (mark === undefined || text === undefined) (items.at(-1)?.detail ?? intro).push(line);
    else {
      const status = statuses.find((known) => marks[known] === mark.toLowerCase().replace('/', '~'));
      items.push({ text: oneLine(text), status: status ?? (statuses[0] as Status), detail: [] });
    }
  }
  return {
    intro: normalizeBlock(intro.join('\n')),
    items: items.map(({ detail, ...item }) => ({ ...item, detail: normalizeBlock(detail.join('\n')) })),
  };
}

/** The list in its one form. */
export function formatPlanList<Status extends string>(
  { intro, items }: PlanList<Status>,
  marks: Readonly<Record<Status, string>>,
): string {
  const list = items.map(
    ({ text, status, detail }) => `- [${marks[status]}] ${text}${detail === '' ? '' : `\n${detail}`}`,
  );
  return [intro, list.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** The list with items added or, when there is one of the same words, their status changed. Null leaves it as it is. */
export function updatePlanItems<Status extends string>(
  items: readonly PlanItem<Status>[],
  changes: readonly { readonly text: string; readonly status: Status | null }[],
  initial: Status,
): readonly PlanItem<Status>[] {
  const updated = new Map(items.map((item, index) => [`${identityOf(item.text)}\n${index}`, item]));
  const keys = new Map([...updated.keys()].toReversed().map((key) => [key.slice(0, key.lastIndexOf('\n')), key]));
  for (const { text, status } of changes) {
    const key = keys.get(identityOf(text)) ?? `${identityOf(text)}\n`;
    keys.set(identityOf(text), key);
    const before = updated.get(key);
    updated.set(
      key,
      before === undefined
        ? { text, status: status ?? initial, detail: '' }
        : { ...before, status: status ?? before.status },
    );
  }
  return [...updated.values()];
}
