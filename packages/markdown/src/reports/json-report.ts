import type { ReportField } from './report-header.ts';
import { fieldOfLabel } from './report-header.ts';

/** A report that is JSON, taken apart: texts by field, and what was said around it. */
export interface JsonReport {
  readonly texts: Readonly<Record<ReportField | 'rest', readonly string[]>>;
  readonly files: readonly string[];
  /** Text before and behind the JSON. */
  readonly around: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const FENCED =
  /^[ \t]*(`{3,}|~{3,})[ \t]*(?:json[c5]?)?[ \t]*(?:\r\n|\r|\n)([ \t]*[[{][\s\S]*?)(?:\r\n|\r|\n)[ \t]*\1[ \t]*$/im;
/** Objects around a report: `{ "report": { ... } }`. */
const WRAPPERS = ['report', 'result', 'data', 'output', 'response', 'implementer_report', 'implementerReport'];

/** Reads a report that is JSON, alone, in a fence or after a sentence; null when it is something else. */
export function readJsonReport(text: string): JsonReport | null {
  const first = /\S/.exec(text)?.[0];
  if (first === '{' || first === '[') {
    const fields = reportFields(parse(text));
    if (fields !== null) return takeApart(fields, []);
  }
  if (!text.includes('{')) return null;
  const fenced = /`{3}|~{3}/.test(text) ? FENCED.exec(text) : null;
  if (fenced !== null) {
    const fields = reportFields(parse(fenced[2] ?? ''));
    const around = [text.slice(0, fenced.index), text.slice(fenced.index + fenced[0].length)];
    if (fields !== null) return takeApart(fields, around);
  }
  const start = /^[ \t]*\{/m.exec(text)?.index ?? -1;
  const end = text.lastIndexOf('}');
  if (start <= 0 || end < start) return null;
  const fields = reportFields(parse(text.slice(start, end + 1)));
  return fields === null ? null : takeApart(fields, [text.slice(0, start), text.slice(end + 1)]);
}

/** Whether a text is meant as JSON: it begins and ends like an object that names a field of a report. */
export function looksLikeJsonReport(text: string): boolean {
  return (
    /^\s*(?:(?:`{3,}|~{3,})[ \t]*json\w*\s+)?\{\s*["'\p{L}]/iu.test(text) &&
    /["']?(?:implemented|tested|files?_?changed|decisions|deviations|concerns)["']?\s*:/i.test(text)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that has fields of a report: the value itself, the only one of a list, or one that is wrapped. */
function reportFields(value: unknown, depth = 0): Fields | null {
  if (Array.isArray(value)) return value.length === 1 ? reportFields(value[0], depth) : null;
  if (!isFields(value) || depth > 3) return null;
  const known = Object.keys(value).filter((key) => isFieldName(key) && !WRAPPERS.includes(key));
  if (known.length > 0) return value;
  for (const wrapper of WRAPPERS) {
    const inner = value[wrapper];
    const found = typeof inner === 'string' ? null : reportFields(inner, depth + 1);
    if (found !== null) {
      const { [wrapper]: _, ...others } = value;
      return { ...others, ...found };
    }
  }
  return null;
}

function isFieldName(key: string): boolean {
  return fieldOfKey(key) !== null;
}

/** `filesChanged`, `files_changed` and `Files changed` are the same. */
function fieldOfKey(key: string): ReportField | null {
  return fieldOfLabel(wordsOf(key));
}

function wordsOf(key: string): string {
  return key
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim();
}

function takeApart(fields: Fields, around: readonly string[]): JsonReport {
  const texts: Record<ReportField | 'rest', string[]> = {
    implemented: [],
    tested: [],
    filesChanged: [],
    selfReview: [],
    decisions: [],
    deviations: [],
    concerns: [],
    rest: [],
  };
  const files: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const field = fieldOfKey(key);
    if (field === 'filesChanged') takeFiles(value, files, texts.rest);
    else if (field === null) texts.rest.push(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    else {
      const text = textOf(value);
      if (text !== '') texts[field].push(text);
    }
  }
  return { texts, files, around };
}

/** Paths as texts, as objects that name them, or grouped: `{ "created": [...], "modified": [...] }`. */
function takeFiles(value: unknown, files: string[], rest: string[]): void {
  if (typeof value === 'string') files.push(...value.split(/\r\n|\r|\n/));
  else if (Array.isArray(value)) for (const item of value as unknown[]) takeFiles(item, files, rest);
  else if (isFields(value)) {
    const path = ['path', 'file', 'name', 'filename', 'file_path', 'filePath']
      .map((key) => value[key])
      .find((found) => typeof found === 'string');
    if (typeof path !== 'string') {
      const groups = Object.entries(value);
      if (groups.every(([, group]) => Array.isArray(group))) {
        for (const [, group] of groups) takeFiles(group, files, rest);
      } else if (groups.every(([, note]) => typeof note === 'string')) {
        for (const [name, note] of groups) {
          files.push(name);
          rest.push(`${name}: ${String(note)}`);
        }
      } else rest.push(JSON.stringify(value));
      return;
    }
    files.push(path);
    const notes = Object.entries(value).filter(([, note]) => note !== path);
    if (notes.length > 0) rest.push(`${path}: ${notes.map(([key, note]) => `${key}: ${textOf(note)}`).join(', ')}`);
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) {
    const [only, ...others] = value as unknown[];
    if (typeof only === 'string' && others.length === 0 && /^none\.?$/i.test(only.trim())) return only.trim();
    return (value as unknown[]).map((item) => `- ${textOf(item).replaceAll('\n', '\n  ')}`).join('\n');
  }
  if (isFields(value))
    return Object.entries(value)
      .map(([key, part]) => `${wordsOf(key)}: ${textOf(part)}`)
      .join('; ');
  return JSON.stringify(value) ?? '';
}
