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
const REFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:` +
    String.raw`Plan[ \t]+(?:(?:Step|Section|Phase|Task)[ \t]+)?(?<planId>${NUMBERED})|` +
    String.raw`Design[ \t]+(?:Component[ \t]+|(?:Section|Interface)[ \t]+(?=${NUMBERED}))?(?<designId>${IDENTIFIER})|` +
    String.raw`Spec[ \t]+(?:Section[ \t]+)?(?<specId>${NUMBERED}))`,
  'giu',
);

const KEY_WORD = /plan|design|spec/i;

/**
 * Reads references such as `Plan 3.2`, `Plan Step 1A.1`, `Design Auth-Module`, `Design Component X` and `Spec C4.1`
 * from the value of a traceability field.
 *
 * The text is split on commas, slashes, semicolons and line endings; every match in a part counts, identifiers of any
 * depth are taken whole. A part without a reference comes back as a warning. Key words match in any case. Never throws.
 *
 * @example
 * ```ts
 * import { parseReferences } from '@batonkit/markdown';
 *
 * const { references, warnings } = parseReferences('Implements Plan 3.2 / Design Component Auth-Module, see below');
 * references.map(({ type, identifier }) => `${type} ${identifier}`); // => ['plan 3.2', 'design Auth-Module']
 * warnings; // => [{ code: 'NoReference', message: 'No plan, design or spec reference in "see below".' }]
 * ```
 */
export function parseReferences(text: string): ParsedReferences {
  const references: Reference[] = [];
  const warnings: MarkdownWarning[] = [];
  for (const part of text.split(/[,/;\r\n]/).map((untrimmed) => untrimmed.trim())) {
    if (part === '') continue;
    const found = KEY_WORD.test(part) ? referencesIn(part) : [];
    for (const reference of found) references.push(reference);
    if (found.length === 0 && /[\p{L}\p{N}]/u.test(part)) {
      const message = `No plan, design or spec reference in "${shorten(part)}".`;
      warnings.push({ code: 'NoReference', message });
    }
  }
  return { references, warnings };
}

function referencesIn(part: string): Reference[] {
  const found: Reference[] = [];
  // Emphasis marks and backticks around a name are markup, not part of it.
  for (const { 0: raw, groups = {} } of part.replaceAll(/[*`]/g, '').matchAll(REFERENCE)) {
    const { planId, designId, specId } = groups;
    if (planId !== undefined) found.push({ type: 'plan', identifier: planId, raw });
    else if (designId !== undefined) found.push({ type: 'design', identifier: designId, raw });
    else if (specId !== undefined) found.push({ type: 'spec', identifier: specId, raw });
  }
  return found;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
