import picomatch from 'picomatch';
import type { Warning } from '../commit/task-committer.ts';
import { matchScope } from '../delta/match-scope.ts';
import { compareCodePoints } from '../text/compare-code-points.ts';
import type { CaptureProblem } from './capture-problem.ts';
import { isMacro, type ScopeMacros } from './scope-macros.ts';
import type { TaskText } from './task-yaml.ts';

/** More paths than this help nobody and would fill the record; beyond it the widest entries stand by their directories. */
export const MAX_REPO_PATHS = 1000;

/** More entries than this are no scope that somebody wrote. */
const MAX_ENTRIES = 500;
const MAX_ENTRY_LENGTH = 4096;

/** What the scope entries of a task mean for the files that exist. */
export interface ExpandedScope {
  /** The files that entries cover, by code point. */
  readonly repoPaths: readonly string[];
  /** The paths and globs, as written; a macro as what it stands for. Prose is not among them. */
  readonly scopePatterns: readonly string[];
  readonly problems: readonly CaptureProblem[];
  readonly warnings: readonly Warning[];
}

/**
 * Expands scope entries over the files that exist. An entry that is empty, or has white space and covers no file, is prose: it stays in the task's
 * text, and is reported. One without may name a file that is still to be written: it stays a pattern, and is reported too.
 */
export function expandScope(
  taskFile: string,
  entries: readonly TaskText[],
  existing: readonly string[],
  macros: ScopeMacros | null,
): ExpandedScope {
  const problems: CaptureProblem[] = [];
  const warnings: Warning[] = [];
  const covered = new Map<string, readonly string[]>();
  for (const { text, line } of entries) {
    const written = text.trim();
    const resolved = isMacro(written) ? expandMacro(written, macros, { file: taskFile, line }) : null;
    problems.push(...(resolved?.problems ?? []));
    for (const pattern of resolved?.entries ?? [written]) {
      if (covered.has(pattern)) continue;
      if (covered.size >= MAX_ENTRIES) return tooManyEntries(taskFile, line);
      const files = filesOf(pattern, existing);
      const place = `${taskFile}:${line}`;
      const shown = JSON.stringify(pattern.slice(0, 80));
      if (files.length === 0 && /\s|^$/.test(pattern)) {
        warnings.push({
          code: 'ScopeIsProse',
          message: `${place}: ${shown} matches no file; it is kept as text only.`,
        });
        continue;
      }
      if (files.length === 0) {
        warnings.push({ code: 'ScopeMatchesNothing', message: `${place}: ${shown} matches no file that exists now.` });
      }
      covered.set(pattern, files);
    }
  }
  const bounded = boundPaths(covered);
  return {
    repoPaths: [...bounded.paths].sort(compareCodePoints),
    scopePatterns: [...covered.keys()],
    problems,
    warnings: [...warnings, ...bounded.warnings],
  };
}

function tooManyEntries(file: string, line: number): ExpandedScope {
  const detail = `The scope has more than ${MAX_ENTRIES} paths and globs. Name directories instead of their files.`;
  const problem = { condition: 'scope-size', detail, file, line, column: null };
  return { repoPaths: [], scopePatterns: [], problems: [problem], warnings: [] };
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

function filesOf(pattern: string, existing: readonly string[]): readonly string[] {
  if (pattern === '' || pattern.length > MAX_ENTRY_LENGTH || pattern.includes('\n')) return [];
  const scope = matchScope([pattern]);
  return existing.filter((path) => scope.includes(path));
}

/** Takes the files of the narrowest entries first; what no longer fits is named by the directory it starts in. */
function boundPaths(covered: ReadonlyMap<string, readonly string[]>): {
  readonly paths: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
} {
  const paths = new Set<string>();
  const warnings: Warning[] = [];
  for (const [pattern, files] of [...covered].sort(([, left], [, right]) => left.length - right.length)) {
    const added = files.filter((file) => !paths.has(file));
    if (paths.size + added.length <= MAX_REPO_PATHS) {
      for (const file of added) paths.add(file);
      continue;
    }
    paths.add(directoryOf(pattern));
    warnings.push({
      code: 'ScopeTooWide',
      message: `The scope entry ${JSON.stringify(pattern.slice(0, 80))} covers ${files.length} files; repo_paths names the directory ${directoryOf(pattern)} instead.`,
    });
  }
  return { paths, warnings };
}

function directoryOf(pattern: string): string {
  const { base } = picomatch.scan(pattern.replace(/^\.\//, ''));
  return base.replace(/\/+$/, '') || '.';
}
