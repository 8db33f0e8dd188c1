import type { Unmet } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { ProtocolFacts } from './protocol-facts.ts';

/** Who works or worked on a task. */
export interface AtWork {
  readonly sessions: readonly string[];
  /** Names of sessions, actors, roles and agents. */
  readonly names: readonly string[];
}

/** Finds who is at work on a task, in its record and among those that the audit names. */
export function findAtWork(record: TaskRecord, workers: ProtocolFacts['workers']): AtWork {
  const { owner = null, agents = {} } = record.protocol ?? {};
  const admitted = record.roles.flatMap((role) => record.coordination[role]?.session_id ?? []);
  const sessions = [...(owner === null ? [] : [owner.session]), ...admitted, ...(workers?.sessions ?? [])];
  const actors = [...(owner === null ? [] : [owner.actor]), ...(workers?.actors ?? [])];
  return { sessions, names: [...sessions, ...record.roles, ...Object.keys(agents), ...actors] };
}

/** Words that name nobody: a name made of them alone is refused, and beside a name they do not make another one of it. */
const NOBODY =
  'agent agents bot assistant coordinator orchestrator owner session reviewer implementer validator updater worker me myself self nobody none null undefined unknown user users person people human humans somebody someone anybody anyone';
/** Words that say nothing beside a name. */
const FILLERS = 'the a an my our this that is as by for of on ai run actor role';

/**
 * Why `by` is not the name of a person who could decide about the work of `names`; `null` when it may be one. Names are compared without case,
 * accents, blanks, punctuation, look-alike letters and words such as "the" or "agent".
 *
 * @example
 * ```ts
 * whyNotAPerson('grace', ['run-1', 'claude']); // => null
 * whyNotAPerson('the agent "Claude"', ['run-1', 'claude']); // => '"the agent "Claude"" reads like the name of a session, actor, role or agent at work'
 * ```
 */
export function whyNotAPerson(by: string, names: readonly string[]): string | null {
  const typed = by.replace(CLIENT, '');
  // What an MCP client says of a person who gave no name.
  if (typed !== by && typed === 'user') return null;
  const plain = typed.normalize('NFKD').replaceAll(INVISIBLE, '');
  if (plain.split(/\s+/).some((word) => MIXED.test(word))) return `"${by}" mixes alphabets within a word`;
  if (PHONETIC.test(plain)) return `"${by}" has letters that only look like those of a name`;
  if (!/\p{L}/u.test(plain)) return `"${by}" has no letters`;
  // Of a path or an address, any part can be the name; the first or the last one tells who it is.
  const parts = [typed, ...typed.split(/[/\\:@|]/)].map(foldWords).filter((words) => words.length > 0);
  if ([parts[0], parts[1], parts.at(-1)].some((words) => words !== undefined && isNobody(words)))
    return `"${by}" names nobody in particular`;
  const readings = new Set(parts.flatMap(readingsOf));
  return names.some((name) => readings.has(foldName(name)) || readings.has(foldName(name.replace(CLIENT_ITSELF, ''))))
    ? `"${by}" reads like the name of a session, actor, role or agent at work`
    : null;
}

/** What keeps `confirmedBy` from confirming something that only a person can say; `null` when they may be a person. */
export function unmetByPerson(confirmedBy: string, names: readonly string[], what: string): Unmet | null {
  const why = whyNotAPerson(confirmedBy, names);
  if (why === null) return null;
  const detail = `${why}, and only a person can say that ${what}. Ask a person, and pass the name of whoever confirmed it.`;
  return { condition: 'confirmed-by-person', detail };
}

/** True for names that read alike. */
export function isSameName(one: string, other: string): boolean {
  return one === other || (foldName(one) !== '' && foldName(one) === foldName(other));
}

function isNobody(words: readonly string[]): boolean {
  return words.some((word) => nobody.has(word)) && words.every((word) => fillers.has(word));
}

/** What words can be read as: all of them, or some in a row where the rest says nothing. */
function readingsOf(words: readonly string[]): readonly string[] {
  const isSilent = (rest: readonly string[]): boolean => rest.every((word) => fillers.has(word));
  return words.flatMap((_, from) =>
    isSilent(words.slice(0, from))
      ? words.slice(from).flatMap((__, length) => {
          const to = from + length + 1;
          return isSilent(words.slice(to)) ? [words.slice(from, to).join('')] : [];
        })
      : [],
  );
}

/** The client through whose form a person answered; the server writes it before the name that was typed. */
const CLIENT = /^mcp-client:[^/]*\//;
const CLIENT_ITSELF = /^mcp-client:/;

const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A Latin letter, and a letter or digit of another script. */
const MIXED = /(?=.*\p{Script=Latin})(?=.*(?![\p{Script=Latin}0-9])[\p{L}\p{N}])/u;

/** Small capitals and other phonetic letters: no name is written with them. */
const PHONETIC = /[\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff]/;

/** Letters and digits that look like a Latin letter, and that letter. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  'аa вb гr еe ѕs іl јj кk мm нh оo пn рp сc тt уy хx һh ӏl ԁd ԛq ԝw ѵv αa βb εe ιl κk νv οo ρp τt υu χx օo սu հh ոn յj ıl il 1l 0o'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

function foldWords(name: string): readonly string[] {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(INVISIBLE, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/./gu, (letter) => LOOK_ALIKES.get(letter) ?? letter));
}

function foldName(name: string): string {
  return foldWords(name).join('');
}

const nobody: ReadonlySet<string> = new Set(foldWords(NOBODY));
const fillers: ReadonlySet<string> = new Set([...nobody, ...foldWords(FILLERS)]);
