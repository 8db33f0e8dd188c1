import type { CaptureProblem } from './capture-problem.ts';
import { parseYamlSource, type YamlSource } from '@batonkit/core/text/yaml';

/** A macro as a scope entry writes it: a colon and a name. */
const MACRO = /^:[A-Za-z0-9][\w.-]*$/;
const MAX_DEPTH = 50;

/** Named lists of scope entries; a list may name other macros. */
export interface ScopeMacros {
  has(macro: string): boolean;
  /** The entries a macro stands for, macros in them resolved; or what is wrong with it. */
  expand(macro: string): { readonly entries: readonly string[]; readonly problems: readonly CaptureProblem[] };
}

/** True for `:name`. */
export function isMacro(entry: string): boolean {
  return MACRO.test(entry);
}

/** Reads a macro file: a mapping from names (with or without the colon) to an entry or a list of them. */
export function parseScopeMacros(
  file: string,
  text: string,
): { readonly macros: ScopeMacros | null; readonly problems: readonly CaptureProblem[] } {
  const { source, problems } = parseYamlSource(file, text);
  if (source === null) return { macros: null, problems };
  const { value } = source;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const detail = 'A macro file is a mapping from names to lists of paths and globs; this is none.';
    return { macros: null, problems: [source.problem([], 'macros-are-mapping', detail)] };
  }
  const lists = new Map<string, { readonly key: string; readonly entries: readonly string[] }>();
  const wrong: CaptureProblem[] = [];
  for (const [key, given] of Object.entries(value as Record<string, unknown>)) {
    const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
    const name = key.startsWith(':') ? key : `:${key}`;
    if (!isMacro(name) || !entries.every((entry) => typeof entry === 'string')) {
      const detail =
        'A macro has a name of letters, digits, "_", "-" and ".", and stands for a text or a list of texts.';
      wrong.push(source.problem([key], 'macro-readable', detail));
    } else lists.set(name, { key, entries });
  }
  return wrong.length > 0 ? { macros: null, problems: wrong } : { macros: createMacros(source, lists), problems };
}

type MacroLists = ReadonlyMap<string, { readonly key: string; readonly entries: readonly string[] }>;

function createMacros(source: YamlSource, lists: MacroLists): ScopeMacros {
  const known = new Map<string, ReadonlySet<string>>();

  const resolve = (macro: string, trail: readonly string[], problems: CaptureProblem[]): ReadonlySet<string> => {
    const ready = known.get(macro);
    if (ready !== undefined) return ready;
    const list = lists.get(macro);
    const from = lists.get(trail.at(-1) ?? '')?.key;
    const place = from === undefined ? [] : [from];
    if (list === undefined) {
      problems.push(source.problem(place, 'macro-known', `There is no macro ${macro.slice(0, 60)} in this file.`));
      return new Set();
    }
    if (trail.includes(macro)) {
      const cycle = [...trail.slice(trail.indexOf(macro)), macro].join(' -> ');
      problems.push(source.problem(place, 'macro-acyclic', `A macro cannot stand for itself: ${cycle}.`));
      return new Set();
    }
    if (trail.length >= MAX_DEPTH) {
      problems.push(source.problem(place, 'macro-depth', `Macros are nested more than ${MAX_DEPTH} deep here.`));
      return new Set();
    }
    const entries = new Set<string>();
    for (const entry of list.entries) {
      if (!isMacro(entry)) entries.add(entry);
      else for (const inner of resolve(entry, [...trail, macro], problems)) entries.add(inner);
    }
    if (problems.length === 0) known.set(macro, entries);
    return entries;
  };

  return {
    has: (macro) => lists.has(macro),
    expand(macro) {
      const problems: CaptureProblem[] = [];
      const entries = [...resolve(macro, [], problems)];
      // One faulty macro may be reached in many ways; its fault is told once.
      const distinct = new Map(problems.map((problem) => [`${problem.line}${problem.detail}`, problem]));
      return { entries, problems: [...distinct.values()] };
    },
  };
}
