import { phrases } from '../words/phrases.ts';
import { readSpokenText } from '../words/spoken-text.ts';
import type { QueueFilter } from './order-queue.ts';

/** A request for more than one task. */
export interface BatchRequest {
  /** What it is limited to; nothing named means all tasks. */
  readonly filter: QueueFilter;
  /** What to tell the person: how the request is understood. */
  readonly announcement: string;
}

const DO =
  '(?:work(?:ing)?(?: on| through)?|complete|finish|do|process|implement|handle|tackle|execute|run|continue(?: with| on)?|resolve|go through|take care of|start(?: on| with)?|get through|deal with)';
const TASKS = '(?:tasks|todos|to-dos|tickets|work items|items|todo items)';
const MANY =
  '(?:all|every|each|both|multiple|several|many|these|those|remaining|the rest of|two|three|four|five|six|seven|eight|nine|ten|\\d+)';
const LIST = '(?:todo|to-do|task) list|todo|backlog|task queue|queue of tasks|list of tasks';

const BATCH = phrases(
  `${DO}(?: [\\p{L}\\p{N}',-]+){0,6}? ${MANY}(?: [\\p{L}\\p{N}',-]+){0,8}? ${TASKS}`,
  `${DO}(?: [\\p{L}\\p{N}',-]+){0,4}? ${MANY}(?: [\\p{L}\\p{N}',-]+){0,4}? task`,
  `${DO}(?: [\\p{L}\\p{N}',-]+){0,6}? ${TASKS}`,
  `${DO}(?: [\\p{L}\\p{N}',-]+){0,6}? (?:${LIST})`,
  `everything (?:on|in) (?:the |my |our )?(?:${LIST})`,
);
const REQUEST = phrases(DO);
const NEGATION = phrases(
  "don't",
  'do not',
  'not',
  'never',
  'stop',
  'without',
  "can't",
  'cannot',
  "won't",
  'instead of',
  'except',
  'excluding',
  'other than',
  'apart from',
  'skip',
  'leave out',
);
const POLITE = phrases('can you', 'could you', 'would you', 'will you', 'please', 'can we', "let's");

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NO_TYPE = new Set(
  `all every each both multiple several many these those remaining the rest of a an my our your other open pending available todo to-do unfinished incomplete outstanding ready next new more different specific phase phases and or , on in with ${NUMBERS.join(' ')}`.split(
    ' ',
  ),
);

/**
 * Reads a message as a request to work on several tasks: "Work on all phase 1 tasks", "Complete TASK-1 and TASK-2", "Process the todo
 * list". Each of them goes through the whole protocol, one after the other: see `createTaskQueue`. `null` for everything else: a request for one task,
 * a question, a prohibition. `knownNames` are names that would not be recognised as such (`add-lexer`); ids like `TASK-1` are.
 *
 * @example
 * ```ts
 * import { readBatchRequest } from '@batonkit/protocol';
 *
 * readBatchRequest('Work on all Phase 1 tasks until done')?.filter; // => { phases: ['1'], types: [], names: [] }
 * readBatchRequest('Process the todo list')?.filter; // => { phases: [], types: [], names: [] }
 * readBatchRequest('Work on TASK-7'); // => null
 * ```
 */
export function readBatchRequest(
  message: string,
  { knownNames = [] }: { readonly knownNames?: readonly string[] } = {},
): BatchRequest | null {
  const { sentences } = readSpokenText(message);
  const wanted = sentences.filter(
    ({ text, isQuestion }) => REQUEST.test(text) && !NEGATION.test(text) && (!isQuestion || POLITE.test(text)),
  );
  if (wanted.length === 0) return null;
  const isAbout = wanted.filter(({ text }) => BATCH.test(text));
  const { names, forbidden } = findNames(message, knownNames);
  // A filter cannot say "all but one".
  if (names.length === 0 && forbidden.size > 0) return null;
  if (isAbout.length === 0 && names.length < 2) return null;
  const text = isAbout.map((sentence) => sentence.text).join(' . ');
  const filter = { phases: findPhases(text), types: findTypes(text), names };
  return { filter, announcement: announce(filter) };
}

/** "phase 1", "phases 1, 2 and three". */
function findPhases(text: string): readonly string[] {
  const found = [
    ...text.matchAll(
      /\bphases? ((?:[\p{L}\p{N}]+)(?:(?: ,| and| or)+ (?:\d+[a-z]?|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)(?![\p{L}\p{N}-]))*)/gu,
    ),
  ];
  const tokens = found.flatMap(([, list = '']) => list.split(/(?: ,| and| or)+ /));
  return [
    ...new Set(
      tokens
        .filter((token) => token !== 'tasks')
        .map((token) => (NUMBERS.includes(token) ? String(NUMBERS.indexOf(token)) : token)),
    ),
  ];
}

/** The words before "tasks" that say what kind: "all security and testing tasks", "tasks of type style". */
function findTypes(text: string): readonly string[] {
  const types: string[] = [];
  for (const [, before = ''] of text.matchAll(
    new RegExp(`(?:^|\\s)${MANY} ((?:[\\p{L}\\p{N}'-]+(?: , | )){0,8}?)(?:${TASKS}|task)(?![\\p{L}\\p{N}'-])`, 'gu'),
  )) {
    const withoutPhases = before.replaceAll(/\bphases? [\p{L}\p{N}]+(?:(?: ,| and| or)+ \d+[a-z]?)*/gu, ' ');
    for (const part of withoutPhases.split(/ , | and | or /)) {
      const words = part.split(' ').filter((word) => word !== '' && !NO_TYPE.has(word) && !/^\d+$/.test(word));
      if (words.length > 0) types.push(words.join(' '));
    }
  }
  for (const [, type = ''] of text.matchAll(/\bof (?:the )?type ([\p{L}\p{N}-]+)/gu)) types.push(type);
  return [...new Set(types)];
}

/** What a sentence forbids, or somebody else wrote, is not asked for, even where another sentence names it too. */
function findNames(
  message: string,
  known: readonly string[],
): { readonly names: readonly string[]; readonly forbidden: ReadonlySet<string> } {
  const parts = message.split(/(?<=[.!?;])\s|[\r\n]/).filter((part) => !/^\s*>/.test(part));
  const isForbidden = (part: string): boolean => NEGATION.test(part.toLowerCase().replaceAll('’', "'"));
  const forbidden = new Set(parts.filter(isForbidden).flatMap((part) => namesIn(part, known)));
  const asked = parts.flatMap((part) => namesIn(part, known)).filter((name) => !forbidden.has(name));
  return { names: [...new Set(asked)], forbidden };
}

function namesIn(text: string, known: readonly string[]): readonly string[] {
  const ids = text.match(/(?<![\p{L}\p{N}_.-])[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*[-_]\d+(?![\p{L}\p{N}_-])/gu) ?? [];
  const named = known.filter((name) => {
    const exact = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    return new RegExp(`(?<![\\p{L}\\p{N}_-])${exact}(?![\\p{L}\\p{N}_-])`, 'iu').test(text);
  });
  return [...ids, ...named];
}

function announce({ phases, types, names }: QueueFilter): string {
  const parts = [
    ...(phases.length > 0 ? [`of phase ${phases.join(', ')}`] : []),
    ...(types.length > 0 ? [`of type ${types.join(', ')}`] : []),
    ...(names.length > 0 ? [`named ${names.join(', ')}`] : []),
  ];
  const which = parts.length === 0 ? 'all open tasks' : `the open tasks ${parts.join(' and ')}`;
  return `This is a request for several tasks. I take ${which}, one at a time and the oldest first, each through the whole protocol with its own approvals.`;
}
