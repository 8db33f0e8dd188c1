import type { Paint } from './paint.ts';
import { textWidth } from './plain-text.ts';

const GAP = '  ';

/**
 * Rows in aligned columns. The last column is wrapped to `width` where that is known, with its lines below each other. Numbers stand to
 * the right. Cells may hold colours.
 */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  { paint, width }: { readonly paint: Paint; readonly width?: number | undefined },
): string {
  const widths = headings.map((heading, column) =>
    Math.max(textWidth(heading), ...rows.map((row) => textWidth(String(row[column] ?? '')))),
  );
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP.length, 0);
  const room = width === undefined ? Infinity : width - before;
  const line = (cells: readonly (string | number)[], style: (text: string) => string): string => {
    const fixed = cells.slice(0, -1).map((cell, column) => style(pad(cell, widths[column] ?? 0)));
    const [first = '', ...more] = wrap(String(cells.at(-1) ?? ''), Math.max(room, MIN_WRAP));
    const head = `${[...fixed, style(first)].join(GAP)}`.trimEnd();
    return [head, ...more.map((rest) => `${' '.repeat(before)}${style(rest)}`.trimEnd())].join('\n');
  };
  const body = rows.map((row) => line(row, (text) => text));
  const isUntitled = headings.every((heading) => heading === '');
  return [...(isUntitled ? [] : [line(headings, paint.dim)]), ...body].map((text) => `${text}\n`).join('');
}

/** Below this, wrapping makes a table harder to read. */
const MIN_WRAP = 24;

function pad(cell: string | number, width: number): string {
  const text = String(cell);
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return typeof cell === 'number' ? `${space}${text}` : `${text}${space}`;
}

function wrap(text: string, room: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (textWidth(line) <= room) return [line];
    const lines: string[] = [];
    let current = '';
    for (const word of line.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (current !== '' && textWidth(longer) > room) {
        lines.push(current);
        current = word;
      } else current = longer;
    }
    return [...lines, current];
  });
}
