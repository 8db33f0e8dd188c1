import { isLowScore } from './low-score.ts';
import { FAULT_NOUN, phrases } from '../words/phrases.ts';

const CHECK = '(?:run|ran|check|verif|review|test|open|read|look|execut|access|inspect|try|tried)\\p{L}*';
const CHECKED =
  '(?:run|checked|verified|reviewed|tested|opened|read|executed|inspected|looked at|validated|audited|scanned)';
/** What is checked, and what checks it. */
const CHECKS =
  '(?:tests?|test suite|suite|specs?|checks?|scans?|reviews?|build|lint(?:er)?|audit|ci|pipeline|benchmarks?|verification|analysis|type ?check|validation|migration|qa|file|criteri(?:on|a)|requirements?)';
/** Says that a check was not made, or not to its end. */
const UNCHECKED = phrases(
  `(?:did not|didn't|have not|haven't|has not|could not|couldn't|cannot|can't|unable to|not able to|failed to|never|no time to|forgot to) (?:\\p{L}+ ){0,2}${CHECK}`,
  "(?:^|i |we )(?:could not|couldn't|(?:was )?unable to|failed to) (?:build|compile|start|load)",
  `(?:was|were|is|are|been|^|but|still|yet|file:?|${CHECKS}:?) ?(?:not|never) (?:yet |been |fully |actually )*${CHECKED}`,
  `(?:checked|reviewed|read|tested|verified|ran|opened) (?:nothing|none of|only)|nothing (?:was |has been |got )?${CHECKED}|only (?:the |one |\\d+ )?(?:\\p{L}+ )?(?:was|were|is|got) ${CHECKED}`,
  `no (?:\\p{L}+ )?${CHECKS} (?:was|were|has been|have been|got) (?:run|executed|made|done|performed)|without (?:running|executing) (?:the |any )?(?:\\p{L}+ )?${CHECKS}`,
  'untested|unreviewed|unverified|unchecked|skimmed|partially (?:reviewed|checked|tested|verified|read)|(?:reviewed|checked|tested|verified|read) (?:only )?(?:partially|partly|in part)|(?:partial|incomplete|unfinished) (?:review|check|analysis|scan)',
  `skipped (?:the |my |this |all |most |some )(?:\\p{L}+ ){0,2}(?:review|tests?|checks?|files?|verification)|(?:i|we) (?:\\p{L}+ly |just |have |had to )?(?:skip(?:ped)?|assumed?|trust(?:ed)?)`,
  'only (?:looked|skimmed|glanced|read the (?:title|summary|description|diff stat))|(?:looked at|read|reviewed|checked) (?:about |only |roughly )*(?:half|some|parts?|most) of|ran out of (?:context|time)|too (?:large|big|long) to (?:be )?(?:read|review|open|check)\\p{L}*',
  `(?:^|still )(?:i am |i'm |we are )?(?:still )?(?:waiting|wait) (?:for|on|until)|(?:waiting|wait) (?:for|on) (?:the |a )?(?:ci|tests?|build|fix|review|sign-off|answer|author)|needs? (?:a |an )?(?:second|another|closer|further) (?:look|review|round)`,
);
/** A check that did not come to its end, where nothing denies it. */
const STOPPED = phrases(
  `${CHECKS} (?:\\p{L}+ ){0,3}?(?:(?:was|were|is|are|has been|have been|got|still|only) )*(?:skipped|aborted|timed out|cancell?ed|incomplete|partial|unfinished|ongoing|pending|not (?:finished|complete|done))`,
  `${CHECKS} (?:\\p{L}+ )?did(?: not|n't) (?:finish|complete|pass)`,
  `${CHECKS} ?: ?(?:n\\/a|in progress|running|unknown|ko)`,
);
/** Makes the decision hang on something that has not happened. */
const CONDITIONAL = phrases(
  '^(?:assuming|provided|providing|presuming|conditional (?:up)?on|contingent (?:up)?on|subject to|pending(?! (?:items?|points?|questions?|issues?)|:)|as long as|only (?:valid )?(?:if|when|after|once)|once(?! (?:per|an?|in|more|again|upon)(?!\\p{L}))|(?:if|unless|until) (?:ci|main|the (?:fix|tests?|build|author|merge|race|bug)))',
  '^(?:if|when|after|unless|until|as soon as) [^,.]{1,100} (?:first(?=[.,;!]|$)|this (?:can|may|is (?:ok|fine|good|ready)|could)|(?:you )?(?:can|may) (?:merge|ship|land))',
  '(?:merge|ship|land|release|deploy)(?: (?:it|this))? (?:only |not )?(?:after|once|when|if|with)|first,? (?:and )?then (?:merge|ship|land|release)',
  '(?:needs?|requires?|awaits?|awaiting|lacks?) (?:an? |the |\\p{L}+ ){0,3}(?:sign-?off|approval|confirmation)|(?:has|have|needs?|must) (?:to )?(?:sign off|confirm)|with (?:the |one |an? )?(?:caveat|condition|proviso|reservation)s?',
  '(?:approval|approved?|decision|verdict|this) (?:\\p{L}+ )?(?:depends on|hinges on|is (?:conditional|contingent|provisional|tentative)|holds only|is valid only|only valid|is subject to)',
  'approved (?:conditional|provisional)ly|only valid (?:if|when|while|after|once)|valid only|on (?:the )?condition that',
  '(?:concerns?|objections?|issues?|violations?|blockers?|fine|good|ok|okay|approved?|ready) (?:to (?:merge|go|land|ship) )?(?:(?:once|provided|assuming|unless|until|subject to|as long as)|(?:after|when|if) (?:\\p{L}+ ){1,5}(?:lands?|merges?|merged|fixed|done|passes|pass|green|added|ships?|goes))',
);
const NEGLIGIBLE =
  /(?<!\p{L})(?:minor|nits?|nitpicks?|cosmetic|trivial|optional|non-?blocking|not blocking|informational|low|follow-?ups?|negligible|theoretical|out of scope|by design|on purpose|suggestions?)(?!\p{L})/u;
const OPEN_LABEL = new RegExp(
  `^\\W*(?:(?:still |remaining |open |unresolved |outstanding |known |my |main |security )*(?:(?!errors?|failures?)(?:${FAULT_NOUN})|holes?|work|caveats?|reservations?)|(?:still )?(?:open|unresolved|outstanding|pending|remaining|missing|left|un(?:met|finished|addressed|fixed|tested|checked|reviewed|verified))(?: (?:items?|points?|questions?|to do))?|(?:follow-?ups?|changes|fixes|rework) (?:required|needed|requested)|not (?:looked at|reviewed|checked|tested|covered|read|done|met|fixed|addressed|implemented)|to-?dos?|to do|tbd|fixme)(?: ?\\(\\d{1,4}\\))? ?: ?(.*)$`,
  'u',
);
const STATUS_LABEL =
  /^\W*(?:(?:overall|final|ci|build|tests?|test suite|lint|type ?check|checks?|pipeline|my) )*(?:ci|build|tests?|test suite|suite|lint|type ?check|checks?|pipeline|result|status|verdict|outcome|state|recommendation|vote) ?: ?\W*(?:red|fail(?:s|ed|ing|ure)?|broken|errors?|not|skipped|pending|unknown|reject\p{L}*|no|bad|blocked?|hold|revert|wait|request changes|changes|nack|veto|(?<=-)1(?!\d)|needs)(?!\p{L})(?! (?:failures?|errors?|problems?|issues?|warnings?|regressions?|changes? (?:needed|required|requested)|objections?|blockers?|blocking|concerns?|action))/u;
const COUNT_LABEL = new RegExp(`^(?:\\p{L}+ ){0,2}(?:${FAULT_NOUN}|fail(?:ed|ing)|findings) ?[:=] ?[1-9]`, 'u');
/** What a cell of a table or the end of a label says that is not well. */
const BAD_VALUE =
  /(?:[:=–—]| -) ?(?:fail(?:s|ed|ing|ure)?|not (?:met|ok|done|reviewed|checked|tested|run|implemented|covered)|unmet|(?:partial(?:ly)?|partly)(?: (?:met|done|implemented|covered|fulfilled))?|missing|broken|skipped|pending|ko|incomplete)(?= ?(?:$|[.,;:(–—]|- ))/u;
const SHARE =
  /(?<![\d/.])(\d{1,6}) ?(?:of|out of|\/)(?: the)? ?(\d{1,6}) (?:\p{L}+ )?(?:files?|tests?|checks?|requirements?|criteria|findings?|issues?|passed|pass(?:ing)?|met|done|complete[d]?|green|ok)(?!\p{L})/gu;
const RED_COUNT =
  /(?<![\d.])[1-9]\d{0,5} (?:tests? |checks? |suites? |specs? )?(?:failed|failing|failures?|fail)(?!\p{L})/u;
const FAULT_COUNT = new RegExp(
  `(?<![\\d.#/\\p{L}-])(?:[1-9]\\d{0,5}|one|two|three|four|five|several|multiple|many|there(?: is| are|'s)|(?:has|have|contains?|introduces?|causes?) (?:an?|another|new|some)) (?:(?!minor|cosmetic|trivial|optional|low|info)\\p{L}+ ){0,2}(?:${FAULT_NOUN}|unresolved \\p{L}+)(?![\\p{L}-])(?! (?:case|path|code|type|message|test|fix|handl|class|bound))|^(?:\\p{L}+ )?exit(?:ed)?(?: (?:code|status|with)){1,2}:? ?[1-9]\\d{0,2}[.!]?$`,
  'u',
);
/** What is counted is worked on, past or small. */
const DEALT_WITH =
  /(?<!\p{L})(?:fix(?:es)?|closes?|resolves?|address(?:es)?|covers?|covered|caught|reported|detects?|handles?|prevents?|against|(?:checked|tested|looked|scanned) for|round \d|earlier|previous(?:ly)?|(?:last|first) (?:round|review|time))(?!\p{L})/u;
const MARKS = /[❌✖✗✘🔴🛑⛔🚨🚫☐]|\[ ?\](?= ?\p{L})/u;
/** Words of other languages that a report in English does not hold. */
const FOREIGN = /(?<!\p{L})(?:nicht|noch|ist|sind|fehl|están?|échou\p{L}+|sont|niet|não)(?!\p{L})/u;

/** Whether a whole line, in lower case, says that something is open, not ticked, red or scored too low. `isSettled` tells of a text that it is absent or over. */
export function isShortfall(line: string, isSettled: (text: string) => boolean): boolean {
  if (MARKS.test(line)) {
    const said = line.replace(/^\P{L}+/u, '').replaceAll(/[✅✔☑]/gu, ' ');
    if (/(?:→|->|now) ?[✅✔☑][^❌✖✗✘🔴]{0,200}$/u.test(line)) return false;
    return !isSettled(said) && !/: ?\W{0,3}(?:none|0)\W{0,3}$/u.test(said);
  }
  const open = OPEN_LABEL.exec(line)?.[1];
  if (open !== undefined && open !== '') return !isSettled(open) && !NEGLIGIBLE.test(open);
  if (/^to-?do (?!lists?|app|items?|comments?|components?)\p{L}/u.test(line)) return !isSettled(line);
  if (COUNT_LABEL.test(line)) return !isSettled(line) && !NEGLIGIBLE.test(line);
  if (STATUS_LABEL.test(line) || /^(?:tests?|ci|build|lint|checks?) ?: ?\?/.test(line)) return true;
  if (BAD_VALUE.test(line)) return !isSettled(line) && !NEGLIGIBLE.test(line);
  if (isLowScore(line) || FOREIGN.test(line)) return true;
  // A report in another script may say anything.
  const letters = line.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length * 2 > letters.length;
}

/** Whether a sentence, in lower case, tells of a check that was not made, or of a condition that is not met. */
export function isUnfinished(sentence: string): boolean {
  return UNCHECKED.test(sentence) || CONDITIONAL.test(sentence);
}

/** Whether a sentence, in lower case and without what it denies, tells of a check that was stopped, or counts something red, a fault or a part of a whole. */
export function countsShortfall(sentence: string, stated: string): boolean {
  if (RED_COUNT.test(sentence) || STOPPED.test(stated)) return true;
  if (FAULT_COUNT.test(stated) && !DEALT_WITH.test(sentence) && !NEGLIGIBLE.test(sentence)) return true;
  return [...sentence.matchAll(SHARE)].some(([, some, all]) => Number(some) < Number(all));
}
