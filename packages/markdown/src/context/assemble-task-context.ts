import { estimateTokens, type TokenCounter } from './estimate-tokens.ts';
import {
  matchingSections,
  readSections,
  type Section,
  type Sections,
  withoutLastSegments,
} from '../sections/extract-section.ts';
import { matchIdentifier } from '../sections/match-identifier.ts';
import type { MarkdownWarning } from '../references/markdown-warning.ts';
import { parseReferences, type Reference } from '../references/parse-references.ts';
import type { TaskBlock } from '../tasks/parse-tasks.ts';
import { prdSection } from '../sections/prd-section.ts';

/** The documents a task is worked on with; each may be absent. */
export interface TaskArtifacts {
  readonly spec?: string | undefined;
  readonly design?: string | undefined;
  readonly plan?: string | undefined;
  readonly prd?: string | undefined;
}

/** What `assembleTaskContext` is given. */
export interface AssembleTaskContextInput {
  readonly task: Pick<TaskBlock, 'traceability'>;
  readonly artifacts: TaskArtifacts;
  /** Defaults to `estimateTokens`. */
  readonly countTokens?: TokenCounter | undefined;
}

/** The part of an artifact that goes into a prompt. */
export interface ScopedArtifact {
  readonly text: string;
  /** `full` by rule, `sections` when cut, `fallback` when in full because cutting failed (a warning says why). */
  readonly scope: 'full' | 'sections' | 'fallback';
}

/** The documents of a task, cut to what it needs. */
export interface AssembledContext {
  /** By name (`spec`, `design`, `plan`, `prd`), only those that were given. */
  readonly artifacts: Record<string, ScopedArtifact>;
  readonly warnings: MarkdownWarning[];
  readonly tokens: { readonly before: number; readonly after: number };
}

const PRD_SECTIONS = ['Problem Statement', 'Goals'];

/**
 * Cuts a task's documents down to what the task refers to.
 *
 * The spec stays whole. Design and plan are reduced to the referenced sections, in document order; they stay whole,
 * with a warning that says why, when the task has no Why or Source field, does not refer to that document, or has a
 * reference that was not read whole, matches nothing, several sections, or only the inside of a longer word
 * (sections inside the first match do not make it ambiguous; the words of the reference, as in `Component 2`, may
 * decide). A plan reference that matches nothing is tried again without its last dot-segment. The PRD is reduced to Problem Statement and Goals. Never throws.
 *
 * @example
 * ```ts
 * import { assembleTaskContext, parseTasks } from '@batonkit/markdown';
 *
 * const [task] = parseTasks('### Task 1.1: Log in\n**Why:** Plan 1.1').unwrapOr([]);
 * const plan = '# Plan\n## 1.1 Log in\nUse the form.\n## 1.2 Log out\nUse the link.\n';
 * const context = task && assembleTaskContext({ task, artifacts: { plan } });
 * context?.artifacts; // => { plan: { text: '## 1.1 Log in\nUse the form.', scope: 'sections' } }
 * context?.tokens; // => { before: 16, after: 7 }
 * ```
 */
export function assembleTaskContext(input: AssembleTaskContextInput): AssembledContext {
  const { task, artifacts: given, countTokens = estimateTokens } = input;
  const { fieldName, rawValue, references } = task.traceability;
  const warnings = rawValue === null ? [] : [...parseReferences(rawValue).warnings];
  const artifacts: Record<string, ScopedArtifact> = {};
  const tokens = { before: 0, after: 0 };
  const include = (name: keyof TaskArtifacts, cut: (markdown: string) => ScopedArtifact): void => {
    const markdown = given[name];
    if (markdown === undefined) return;
    const scoped = cut(markdown);
    artifacts[name] = scoped;
    tokens.before += countTokens(markdown);
    tokens.after += countTokens(scoped.text);
  };

  include('spec', (text) => ({ text, scope: 'full' }));
  for (const type of ['design', 'plan'] as const) {
    const wanted = references.filter((reference) => reference.type === type);
    include(type, (markdown) => {
      if (fieldName === null) {
        const message = `The ${type} is given in full: the task has no Why or Source field.`;
        warnings.push({ code: 'NoTraceability', message, where: type });
      } else if (wanted.length === 0) {
        const message = `The ${type} is given in full: the task does not refer to it.`;
        warnings.push({ code: 'DocumentNotReferenced', message, where: type });
      } else {
        const unread = unreadOf(type, rawValue ?? '');
        return cutToReferences(type, markdown, wanted, warnings, unread);
      }
      return { text: markdown, scope: 'fallback' };
    });
  }
  include('prd', (markdown) => cutPrd(markdown, warnings));
  return { artifacts, warnings, tokens };
}

function cutToReferences(
  type: 'design' | 'plan',
  markdown: string,
  references: readonly Reference[],
  warnings: MarkdownWarning[],
  unread: MarkdownWarning | null,
): ScopedArtifact {
  const sections = readSections(markdown);
  const found: Section[] = [];
  const problems: MarkdownWarning[] = [];
  const object = (code: MarkdownWarning['code'], problem: string): void => {
    problems.push({ code, message: `The ${type} is given in full: ${problem}.`, where: type });
  };
  if (unread !== null) object(unread.code, unread.message.replace(/\.$/, ''));
  for (const reference of references) {
    const { matches, within } = resolve(sections, reference);
    const [first] = matches;
    if (within !== null)
      object(
        'ReferenceAmbiguous',
        `"${reference.raw}" is no heading's own word, it only occurs inside "${within.title.slice(0, 80)}"`,
      );
    else if (first === undefined) object('ReferenceNotFound', `"${reference.raw}" matches no heading`);
    else if (matches.length > 1)
      object('ReferenceAmbiguous', `"${reference.raw}" is ambiguous, it matches ${matches.length} sections`);
    else found.push(first);
  }
  if (problems.length === 0) return { text: join(sections, found), scope: 'sections' };
  for (const problem of problems) warnings.push(problem);
  return { text: markdown, scope: 'fallback' };
}

/** What a field says of a document and could not be read; a cut would leave it out. */
function unreadOf(type: Reference['type'], field: string): MarkdownWarning | null {
  for (const line of field.split(/[;\r\n]/)) {
    const { references, warnings } = parseReferences(line);
    const partial = warnings.find(({ code }) => code === 'PartialReference');
    if (partial !== undefined && references.some((reference) => reference.type === type)) return partial;
  }
  const parts = field.split(/[,/;\r\n]/).filter((part) => new RegExp(String.raw`\b${type}s?\b`, 'i').test(part));
  return (
    parts.map((part) => parseReferences(part)).find(({ references }) => references.length === 0)?.warnings[0] ?? null
  );
}

/** The sections a reference may mean; exactly one when it is clear. `within` only holds it inside a longer word. */
function resolve(
  sections: Sections,
  { type, identifier, raw }: Reference,
): { readonly matches: readonly Section[]; readonly within: Section | null } {
  const candidates = type === 'plan' ? withoutLastSegments(identifier) : [identifier];
  const [within = null] = matchingSections(sections, identifier).substrings;
  for (const candidate of candidates) {
    // Where the number lies inside a longer one, a shorter one counts only if its section holds the whole number.
    const found = matchingSections(sections, candidate).tokens.filter(
      (section) =>
        candidate === identifier ||
        within === null ||
        matchIdentifier(sections.textOf(section), identifier) === 'token',
    );
    const matches = outermost(found);
    if (matches.length === 1) return { matches, within: null };
    if (matches.length === 0) continue;
    // "Design Component 2" among "Component 2" and "Interface 2" is clear once its own words are looked at.
    const words = raw.replace(/^\S+\s+/, '');
    const closer = words === candidate ? [] : outermost(matchingSections(sections, words).tokens);
    return { matches: closer.length === 1 ? closer : matches, within: null };
  }
  return { matches: [], within };
}

/** Drops sections that lie inside an earlier one of the list, which is in document order. */
function outermost(sections: readonly Section[]): Section[] {
  const kept: Section[] = [];
  for (const section of sections) {
    if (section.start >= (kept.at(-1)?.end ?? 0)) kept.push(section);
  }
  return kept;
}

function join(sections: Sections, found: readonly Section[]): string {
  return outermost(found.toSorted((one, other) => one.start - other.start || other.end - one.end))
    .map((section) => sections.textOf(section).trimEnd())
    .join('\n\n');
}

function cutPrd(markdown: string, warnings: MarkdownWarning[]): ScopedArtifact {
  const sections = readSections(markdown);
  const found: Section[] = [];
  for (const title of PRD_SECTIONS) {
    const section = prdSection(sections, title);
    if (section === undefined) {
      warnings.push({ code: 'PrdSectionMissing', message: `The PRD has no section "${title}".`, where: 'prd' });
    } else found.push(section);
  }
  if (found.length > 0) return { text: join(sections, found), scope: 'sections' };
  const message = 'The PRD is given in full: neither of its sections was found.';
  warnings.push({ code: 'PrdNotCut', message, where: 'prd' });
  return { text: markdown, scope: 'fallback' };
}
