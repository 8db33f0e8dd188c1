import { plainText } from './plain-text.ts';
import type { ViewContext } from './view-context.ts';

/** A patch in the colours that git gives it. */
export function renderPatch(patch: string, { paint }: Pick<ViewContext, 'paint'>): string {
  let isHeader = false;
  return patch
    .split('\n')
    .map((raw) => {
      const line = plainText(raw);
      if (line.startsWith('diff ')) isHeader = true;
      if (line.startsWith('@@')) {
        isHeader = false;
        const end = line.indexOf('@@', 2);
        return end < 0 ? paint.cyan(line) : paint.cyan(line.slice(0, end + 2)) + line.slice(end + 2);
      }
      if (isHeader) return paint.bold(line);
      if (line.startsWith('+')) return paint.green(line);
      if (line.startsWith('-')) return paint.red(line);
      return line;
    })
    .join('\n');
}
