import { HIDDEN } from './own-lines.ts';
import { phrases } from './phrases.ts';
import { FILE_NAME } from './plain-reason.ts';

/** Speaks against approving or merging, wherever it stands in a report. */
const REFUSES = phrases(
  "(?:(?:do|can|could|will|would|must|should|may) not|cannot|\\p{L}+n't|unable to|refuse to|never) (?:\\p{L}+ ){0,3}(?:approve|accept|sign|recommend|merged?|ship(?:ped)?|land(?:ed)?|go in)",
  'not (?:yet )?(?:approved|mergeable|acceptable|ready|good enough|safe to merge)',
  'i (?:strongly |must |have to |still )?(?:object|disagree|oppose|refuse|reject|veto|protest)',
  "(?:i am|i'm) (?:strongly |still )?(?:against|opposed|not (?:convinced|happy|satisfied|comfortable)|un(?:convinced|happy))",
  '(?:answer|verdict|vote|decision) (?:is|remains) (?:still |clearly )?no|approval is (?:withdrawn|withheld|void|conditional|not)',
  '(?:hold|stop) the merge|no-go|nack|changes (?:are )?(?:required|requested)|rework (?:is )?(?:required|needed)|(?:in|under) protest|(?:forced|told|ordered|pressured) to (?:approve|say|write)',
  "i (?:did not|didn't|have not|haven't|could not|couldn't|never) (?:\\p{L}+ ){0,2}(?:look|review|read|check|run|ran|verif|test|open)\\p{L}*(?: at)?(?= (?:it|this|that|them|any|the (?:code|diff|changes?|files?|work|tests?|branch))| ?$)",
);
/** Says that something has to be done. */
const REPAIR =
  '(?:fix|chang|resolv|address|correct|revert|rewr|remov|rework|redo|rebas|repair|renam|split|undo)\\p{L}*';
const DEMANDS = phrases(
  `(?:must|ha(?:s|ve) to|needs? to|ought to|should|(?:is|are) to|please) (?:first |still |all |also )*(?:be )?${REPAIR}`,
  `needs? (?:\\p{L}+ ){0,2}(?:fixing|work|changes|fixes)|must-fix|${REPAIR} (?:\\p{L}+ ){0,4}before (?:merging|the merge|merge|release|this)`,
  'showstoppers?|blocks (?:the |this |any )?(?:merge|release|approval)',
);
/** Names a grave fault. */
const GRAVE = phrases(
  '(?:critical|blocking|severe|fatal|serious|major|high[- ]severity) (?:\\p{L}+ ){0,3}(?:issue|bug|problem|flaw|vulnerabilit|finding|error|concern|injection|race|leak|failure|violation)\\p{L}*',
  '(?:is|are|remains?|still) (?:\\p{L}+ly |still |very )?(?:critical|blocking|broken|a blocker|unacceptable|exploitable|vulnerable|insecure|unsafe|failing|red|wrong)',
  "(?:there (?:is|are)|there's|found|has|have|contains?|introduces?) (?:an? |\\p{L}+ |\\d+ ){0,3}(?:injections?|vulnerabilit(?:y|ies)|xss|backdoors?|races?|race conditions?|deadlocks?|data loss|leaks?|security (?:hole|issue|problem|bug)s?)",
  '(?:tests?|build|ci|checks?|lint) (?:is |are |still |now )*(?:fails?|failed|failing|broken|red)',
  "(?:does not|doesn't|do not|don't|cannot|can't|won't) (?:even )?(?:compile|build|work|pass|start)",
  '(?:can|could|may|might) (?:still |easily )?be (?:bypassed|exploited|forged|abused|crashed)|blockers?',
);
/** A whole line or sentence that is a no or an order. */
const SAYS_NO = /^(?:no|nope|nay|never|nein|non)[.!]*$/;
const ORDERS =
  /^(?:first,? )?(?:fix|change|revert|rewrite|rework|redo|rebase|repair|resolve|undo) (?:the|this|that|these|those|it|all|your|both|every)(?!\p{L})/u;
const SEVERE_LABEL =
  /^(?:\W*)(?:\[?(?:critical|blockers?|blocking|severe|fatal|major|must[- ]fix|p0|p1|severity ?: ?(?:critical|high|blocker)|high[- ]severity)\]?)(?: (?:issues?|findings?|bugs?|problems?|errors?|concerns?|violations?|items?|severity))?(?: ?\(\d{1,4}\))? ?(?:[:|–—-]+ ?(.*))?$/u;
/** The thing is not there. */
const ABSENT =
  /(?<![\p{L}\p{N}'-])(?:no|none|nothing|zero|0|without|n\/a|never|non-(?:critical|blocking)|found no)(?![\p{L}\p{N}'%-])|^[\W_]*$|^\W*[-–—✅✔☑]/u;
/** The thing is over. */
const OVER =
  /(?<!\b(?:not|be|being|never|isn't|aren't|wasn't|to|yet|un|get|gets|until|unless|if|once|till) )(?<![\p{L}-])(?:fixed|resolved|addressed|corrected|closed|solved|gone|no longer|handled|prevented|avoided|removed|now pass(?:es)?|pass(?:es)? now|proves it)(?![\p{L}-])|[✅✔☑]/u;
const HISTORY =
  /(?<![\p{L}\p{N}'-])(?:round \d|(?:last|first|previous) round|earlier|previously|had|was|were)(?![\p{L}\p{N}'-])/u;
const CODE_TERM =
  /(?<![\p{L}\p{N}'-])(?:critical (?:path|section)s?|non-?blocking|non-?critical|blocking (?:calls?|i\/o|reads?|writes?))(?![\p{L}\p{N}'-])/gu;

/** Leads to an example, a quotation, a form or a thing that was not said. */
const INTRODUCES =
  /(?:[:,…]|\.\.\.|(?<![\p{L}\p{N}])(?:wrote|writes?|said|says?|saying|demands?|wants?|expects?|requires?|reads?|answers?|be|is|are|was|follow(?:s|ing)|examples?|e\.g\.?|like|this|that|these|as|format|form|template|quot(?:e|es|ed|ing)|line|with|print|and|or|not|if|when|but))$/iu;
const OWN_HEADING =
  /^(?:(?:my|our|the|final|overall|review|\d+[.)]?) ?)*(?:decision|verdict|answer|classification|conclusion|result|recommendation|summary)(?: is)? ?:?$/i;
/** Says near the decision that it is none. */
const UNREAL = phrases(
  '(?:example|template|sample|format|possible|hypothetical|expected|wanted|draft|fake) (?:\\p{L}+ ){0,3}(?:decision|answer|approval|verdict|line|repl|response)\\p{L}*',
  "(?:i|we|one|he|she|they) (?:would|could|might|will not|won't|cannot|can't|(?:was|am) told to|have to|must|would have) (?:\\p{L}+ ){0,2}(?:say|write|said|written|put|answer|conclude|end with|print|give)",
  '(?:decision|verdict|answer|approval) (?:will|to) (?:follow|come|be)|(?:yet|have) to decide|undecided|no decision|not (?:my|the|a) (?:final )?decision',
  '(?:previous|other|earlier|first|last|old) (?:reviewer|agent|answer|decision)(?: \\p{L}+){0,2} (?:wrote|said|was|decided|concluded)',
  "if (?:\\p{L}+ ){1,8}(?:would|were|was)|ignore (?:the (?:next|following|line|decision)|what follows|this)|(?:do not|don't) (?:take|read|count|use)|for the (?:parser|machine)|just (?:kidding|for)|joke|sarcas\\p{L}+|ironic",
);

/**
 * The first line before a decision that speaks against it: a refusal, a demand, a grave fault that is neither absent nor resolved, or a
 * lead-in that makes the decision an example or somebody else's.
 */
export function findObjection(before: readonly string[]): string | undefined {
  const own = ownWords(before);
  return findLeadIn(before) ?? own.find((line, index) => isObjection(line, own[index + 1] ?? ''));
}

/** A line shortly before a decision that makes it an example, a form, a hypothesis or somebody else's. */
export function findLeadIn(before: readonly string[]): string | undefined {
  const near = ownWords(before).slice(-2);
  const last = near.at(-1) ?? '';
  if (INTRODUCES.test(last.trim()) && !OWN_HEADING.test(last)) return last;
  return near.find((line) => UNREAL.test(simplify(line)));
}

function ownWords(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line !== '' && line !== HIDDEN && !/^[-=–—]{3,}$/.test(line));
}

function isObjection(line: string, next: string): boolean {
  // The head of a table names what is counted below it.
  if (line.startsWith('|') && /^\|[\s:|-]+\|?$/.test(next)) return false;
  const text = simplify(
    line.startsWith('|')
      ? line
          .split('|')
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(': ')
      : line,
  );
  const label = SEVERE_LABEL.exec(text);
  if (label !== null) {
    const named = label[1] ?? '';
    const items = named === '' ? simplify(next) : named;
    const isHeading = named === '' && (SEVERE_LABEL.test(items) || /^[\p{L} ]{1,30}:?$/u.test(items));
    return items !== '' && !isHeading && !ABSENT.test(items) && !OVER.test(items);
  }
  const isOverLater = OVER.test(text);
  return text.split(/(?<=[.!?;])\s/).some((sentence) => {
    if (REFUSES.test(sentence) || SAYS_NO.test(sentence)) return true;
    if (OVER.test(sentence) || (isOverLater && HISTORY.test(sentence))) return false;
    if (/: ?(?:none|0|nothing|no)(?!\p{L})/u.test(sentence)) return false;
    const stated = sentence.replaceAll(DENIED, ' ');
    return ORDERS.test(stated) || DEMANDS.test(stated) || GRAVE.test(stated);
  });
}

/** What is said not to be so, up to the word that turns the sentence. */
const DENIED =
  /(?<![\p{L}\p{N}'-])(?:(?:nothing|none)(?: (?:of|in|here|else|that|the|these|is|was|\p{L}+ing))* (?:must|has to|needs to|needs|should|blocks)(?: be)?(?: \p{L}{1,20})?|(?:no|zero|0|without|nothing|none|not a|not any|free of|never)(?: (?!and |but |so |which |that |because |yet |however )[\p{L}\p{N}'/-]{1,40}){0,6})(?![\p{L}\p{N}'-])/gu;

function simplify(line: string): string {
  return line
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‘’ʼ´]/g, "'")
    .replaceAll(FILE_NAME, ' ')
    .toLowerCase()
    .replaceAll(CODE_TERM, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
