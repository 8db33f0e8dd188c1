import { markFencedLines, splitLines } from '@batonkit/markdown/scan';
import { oneLine } from '@batonkit/core/text';
import type { SchemaProblem } from '../documents/schema-violation.ts';
import { type BulletEntry, ENTRY_FIELDS } from './bullet-entry.ts';

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const ANYWHERE =
  /(?<![\d-])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/;

/** An entry with the lines it stands on, counted from 0, the last one excluded. */
export interface FoundEntry {
  readonly entry: BulletEntry;
  readonly from: number;
  readonly to: number;
}

/** What a text says in structured bullets, and where it breaks their form. */
export interface BulletReading {
  readonly entries: readonly FoundEntry[];
  readonly problems: readonly SchemaProblem[];
}

interface OpenEntry {
  readonly kind: BulletEntry['kind'];
  readonly fields: Map<string, string>;
  readonly from: number;
  to: number;
  /** The field that further lines belong to. */
  last: string | null;
  isBroken: boolean;
}

const LINE = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(.*)$/;
const TIME = /^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)\]?[ \t]+(?=\S)/;
const KEYED =
  /^(?:\*\*([A-Za-z][A-Za-z ]{0,30}):\*\*|\*\*([A-Za-z][A-Za-z ]{0,30})\*\*:|([A-Za-z][A-Za-z ]{0,30}):)(?:[ \t]+(.*))?$/;
/** Lines of the log that are nobody's decision. */
const REMARKS: ReadonlySet<string> = new Set(['tool', 'note', 'denied', 'session']);
const ATTRIBUTES: ReadonlySet<string> = new Set(Object.values(ENTRY_FIELDS).flatMap((fields) => Object.keys(fields)));

/**
 * Reads the structured bullets of a text:
 *
 * - Decision: what was decided
 *   Reason: why
 *   Impact: on what
 *
 * Attributes stand below their entry, indented, as bullets of their own or both. Prose, plain bullets and code are left alone;
 * a bullet that starts with a word and a colon must be one of the form. With `log`, a decision without a time takes the last one
 * above it, or the one that is given.
 */
export function readBullets(text: string, file: string, log?: { readonly time: string | null }): BulletReading {
  const lines = splitLines(text);
  const fenced = markFencedLines(lines);
  const entries: FoundEntry[] = [];
  const problems: SchemaProblem[] = [];
  let time = log?.time ?? null;
  let open: OpenEntry | null = null;
  const close = (): void => {
    if (open !== null) finish(open, file, entries, problems);
    open = null;
  };
  for (const [index, line] of lines.entries()) {
    const fail = (detail: string): void => void problems.push({ file, line: index + 1, detail });
    const [, indent = '', bullet = '', content = ''] = LINE.exec(line) ?? [];
    if (fenced[index] === true || content === '') {
      if (open !== null) open.last = null;
      continue;
    }
    const stamp = TIME.exec(content)?.[1];
    const rest = stamp === undefined ? content : content.replace(TIME, '');
    const [, bold, outer, plain, value = ''] = KEYED.exec(rest) ?? [];
    const word = (bold ?? outer ?? plain ?? '').trim();
    const key = word.toLowerCase();
    const at: string | null = stamp === undefined ? null : parseTime(stamp);
    if (stamp !== undefined && at === null) fail(`"${stamp}" is no time.`);
    if (at !== null) time = at;

    if (Object.hasOwn(ENTRY_FIELDS, key)) {
      close();
      const kind = key as BulletEntry['kind'];
      open = { kind, fields: new Map([['text', value]]), from: index, to: index + 1, last: 'text', isBroken: false };
      const decidedAt = log === undefined ? at : time;
      if (kind === 'decision' && decidedAt !== null) open.fields.set('at', decidedAt);
    } else if (ATTRIBUTES.has(key)) {
      if (open === null)
        fail(`"${word}:" belongs to no entry. It must stand below a Decision, Risk, Step, Approval or Invariant.`);
      else setField(open, key, word, value, index, fail);
    } else if (word !== '' && bullet !== '' && /^[A-Z]/.test(word) && !word.includes(' ') && !REMARKS.has(key)) {
      fail(
        `"${word}:" is no entry of the schema. Known are Decision, Risk, Step, Goal, Approval, Invariant, and Note for everything else.`,
      );
      close();
    } else if (open !== null && open.last !== null && bullet === '' && indent !== '') {
      const { last } = open;
      open.fields.set(last ?? '', `${open.fields.get(last ?? '') ?? ''} ${content}`);
      open.to = index + 1;
    } else {
      close();
      if (bullet === '' || stamp !== undefined) time = findTime(content) ?? time;
    }
  }
  close();
  return { entries, problems };
}

function setField(
  open: OpenEntry,
  key: string,
  word: string,
  value: string,
  index: number,
  fail: (detail: string) => void,
): void {
  const isKnown = Object.hasOwn(ENTRY_FIELDS[open.kind], key);
  // A time that was taken from the log gives way to the entry's own.
  const isDouble = open.fields.has(key) && !(key === 'at' && !open.fields.has('own time'));
  if (!isKnown) fail(`A ${open.kind} has no "${word}:".`);
  else if (isDouble) fail(`"${word}:" is there twice for the same ${open.kind}.`);
  if (!isKnown || isDouble) open.isBroken = true;
  else {
    const time = key === 'at' ? parseTime(value.trim()) : null;
    if (key === 'at' && time === null) {
      fail(`"${value.slice(0, 40)}" is no time.`);
      open.isBroken = true;
    }
    if (key === 'at') open.fields.set('own time', '');
    open.fields.set(key, time ?? value);
  }
  open.last = key === 'at' ? null : key;
  open.to = index + 1;
}

function finish(
  { kind, fields, from, to, isBroken }: OpenEntry,
  file: string,
  entries: FoundEntry[],
  problems: SchemaProblem[],
): void {
  const found = problems.length;
  const fail = (detail: string): void => void problems.push({ file, line: from + 1, detail });
  const values: Record<string, string | null> = { text: oneLine(fields.get('text') ?? '') };
  if (values['text'] === '') fail(`The ${kind} says nothing.`);
  for (const [key, { required = false, words }] of Object.entries(ENTRY_FIELDS[kind])) {
    const text = oneLine(fields.get(key) ?? '');
    const value = words === undefined ? text : text.toLowerCase();
    const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}:`;
    if (value === '' && required) fail(`The ${kind} "${(values['text'] ?? '').slice(0, 60)}" has no "${name}".`);
    else if (value !== '' && words?.includes(value) === false)
      fail(`"${name} ${text.slice(0, 40)}" must be one of ${words.join(', ')}.`);
    values[key] = value === '' ? null : value;
  }
  if (problems.length === found && !isBroken) entries.push({ entry: { kind, ...values } as BulletEntry, from, to });
}

/**
 * A time of a log in one form: a date as it is, else UTC to the second. Without a zone it is taken to be UTC, so that the
 * machine's own zone never matters. Null when it is no time.
 */
export function parseTime(text: string): string | null {
  const [, year, month, day, hour, minute, second = '00', , zone = 'Z'] = FORM.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight).toISOString().slice(0, 10);
  // 30 February would have become 1 March.
  if (date !== `${year}-${month}-${day}`) return null;
  if (hour === undefined || minute === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = midnight + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The first time that a line names, or null. */
function findTime(line: string): string | null {
  const found = ANYWHERE.exec(line)?.[0];
  return found === undefined ? null : parseTime(found);
}
