import { compileGlobs } from '@batonkit/core/text';
import { compareCodePoints, matchScope } from '@batonkit/core/internal';
import type { CaptureProblem } from '../sources/capture-problem.ts';
import type { CaptureWarning } from '../sources/capture-warning.ts';
import { isMacro, type ScopeMacros } from '../sources/scope-macros.ts';
import type { TaskText } from '../sources/task-yaml.ts';

/** More paths than this help nobody and would fill the record; beyond it the widest entries stand by their directories. */
export const MAX_REPO_PATHS = 1000;

/** More entries than this are no scope that somebody wrote. */
const MAX_ENTRIES = 500;
const MAX_ENTRY_LENGTH = 4096;

/** What the scope entries of a task mean for the files that exist. */
export interface ExpandedScope {
  /** The files in scope, by code point. */
  readonly repoPaths: readonly string[];
  /** The paths and globs of `scope_in`, as written; a macro as what it stands for. Prose is not among them. */
  readonly scopePatterns: readonly string[];
  /** The entries of `scope_out`; a macro as what it stands for. */
  readonly scopeOut: readonly TaskText[];
  readonly problems: readonly CaptureProblem[];
  readonly warnings: readonly CaptureWarning[];
}

/**
 * Expands scope entries over the files that exist. An entry that is empty, or has white space and covers no file, is prose: it stays in the task's
 * text, and is reported. One without may name a file that is still to be written: it stays a pattern, and is reported too.
 */
export function expandScope(
  taskFile: string,
  task: { readonly scopeIn: readonly TaskText[]; readonly scopeOut: readonly TaskText[] },
  existing: readonly string[],
  macros: ScopeMacros | null,
): ExpandedScope {
  const scopeIn = resolveMacros(taskFile, task.scopeIn, macros);
  const scopeOut = resolveMacros(taskFile, task.scopeOut, macros);
  const problems = [...scopeIn.problems, ...scopeOut.problems];
  const warnings: CaptureWarning[] = [];
  const covered = new Map<string, readonly string[]>();
  for (const { text: pattern, line } of scopeIn.entries) {
    if (covered.has(pattern) && ![...covered.keys()].some(isExclusion)) continue;
    // Of two equal patterns the last one decides, so an exclusion between them does not.
    covered.delete(pattern);
    if (covered.size >= MAX_ENTRIES) return tooManyEntries(taskFile, line);
    const files = filesOf(pattern, existing);
    if (files.length === 0) warnings.push(warnOfNothing(taskFile, pattern, line));
    if (files.length > 0 || !isProse(pattern)) covered.set(pattern, files);
  }
  for (const { text, line } of scopeOut.entries) {
    if (isProse(text) && filesOf(text, existing).length === 0) warnings.push(warnOfNothing(taskFile, text, line));
  }
  const scopePatterns = [...covered.keys()];
  if (scopePatterns.length > 0 && scopePatterns.every(isExclusion)) {
    warnings.push({
      code: 'ScopeMatchesNothing',
      message: `${taskFile}: the scope has nothing but exclusions, so no file is in scope. Add what the task may change, such as "**".`,
      where: taskFile,
    });
  }
  const scope = matchScope({
    scope_patterns: scopePatterns,
    task_snapshot: { scope_out: scopeOut.entries.map(({ text }) => text) },
  });
  const bounded = boundPaths(
    taskFile,
    scopePatterns
      .filter((pattern) => !isExclusion(pattern))
      .map((pattern) => [pattern, covered.get(pattern)?.filter((file) => scope.includes(file)) ?? []]),
  );
  return {
    repoPaths: [...bounded.paths].sort(compareCodePoints),
    scopePatterns,
    scopeOut: scopeOut.entries,
    problems,
    warnings: [...warnings, ...bounded.warnings],
  };
}

function isExclusion(pattern: string): boolean {
  return pattern.startsWith('!');
}

function isProse(pattern: string): boolean {
  return /\s|^!?$/.test(pattern);
}

function warnOfNothing(taskFile: string, pattern: string, line: number): CaptureWarning {
  const where = `${taskFile}:${line}`;
  const shown = `${where}: ${JSON.stringify(pattern.slice(0, 80))}`;
  return isProse(pattern)
    ? { code: 'ScopeIsProse', message: `${shown} matches no file; it is kept as text only.`, where }
    : { code: 'ScopeMatchesNothing', message: `${shown} matches no file that exists now.`, where };
}

/** The entries, trimmed, with those of a macro in its place; an excluded macro excludes all that it stands for. */
function resolveMacros(
  taskFile: string,
  entries: readonly TaskText[],
  macros: ScopeMacros | null,
): { readonly entries: readonly TaskText[]; readonly problems: readonly CaptureProblem[] } {
  const problems: CaptureProblem[] = [];
  const resolved = entries.flatMap(({ text, line }) => {
    const written = text.trim();
    const sign = isExclusion(written) ? '!' : '';
    const macro = written.slice(sign.length);
    if (!isMacro(macro)) return [{ text: written, line }];
    const expanded = expandMacro(macro, macros, { file: taskFile, line });
    problems.push(...expanded.problems);
    return expanded.entries
      .map((entry) => entry.trim())
      .map((entry) => ({ text: isExclusion(entry) ? entry : sign + entry, line }));
  });
  return { entries: resolved, problems };
}

function tooManyEntries(file: string, line: number): ExpandedScope {
  const detail = `The scope has more than ${MAX_ENTRIES} paths and globs. Name directories instead of their files.`;
  const problem = { condition: 'scope-size', detail, file, line, column: null };
  return { repoPaths: [], scopePatterns: [], scopeOut: [], problems: [problem], warnings: [] };
}

function expandMacro(
  macro: string,
  macros: ScopeMacros | null,
  place: { readonly file: string; readonly line: number },
): { readonly entries: readonly string[]; readonly problems: readonly CaptureProblem[] } {
  if (macros?.has(macro) === true) return macros.expand(macro);
  const detail = `${macro.slice(0, 60)} is a macro, and no macro file says what it stands for.`;
  return { entries: [], problems: [{ condition: 'macro-known', detail, ...place, column: null }] };
}

/** The files that a pattern covers, or excludes. */
function filesOf(pattern: string, existing: readonly string[]): readonly string[] {
  const glob = isExclusion(pattern) ? pattern.slice(1) : pattern;
  if (glob === '' || glob.length > MAX_ENTRY_LENGTH || glob.includes('\n')) return [];
  return existing.filter(compileGlobs([isExclusion(glob) ? `\\${glob}` : glob]));
}

/** Takes the files of the narrowest entries first; what no longer fits is named by the directory it starts in. */
function boundPaths(
  taskFile: string,
  covered: readonly (readonly [string, readonly string[]])[],
): {
  readonly paths: ReadonlySet<string>;
  readonly warnings: readonly CaptureWarning[];
} {
  const paths = new Set<string>();
  const warnings: CaptureWarning[] = [];
  for (const [pattern, files] of covered.toSorted(([, left], [, right]) => left.length - right.length)) {
    const added = files.filter((file) => !paths.has(file));
    if (paths.size + added.length <= MAX_REPO_PATHS) {
      for (const file of added) paths.add(file);
      continue;
    }
    paths.add(directoryOf(pattern));
    warnings.push({
      code: 'ScopeTooWide',
      message: `The scope entry ${JSON.stringify(pattern.slice(0, 80))} covers ${files.length} files; repo_paths names the directory ${directoryOf(pattern)} instead.`,
      where: taskFile,
    });
  }
  return { paths, warnings };
}

/** The folder in which everything lies that a pattern may match. */
function directoryOf(pattern: string): string {
  const parts = pattern.replace(/^(?:\.?\/)+/, '').split('/');
  const wild = parts.findIndex((part) => /[*?[{\\]/.test(part));
  const fixed = wild === -1 ? parts : parts.slice(0, wild);
  return fixed.filter((part) => part !== '').join('/') || '.';
}
