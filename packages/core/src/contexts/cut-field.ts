import { POINTERS, type ExportField } from './export-fields.ts';

/** How many parts a field can be cut into: characters of a text, items of a list; 0 for what has nothing to cut. */
export function sizeOfField(part: unknown): number {
  if (part === undefined) return 0;
  if (typeof part === 'string') return [...part].length;
  return Array.isArray(part) ? part.length : 1;
}

/** A field cut to `kept` of its parts, marked with a pointer to where it stands whole. */
export function cutField(field: ExportField, whole: unknown, kept: number): unknown {
  const pointer = `see ${POINTERS[field]} of the record`;
  if (kept === 0) return { cut: pointer };
  if (typeof whole === 'string') {
    const start = beginning(whole, kept);
    return start === '' ? { cut: pointer } : `${start}… (cut: ${pointer})`;
  }
  const items: readonly unknown[] = Array.isArray(whole) ? whole : [];
  const mark = { cut: `${items.length - kept} more, ${pointer}` };
  // Of runs the last ones matter; of everything else the author's order says what comes first.
  return field === 'qa_runs' ? [mark, ...items.slice(-kept)] : [...items.slice(0, kept), mark];
}

/** The first characters of a text, up to the last whole word among them; in scripts that set no spaces, all of them. */
function beginning(text: string, length: number): string {
  const start = [...text].slice(0, length).join('');
  if (!/\s/.test(text) || /\s/.test(text.charAt(start.length))) return start.trimEnd();
  return start.replace(/\S+$/u, '').trimEnd();
}
