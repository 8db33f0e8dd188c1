import type { CaptureProblem } from './capture-problem.ts';
import type { CaptureWarning } from './capture-warning.ts';
import { parseYamlSource, type YamlSource } from '@batonkit/core/text/yaml';

/** A standard that the task itself asks for: wins over the map's row for the same section. */
export interface TaskStandard {
  readonly file: string;
  /** A heading as written, or `#slug`. */
  readonly heading: string;
  readonly requirement: string | null;
  readonly line: number;
}

/** A text of the task file and the line it stands on. */
export interface TaskText {
  readonly text: string;
  readonly line: number;
}

/** What a task file says; `null` is what it does not say. */
export interface TaskFile {
  readonly id: string | null;
  readonly status: TaskText | null;
  readonly title: TaskText | null;
  readonly priority: TaskText | null;
  readonly area: TaskText | null;
  readonly description: TaskText | null;
  readonly scopeIn: readonly TaskText[];
  readonly scopeOut: readonly TaskText[];
  readonly acceptanceCriteria: readonly TaskText[];
  readonly standards: readonly TaskStandard[];
  readonly qaCommands: readonly TaskText[];
}

/** The first unknown fields are enough to see what is wrong. */
const NAMED_UNKNOWN = 20;

const KNOWN_FIELDS = new Set(
  'id task_id status title priority area description scope scope_in scope_out acceptance_criteria standards qa'.split(
    ' ',
  ),
);
const KNOWN_PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  scope: new Set(['in', 'out']),
  qa: new Set(['commands']),
};

/** Reads a task file. What is not what it should be is a problem, what is not known a warning. Never throws. */
export function parseTaskYaml(
  file: string,
  text: string,
): {
  readonly task: TaskFile | null;
  readonly problems: readonly CaptureProblem[];
  readonly warnings: CaptureWarning[];
} {
  const parsed = parseYamlSource(file, text);
  if (parsed.source === null) return { task: null, problems: parsed.problems, warnings: [] };
  const { source } = parsed;
  if (!isRecord(source.value)) {
    const detail = 'A task file is a mapping with title, priority, area, description and so on; this is none.';
    return { task: null, problems: [source.problem([], 'task-is-mapping', detail)], warnings: [] };
  }
  const reader = new TaskReader(source);
  const value = source.value;
  const task: TaskFile = {
    id: reader.text(value, ['id'])?.text ?? reader.text(value, ['task_id'])?.text ?? null,
    status: reader.text(value, ['status']),
    title: reader.text(value, ['title']),
    priority: reader.text(value, ['priority']),
    area: reader.text(value, ['area']),
    description: reader.text(value, ['description']),
    scopeIn: reader.eitherTexts(value, ['scope', 'in'], ['scope_in']),
    scopeOut: reader.eitherTexts(value, ['scope', 'out'], ['scope_out']),
    acceptanceCriteria: reader.texts(value, ['acceptance_criteria']),
    standards: reader.standards(value),
    qaCommands: reader.texts(value, ['qa', 'commands']),
  };
  return { task, problems: reader.problems, warnings: unknownFields(source, value) };
}

class TaskReader {
  readonly problems: CaptureProblem[] = [];

  constructor(private readonly source: YamlSource) {}

  text(value: Record<string, unknown>, path: readonly string[]): TaskText | null {
    const found = partOf(value, path);
    if (found === undefined || found === null) return null;
    return this.asText(found, path);
  }

  texts(value: Record<string, unknown>, path: readonly string[]): readonly TaskText[] {
    const found = partOf(value, path);
    if (found === undefined || found === null) return [];
    if (!Array.isArray(found)) return this.keep(this.asText(found, path));
    return found.flatMap((item: unknown, index) => this.keep(this.asText(item, [...path, index])));
  }

  eitherTexts(value: Record<string, unknown>, nested: readonly string[], flat: readonly string[]): readonly TaskText[] {
    const all = [...this.texts(value, nested), ...this.texts(value, flat)];
    const seen = new Set<string>();
    return all.filter(({ text }) => !seen.has(text) && seen.add(text));
  }

  standards(value: Record<string, unknown>): readonly TaskStandard[] {
    const found = partOf(value, ['standards']);
    if (found === undefined || found === null) return [];
    const items: readonly unknown[] = Array.isArray(found) ? found : [found];
    return items.flatMap((item, index) => this.standard(item, ['standards', index]));
  }

  private standard(item: unknown, path: readonly (string | number)[]): readonly TaskStandard[] {
    const line = this.source.lineOf(path);
    if (typeof item === 'string') {
      const hash = item.indexOf('#');
      const file = hash === -1 ? item : item.slice(0, hash);
      if (file !== '' && hash !== -1 && hash < item.length - 1) {
        return [{ file, heading: item.slice(hash), requirement: null, line }];
      }
    }
    if (isRecord(item)) {
      const { file, section, heading = section, requirement = null } = item;
      const sound = requirement === null || typeof requirement === 'string';
      if (typeof file === 'string' && file !== '' && typeof heading === 'string' && heading !== '' && sound) {
        return [{ file, heading, requirement, line }];
      }
    }
    const detail =
      'A standard is written "file.md#section", or as a mapping with file, section and, if you like, requirement.';
    this.problems.push(this.source.problem(path, 'standard-readable', detail));
    return [];
  }

  private asText(found: unknown, path: readonly (string | number)[]): TaskText | null {
    if (typeof found === 'string') return { text: found, line: this.source.lineOf(path) };
    const what = Array.isArray(found) ? 'a list' : isRecord(found) ? 'a mapping' : `a ${typeof found}`;
    const detail = `${nameOf(path)} must be text, and YAML reads ${what} here. Put it in quotes if it is meant as text.`;
    this.problems.push(this.source.problem(path, `/${path.join('/')}`, detail));
    return null;
  }

  private keep(text: TaskText | null): readonly TaskText[] {
    return text === null ? [] : [text];
  }
}

function unknownFields(source: YamlSource, value: Record<string, unknown>): CaptureWarning[] {
  const paths = Object.keys(value)
    .filter((key) => !KNOWN_FIELDS.has(key))
    .map((key) => [key]);
  for (const [key, parts] of Object.entries(KNOWN_PARTS)) {
    const inner = value[key];
    if (isRecord(inner)) paths.push(...Object.keys(inner).flatMap((part) => (parts.has(part) ? [] : [[key, part]])));
  }
  return paths.slice(0, NAMED_UNKNOWN).map((path) => {
    const where = `${source.file}:${source.lineOf(path)}`;
    const message = `${where}: ${nameOf(path)} is no field that a context is made of; it was left out.`;
    return { code: 'UnknownField', message, where };
  });
}

function partOf(value: Record<string, unknown>, path: readonly string[]): unknown {
  let part: unknown = value;
  for (const key of path) part = isRecord(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  return part;
}

function nameOf(path: readonly (string | number)[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('')
    .slice(0, 120);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
