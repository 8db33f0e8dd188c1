import { oneLine } from './plain-text.ts';
import { renderTable } from './render-table.ts';
import type { ViewContext } from './view-context.ts';

/** Any answer: single values as one table, each list below its name. Warnings are printed elsewhere. */
export function renderData(fields: Readonly<Record<string, unknown>>, context: ViewContext): string {
  const entries = Object.entries(fields).filter(([name, value]) => name !== 'warnings' && value !== undefined);
  const single = entries.filter(([, value]) => !isList(value));
  const lists = entries.filter(([, value]) => isList(value));
  const head = renderTable(
    ['', ''],
    single.map(([name, value]) => [context.paint.dim(wordsOf(name)), toCell(value)]),
    context,
  );
  const bodies = lists.map(([name, value]) => renderList(wordsOf(name), value as readonly unknown[], context));
  return [single.length === 0 ? '' : head, ...bodies].filter((part) => part !== '').join('\n');
}

/** A list below its name: objects as a table, texts as lines. */
export function renderList(title: string, values: readonly unknown[], context: ViewContext): string {
  const { paint } = context;
  if (values.length === 0) return `${paint.bold(title)}: none\n`;
  const objects = values.filter(
    (value): value is Record<string, unknown> => typeof value === 'object' && value !== null,
  );
  if (objects.length < values.length) {
    return `${paint.bold(title)}\n${values.map((value) => `  ${oneLine(String(value))}\n`).join('')}`;
  }
  const columns = Object.keys(objects[0] ?? {});
  return `${paint.bold(title)}\n${renderTable(
    columns.map(wordsOf),
    objects.map((row) => columns.map((column) => toCell(row[column]))),
    context,
  )}`;
}

/** `auditEntries` for a person. */
export function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A value in a table. */
export function toCell(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return oneLine(value);
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map((each) => toCell(each)).join(', ');
  return oneLine(JSON.stringify(value));
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}
