import { err, ok, type Result } from 'neverthrow';
import { readSections, type Section } from './extract-section.ts';
import { markFencedLines, splitLines } from './fenced-lines.ts';
import { parseReferences, type Reference } from './parse-references.ts';
import { fieldPattern, readField } from './task-field.ts';

/** Where a task comes from, as its Why or Source field says. */
export interface Traceability {
  readonly fieldName: 'Why' | 'Source' | null;
  /** The field's value as written. */
  readonly rawValue: string | null;
  readonly references: readonly Reference[];
}

/** One task of a tasks.md. */
export interface TaskBlock {
  /** The dotted number, such as `1.1`. */
  readonly number: string;
  readonly title: string;
  /** The exact text of the task's section, heading included. */
  readonly body: string;
  /** 3 for `###`, 4 for `####`. */
  readonly headingLevel: number;
  readonly traceability: Traceability;
  /** The text after `Done when:`, or null. */
  readonly doneCriteria: string | null;
}

/** `code` is `NoTasksFound`: the document has no task heading. */
export interface NoTasksFound {
  readonly code: 'NoTasksFound';
  readonly message: string;
  readonly data: { readonly headings: number };
}

const TASK_TITLE =
  /^(?:\[[ xX]\][ \t]*)?Task[ \t]+(\d+[a-z]?(?:\.\d+[a-z]?)*)(?![\p{L}\p{N}_])[ \t]*(?:[:.–—-]+[ \t]*)?(.*)$/iu;

const ORIGINS = (['Why', 'Source'] as const).map((fieldName) => ({
  fieldName,
  pattern: fieldPattern(fieldName, 'line'),
}));
const DONE_WHEN = fieldPattern('Done when', 'block');

/**
 * The tasks of a tasks.md in document order: every section under a heading `### Task 1.1: Title` or
 * `#### Task 1.1: Title`.
 *
 * Headings are those of `listHeadings`, so a task heading inside a code block is none. Fields are looked for between
 * the task's heading and the next task's, outside fenced code: `**Why:**` or `**Source:**` (the first that holds a
 * reference, else the first), and `**Done when:**`. Checkboxes do not matter. Never throws.
 *
 * Error `NoTasksFound`: no task heading at all.
 *
 * @example
 * ```ts
 * import { parseTasks } from '@batonkit/markdown';
 *
 * const tasks = parseTasks('### Task 1.1: Add login\n**Why:** Plan 3.2\n**Done when:** tests pass\n');
 * tasks.map(([task]) => [task?.number, task?.title, task?.doneCriteria])._unsafeUnwrap(); // => ['1.1', 'Add login', 'tests pass']
 * parseTasks('# Nothing to do\n').isErr(); // => true
 * ```
 */
export function parseTasks(markdown: string): Result<TaskBlock[], NoTasksFound> {
  const sections = readSections(markdown);
  const tasks: { section: Section; number: string; title: string }[] = [];
  for (const section of sections.all) {
    if (section.level !== 3 && section.level !== 4) continue;
    const [, number, title = ''] = TASK_TITLE.exec(section.title) ?? [];
    if (number !== undefined) tasks.push({ section, number, title: title.trim() });
  }
  if (tasks.length === 0) return err(noTasksFound(sections.all.length));
  return ok(
    tasks.map(({ section, number, title }, index) => {
      const nextStart = tasks[index + 1]?.section.start ?? markdown.length;
      const own = markdown.slice(section.start, Math.min(section.end, nextStart));
      return { number, title, body: sections.textOf(section), headingLevel: section.level, ...readFields(own) };
    }),
  );
}

function readFields(block: string): Pick<TaskBlock, 'traceability' | 'doneCriteria'> {
  const lines = splitLines(block);
  const fenced = markFencedLines(lines);
  const origins = ORIGINS.map(({ fieldName, pattern }) => ({ fieldName, field: readField(lines, fenced, pattern) }))
    .filter(({ field }) => field !== null)
    .sort((one, other) => (one.field?.line ?? 0) - (other.field?.line ?? 0))
    .map(({ fieldName, field }) => {
      const rawValue = field?.value ?? '';
      return { fieldName, rawValue, references: parseReferences(rawValue).references };
    });
  const origin = origins.find(({ references }) => references.length > 0) ?? origins[0];
  return {
    traceability: origin ?? { fieldName: null, rawValue: null, references: [] },
    doneCriteria: readField(lines, fenced, DONE_WHEN)?.value ?? null,
  };
}

function noTasksFound(headings: number): NoTasksFound {
  const message = 'No task heading such as "### Task 1.1: Title" was found.';
  return Object.freeze({ code: 'NoTasksFound', message, data: Object.freeze({ headings }) });
}
