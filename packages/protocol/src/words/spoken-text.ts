/** Longer messages are no answer to a question; only this much of one is looked at. */
const MAX_CHARACTERS = 20_000;

const YES_SIGNS = /[\u{1F44D}\u{2705}\u{2714}\u{2611}\u{1F197}\u{1F44C}\u{1F4AF}]/gu;
const NO_SIGNS = /[\u{1F44E}\u{274C}\u{1F6D1}\u{26D4}\u{1F6AB}\u{2716}]/gu;

/** A name before a colon at the beginning of a line: somebody is quoted without quotation marks. */
const SPEAKER = /^[ \t]*[\p{L}\p{N}_.@-]{1,40}(?: [\p{L}\p{N}_.@-]{1,40})?:(?=\s)/gmu;
/** Labels that are no names. */
const OWN_LABEL =
  /^(?:(?:my |plan |change |final |the )?(?:status|verdict|decision|answer|plan|changes?|review|result|checkpoint|approval|response|reply|feedback|note|update|summary|conclusion)|me|lgtm|approved|yes|no|ok|okay|a|re|rejected|nit|question|todo):$/i;

/** A sentence as its author says it. */
export interface Sentence {
  /** Lower case, single spaces, straight apostrophes, no markup. */
  readonly text: string;
  readonly isQuestion: boolean;
}

/** What is left of a message when everything somebody else may have said is taken out of it. */
export interface SpokenText {
  readonly sentences: readonly Sentence[];
  /** What was quoted, struck out, code or an empty checkbox, as plain text. */
  readonly quoted: string;
}

/**
 * What the author of a Markdown message says in their own words: without quoted lines, quotation marks and what they enclose, code,
 * struck-out text, comments, links' addresses and boxes not ticked; sentence by sentence.
 */
export function readSpokenText(message: string): SpokenText {
  const quoted: string[] = [];
  const drop = (part: string): string => {
    quoted.push(part);
    return ' ';
  };
  const plain = message
    .slice(0, MAX_CHARACTERS)
    .normalize('NFKC')
    .replaceAll(/[\u200B\u200C\u2060\uFEFF]|\u200D|\uFE0E|\uFE0F|\p{Emoji_Modifier}/gu, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[‘’ʼ`´]/g, (mark) => (mark === '`' ? mark : "'"));
  const own = dropQuotedLines(plain, drop)
    .replaceAll(/<!--[^]*?(?:-->|$)/g, drop)
    .replaceAll(/`+[^`]*(?:`+|$)/g, drop)
    .replaceAll(/~~[^~]*~~/g, drop)
    .replaceAll(/"[^"]*(?:"|$)|[“„][^”“"]*(?:[”“"]|$)|«[^»]*(?:»|$)/g, drop)
    .replaceAll(/(?<![\p{L}\p{N}])'(?=\S)[^'\n]*(?:(?<=\p{L})'(?=\p{L})[^'\n]*)*'(?![\p{L}\p{N}])/gu, drop)
    .replaceAll(/<\/?[a-zA-Z][^<>\n]{0,200}>/g, ' ')
    .replaceAll(/:(?:\+1|thumbsup|white_check_mark|heavy_check_mark|ok_hand):/g, ' . yessign . ')
    .replaceAll(/:(?:-1|thumbsdown|x|no_entry|stop_sign):/g, ' . nosign . ')
    .replaceAll(SPEAKER, (label: string) =>
      OWN_LABEL.test(label.trim()) ? label : `${label.replace(':', '')} said , `,
    )
    .replaceAll(/\bhttps?:\/\/\S+/g, ' ')
    .replaceAll(YES_SIGNS, ' . yessign . ')
    .replaceAll(NO_SIGNS, ' . nosign . ')
    .replaceAll(/(?<=\s|^)\+1(?=\s|$|[,.!])/g, ' . yessign . ')
    .replaceAll(/(?<=\s|^)-1(?=\s|$|[,.!])/g, ' . nosign . ');
  return { sentences: splitSentences(own), quoted: simplify(quoted.join(' ')) };
}

function dropQuotedLines(text: string, drop: (part: string) => string): string {
  let fence: string | null = null;
  return text
    .split('\n')
    .map((line) => {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence !== null) {
        if (mark?.startsWith(fence) === true) fence = null;
        return drop(line);
      }
      if (mark !== undefined) {
        fence = mark;
        return drop(line);
      }
      const isForeign = /^\s*>|^ {4}|^\t|^\s*(?:[-*+]|\d+[.)])\s+\[ ?\]\s|^\s*On .{1,200} wrote:\s*$/.test(line);
      return isForeign ? drop(line) : line.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[xX]\]\s)?/, '');
    })
    .join('\n');
}

function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  // A single dot inside a word, as in "v1.2" or "README.md", ends nothing.
  for (const end of text.matchAll(/\.+(?=\s|$)|\.{2,}|[!?;…\n]+|$/g)) {
    const simple = simplify(text.slice(start, end.index));
    const isQuestion = end[0].includes('?');
    const last = sentences.at(-1);
    if (simple !== '') sentences.push({ text: simple, isQuestion });
    else if (isQuestion && last !== undefined) sentences[sentences.length - 1] = { ...last, isQuestion };
    start = end.index + end[0].length;
  }
  return sentences;
}

/** Lower case; ` , ` for every mark that separates parts of a sentence; nothing else but words. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[,:/()&–—|]|(?<=\s)-+(?=\s)/g, ' , ')
    .replaceAll(/[^\p{L}\p{N}',-]+/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}])['-]+|['-]+(?![\p{L}\p{N}])/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:, ?){2,}/g, ', ')
    .replaceAll(/^[ ,]+|[ ,]+$/g, '');
}
