import { findRenames } from './find-renames.ts';
import { matchLines } from './match-lines.ts';
import { linesWithEnds } from './lines-with-ends.ts';

/** Who an edit belongs to that no role's turn explains. */
export const OUTSIDE_WORKFLOW = 'outside the workflow';
/** Whose the lines are that nobody changed since the base commit. */
export const BEFORE_WORKFLOW = 'before the workflow';

/** A file's content: text, or `binary` for what has no lines. */
export type FileContent = { readonly text: string } | 'binary';

/** One link of the chain: whose it is, and what it left at each path that it touched; `null` for a path it removed. */
export interface ChainStep {
  readonly role: string;
  readonly files: ReadonlyMap<string, FileContent | null>;
}

/** Consecutive lines of one role. `from` counts from 1. */
export interface LineSpan {
  readonly role: string;
  readonly from: number;
  readonly count: number;
}

/** How many lines are a role's. */
export interface LineCount {
  readonly role: string;
  readonly count: number;
}

/** A file of the final state that somebody touched, with whose each line is. */
export interface AttributedFile {
  readonly path: string;
  /** Where it was in the base commit, when it had another path there; else `null`. */
  readonly previousPath: string | null;
  /** Who touched it last, content or name. */
  readonly lastRole: string;
  /** `null` for binary files, which have no lines. */
  readonly text: string | null;
  /** In the order of the chain; roles without a line are left out. */
  readonly lines: readonly LineCount[];
  readonly spans: readonly LineSpan[];
}

interface FileState {
  readonly lines: readonly string[];
  readonly owners: readonly string[];
  readonly content: FileContent;
  /** Its path in the base; `null` for files that came later. */
  readonly origin: string | null;
  readonly lastRole: string;
}

/**
 * Follows every line through a chain of states: a line that a step left as it was keeps its role, any other is the step's. A file
 * that comes back under another path, whole or in large part, is followed. `base` holds what the touched paths had before the first step.
 *
 * @example
 * ```ts
 * import { attributeChain } from '@batonkit/core/attribution';
 *
 * const [file] = attributeChain({
 *   base: new Map([['a.txt', { text: 'one\n' }]]),
 *   steps: [
 *     { role: 'implementer', files: new Map([['a.txt', { text: 'one\ntwo\n' }]]) },
 *     { role: 'reviewer', files: new Map([['a.txt', null], ['b.txt', { text: 'one\nTWO\n' }]]) },
 *   ],
 * });
 * file?.lines; // => [{ role: 'before the workflow', count: 1 }, { role: 'reviewer', count: 1 }]
 * ```
 */
export function attributeChain(chain: {
  readonly base: ReadonlyMap<string, FileContent>;
  readonly steps: readonly ChainStep[];
}): readonly AttributedFile[] {
  const state = new Map<string, FileState>();
  for (const [path, content] of chain.base) state.set(path, newFile(content, path, BEFORE_WORKFLOW));
  for (const step of chain.steps) takeStep(state, step);
  const touched = new Set(chain.steps.flatMap(({ files }) => [...files.keys()]));
  const order = [...new Set([BEFORE_WORKFLOW, ...chain.steps.map(({ role }) => role)])];
  return [...state]
    .filter(([path]) => touched.has(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => describe(path, file, order));
}

/**
 * How many lines of all files are each role's, in the order in which the roles first appear.
 *
 * @example
 * ```ts
 * import { attributeChain, sumLines } from '@batonkit/core/attribution';
 *
 * const files = new Map([['a', { text: 'one\n' }], ['b', { text: 'two\n' }]]);
 * sumLines(attributeChain({ base: new Map(), steps: [{ role: 'reviewer', files }] })); // => [{ role: 'reviewer', count: 2 }]
 * ```
 */
export function sumLines(files: readonly AttributedFile[]): readonly LineCount[] {
  const sums = new Map<string, number>();
  for (const { lines } of files) for (const { role, count } of lines) sums.set(role, (sums.get(role) ?? 0) + count);
  return [...sums].map(([role, count]) => ({ role, count }));
}

function takeStep(state: Map<string, FileState>, { role, files }: ChainStep): void {
  const removed = new Map<string, FileState>();
  for (const [path, content] of files) {
    const before = state.get(path);
    if (content === null && before !== undefined) removed.set(path, before);
  }
  const added = new Map(
    [...files].flatMap(([path, content]) => (content === null || state.has(path) ? [] : [[path, content]])),
  );
  const renames = findRenames(
    new Map([...removed].map(([path, { lines }]) => [path, lines])),
    new Map([...added].map(([path, content]) => [path, linesOf(content)])),
  );
  for (const [path, content] of files) {
    if (content === null) state.delete(path);
    else {
      const before = state.get(path) ?? removed.get(renames.get(path) ?? '');
      state.set(path, before === undefined ? newFile(content, null, role) : changeFile(before, content, role));
    }
  }
}

function newFile(content: FileContent, origin: string | null, role: string): FileState {
  const lines = linesOf(content);
  return { lines, owners: lines.map(() => role), content, origin, lastRole: role };
}

function changeFile(before: FileState, content: FileContent, role: string): FileState {
  const lines = linesOf(content);
  const matches = matchLines(before.lines, lines);
  const owners = lines.map((_, at) => before.owners[matches[at] ?? -1] ?? role);
  return { lines, owners, content, origin: before.origin, lastRole: role };
}

function linesOf(content: FileContent): readonly string[] {
  return content === 'binary' ? [] : linesWithEnds(content.text);
}

function describe(
  path: string,
  { owners, content, origin, lastRole }: FileState,
  order: readonly string[],
): AttributedFile {
  const counts = new Map<string, number>();
  const spans: { role: string; from: number; count: number }[] = [];
  owners.forEach((role, at) => {
    counts.set(role, (counts.get(role) ?? 0) + 1);
    const last = spans.at(-1);
    if (last?.role === role) last.count += 1;
    else spans.push({ role, from: at + 1, count: 1 });
  });
  return {
    path,
    previousPath: origin === path ? null : origin,
    lastRole,
    text: content === 'binary' ? null : content.text,
    lines: order.flatMap((role) => (counts.has(role) ? [{ role, count: counts.get(role) ?? 0 }] : [])),
    spans,
  };
}
