import { HIDDEN } from '../words/own-lines.ts';
import { FAULT_NOUN, phrases } from '../words/phrases.ts';
import { FILE_NAME } from './plain-reason.ts';
import { countsShortfall, isShortfall, isUnfinished } from './unfinished-review.ts';

/** Speaks against approving or merging, wherever it stands in a report. */
const REFUSES = phrases(
  "(?:(?:do|can|could|will|would|must|should|may) not|cannot|\\p{L}+n't|unable to|refuse to|never) (?:\\p{L}+ ){0,3}(?:approve|accept|sign|recommend|merged?|ship(?:ped)?|land(?:ed)?|go in)",
  'not (?:yet |\\p{L}+[- ])?(?:approved|mergeable|acceptable|ready|good enough|safe to merge)',
  "(?:does not|do not|doesn't|don't|fails? to) (?:meet|satisfy|fulfil|reach)|(?:is|are|was|were)(?: not|n't)(?: yet| fully| all| entirely| really)* (?:met|satisfied|fulfilled|finished|complete|done)|only (?:partly|partially) (?:met|done|implemented|covered)",
  "(?:i|we|i'd)(?: would)? (?:strongly |must |have to |still )?(?:object|disagree|oppose|refuse|reject|veto|protest)|(?:i|we) (?:do not|don't|cannot|can't) agree",
  "(?:i am|i'm) (?:strongly |still )?(?:against|opposed|worried|uneasy|not (?:convinced|happy|satisfied|comfortable)|un(?:convinced|happy))",
  '(?:answer|verdict|vote|decision) (?:is|remains) (?:still |clearly )?no|approval is (?:withdrawn|withheld|void|conditional|not)',
  '(?:recommend(?:ation|ed)?|suggest(?:ion)?|advi[sc]e|propose|vote) ?:? ?(?:is |to |for |that )*(?:(?:reject|hold|revert|block)\\p{L}*(?= ?(?:$|[.,;!]|this|it|the (?:change|merge|pr)|merg))|request(?:ing)? changes|against|not |no$)',
  'hold off|please (?:hold|wait|stop)|(?:hold(?:ing)?|stop) the merge|no-go|nack|(?:in|under) protest|(?:forced|told|ordered|pressured) to (?:approve|say|write)',
);
/** Says that something has to be done. */
const REPAIR =
  '(?:fix|chang|resolv|address|correct|revert|rewr|remov|rework|redo|rebas|repair|renam|split|undo)\\p{L}*';
const DEMANDS = phrases(
  `(?:must|ha(?:s|ve) to|needs? to|ought to|should|(?:is|are) to|please) (?:first |still |all |also )*(?:be )?${REPAIR}`,
  `needs? (?:\\p{L}+ ){0,2}(?:fixing|work|rework|changes|fixes)|needs? another (?:round|look|pass)|must-fix|${REPAIR} (?:\\p{L}+ ){0,4}before (?:merging|the merge|merge|release|this)`,
  'changes (?:are |is )?(?:required|requested|needed|necessary)|requires? (?:\\p{L}+ ){0,2}(?:changes|rework|fix(?:es|ing)|work|another round)|(?:^|i |we |must |therefore )request(?:ing)? changes|rework (?:is )?(?:required|needed)|must still|still (?:must|ha(?:s|ve) to|needs?)|(?:should|must|needs? to|has to|wait) (?:[\\p{L}\\p{N}-]+ ){1,10}before (?:merg\\p{L}+|this|it) ?(?:goes|lands|ships|is|can)?',
  'showstoppers?|blocks (?:the |this |any )?(?:merge|release|approval)',
);
/** Not what happens in a case: "when the file is missing". */
const NO_CASE = '(?<!(?:if|when|where|whose|that|which|whether|while|because|and|in case) (?:\\p{L}+ ){0,5})';
/** Names a grave fault. */
const GRAVE = phrases(
  '(?:critical|blocking|severe|fatal|serious|major|high[- ]severity) (?:\\p{L}+ ){0,3}(?:issue|bug|problem|flaw|vulnerabilit|finding|error|concern|injection|race|leak|failure|violation)\\p{L}*',
  `${NO_CASE}(?:is|are|remains?|still) (?:\\p{L}+ly |still |very )?(?:critical|blocking|broken|a blocker|unacceptable|exploitable|vulnerable|insecure|unsafe|failing|red|wrong|incorrect|flawed|insufficient|dangerous)`,
  "(?:there (?:is|are)|there's|found|(?:i|we) (?:see|saw|noticed|spotted)|has|have|contains?|introduces?) (?:an? |\\p{L}+ |\\d+ ){0,3}(?:injections?|vulnerabilit(?:y|ies)|xss|backdoors?|races?|race conditions?|deadlocks?|data loss|leaks?|security (?:hole|issue|problem|bug)s?)",
  '(?:injections?|xss|csrf|vulnerabilit(?:y|ies)|leaks?|race(?: condition)?s?|deadlocks?|holes?|backdoors?|bugs?|regressions?|hard-?coded \\p{L}+|(?:incorrect|wrong|broken) \\p{L}+) in (?:the )?(?:file|line \\d)|file \\p{L}{0,3} ?injection|is an? (?:\\p{L}+ )?(?:hole|vulnerability|backdoor)',
  'violat(?:es|ed|ing) (?:the |our |an? )?(?:\\p{L}+ )?(?:rule|requirement|polic|contract|plan|spec|architecture|standard)\\p{L}*|(?:rule|requirement|criterion)(?: \\d+)? (?:is|was) (?:violated|broken|ignored)|unmet|unacceptable|below (?:the |our )?(?:threshold|bar|minimum|standard)',
  `${NO_CASE}(?:is|are|remains?) (?:still |yet )?(?:missing|outstanding|pending|incomplete|unresolved)|^(?:\\p{L}+ ){1,3}(?:still |yet )?(?:missing|pending|outstanding|incomplete)[.!]?$`,
  `${NO_CASE}(?:not|never) (?:yet |fully |been )*(?:implemented|fixed|addressed|resolved|mended)`,
  '^missing (?:tests?|docs?|documentation|validation|checks|requirements?)(?!.{0,100} (?:is|are|was|were|added|now|there|done)(?!\\p{L}))',
  `(?:${FAULT_NOUN}|leaks?|races?|findings?|comments?|conflicts?) (?:[\\p{L}\\p{N}]+ ){0,4}?(?:remains?|persists?|(?:is|are) still (?:there|open|present))|still (?:leaks?|fails?|crash(?:es)?|breaks?)|(?:${FAULT_NOUN}|findings?) (?:found|detected|left|remaining) ?: ?[1-9]`,
  '^fails? (?:the )?(?:requirement|criteri|ac ?\\d|check|test|rule)\\p{L}*|(?:requirement|criterion|ac|rule|check)s? ?-?\\d+ ?:? (?:fails?|failed|violated|broken|ignored|not (?:met|implemented|satisfied|done|covered|fulfilled))',
  '(?:tests?|build|ci|checks?|lint|type ?check) (?:is |are |still |now )*(?:fails?|failed|failing|broken|red|(?:has|have|shows?|reports?) (?:errors|failures|problems))',
  "(?:does not|doesn't|do not|don't|cannot|can't|won't) (?:even )?(?:compile|build|work|pass|start)",
  '(?:can|could|may|might) (?:still |easily )?be (?:bypassed|exploited|forged|abused|crashed)|blockers?',
);
/** Says in plain words what is wrong with the code as it is now. */
const FAULTY = phrases(
  '(?:crashes|hangs|deadlocks) (?:on|when|if|with|after|whenever)|breaks (?:the (?:build|tests?|api|contract|main branch|ci)|every|all|existing|old (?:clients|callers)|backwards? compatibility)|backwards?[- ]incompatible|(?:tests?|specs?) do(?: not|n.t) cover',
  '(?:which|and thus|so it) (?:corrupts|crashes|breaks|leaks|loses|deadlocks) (?:an?|the|every|all|our|data|files?)',
  "(?:delet|los|overwrit|expos|leak|destroy|truncat)(?:es|s) (?:the |all |every |our |some |other )?(?:users?|customers?|personal|production|private|unsaved)(?:'s?)? (?:data|work|changes|files?|records?|keys?|tokens?|passwords?|rows?)",
  '(?:logged|stored|sent|saved|printed|kept|written|inserted|rendered|passed) (?:\\p{L}+ ){0,2}?(?:un(?:escaped|encrypted|sanitized|validated|hashed)|in (?:plain|clear)[- ]?text(?! files?))',
  "(?:does not|doesn't|do not|don't) (?:yet |fully |actually )?implement (?:criteri\\p{L}+|requirements?|ac ?-?\\d|the (?:plan|spec|task))",
  'possible to (?:bypass|forge|inject|exploit|crash|steal|impersonate)|(?:attackers?|users?|anyone|anybody|clients?) can (?:still |easily )?(?:bypass|forge|inject|exploit|steal|impersonate)',
  '(?:was|were|is|are|been) (?:forgotten|overlooked|hard-?coded)|(?:errors|exceptions|failures) are (?:swallowed|ignored)',
  '(?:has|have|there is|contains?|is) (?:an? |the |still |another )*(?:off[- ]by[- ](?:one|1)|memory leak|use[- ]after[- ]free|buffer overflow)',
  '(?:password|token|secret|api key|credential)s? (?:is|are|gets?|ends? up) (?:\\p{L}+ ){0,2}(?:(?:logged|printed|exposed|leaked|committed)(?! (?:nowhere|only|hashed|masked|redacted))|in the (?:logs?|diff|repo|url)(?!\\p{L}))|private key in (?:the )?(?:repo|code|diff)\\p{L}*',
  '(?:logs|stores|sends|saves|prints|keeps|writes) (?:\\p{L}+ ){1,3}(?:un(?:escaped|encrypted|sanitized|validated|hashed)|in (?:plain|clear)[- ]?text)|(?:built|made|composed) (?:by|with|from|through) (?:string )?concatenat\\p{L}+|(?:goes|flows|lands|ends up) (?:straight |directly |unchecked )?in(?:to)? (?:the |an? )?(?:query|sql|shell|html|eval)',
  '(?:drops|truncates|deletes) (?:the|all) (?:users?|customers?|orders?|accounts?|rows|data|records|backups)(?: tables?)?|will (?:corrupt|crash|destroy|break|take down)|would (?:corrupt|go down|take down|bring down)|rollback is impossible|nobody can (?:\\p{L}+ ){1,3}any ?more|(?:login|page|build|upload|import|export|endpoint|call|api|ui) breaks (?:for|when|if|with|on)',
  '(?:(?:attackers?|anyone|anybody) can (?:still |easily )?(?:read|see|access|delete|change|edit|list) (?:every|all|any|others?|another)|(?:users?|everyone|clients?) can (?:still |easily )?(?:read|see|access|delete|change|edit|list) (?:others?|another))(?!\\p{L})|bypassable|can be (?:circumvented|spoofed|guessed|tricked)',
  'grows without (?:bound|limit|end)|leaks (?:file|memory|handles?|connections?|sockets?|descriptors?)|infinite (?:loop|recursion) (?:occurs|happens|when|if|for|on)|skips the (?:last|first) \\p{L}+|segfaults?',
  '(?:is|was|as) an? (?:\\p{L}+ )?regression(?! \\p{L})|regresses|times slower|coverage (?:dropped|drops|fell|falls|decreased|went down)|(?:prints?|reports?|shows?) ts\\d{4}|(?:tests?|build|lint|ci|pytest|vitest|jest|tsc|make) exit(?:s|ed) (?:with )?(?:code )?[1-9]',
  'out[- ]of[- ]scope (?:files?|changes?|edits?|code) (?:\\p{L}+ ){0,2}(?:changed|touched|edited|modified|included)|(?:api|schema|format|contract) without notice|(?:plan|rules?|spec|design) (?:was|were|is|are) (?:not (?:followed|respected|kept|obeyed)|ignored|disregarded)|(?:touch|chang|edit|modifi)es (?:\\p{L}+ ){0,2}(?:outside|beyond) (?:of )?(?:the |its )?scope|breaking change for',
  'there (?:are|is) (?:still )?(?:merge )?conflicts?|(?:has|have) (?:merge )?conflicts?|copy-?pasted from|licen[cs]e is (?:incompatible|missing|violated)|(?:fixme|todo|debug \\p{L}+)s? (?:\\p{L}+ ){0,2}(?:left|remains?)|(?:statements|leftovers) remain',
  '(?:is|are|gets?) (?:never|not) (?:freed|escaped|sanitized|encrypted|hashed|thread-?safe)|input (?:reaches|goes (?:straight |directly )?(?:in)?to|is (?:passed|handed) (?:straight|directly) to) (?:an? |the )?(?:eval|exec|shell|query|sql|system|innerhtml)',
);
/** Says so in words that elsewhere mean that something is over, or is not there. */
const PLAINLY_BAD = phrases(
  '(?:tests?|assertions?|checks?) (?:were|was|are|is|has been|have been) (?:weakened|disabled|commented out|removed to)|to make (?:\\p{L}+ ){1,3}(?:pass|green)',
  "fix (?:does not|doesn't) (?:fix|work|help|hold)|still reproduc(?:es|ible)|(?:has|have|with) no (?:authentication|authori[sz]ation|access control|permission checks?|csrf \\p{L}+)|(?:have|has) (?:\\p{L}+ )?doubts|looked at (?:\\p{L}+ ){1,2}files? only|no access to (?:the )?(?:repo|repository|code|diff|files?|branch)|(?:diff|patch) (?:is|was) (?:empty|missing|truncated)|(?<!(?:no|zero|0|any|of the) )(?:tests?|assertions?|checks?) (?:were |was |are |is )?(?:deleted|removed|skipped)[.!]*$",
  '\\d{1,2} ?% (?:done|complete|finished|implemented)|(?:overall|verdict|result|conclusion|impression) ?(?:is|:) ?(?:negative|bad|poor|weak)',
);
/** A guard that is not there, behind the label of a severe finding. */
const LACKS =
  /^no (?:\p{L}+ ){0,3}(?:checks?|tests?|validation|auth\p{L}*|escaping|encryption|locks?|limits?|timeouts?|rollback|error handling|permissions?|sanit\p{L}+)[.!]*$/u;
/** A mark of danger, before what is no small matter. */
const ALARM =
  /^[^\p{L}\p{N}]*[\u{26A0}\u{1F534}\u{1F6A8}\u{1F6D1}](?!.{0,5}(?:minor|nit|note|cosmetic|optional|fyi|info))/u;
/** A sentence that names a fault and where it is, and says nothing else: "Memory leak in cache." */
const NAMED_FAULT = new RegExp(
  `^<{7}|^(?:${[
    'conflict markers?|console\\.log|debug (?:output|code)|commented[- ]out code',
    '(?:an? |the |possible |potential )?(?:off[- ]by[- ]one|null pointer|(?:memory|handle|connection) leak|race(?: condition)?|deadlock|data loss|infinite loop|division by zero|stack overflow|buffer overflow|path traversal|(?:sql |command )?injection|xss|csrf|hard-?coded \\p{L}+|n\\+1(?: \\p{L}+)?|scope creep(?::.*)?|licen[cs]e conflict|breaking change)',
    '(?:api keys?|passwords?|secrets?|tokens?|credentials?)(?= in (?:the )?(?:plain|clear|diff|code|repo|logs?)(?!\\p{L}))',
  ].join('|')})(?: (?:in|at|on|when|if|with|without|possible|left|remains?|everywhere)(?!\\p{L})|[.!])`,
  'u',
);
/** What is said of a fault that cannot happen. */
const HARMLESS_FAULT =
  /(?<!\p{L})(?:no|nothing|none|never|covered|tested|impossible|cannot|can't|planned|intended|replaced|announced|as before)(?!\p{L})/u;
/** What makes a plain fault one of other code, or what was asked for. */
const NOT_NOW =
  /(?<![\p{L}\p{N}'-])(?:old|previous|former|original|before|report(?:s|ed)?|said|without (?:this|it|the)|on purpose|as (?:planned|intended|asked|the \p{L}+ (?:asks|says|demands))|(?:not|cannot|never|longer|nothing|no) (?:\p{L}+ )?(?:possible|crash(?:es)?|can)|tests? (?:fails?|crashes|shows?|proves?)|shows? that|reproduc\p{L}*|if|in case|should)(?![\p{L}\p{N}'-])/u;
/** A whole line or sentence that is a no or an order. */
const SAYS_NO =
  /^(?:(?:it|this|that) (?:is|looks) |(?:an? )?(?:strong|hard|clear|firm) )?(?:no|nope|nay|never|no way|absolutely not|under no circumstances|(?:bad|poor|sloppy) (?:code|idea|work|quality)(?: overall)?|terrible|awful|tbd|more to come|to be (?:reviewed|continued|done|checked|decided)|part(?:ial)?ly (?:implemented|done|complete)|half of (?:\p{L}+ ){1,3}(?:is|are) (?:done|missing)|works on my machine(?: only)?|rejected by (?:me|us)|(?:as soon as|unless|until) [^,]{1,60}|if you (?:fix|change|rename|add|remove) [^,]{1,60}|after (?:the|a) \p{L}+|but (?:fix|change|please|first) [^,]{1,60}|before merging,? (?:please )?(?:fix|change|rename|add|remove|squash|rebase) [^,]{1,60}|nein|non|-1|👎|:-1:|nack|veto(?:ed)?|hold|reject(?:ed)?|revert|unsafe(?: to \p{L}+)?|insecure|insufficient|unacceptable|dangerous|wrong|incorrect|broken|blocked|failed|incomplete|un(?:finished|resolved|fixed|addressed)|wip|draft|work in progress|half[- ]done|not (?:\p{L}+ )?(?:safe|good|ok|okay|fine|right|correct|fixed|addressed|resolved|done))(?: from (?:me|my side))?[.!]*$/u;
/** A none that is taken back: "no blockers except", "none of them fixed", "nothing is validated". */
const EXCEPTED = new RegExp(
  `(?<!\\p{L})(?:(?:no|zero|0)(?: \\p{L}+){0,2} (?:${FAULT_NOUN}|findings?)(?: \\p{L}+){0,2}|none|nothing),? (?:except(?:ing)?|other than|apart from|aside from|besides|save for|excluding|but (?:for|one|the|this))(?!\\p{L})|(?:^|[:.] ?)(?:none of (?:\\p{L}+ ){1,5}?|nothing )(?:(?:is|are|was|were|has been|have been|gets?) )?(?:fixed|addressed|resolved|validated|checked|met|done|implemented|covered|tested|verified|reviewed|handled|escaped|sanitized|documented|pass(?:es|ed)?|works?)(?!\\p{L})`,
  'u',
);
const ORDERS =
  /^(?:first,? )?(?:fix|change|revert|rewrite|rework|redo|rebase|repair|resolve|undo) (?:the|this|that|these|those|it|all|your|both|every)(?!\p{L})/u;
const SEVERE_LABEL =
  /^(?:\W*)(?:[[(]?(?:critical|blockers?|blocking|severe|fatal|major|high|must[- ]fix|(?:priority ?[:=] ?)?p[01]|sev-?[01]|severity ?[:=] ?(?:critical|high|blocker|major|severe)|high[- ]severity)[\])]?)(?: (?:issues?|findings?|bugs?|problems?|errors?|concerns?|violations?|items?|severity))?(?: ?\(\d{1,4}\))? ?(?:(?:[:|–—-]+|(?<=[\])])) ?(.*))?$/u;
/** The thing is not there. */
const ABSENT =
  /(?<![\p{L}\p{N}'-])(?:no|none|nothing|zero|0|without|n\/a|never|non-(?:critical|blocking)|found no)(?![\p{L}\p{N}'%-])|^[\W_]*$|^\W*[-–—✅✔☑]/u;
/** Nothing is listed. */
const NONE = /^\W*(?:no|none|nothing|zero|0|n\/a)(?![\p{L}\p{N}'%-])|^[\W_]*$/u;
/** The thing is over. */
const OVER =
  /(?<!\b(?:not|be|being|never|isn't|aren't|wasn't|to|yet|un|get|gets|until|unless|if|once|till) )(?<![\p{L}-])(?:fixed|resolved|addressed|corrected|closed|solved|gone|no longer|handled|prevented|avoided|removed|now pass(?:es)?|pass(?:es)? now|proves it)(?![\p{L}-])|[✅✔☑]/u;
const HISTORY =
  /(?<![\p{L}\p{N}'-])(?:round \d|(?:last|first|previous) round|earlier|previously|had|was|were)(?![\p{L}\p{N}'-])/u;
const EARLIER_ROUND =
  /(?<![\p{L}\p{N}'-])(?:round \d|(?:last|first|previous) round|earlier|previously)(?![\p{L}\p{N}'-])/u;
const CODE_TERM =
  /(?<![\p{L}\p{N}'-])(?:critical (?:path|section)s?|non-?blocking|non-?critical|blocking (?:calls?|i\/o|reads?|writes?)|fail(?:s|ed)? without (?:the|this|that|it))(?![\p{L}\p{N}'-])/gu;

/** Leads to an example, a quotation, a form or a thing that was not said. */
const INTRODUCES =
  /(?:[:,…]|\.\.\.|(?<![\p{L}\p{N}])(?:wrote|writes?|said|says?|saying|demands?|wants?|expects?|requires?|reads?|answers?|be|is|are|was|follow(?:s|ing)|examples?|e\.g\.?|like|this|that|these|as|format|form|template|quot(?:e|es|ed|ing)|line|with|print|and|or|not|if|when|but))$/iu;
const OWN_HEADING =
  /^(?:(?:my|our|the|final|overall|review|\d+[.)]?) ?)*(?:decision|verdict|answer|classification|conclusion|result|recommendation|summary)(?: is)? ?:?$/i;
/** Says near the decision that it is none. */
const UNREAL = phrases(
  '(?:example|template|sample|format|possible|hypothetical|expected|wanted|draft|fake) (?:\\p{L}+ ){0,3}(?:decision|answer|approval|verdict|line|repl|response)\\p{L}*',
  "(?:i|we|one|he|she|they) (?:would|could|might|will not|won't|cannot|can't|(?:was|am) told to|have to|must|would have) (?:\\p{L}+ ){0,2}(?:say|write|said|written|put|answer|conclude|end with|print|give)",
  '(?:template|example|sample|form) (?:below|above|follows)',
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

/** Whether a line, with the one behind it, speaks against an approval. */
export function isObjection(line: string, next: string): boolean {
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
  if (EXCEPTED.test(text) || (/^blocker[.!]*$/.test(text) && next === '')) return true;
  if (isShortfall(text, (said) => NONE.test(said) || OVER.test(said))) return true;
  const label = SEVERE_LABEL.exec(text);
  if (label !== null) {
    const named = label[1] ?? '';
    const items = named === '' ? simplify(next) : named;
    if (/^\W*severity/.test(text))
      return !(/^(?:status|state|resolution)/.test(simplify(next)) && OVER.test(simplify(next)));
    const isHeading = named === '' && (SEVERE_LABEL.test(items) || /^[\p{L} ]{1,30}:?$/u.test(items));
    return items !== '' && !isHeading && (LACKS.test(items) || !ABSENT.test(items)) && !OVER.test(items);
  }
  const isOverLater = OVER.test(text);
  return text.split(/(?<=[.!?;])\s/).some((sentence) => {
    if (REFUSES.test(sentence) || SAYS_NO.test(sentence)) return true;
    if (PLAINLY_BAD.test(sentence) && !NOT_NOW.test(sentence.replaceAll(/reproduc\p{L}*/gu, ''))) return true;
    if (ALARM.test(sentence) && !ABSENT.test(sentence.replace(ALARM, '')) && !OVER.test(sentence)) return true;
    if (NAMED_FAULT.test(sentence) && !OVER.test(sentence) && !HARMLESS_FAULT.test(sentence)) return true;
    if (isUnfinished(sentence)) return !(isOverLater && EARLIER_ROUND.test(sentence));
    if (OVER.test(sentence) || (isOverLater && HISTORY.test(sentence))) return false;
    if (/: ?(?:none|0|nothing|no)(?!\p{L})/u.test(sentence)) return false;
    const stated = sentence.replaceAll(DENIED, ' ');
    return (
      countsShortfall(sentence, stated) ||
      ORDERS.test(stated) ||
      DEMANDS.test(stated) ||
      GRAVE.test(stated) ||
      (FAULTY.test(stated) && !NOT_NOW.test(sentence))
    );
  });
}

/** What is said not to be so, up to the word that turns the sentence. */
const DENIED =
  /(?<![\p{L}\p{N}'-])(?:(?:nothing|none)(?: (?:of|in|here|else|that|the|these|is|was|\p{L}+ing)){0,8} (?:must|has to|needs to|needs|should|blocks)(?: be)?(?: \p{L}{1,20})?|(?:no|zero|0|without|nothing|none|not a|not any|free of|never)(?: (?!and |but |so |which |that |because |yet |however )[\p{L}\p{N}'/-]{1,40}){0,6})(?![\p{L}\p{N}'-])/gu;

function simplify(line: string): string {
  return line
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‘’ʼ´]/g, "'")
    .replaceAll(FILE_NAME, ' file ')
    .toLowerCase()
    .replaceAll(CODE_TERM, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)\]])/g, '')
    .trim();
}
