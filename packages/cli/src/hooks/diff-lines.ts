const CONTEXT = 3;

interface Line {
  readonly mark: ' ' | '+' | '-';
  readonly text: string;
}

/** What changes between two texts, line by line, with three lines around; empty when nothing does. For small files. */
export function diffLines(before: string, after: string): string {
  const lines = compare(split(before), split(after));
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' ');
  const shown: string[] = [];
  let isCut = false;
  for (const [index, { mark, text }] of lines.entries()) {
    if (!isNear(index)) {
      isCut = true;
      continue;
    }
    if (isCut && shown.length > 0) shown.push('...');
    isCut = false;
    shown.push(`${mark}${text}`.trimEnd());
  }
  return shown.map((line) => `${line}\n`).join('');
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  // longest[i][j]: how many lines before[i..] and after[j..] have in common, in order.
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = longest[i];
      if (row !== undefined)
        row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: before[i] ?? '' });
      i += 1;
    } else {
      lines.push({ mark: '+', text: after[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}
