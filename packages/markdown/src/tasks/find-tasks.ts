import { type CandidateLine, candidateLines } from './candidate-lines.ts';
import { type CheckboxItem, endsOfItems, holdsCriteria, holdsNotes, readCheckboxItem } from './checkbox-tasks.ts';
import { sectionsOf } from '../sections/extract-section.ts';
import { type NearMiss, nearMiss } from './near-miss.ts';
import { scanHeadings } from '../syntax/scan-headings.ts';
import { nearTitle, readTaskTitle, type TaskTitle } from './task-title.ts';

/** A task and where it stands. */
export interface FoundTask extends TaskTitle {
  /** 0 for a list item. */
  readonly level: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Where the first task inside it begins, or its end. */
  readonly ownEnd: number;
}

/** The tasks of a document, what was nearly one, and how many headings there are. */
export interface FoundTasks {
  readonly tasks: readonly FoundTask[];
  readonly nearMisses: readonly NearMiss[];
  readonly headings: number;
}

interface Title {
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly level: number;
}

/** Finds the tasks of a markdown document: its task headings, or without any its numbered boxes. */
export function findTasks(markdown: string): FoundTasks {
  const document = scanHeadings(markdown);
  const sections = sectionsOf(document, markdown);
  const titles: Title[] = sections.map(({ title, level, start }, index) => {
    return { text: title, level, start, line: document.headings[index]?.line ?? 1 };
  });
  const named = sections.flatMap((section, index) => {
    const title = readTaskTitle(section.title);
    return title === null ? [] : [{ ...title, ...section, title: title.title, line: titles[index]?.line ?? 1 }];
  });
  const candidates = candidateLines(markdown);
  if (named.length > 0) {
    const tasks = named.map((task, index) => ({
      ...task,
      ownEnd: Math.min(task.end, named[index + 1]?.start ?? task.end),
    }));
    return { tasks, nearMisses: missedBesides(markdown, candidates, titles, tasks), headings: sections.length };
  }
  const items: ItemBelow[] = [];
  let above = '';
  let next = 0;
  for (const candidate of candidates) {
    while (titles[next] !== undefined && (titles[next]?.start ?? 0) <= candidate.start)
      above = titles[next++]?.text ?? '';
    const item = candidate.hiddenBy === null ? readCheckboxItem(markdown, candidate) : null;
    if (item !== null) items.push({ ...item, above });
  }
  const taken = items.filter((item) => item.title !== null && !item.isStruck && !isCriterion(item));
  const scheme = schemeOf(taken);
  const numbered = taken.filter(({ title }) => scheme(title?.number ?? ''));
  const ends = endsOfItems(markdown, numbered, document.headings);
  const tasks = numbered.map(({ title, line, start }, index): FoundTask => {
    const { number, title: name } = title as TaskTitle;
    const end = trimEnd(markdown, start, ends[index] ?? markdown.length);
    return {
      number,
      title: name,
      level: 0,
      line,
      start,
      end,
      ownEnd: Math.min(end, numbered[index + 1]?.start ?? end),
    };
  });
  return { tasks, nearMisses: missedInList(markdown, candidates, items, titles, tasks), headings: sections.length };
}

/** An item with a box and the heading it stands below. */
type ItemBelow = CheckboxItem & { readonly above: string };

/** A criterion may have a number, but it does not say Task and is none of Spec-Kit's. */
function isCriterion({ title, above }: Pick<ItemBelow, 'title' | 'above'>): boolean {
  return holdsCriteria(above) && !/^T(?:ask|\d)/i.test(title?.number ?? '');
}

/** `T012` and `1.1` are not mixed by people: a box `- [ ] 3. Run it` among Spec-Kit's is a step and comes back as a near miss. */
function schemeOf(items: readonly CheckboxItem[]): (number: string) => boolean {
  const isSpecKit = (number: string): boolean => /^T\d/.test(number);
  const specKit = items.filter(({ title }) => isSpecKit(title?.number ?? '')).length;
  return specKit === 0 ? () => true : isSpecKit;
}

function trimEnd(markdown: string, start: number, end: number): number {
  let last = end;
  while (last > start && /\s/.test(markdown.charAt(last - 1))) last -= 1;
  return last;
}

/** What looks like a task in a document whose tasks are headings, and lies in none of them. */
function missedBesides(
  markdown: string,
  candidates: readonly CandidateLine[],
  titles: readonly Title[],
  tasks: readonly FoundTask[],
): NearMiss[] {
  const known = new Set(tasks.map(({ number }) => number.toLowerCase()));
  const taken = new Set(tasks.map(({ line }) => line));
  const levels = new Set(tasks.map(({ level }) => level));
  const titleAt = new Map(titles.map((title) => [title.line, title]));
  const missed: NearMiss[] = [];
  let above = '';
  let next = 0;
  let nextTask = 0;
  let insideUntil = 0;
  for (const candidate of candidates) {
    const { line, start, end, hiddenBy } = candidate;
    while (titles[next] !== undefined && (titles[next]?.start ?? 0) <= start) above = titles[next++]?.text ?? '';
    while (tasks[nextTask] !== undefined && (tasks[nextTask]?.start ?? 0) <= start) {
      insideUntil = Math.max(insideUntil, tasks[nextTask++]?.end ?? 0);
    }
    if (taken.has(line)) continue;
    const title = titleAt.get(line);
    const text = markdown.slice(start, Math.min(end, start + 2000));
    const reason =
      title === undefined
        ? (nearLine(text, hiddenBy, known) ??
          (start < insideUntil
            ? null
            : hiddenBy === null
              ? boxOutside(markdown, candidate, above)
              : nearSpecKit(text, hiddenBy, known)))
        : nearHeading(title, text, known, levels);
    if (reason !== null) missed.push(nearMiss(line, text, reason));
  }
  return missed;
}

function nearHeading(
  { text, level }: Title,
  source: string,
  known: ReadonlySet<string>,
  levels: ReadonlySet<number>,
): string | null {
  const near = nearTitle(text) ?? nearTitle(source);
  if (near !== null) return near.number !== null && known.has(near.number.toLowerCase()) ? null : near.reason;
  if (!levels.has(level)) return null;
  const [, word, number] = LIKE_A_TASK.exec(text) ?? [];
  if (number === undefined || known.has(number.toLowerCase()) || GROUPS.test(word ?? '')) return null;
  return word === undefined || word === ''
    ? 'The word Task does not stand before its number.'
    : `It says "${word}" instead of Task.`;
}

/** A number at the start of a heading that stands beside tasks, with or without one other word before it. */
const LIKE_A_TASK = /^[^\p{L}\p{N}~]*(?:(\p{L}{2,12})[ \t]+#?)?(\d+(?:\.\d+)+|\d+(?=[:.)–—-]))(?![\p{L}\p{N}%])/u;
const GROUPS =
  /^(?:phase|milestone|sprint|part|section|appendix|figure|table|week|day|iteration|epic|wave|stage|chapter|version|release|option|note|notes|level|tier|round|batch|group|track|goal|risk|example|scenario|case|requirement|property|file|line|page)$/i;

const BEFORE_TEXT =
  /^[ \t]*((?:>[ \t]?)*)((?:[-*+•‣]|\d{1,9}[.)])?[ \t]*)(?:\[[^\]\r\n]{0,3}\][ \t]*)?(#{0,9}[ \t]*)(<h[1-6][^>]*>)?/iu;
const SAYS_TASK = /task/i;

/** A line that is no heading and looks like the title of a task whose number nobody has. */
function nearLine(text: string, hiddenBy: CandidateLine['hiddenBy'], known: ReadonlySet<string>): string | null {
  if (!SAYS_TASK.test(text)) return null;
  const [before = '', quote = '', list = '', marks = '', html] = BEFORE_TEXT.exec(text) ?? [];
  const rest = text
    .slice(before.length)
    .replace(/^\|[ \t]*/, '')
    .replaceAll(/[*_`]/g, '');
  const struck = rest.startsWith('~~');
  const title = readTaskTitle(struck ? rest.slice(2) : rest);
  const isHeading = marks.trim() !== '' || html !== undefined;
  if (title === null) return isHeading ? (nearTitle(rest)?.reason ?? null) : null;
  if (known.has(title.number.toLowerCase())) return null;
  const isRow = /^[ \t]*\|/.test(text);
  const isTitle =
    isHeading ||
    isRow ||
    list !== '' ||
    struck ||
    /^[^:：–—-]{0,40}(?:[:：–—]|[ \t]-[ \t])|^[^\s]+[ \t]+\S+[ \t]*$/.test(rest);
  if (!isTitle) return null;
  if (hiddenBy === 'fence') return 'It stands behind a code fence that is never closed.';
  if (hiddenBy === 'comment') return 'It stands in a comment that is never closed.';
  if (struck) return 'It is struck through.';
  if (quote !== '') return 'It is quoted.';
  if (!isHeading)
    return `It is ${isRow ? 'a row of a table' : list === '' ? 'a line of text' : 'a list item'}, while tasks are headings here.`;
  if (html !== undefined) return 'It is a heading in HTML.';
  if (list !== '') return 'The heading is in a list item.';
  if (/^#{7,}/.test(marks)) return 'A heading has at most six #.';
  if (/^#{1,6}$/.test(marks)) return 'There is no space between # and the text.';
  return 'It is indented like code.';
}

function boxOutside(markdown: string, candidate: CandidateLine, above: string): string | null {
  const item = readCheckboxItem(markdown, candidate);
  if (item === null || (item.title === null && holdsNotes(above)) || isCriterion({ ...item, above })) return null;
  return 'It is an item with a box outside of all tasks, while tasks are headings here.';
}

/** What looks like a task in a document whose tasks are items of lists, or that has none. */
function missedInList(
  markdown: string,
  candidates: readonly CandidateLine[],
  items: readonly ItemBelow[],
  titles: readonly Title[],
  tasks: readonly FoundTask[],
): NearMiss[] {
  const known = new Set(tasks.map(({ number }) => number.toLowerCase()));
  const taken = new Set(tasks.map(({ line }) => line));
  const itemAt = new Map(items.map((item) => [item.line, item]));
  const titleAt = new Map(titles.map((title) => [title.line, title]));
  const missed: NearMiss[] = [];
  let nextTask = 0;
  let insideUntil = 0;
  for (const candidate of candidates) {
    const { line, start, end, hiddenBy } = candidate;
    while (tasks[nextTask] !== undefined && (tasks[nextTask]?.start ?? 0) <= start) {
      insideUntil = Math.max(insideUntil, tasks[nextTask++]?.end ?? 0);
    }
    if (taken.has(line)) continue;
    const text = markdown.slice(start, Math.min(end, start + 2000));
    const title = titleAt.get(line);
    const item = itemAt.get(line);
    let reason: string | null;
    if (title !== undefined) {
      const near = nearTitle(title.text) ?? nearTitle(text);
      reason =
        near === null
          ? tasks.length === 0 && /^[^\p{L}\p{N}]*\d+\.\d+(?:\.\d+)*(?![\p{L}\p{N}%])/u.test(title.text)
            ? 'The word Task does not stand before its number.'
            : null
          : near.number !== null && known.has(near.number.toLowerCase())
            ? null
            : near.reason;
    } else if (item === undefined) reason = nearLine(text, hiddenBy, known) ?? nearSpecKit(text, hiddenBy, known);
    else if (isCriterion(item)) reason = null;
    else if (item.isStruck) reason = 'It is struck through.';
    else if (item.title !== null) reason = 'Its number is of another kind than those of the tasks.';
    else reason = start < insideUntil || holdsNotes(item.above) ? null : 'It has a box and no number.';
    if (reason !== null) missed.push(nearMiss(line, text, reason));
  }
  return missed;
}

const SPEC_KIT_LINE =
  /^[ \t]*(?:>[ \t]?)*(?:[-*+•‣]?[ \t]*\[[^\]\r\n]{0,3}\]\*?[ \t]*|[-*+•‣][ \t]+|\d{1,9}[.)][ \t]+|\|[ \t]*)(?:[*_~`]{0,3})(T\d{2,5}|\d{1,9}\.\d{1,9}(?:\.\d{1,9})*)(?![\p{L}\p{N}.])/u;

const BOX = /^[ \t]*(?:[-*+•‣]|\d{1,9}[.)])[ \t]+\[[^\]\r\n]{0,3}\]/u;

/** An item with the number of a task and without a well-formed box. */
function nearSpecKit(text: string, hiddenBy: CandidateLine['hiddenBy'], known: ReadonlySet<string>): string | null {
  const number = SPEC_KIT_LINE.exec(text)?.[1] ?? (hiddenBy === null ? undefined : BOX.exec(text)?.[0]);
  if (number === undefined || known.has(number.toLowerCase())) return null;
  if (hiddenBy === 'fence') return 'It stands behind a code fence that is never closed.';
  if (hiddenBy === 'comment') return 'It stands in a comment that is never closed.';
  if (/^[ \t]*>/.test(text)) return 'It is quoted.';
  return /\[[^\]]{0,3}\]/.test(text)
    ? 'Its box does not stand behind a list mark.'
    : 'It has the number of a task and no box.';
}
