import type { NearMiss } from './near-miss.ts';
import { nearMiss } from './near-miss.ts';
import type { TaskBlock } from './parse-tasks.ts';

/** The tasks of a Task Master file, and what is in it besides. */
export interface TaskMasterTasks {
  readonly tasks: TaskBlock[];
  readonly nearMisses: NearMiss[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the tasks.json of Task Master: tasks and their subtasks, which are numbered `4.1`. The tag `master` is read, or
 * the only one. Null when the text is something else.
 */
export function readTaskMaster(text: string): TaskMasterTasks | null {
  const [first] = /[^\s\uFEFF]/.exec(text) ?? [];
  if (first !== '{' || !text.includes('"tasks"')) return null;
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  if (!isFields(file)) return null;
  const nearMisses: NearMiss[] = [];
  const tags = Object.entries(file).filter(([, tag]) => isFields(tag) && Array.isArray(tag['tasks']));
  const [name, tag] = Array.isArray(file['tasks'])
    ? ['', file]
    : (tags.find(([key]) => key === 'master') ?? tags[0] ?? []);
  if (!isFields(tag)) return null;
  const current = typeof name === 'string' ? name : '';
  for (const [other, { length }] of tags.map(
    ([key, value]) => [key, (value as Fields)['tasks'] as readonly unknown[]] as const,
  )) {
    if (other === current || length === 0) continue;
    const reason = `It is another tag of Task Master with ${length} tasks; the tag "${current}" is read.`;
    nearMisses.push(nearMiss(lineOf(text, `"${other}"`), `"${other}"`, reason));
  }
  const tasks: TaskBlock[] = [];
  for (const task of tag['tasks'] as readonly unknown[]) take(task, '', tasks, nearMisses, text);
  return { tasks, nearMisses };
}

function take(task: unknown, parent: string, tasks: TaskBlock[], nearMisses: NearMiss[], text: string): void {
  const id = isFields(task) ? task['id'] : null;
  if (!isFields(task) || (typeof id !== 'string' && typeof id !== 'number') || String(id).trim() === '') {
    const found = JSON.stringify(task) ?? '';
    const title = isFields(task) && typeof task['title'] === 'string' ? JSON.stringify(task['title']) : '"tasks"';
    nearMisses.push(nearMiss(nearMisses.length < 200 ? lineOf(text, title) : 1, found, 'It has no id.'));
    return;
  }
  const own = String(id).trim();
  const number = parent === '' || own.startsWith(`${parent}.`) ? own : `${parent}.${own}`;
  const title = said(task, 'title') ?? '';
  const criteria = said(task, 'acceptanceCriteria') ?? said(task, 'testStrategy');
  tasks.push({
    number,
    title,
    body: describe(number, title, task),
    headingLevel: 0,
    traceability: { fieldName: null, rawValue: null, references: [] },
    doneCriteria: criteria,
  });
  if (Array.isArray(task['subtasks']))
    for (const subtask of task['subtasks'] as unknown[]) take(subtask, number, tasks, nearMisses, text);
}

const BODY_FIELDS: readonly (readonly [field: string, label: string])[] = [
  ['details', 'Details'],
  ['testStrategy', 'Test strategy'],
  ['acceptanceCriteria', 'Acceptance criteria'],
];

/** The task as an agent reads it. */
function describe(number: string, title: string, task: Fields): string {
  const dependencies = Array.isArray(task['dependencies']) ? (task['dependencies'] as unknown[]) : [];
  return [
    `### Task ${number}: ${title}`,
    ...['description'].flatMap((field) => said(task, field) ?? []),
    ...(dependencies.length === 0 ? [] : [`**Depends on:** ${dependencies.map(String).join(', ')}`]),
    ...BODY_FIELDS.flatMap(([field, label]) => {
      const value = said(task, field);
      return value === null ? [] : [`**${label}:**\n${value}`];
    }),
  ].join('\n\n');
}

/** A field as text; a list of texts as bullets. */
function said(task: Fields, field: string): string | null {
  const value = task[field];
  if (Array.isArray(value))
    return value.length === 0
      ? null
      : value.map((item) => `- ${typeof item === 'string' ? item : JSON.stringify(item)}`).join('\n');
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lineOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  return at === -1 ? 1 : text.slice(0, at).split(/\r\n|\r|\n/).length;
}
