import { atxTextEnd } from '../syntax/block-markers.ts';

/** The fields of a report that hold text, and the list of files. */
export type ReportField =
  'implemented' | 'tested' | 'filesChanged' | 'selfReview' | 'decisions' | 'deviations' | 'concerns';

type Marker = 'none' | 'bullet' | 'number';

/** A line that looks like the header of a part of a report. */
export interface ReportHeader {
  /** Null for a header of none of the known fields. */
  readonly field: ReportField | null;
  /** The further fields that it names: "Decisions and deviations". */
  readonly alsoFields: readonly ReportField[];
  readonly shape: 'heading' | 'bold' | 'plain';
  /** Level of a heading. */
  readonly level: number;
  readonly indent: number;
  readonly marker: Marker;
  /** What follows the name of the field; the whole line when its label says more than that name. */
  readonly text: string;
}

const KEY_PHRASES: readonly (readonly [ReportField, RegExp])[] = [
  [
    'filesChanged',
    /\bfiles?(?: (?:\w+|and|\/))?(?: \w+)? ?(?:changed|modified|touched|created|updated|edited)\b|\b(?:changed|modified|touched|created|updated) files?\b|^files$/i,
  ],
  ['decisions', /decisions?/i],
  ['deviations', /deviations?/i],
  ['concerns', /concerns?|^(?:any |known |open )?issues$/i],
  ['implemented', /implemented|^implementation(?: summary| details)?$/i],
  ['tested', /tested|^(?:unit )?(?:tests|testing)\b|\btest results?/i],
  ['selfReview', /self[ -]?review/i],
];

/** Part of every key phrase: most lines hold none, and are done with after one look. */
const ANY_KEY = /file|decision|deviation|concern|issue|implement|test|self/i;

/** Words a header may hold without saying anything of its own. */
const HEADER_WORDS = new Set(
  (
    'a an and any are been by during file files for from future has have i if implementation implementer in is issue ' +
    'issues it key known made main my next notable note notes of on open or our plan design spec report result ' +
    'results summary details task the to unit was we were what with rationale you changed modified touched created updated ' +
    'edited decision decisions deviation deviations concern concerns implemented tested test tests testing self review ' +
    'self-review selfreview findings finding list run'
  ).split(' '),
);

const LINE = /^([ \t]*)((?:[-*+•]|(\d{1,9}|[a-z])[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(.*)$/iu;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const BOLD = /^[^\p{L}\p{N}*_]{0,8}(?:\*\*|__)([^*_\r\n]{1,120}?)(?:\*\*|__)[ \t]*(.*)$/u;
const MAX_PLAIN_LABEL = 60;

/** Reads a line as a header, or answers null. `isUnderlined` says that the next line makes it a setext heading. */
export function readReportHeader(line: string, isUnderlined = false): ReportHeader | null {
  const heading = isUnderlined ? ['', '#', line.trim()] : HEADING.exec(line);
  if (heading !== null) {
    const source = heading[2] ?? '';
    const title = withoutEmphasis(source.slice(0, atxTextEnd(source, 0, source.length)).trim());
    const [label, rest] = splitAtColon(title);
    const place = { shape: 'heading', level: heading[1]?.length ?? 1, indent: 0, marker: 'none' } as const;
    return { ...place, ...nameField(line, label, rest) };
  }
  const [, space = '', item, number, content = ''] = LINE.exec(line) ?? [];
  const marker: Marker = item === undefined ? 'none' : number === undefined ? 'bullet' : 'number';
  const place = { level: 0, indent: space.length, marker };
  return readBold(line, content, place) ?? readPlain(line, content, place);
}

/** A heading that is bold as a whole says the same without the marks. */
function withoutEmphasis(title: string): string {
  return /^(\*\*|__)([^*_]+)\1$/.exec(title)?.[2] ?? title;
}

type Place = Pick<ReportHeader, 'level' | 'indent' | 'marker'>;

function readBold(line: string, content: string, place: Place): ReportHeader | null {
  const [, inner, after = ''] = BOLD.exec(content) ?? [];
  if (inner === undefined) return null;
  const [label, innerRest] = splitAtColon(inner);
  const isLabel = innerRest !== null || after === '' || /^(?:[:：]|[-–—]+[ \t])/.test(after);
  if (!isLabel) return null;
  const rest = [innerRest ?? '', after.replace(/^(?:[:：]|[-–—]+[ \t])/, '')].map((part) => part.trim());
  return { ...place, shape: 'bold', ...nameField(line, label, rest.filter((part) => part !== '').join(' ')) };
}

function readPlain(line: string, content: string, place: Place): ReportHeader | null {
  const [label, rest] = splitAtColon(content);
  if (label.length > MAX_PLAIN_LABEL || (rest === null && place.marker === 'bullet')) return null;
  const named = nameField(line, label, rest);
  // Prose is full of colons, so a plain label counts only when it says nothing but which field it is.
  return named.field === null || !saysNothingElse(label) ? null : { ...place, shape: 'plain', ...named };
}

function nameField(
  line: string,
  label: string,
  rest: string | null,
): Pick<ReportHeader, 'field' | 'alsoFields' | 'text'> {
  const plainLabel = label.replaceAll(/[*_`]/g, '').trim();
  const field = fieldOfLabel(plainLabel);
  const alsoFields = field === null || !JOINED.test(plainLabel) ? [] : fieldsJoined(plainLabel, field);
  const text = field !== null && saysNothingElse(plainLabel) ? (rest ?? '').trim() : line.trim();
  return { field, alsoFields, text };
}

const JOINED = /\band\b|[&/+,]/i;

/** Each piece between `and`, `&` and slashes may name a field of its own. */
function fieldsJoined(label: string, first: ReportField): ReportField[] {
  const named = label.split(/\band\b|[&/+,]/i).flatMap((piece) => fieldOfLabel(piece.trim()) ?? []);
  return [...new Set(named)].filter((field) => field !== first);
}

/** The field that a label names first, or null. */
export function fieldOfLabel(label: string): ReportField | null {
  if (!ANY_KEY.test(label)) return null;
  let field: ReportField | null = null;
  let earliest = Infinity;
  for (const [candidate, phrase] of KEY_PHRASES) {
    const found = phrase.exec(label)?.index ?? Infinity;
    if (found >= earliest) continue;
    field = candidate;
    earliest = found;
  }
  return field;
}

function saysNothingElse(label: string): boolean {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  // A leading number or letter is the header's place in a list.
  return words.every((word, index) => HEADER_WORDS.has(word) || (index === 0 && /^(?:\d{1,3}|[a-z])$/.test(word)));
}

function splitAtColon(text: string): [label: string, rest: string | null] {
  const colon = text.search(/[:：]/);
  return colon === -1 ? [text, null] : [text.slice(0, colon), text.slice(colon + 1)];
}
