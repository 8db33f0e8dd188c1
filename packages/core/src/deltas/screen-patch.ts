import type { SecretFinding, SecretScanner } from '@batonkit/secrets';
import { readBytes } from '../text/read-bytes.ts';

/** A patch that can be stored: `findings` are the secrets that it adds, and those that it removes or shows around a change are hidden. */
export interface ScreenedPatch {
  readonly patch: Uint8Array;
  readonly findings: readonly SecretFinding[];
}

interface PatchLine {
  readonly kind: string;
  readonly text: string;
}

/**
 * Looks for secrets in a patch. Only added lines count, so that a leaked secret can be taken out. In the other lines a secret is replaced by
 * the name of its rule; with `hideAdded`, for a patch that is only shown, in added lines too.
 */
export function screenPatch(
  scan: SecretScanner,
  patch: Uint8Array,
  { hideAdded = false }: { readonly hideAdded?: boolean } = {},
): ScreenedPatch {
  const findings: SecretFinding[] = [];
  let hidden = 0;
  const files = readBytes(patch)
    // A line ends with LF alone: a CR may stand anywhere in one.
    .split(/(?<=\n)(?=diff --git )/)
    .map((file) => {
      const { head, hunks } = readHunks(file);
      const place = placeOf(scan, file);
      const found = [...scan(head), ...hunks.flatMap(({ lines }) => findAdded(scan, lines))];
      findings.push(...found.map(({ rule, path }) => ({ rule, path: `/content${place}${path}` })));
      const shown = hunks.map(({ range, heading, lines }) => {
        const rule = scan(heading)[0]?.rule;
        const rules = findHidden(scan, lines, hideAdded);
        hidden += rules.size + (rule === undefined ? 0 : 1);
        const printed = lines.map(({ kind, text }, at) => kind + (rules.has(at) ? redacted(rules.get(at)) : text));
        return [range + (rule === undefined ? heading : ` ${redacted(rule)}`), ...printed].join('\n');
      });
      return [head, ...shown].join('\n');
    });
  if (hidden === 0) return { patch, findings };
  return { patch: Uint8Array.from(files.join(''), (character) => character.charCodeAt(0)), findings };
}

function redacted(rule = ''): string {
  return `[redacted: ${rule}]`;
}

/** The file that a patch is about, unless its name is the secret. */
function placeOf(scan: SecretScanner, patch: string): string {
  const name = /^diff --git .* "?b(\/[^\n"]+)/.exec(patch)?.[1] ?? '';
  return name !== '' && scan(name).length > 0 ? '' : name;
}

/** Splits the patch of one file. What is in no hunk, such as names and modes, is `head`. */
function readHunks(file: string): {
  readonly head: string;
  readonly hunks: readonly { readonly range: string; readonly heading: string; readonly lines: readonly PatchLine[] }[];
} {
  const [head = '', ...hunks] = file.split(/\n(?=@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/);
  return {
    head,
    hunks: hunks.map((hunk) => {
      const [first = '', ...lines] = hunk.split('\n');
      const range = /^@@ [^@]* @@/.exec(first)?.[0] ?? '';
      return {
        range,
        heading: first.slice(range.length),
        lines: lines.map((line) => ({ kind: line.slice(0, 1), text: line.slice(1) })),
      };
    }),
  };
}

/** Secrets on added lines, and those that added lines complete, such as a value under a name that was there. */
function findAdded(scan: SecretScanner, lines: readonly PatchLine[]): readonly SecretFinding[] {
  const added = lines.filter(({ kind }) => kind === '+');
  if (added.length === 0) return [];
  const alone = scan(textOf(added));
  if (alone.length > 0) return alone;
  const after = lines.filter(({ kind }) => kind === '+' || kind === ' ');
  if (after.length === added.length || scan(textOf(after)).length === 0) return [];
  // A secret that is there already must not hide another of its kind.
  const cleared = after.map((line) => (scan(line.text).length > 0 ? { ...line, text: '' } : line));
  const before = new Set(scan(textOf(cleared.filter(({ kind }) => kind === ' '))).map(({ rule }) => rule));
  return scan(textOf(cleared)).filter(({ rule }) => !before.has(rule));
}

/** Which lines to hide, by their number, each with the rule that knows the secret. */
function findHidden(scan: SecretScanner, lines: readonly PatchLine[], hideAdded: boolean): ReadonlyMap<number, string> {
  const numbered = lines.map((line, at) => ({ ...line, at }));
  const hidden = new Map<number, string>();
  for (const side of hideAdded ? ['-', '+'] : ['-']) {
    const shown = numbered.filter(({ kind }) => kind === side || kind === ' ');
    const findRule = (some: readonly PatchLine[]): string | undefined => scan(textOf(some))[0]?.rule;
    if (findRule(shown) === undefined) continue;
    const cleared = shown.map((line) => {
      const rule = findRule([line]);
      if (rule !== undefined) hidden.set(line.at, rule);
      return rule === undefined ? line : { ...line, text: '' };
    });
    const rule = findRule(cleared);
    if (rule === undefined) continue;
    // One over several lines, such as a private key: where it ends is not known, so nothing after its start is shown.
    const end = findFirst(cleared.length, (length) => findRule(cleared.slice(0, length)) !== undefined);
    const back = findFirst(end, (length) => findRule(cleared.slice(end - length, end)) !== undefined);
    for (const { at } of cleared.slice(end - back)) hidden.set(at, hidden.get(at) ?? rule);
  }
  return hidden;
}

/** The smallest number from 1 on that holds, where every larger one up to `most` holds too. */
function findFirst(most: number, holds: (count: number) => boolean): number {
  let below = 0;
  let found = most;
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2);
    if (holds(middle)) found = middle;
    else below = middle;
  }
  return found;
}

function textOf(lines: readonly PatchLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}
