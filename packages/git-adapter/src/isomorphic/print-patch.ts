import { diffArrays } from 'diff/lib/diff/array.js';
import type { TreeEntry } from '../objects/git-tree.ts';

/** One side of a changed file. */
export interface PatchSide extends TreeEntry {
  readonly content: Buffer;
}

/** A printed file, with its counts; `null` counts for binary content. */
export interface PrintedFile {
  readonly text: string;
  readonly added: number | null;
  readonly removed: number | null;
}

const CONTEXT = 3;
/** More edits than this are not looked for: all lines between the first and the last difference are printed as replaced. */
const MOST_EDITS = 2000;

/** The patch of one file as latin1 text, in git's form. */
export function printPatch(name: Buffer, from: PatchSide | null, to: PatchSide | null): PrintedFile {
  const [a, b] = [quote('a/', name), quote('b/', name)];
  const header = [`diff --git ${a} ${b}`];
  if (from === null) header.push(`new file mode ${to?.mode ?? ''}`);
  else if (to === null) header.push(`deleted file mode ${from.mode}`);
  else if (from.mode !== to.mode) header.push(`old mode ${from.mode}`, `new mode ${to.mode}`);
  if (from?.id === to?.id) return { text: `${header.join('\n')}\n`, added: 0, removed: 0 };
  const ids = `index ${from?.id ?? '0'.repeat(40)}..${to?.id ?? '0'.repeat(40)}`;
  header.push(from !== null && from.mode === to?.mode ? `${ids} ${from.mode}` : ids);
  const names = [from === null ? '/dev/null' : a, to === null ? '/dev/null' : b] as const;
  if (isBinary(from) || isBinary(to)) {
    header.push(`Binary files ${names[0]} and ${names[1]} differ`);
    return { text: `${header.join('\n')}\n`, added: null, removed: null };
  }
  const edits = findEdits(linesOf(from), linesOf(to));
  const hunks = printHunks(edits);
  if (hunks !== '') header.push(`--- ${ending(names[0])}`, `+++ ${ending(names[1])}`);
  const count = (kind: string): number =>
    edits.reduce((sum, edit) => sum + (edit.kind === kind ? edit.lines.length : 0), 0);
  return { text: `${header.join('\n')}\n${hunks}`, added: count('+'), removed: count('-') };
}

interface Edit {
  readonly kind: ' ' | '+' | '-';
  readonly lines: readonly string[];
}

/** Which lines stay, go and come. */
function findEdits(from: readonly string[], to: readonly string[]): Edit[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const [left, right] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  const found = diffArrays(left, right, { maxEditLength: MOST_EDITS }) as
    { readonly added: boolean; readonly removed: boolean; readonly value: string[] }[] | undefined;
  const middle = found?.map(({ added, removed, value }): Edit => ({
    kind: added ? '+' : removed ? '-' : ' ',
    lines: value,
  })) ?? [
    { kind: '-', lines: left },
    { kind: '+', lines: right },
  ];
  const kept: Edit = { kind: ' ', lines: from.slice(0, start) };
  return [kept, ...middle, { kind: ' ' as const, lines: from.slice(from.length - end) }].filter(
    ({ lines }) => lines.length > 0,
  );
}

function printHunks(edits: readonly Edit[]): string {
  const parts: string[] = [];
  let [fromLine, toLine] = [1, 1];
  let hunk: { from: number; to: number; removed: number; added: number; body: string[] } | null = null;
  const flush = (): void => {
    if (hunk === null) return;
    const range = (line: number, count: number): string =>
      count === 1 ? String(line) : `${count === 0 ? line - 1 : line},${count}`;
    parts.push(`@@ -${range(hunk.from, hunk.removed)} +${range(hunk.to, hunk.added)} @@\n`, ...hunk.body);
    hunk = null;
  };
  const put = (kind: Edit['kind'], lines: readonly string[]): void => {
    hunk ??= { from: fromLine, to: toLine, removed: 0, added: 0, body: [] };
    for (const line of lines)
      hunk.body.push(line.endsWith('\n') ? kind + line : `${kind}${line}\n\\ No newline at end of file\n`);
    if (kind !== '+') hunk.removed += lines.length;
    if (kind !== '-') hunk.added += lines.length;
    if (kind !== '+') fromLine += lines.length;
    if (kind !== '-') toLine += lines.length;
  };
  const pass = (count: number): void => {
    fromLine += count;
    toLine += count;
  };
  edits.forEach(({ kind, lines }, at) => {
    if (kind !== ' ') return put(kind, lines);
    const [isFirst, isLast] = [at === 0, at === edits.length - 1];
    if (!isFirst && !isLast && lines.length <= 2 * CONTEXT) return put(' ', lines);
    if (!isFirst) put(' ', lines.slice(0, CONTEXT));
    flush();
    const before = isLast ? 0 : Math.min(CONTEXT, isFirst ? lines.length : lines.length - CONTEXT);
    pass(lines.length - before - (isFirst ? 0 : Math.min(CONTEXT, lines.length)));
    if (before > 0) put(' ', lines.slice(-before));
  });
  flush();
  return parts.join('');
}

/** Every line with its end; the last may have none. */
function linesOf(side: PatchSide | null): string[] {
  return side?.content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Git's rule: a NUL among the first 8000 bytes. */
function isBinary(side: PatchSide | null): boolean {
  return side?.content.subarray(0, 8000).includes(0) ?? false;
}

const escapes: Readonly<Record<string, string>> = {
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
};

/** A name as git prints it: in quotes where it holds anything but plain characters. */
function quote(prefix: string, name: Buffer): string {
  const text = name.toString('latin1');
  const escaped = text.replaceAll(/[^ !#-[\]-~]/g, (character) => {
    const code = escapes[character] ?? character.charCodeAt(0).toString(8).padStart(3, '0');
    return `\\${code}`;
  });
  return escaped === text ? prefix + text : `"${prefix}${escaped}"`;
}

/** Git ends names that hold a space with a tab, so that `patch` finds their end. */
function ending(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}
