import { err, ok, type Result } from 'neverthrow';
import { readBacklogTask } from './backlog-task.ts';
import { markFencedLines, splitLines } from '../syntax/fenced-lines.ts';
import { findTasks, type FoundTask } from './find-tasks.ts';
import type { NearMiss } from './near-miss.ts';
import { parseReferences, type Reference } from '../references/parse-references.ts';
import { fieldPattern, readField } from './task-field.ts';
import { readTaskMaster } from './task-master.ts';

/** Where a task comes from, as its Why or Source field says. */
export interface Traceability {
  readonly fieldName: 'Why' | 'Source' | null;
  /** The field's value as written. */
  readonly rawValue: string | null;
  readonly references: readonly Reference[];
}

/** One task of a tasks.md. */
export interface TaskBlock {
  /** As written: `1.1`, `T012`, `TASK-7`. */
  readonly number: string;
  readonly title: string;
  /** The exact text of the task's section or list item, first line included; of a task in JSON, its fields as markdown. */
  readonly body: string;
  /** 3 for `###`, 4 for `####`; 0 for a task that is no heading. */
  readonly headingLevel: number;
  readonly traceability: Traceability;
  /** The text after `Done when:` or below "Acceptance Criteria", or null. */
  readonly doneCriteria: string | null;
}

/** The tasks of a document, and the lines that look like tasks and are none. */
export type ParsedTasks = TaskBlock[] & { readonly nearMisses: readonly NearMiss[] };

/** `code` is `NoTasksFound`: the document has no task. */
export interface NoTasksFound {
  readonly code: 'NoTasksFound';
  readonly message: string;
  readonly data: { readonly headings: number; readonly nearMisses: readonly NearMiss[] };
}

const ORIGINS = (['Why', 'Source'] as const).map((fieldName) => ({
  fieldName,
  pattern: fieldPattern(fieldName, 'line'),
}));
const DONE_WHEN = ['Done when', '(?:Acceptance|Done|Success) criteria', 'Definition of done'].map((name) =>
  fieldPattern(name, 'block'),
);
/** What a task without fields holds none of, so that its lines need no second look. */
const ANY_FIELD = /why|source|done|criteria/i;
const CRITERIA_HEADING =
  /^ {0,3}#{2,6}[ \t]+[^\p{L}\r\n]{0,8}(?:acceptance criteria|done criteria|success criteria|definition of done|done when)[^\p{L}\r\n]*$/iu;

/**
 * The tasks of a tasks.md in document order: every heading `Task 1.1: Title` with its section, whatever its level and the
 * marks and emoji around it. A document without such headings may hold a list with boxes and numbers, as Spec-Kit and
 * Kiro write them, be a task file of Backlog.md, or the tasks.json of Task Master.
 *
 * Headings are those of `listHeadings`, so a task heading inside a code block is none. Fields are looked for between
 * the task's first line and the next task, outside fenced code: `**Why:**` or `**Source:**` (the first that holds a
 * reference, else the first), and `**Done when:**` or the acceptance criteria. What a box says does not matter.
 *
 * `nearMisses` lists every line that looks like a task and was not taken, with the reason: a heading that is struck
 * through or quoted, a box without a number, a list item or line of text that begins with an unknown `Task 1.2`. Never throws.
 *
 * Error `NoTasksFound`: no task at all; it has the near misses too.
 *
 * @example
 * ```ts
 * import { parseTasks } from '@batonkit/markdown';
 *
 * const tasks = parseTasks('### Task 1.1: Add login\n**Why:** Plan 3.2\n**Done when:** tests pass\n\n### ~~Task 1.2: Add logout~~\n');
 * tasks.map(([task]) => [task?.number, task?.title, task?.doneCriteria])._unsafeUnwrap(); // => ['1.1', 'Add login', 'tests pass']
 * tasks.map(({ nearMisses }) => nearMisses)._unsafeUnwrap(); // => [{ line: 5, text: '### ~~Task 1.2: Add logout~~', reason: 'It is struck through.' }]
 * parseTasks('- [ ] T001 Add login\n').map(([task]) => task?.number)._unsafeUnwrap(); // => 'T001'
 * parseTasks('# Nothing to do\n').isErr(); // => true
 * ```
 */
export function parseTasks(markdown: string): Result<ParsedTasks, NoTasksFound> {
  const json = readTaskMaster(markdown);
  if (json !== null) {
    return json.tasks.length === 0
      ? err(noTasksFound(0, json.nearMisses))
      : ok(withNearMisses(json.tasks, json.nearMisses));
  }
  const { tasks, nearMisses, headings } = findTasks(markdown);
  if (tasks.length > 0) {
    return ok(
      withNearMisses(
        tasks.map((task) => readTask(markdown, task)),
        nearMisses,
      ),
    );
  }
  const backlog = readBacklogTask(markdown);
  if (backlog === null) return err(noTasksFound(headings, nearMisses));
  const { number, title, doneCriteria } = backlog;
  const { traceability, doneCriteria: field } = readFields(markdown);
  const task: TaskBlock = {
    number,
    title,
    body: markdown,
    headingLevel: 0,
    traceability,
    doneCriteria: doneCriteria ?? field,
  };
  // Boxes of the file's criteria have numbers of their own; they are no tasks, and they are not missed.
  return ok(withNearMisses([task], []));
}

function readTask(markdown: string, { number, title, level, start, end, ownEnd }: FoundTask): TaskBlock {
  const body = markdown.slice(start, end);
  return { number, title, body, headingLevel: level, ...readFields(markdown.slice(start, ownEnd)) };
}

function withNearMisses(tasks: TaskBlock[], nearMisses: readonly NearMiss[]): ParsedTasks {
  return Object.assign(tasks, { nearMisses });
}

function readFields(block: string): Pick<TaskBlock, 'traceability' | 'doneCriteria'> {
  const none: Traceability = { fieldName: null, rawValue: null, references: [] };
  if (!ANY_FIELD.test(block)) return { traceability: none, doneCriteria: null };
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
  const done = DONE_WHEN.map((pattern) => readField(lines, fenced, pattern)).find((field) => field !== null);
  return { traceability: origin ?? none, doneCriteria: done?.value ?? belowCriteriaHeading(lines, fenced) };
}

/** The text below a heading such as "Acceptance Criteria", to the next heading. */
function belowCriteriaHeading(lines: readonly string[], fenced: readonly boolean[]): string | null {
  const at = lines.findIndex((line, index) => fenced[index] !== true && CRITERIA_HEADING.test(line));
  if (at === -1) return null;
  const next = lines.findIndex(
    (line, index) => index > at && fenced[index] !== true && /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line),
  );
  return (
    lines
      .slice(at + 1, next === -1 ? lines.length : next)
      .join('\n')
      .trim() || null
  );
}

function noTasksFound(headings: number, nearMisses: readonly NearMiss[]): NoTasksFound {
  const [first] = nearMisses;
  const near =
    first === undefined
      ? ''
      : ` ${nearMisses.length} ${nearMisses.length === 1 ? 'line looks' : 'lines look'} like a task; line ${first.line}: ${first.reason}`;
  const message = `No task was found, such as a heading "### Task 1.1: Title" or an item "- [ ] 1.1 Title".${near}`;
  return Object.freeze({ code: 'NoTasksFound', message, data: Object.freeze({ headings, nearMisses }) });
}
