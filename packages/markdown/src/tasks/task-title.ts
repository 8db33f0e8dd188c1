/** The number and title that the text of a heading or list item gives a task. */
export interface TaskTitle {
  readonly number: string;
  readonly title: string;
}

/** A look at every text that is cheaper than the patterns below. */
const SAYS_TASK = /task/i;

/** What may stand before the word Task: marks and emoji, `[x]`, `(optional)`, `1.`, a priority or a status. */
const DECORATION = String.raw`(?:[^\p{L}\p{N}(\[~]|\[[^\]\r\n]{0,24}\]|\([^()\r\n]{0,24}\)|[(\[](?=Task)|\d{1,3}[.)](?=[ \t])|(?:P[0-4]|done|todo|wip|new|optional|blocked|in progress)(?![\p{L}\p{N}]))*`;
const DOTTED = String.raw`\d+[a-z]?(?:[.-]\d+[a-z]?)*`;
const END = String.raw`(?![\p{L}\p{N}_])[*_~\x60]{0,3}[ \t]*(?:[\])][ \t]*)?(?:[:：.–—-]+[ \t]*)?`;
const TASK = new RegExp(
  String.raw`^${DECORATION}(?:` +
    // TASK-1, Task-FE-2: an id that holds the word.
    String.raw`(?<id>Task[-_](?:\p{L}{1,6}[-_]?)?${DOTTED})|` +
    String.raw`Task[ \t]*(?:[#№][ \t]*|no\.?[ \t]+|[ \t:]|(?=\d))[ \t]*(?<number>(?:\p{L}{1,6}-?)?${DOTTED})|` +
    String.raw`Task[ \t]+(?<letter>[A-Z])(?=[*_]{0,2}[ \t]*(?:[:：.)–—]|-[ \t])))` +
    END,
  'iu',
);
/** Something that says Task and seems to number it. */
const MENTION = /(?<![\p{L}\p{N}])tasks?[ \t]*[-_#№:]?[ \t]*((?:\p{L}{1,6}-?)?\d[\p{L}\p{N}.-]*)/iu;
const UNNUMBERED = new RegExp(
  String.raw`^${DECORATION}Task[ \t]*(?:[:：–—]|-[ \t]|(?:one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+)(?![\p{L}\p{N}]))`,
  'iu',
);

/** Reads `Task 1.1: Title` and what people make of it: `🔐 Task 1.2`, `[x] Task #1.3`, `TASK-4`, `Task T1.1`. */
export function readTaskTitle(text: string): TaskTitle | null {
  if (!SAYS_TASK.test(text)) return null;
  const found = TASK.exec(text);
  if (found === null) return null;
  const { id, number, letter } = found.groups ?? {};
  const title = text.slice(found[0].length).trim();
  // "Task 1 and 2", "Tasks 1 to 3" name several tasks at once.
  if (/^(?:and|or|to|through|&|\+)[ \t]*#?\d/i.test(title)) return null;
  return { number: (id ?? number ?? letter ?? '').replace(/[.-]+$/, ''), title };
}

/** Why a text that looks like the title of a task is none; null when it does not look like one. */
export function nearTitle(text: string): { readonly reason: string; readonly number: string | null } | null {
  if (!SAYS_TASK.test(text)) return null;
  const mention = MENTION.exec(text);
  if (mention !== null) {
    const number = (mention[1] ?? '').replace(/[.-]+$/, '');
    if (/~~/.test(text.slice(0, mention.index))) return { reason: 'It is struck through.', number: null };
    return { reason: 'The words "Task <number>" do not begin its text.', number };
  }
  if (UNNUMBERED.test(text)) return { reason: 'The word Task has no number after it.', number: null };
  return null;
}
