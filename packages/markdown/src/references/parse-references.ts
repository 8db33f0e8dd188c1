import type { MarkdownWarning } from './markdown-warning.ts';

/** A pointer from a task to the document it implements. */
export interface Reference {
  readonly type: 'plan' | 'design' | 'spec';
  /** What to look for among the headings, such as `3.2` or `Auth-Module`. */
  readonly identifier: string;
  /** The reference as written, such as `Plan Step 3.2`. */
  readonly raw: string;
}

/** What `parseReferences` found, and what it could not read. */
export interface ParsedReferences {
  readonly references: Reference[];
  readonly warnings: MarkdownWarning[];
}

// A plan or spec identifier holds a digit or a dot ("Plan the work" refers to nothing); a design one is any name.
const IDENTIFIER = String.raw`[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*`;
const NUMBERED = String.raw`(?=[\p{L}_]*[\p{N}.-])[\p{L}\p{N}_]{1,64}(?:[.-][\p{L}\p{N}_]+)*`;
const MARK = String.raw`[ \t]*[#§:(]?[ \t]*`;
const REFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:` +
    String.raw`(?<plan>Plans?(?:\.md)?(?:[ \t]+(?:Steps?|Sections?|Phases?|Tasks?|Items?))?(?:[ \t]+|[ \t]*[#§:(][ \t]*))(?<planId>${NUMBERED})|` +
    String.raw`(?<design>Design(?:\.md[ \t]*[#§:][ \t]*|[ \t]+)(?:Components?[ \t]+|(?:Sections?|Interfaces?)${MARK}(?=${NUMBERED}))?)(?<designId>${IDENTIFIER})|` +
    String.raw`(?<spec>Specs?(?:\.md)?(?:[ \t]+(?:Sections?|Requirements?))?(?:[ \t]+|[ \t]*[#§:(][ \t]*))(?<specId>${NUMBERED}))`,
  'giu',
);
/** What joins the identifiers of a list or a range. */
const JOINT = new RegExp(
  String.raw`[ \t]*(?:(?<range>through|thru|until|to|\.{2,3}|[–—]|-(?=[ \t]))|and|or|plus|&|\+|,)(?<![\p{L}](?:and|or|plus|to))[ \t]*(?:(?:and|or|&)[ \t]+)?(?:Steps?|Sections?|Components?|Phases?)?[ \t]*[#§(]?`,
  'yiu',
);
const NEXT_NUMBERED = new RegExp(String.raw`(?<id>${NUMBERED})`, 'yu');
const NEXT_NAME = new RegExp(
  String.raw`(?<id>\p{Lu}[\p{L}\p{N}_]*(?:[.-][\p{L}\p{N}_]+)*|${NUMBERED})(?![\p{L}\p{N}_])`,
  'yu',
);
const ALONE = new RegExp(String.raw`^(?:(?:and|or|&)[ \t]+)?[#§(]?(?<id>${NUMBERED})\)?[.:]?(?=$|[ \t])`, 'iu');
const ALONE_NAME = /^(?:(?:and|&)[ \t]+)?(?<id>\p{Lu}[\p{L}\p{N}_]*(?:[.-][\p{L}\p{N}_]+)*)$/u;
/** A longer range is a slip of the pen. */
const MAX_RANGE = 50;

const KEY_WORD = /plan|design|spec/i;

/** What a part holds besides its references, and might be one. */
const LIKE_A_REFERENCE =
  /(?<![\p{L}\p{N}_])(?:\p{L}{0,3}\d+[\p{L}]?(?:[.-][\p{L}\p{N}]+)*)(?![\p{L}\p{N}_%])|(?<![\p{L}\p{N}_])(?:plan|design|spec)s?[ \t]*[§#:]?[ \t]*(?:step|section|component)?s?[ \t]*\p{Lu}/iu;

/**
 * Reads references such as `Plan 3.2`, `Plan Step 1A.1`, `Design Auth-Module`, `Design Component X` and `Spec C4.1`
 * from the value of a traceability field.
 *
 * The text is split on commas, slashes, semicolons and line endings; every match in a part counts, identifiers of any
 * depth are taken whole. Lists and ranges count whole too: `Plan 3.2 and 3.3`, `3.2 & 3.3`, `3.2, 3.3`, `3.2-3.4`,
 * `3.2 through 3.4`. A part without a reference comes back as the warning `NoReference`; one that holds more than was
 * read, or a range that does not count up, as `PartialReference`. Key words match in any case. Never throws.
 *
 * @example
 * ```ts
 * import { parseReferences } from '@batonkit/markdown';
 *
 * const { references, warnings } = parseReferences('Implements Plan 3.2-3.4 / Design Component Auth-Module, see below');
 * references.map(({ type, identifier }) => `${type} ${identifier}`); // => ['plan 3.2', 'plan 3.3', 'plan 3.4', 'design Auth-Module']
 * warnings; // => [{ code: 'NoReference', message: 'No plan, design or spec reference in "see below".' }]
 * ```
 */
export function parseReferences(text: string): ParsedReferences {
  const references: Reference[] = [];
  const warnings: MarkdownWarning[] = [];
  let label: Label | null = null;
  for (const part of text.split(/[,/;\r\n]/).map((untrimmed) => untrimmed.trim())) {
    if (part === '') continue;
    const found: FoundIn = KEY_WORD.test(part) ? referencesIn(part) : continuationOf(part, label);
    for (const reference of found.references) references.push(reference);
    label = found.label ?? (found.references.length > 0 ? label : null);
    if (found.references.length === 0 && /[\p{L}\p{N}]/u.test(part)) {
      const message = `No plan, design or spec reference in "${shorten(part)}".`;
      warnings.push({ code: 'NoReference', message });
    } else if (found.problem !== null) warnings.push({ code: 'PartialReference', message: found.problem });
  }
  return { references, warnings };
}

/** The words before an identifier, which hold for those that follow it too. */
interface Label {
  readonly type: Reference['type'];
  readonly words: string;
}

interface FoundIn {
  readonly references: readonly Reference[];
  readonly label: Label | null;
  readonly problem: string | null;
}

function referencesIn(part: string): FoundIn {
  // Emphasis marks and backticks around a name are markup, not part of it.
  const text = part.replaceAll(/[*`]/g, '');
  const found: Reference[] = [];
  let label: Label | null = null;
  let problem: string | null = null;
  let remainder = '';
  let position = 0;
  REFERENCE.lastIndex = 0;
  for (let match = REFERENCE.exec(text); match !== null; match = REFERENCE.exec(text)) {
    const { plan, planId, design, designId, spec, specId } = match.groups ?? {};
    const type = planId !== undefined ? 'plan' : designId !== undefined ? 'design' : 'spec';
    label = { type, words: plan ?? design ?? spec ?? '' };
    remainder += `${text.slice(position, match.index)} `;
    const list = readList(text, REFERENCE.lastIndex, planId ?? designId ?? specId ?? '', label);
    for (const reference of list.references) found.push(reference);
    problem ??= list.problem;
    position = list.end;
    REFERENCE.lastIndex = position;
  }
  remainder += text.slice(position);
  const left = LIKE_A_REFERENCE.exec(remainder)?.[0];
  if (left !== undefined) problem ??= `"${shorten(left)}" in "${shorten(part)}" may be a reference, and was not read.`;
  return { references: found, label, problem };
}

/** `3.3` after a comma or slash belongs to the words of the part before it. */
function continuationOf(part: string, label: Label | null): FoundIn {
  const none: FoundIn = { references: [], label: null, problem: null };
  if (label === null) return none;
  const text = part.replaceAll(/[*`]/g, '');
  const alone = ALONE.exec(text) ?? (label.type === 'design' ? ALONE_NAME.exec(text) : null);
  const id = alone?.groups?.['id'];
  if (alone === null || id === undefined) return none;
  const idEnd = text.indexOf(id) + id.length;
  const { references, problem, end } = readList(text, idEnd, id, label);
  const left = LIKE_A_REFERENCE.exec(text.slice(end))?.[0];
  const partial =
    left === undefined ? null : `"${shorten(left)}" in "${shorten(part)}" may be a reference, and was not read.`;
  return { references, label, problem: problem ?? partial };
}

/** The identifiers of a list or range that begins with one that was read. */
function readList(
  text: string,
  start: number,
  first: string,
  label: Label,
): { readonly references: Reference[]; readonly problem: string | null; readonly end: number } {
  const { type, words } = label;
  let problem: string | null = null;
  let end = start;
  // "3.2-3.4" is read as one identifier; it is a range when both halves count alike.
  const halves = /^(.*\d[^-]*)-([^-]*\d[^-]*)$/u.exec(first);
  const ids = (halves === null ? null : expandRange(halves[1] ?? '', halves[2] ?? '')) ?? [first];
  let last = ids.at(-1) ?? first;
  for (;;) {
    JOINT.lastIndex = end;
    const joint = JOINT.exec(text);
    if (joint === null) break;
    const next = type === 'design' ? NEXT_NAME : NEXT_NUMBERED;
    next.lastIndex = JOINT.lastIndex;
    const id = next.exec(text)?.groups?.['id'];
    if (id === undefined) break;
    end = next.lastIndex;
    const inner = /^(.*\d[^-]*)-([^-]*\d[^-]*)$/u.exec(id);
    if (joint.groups?.['range'] === undefined) {
      const more = (inner === null ? null : expandRange(inner[1] ?? '', inner[2] ?? '')) ?? [id];
      for (const one of more) ids.push(one);
    } else {
      const range = expandRange(last, id);
      for (const one of range?.slice(1) ?? [id]) ids.push(one);
      if (range === null)
        problem ??= `"${shorten(last)}" to "${shorten(id)}" is no range that counts up; only its ends were read.`;
    }
    last = ids.at(-1) ?? id;
  }
  const references = ids.map((identifier) => ({ type, identifier, raw: `${words}${identifier}`.trim() }));
  return { references, problem, end };
}

/** From one identifier to another whose last segment counts on: `3.2` to `3.4`, `C1` to `C3`, `1A` to `1C`. */
function expandRange(from: string, to: string): string[] | null {
  const [, head = '', low, lowLetter = ''] = /^(.*?)(\d{1,9})(\p{L}?)$/u.exec(from) ?? [];
  const [, toHead = '', high, highLetter = ''] = /^(.*?)(\d{1,9})(\p{L}?)$/u.exec(to) ?? [];
  if (low === undefined || high === undefined) return null;
  if (head !== toHead && toHead !== '') return null;
  if (lowLetter !== '' || highLetter !== '') {
    const [first, last] = [lowLetter.codePointAt(0) ?? 0, highLetter.codePointAt(0) ?? 0];
    if (low !== high || first === 0 || last <= first || last - first >= MAX_RANGE) return null;
    return Array.from(
      { length: last - first + 1 },
      (_, index) => `${head}${low}${String.fromCodePoint(first + index)}`,
    );
  }
  const count = Number(high) - Number(low) + 1;
  if (count < 2 || count > MAX_RANGE) return null;
  return Array.from({ length: count }, (_, index) => `${head}${Number(low) + index}`);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
