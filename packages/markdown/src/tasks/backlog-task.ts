import { findDocumentStart } from '../syntax/front-matter.ts';
import { readSections } from '../sections/extract-section.ts';
import type { TaskTitle } from './task-title.ts';

/** A task that is a whole file, as Backlog.md keeps them. */
export interface BacklogTask extends TaskTitle {
  readonly doneCriteria: string | null;
}

/** Reads a document with `id` and `title` in its front matter as one task; null when it is something else. */
export function readBacklogTask(markdown: string): BacklogTask | null {
  const { offset } = findDocumentStart(markdown);
  const head = markdown.slice(0, offset);
  if (!/^\uFEFF?---/.test(head)) return null;
  const number = fieldOf(head, 'id');
  const title = fieldOf(head, 'title');
  if (number === null || title === null || !/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(number) || !/\d/.test(number))
    return null;
  const sections = readSections(markdown);
  const criteria = sections.all.find((section) => /^acceptance criteria$/i.test(section.title.trim()));
  const text = criteria === undefined ? '' : sections.textOf(criteria).replace(/^.*(?:\r\n|\r|\n|$)/, '');
  return { number, title, doneCriteria: withoutMarkers(text) || null };
}

function withoutMarkers(text: string): string {
  return text.replaceAll(/^<!--.*-->[ \t]*(?:\r\n|\r|\n|$)/gm, '').trim();
}

function fieldOf(head: string, name: string): string | null {
  const value = new RegExp(String.raw`^${name}:[ \t]*(.*)$`, 'm').exec(head)?.[1]?.trim() ?? '';
  const unquoted = /^(['"])(.*)\1$/.exec(value)?.[2] ?? value;
  return unquoted === '' ? null : unquoted.replaceAll("''", "'");
}
