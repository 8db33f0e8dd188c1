/** A field of a task block: where it stands and what it says. */
export interface TaskField {
  readonly line: number;
  readonly value: string;
}

/** A bold label of any name: where another field begins. */
const NEXT_LABEL = /(?:\*\*|__)[\p{L}\p{N}][^*_\r\n]{0,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)[ \t]*[:：])/u;
const LABELLED_LINE = new RegExp(String.raw`^[ \t]*(?:[-*+][ \t]+)?(?:\[[ xX]\][ \t]+)?${NEXT_LABEL.source}`, 'u');
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;

/** How a field of one name is recognised, and how far its value goes. */
export interface FieldPattern {
  readonly bold: RegExp;
  readonly plain: RegExp;
  readonly extent: 'line' | 'block';
}

/** The pattern of a field: `**Name:** value`, `**Name**: value`, or `Name: value` at the start of a line. */
export function fieldPattern(name: string, extent: FieldPattern['extent']): FieldPattern {
  const bold = String.raw`(?:\*\*|__)${name}[ \t]*(?:[:：][ \t]*(?:\*\*|__)|(?:\*\*|__)[ \t]*[:：])(.*)$`;
  const plain = String.raw`^[ \t]*(?:[-*+][ \t]+)?(?:\[[ xX]\][ \t]+)?${name}[ \t]*[:：](.*)$`;
  return { bold: new RegExp(bold, 'iu'), plain: new RegExp(plain, 'iu'), extent };
}

/**
 * The first field of that name outside code. The value is the rest of the line up to another bold label; a `block`
 * field goes on over the lines of its paragraph, lines indented deeper and a list that follows, a `line` field does so
 * only when its own line is empty or ends in a comma or slash.
 */
export function readField(
  lines: readonly string[],
  fenced: readonly boolean[],
  { bold, plain, extent }: FieldPattern,
): TaskField | null {
  for (const [line, text] of lines.entries()) {
    if (fenced[line] === true || HEADING.test(text)) continue;
    const rest = (bold.exec(text) ?? plain.exec(text))?.[1];
    if (rest === undefined) continue;
    const nextLabel = NEXT_LABEL.exec(rest);
    const first = rest.slice(0, nextLabel?.index).trim();
    const goesOn = nextLabel === null && (extent === 'block' || /(?:^|[,/])$/.test(first));
    const more = goesOn ? continuation(lines, fenced, line, first === '') : [];
    const value = dedent(first, more);
    if (value !== '') return { line, value };
  }
  return null;
}

function continuation(
  lines: readonly string[],
  fenced: readonly boolean[],
  labelLine: number,
  labelIsAlone: boolean,
): string[] {
  const label = lines[labelLine] ?? '';
  const labelIndent = indentOf(label);
  const labelIsItem = LIST_ITEM.test(label);
  const found: string[] = [];
  for (let index = labelLine + 1; index < lines.length; index += 1) {
    const text = lines[index] ?? '';
    const above = lines[index - 1] ?? '';
    const below = lines[index + 1] ?? '';
    // Code is never cut, whatever stands in it.
    if (fenced[index] !== true) {
      if (HEADING.test(text) || LABELLED_LINE.test(text)) break;
      const isBlank = text.trim() === '';
      const isLazyText = !LIST_ITEM.test(text) && indentOf(text) <= labelIndent && above.trim() !== '';
      const goesOn = isBlank
        ? belongs(below, labelIndent, labelIsItem) && (found.length > 0 || labelIsAlone)
        : isLazyText || belongs(text, labelIndent, labelIsItem);
      if (!goesOn) break;
    }
    found.push(text);
  }
  return found;
}

/** A deeper line belongs to the label; a list item at its own depth does too, unless the label is such an item itself. */
function belongs(text: string, labelIndent: number, labelIsItem: boolean): boolean {
  if (text.trim() === '') return false;
  return indentOf(text) > labelIndent || (!labelIsItem && LIST_ITEM.test(text));
}

function indentOf(text: string): number {
  return text.search(/[^ \t]|$/);
}

/** A text that began behind a label: its first line, then its further lines without the indentation they share. */
export function dedent(first: string, further: readonly string[]): string {
  const last = further.findLastIndex((line) => line.trim() !== '');
  const kept = further.slice(0, last + 1);
  const indents = kept.filter((line) => line.trim() !== '').map(indentOf);
  const common = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  const lines = kept.map((line) => line.slice(Math.min(common, indentOf(line))).trimEnd());
  if (first.trim() !== '') return [first.trim(), ...lines].join('\n');
  return lines.slice(lines.findIndex((line) => line !== '')).join('\n');
}
