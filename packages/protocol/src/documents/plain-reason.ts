import { GIVEN_SCORE, isLowScore } from './low-score.ts';
import { FAULT_NOUN, phrases } from '../words/phrases.ts';
import { CHANGE_ORDER, REFUSAL } from '../approval/refusal-phrases.ts';

/** A file that is named asks for nothing: `todo.md`, `src/should-retry.ts`. */
export const FILE_NAME =
  /(?<![\p{L}\p{N}])[\w@./*-]{0,200}\w\.(?:[cm]?[jt]sx?|json|md|ya?ml|toml|txt|css|html|py|rs|go|java|kt|rb|sh|sql|[ch]|cpp|cs|php|swift|vue)(?::\d+(?:-\d+)?)?(?![\p{L}\p{N}])/gu;

/** Calls, paths, `camelCase`, `snake_case` and addresses. Each part is bounded, so that a match takes linear time. */
const IDENTIFIER =
  /https?:\/\/\S{1,500}|(?<![\p{L}\p{N}])(?:[A-Za-z_$][\w$.]{0,80}\(\)|[a-z]{1,40}[A-Z][A-Za-z0-9]{0,80}|[A-Za-z]{1,40}_[A-Za-z0-9_]{1,80}|#\d{1,9})(?![\p{L}\p{N}])/gu;

/** Signs that cheer. Any other picture may be meant the other way. */
const CHEER = /[✅✔☑👍🎉🚀💯👌🟢]|\p{Emoji_Modifier}/gu;

/** Irony, a struck-out word, another alphabet or a question. */
const NOT_PLAIN =
  /[?~¬≠]|(?:^|\s)(?:\/(?:s|sarcasm|j|jk|i|irony)(?![\p{L}\p{N}/])|[:;]-?[()/\\|])|:(?:-1|[a-z_]+):|<\/?[a-z]{1,20}>|\bREJECT(?:ED)?\b|\p{Extended_Pictographic}|[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Faults. They may be named where they are absent, fixed, handled or tested for. */
const FAULTS = `${FAULT_NOUN}|doubts?|findings?|nits?|warnings?|conflicts?|typos?|leaks?|races?|deadlocks?|injections?|secrets?|dead code|smells?|deviations?|mistakes?|risks?|holes?|broken|missing|unhandled|undocumented|crash(?:es)?|xss|data loss|breaking|exceptions?|hacks?|passwords?|credentials?`;
/** What is good to be without. */
const BURDEN = `(?:${FAULTS}|comments?|remarks?|questions?|todos?|gaps?|duplication|side[- ]effects?|inconsistenc(?:y|ies)|unused|unrelated|changes?|overhead|dependenc(?:y|ies)|work|cycles?|personal data|improvements?)`;
const KIND =
  '(?:a|the|any|known|new|open|further|remaining|other|more|major|minor|real|blocking|critical|serious|outstanding|security|style|performance|obvious|public|api|behaviou?r|tests?|lint|type|compiler|build|design|docs|naming|code|merge|sql|memory|breaking|possible|accessibility|hard-?coded|leaked|exposed|plain-?text|unhandled|unexpected|failed|failing|and|or)';
const FOUND =
  '(?: (?:were|was|are|is|have been|to be|to|i can))?(?: (?:found|left|needed|required|necessary|requested|remaining|remain|introduced|detected|open|outstanding|at all|seen|reported|raise|report|find|see|from me))?';
/** The absence of something that is good to be without. Nothing else may be absent: "no tests" and "nothing was reviewed" are no praise. */
const ABSENCE = new RegExp(
  [
    `(?:no|zero|0|without|free of|not a single|none of the|(?:did|do|could)(?: not|n't) (?:find|see|have) (?:any|a single|a))(?: ${KIND}){0,5} ${BURDEN}(?:(?:,? (?:or|and|nor)|,)(?: no)?(?: ${KIND}){0,3} ${BURDEN}){0,8}${FOUND}`,
    `(?:${KIND} ){0,2}(?:${BURDEN}|critical|blocking|major|severe|high|failed|skipped|pending) ?(?:[:=]|is|are) ?(?:none|0|no|nil|zero)(?! of)(?: found| left)?`,
    '(?:no|zero|0) (?:tests? |checks? )?(?:failed|failing|failures|skipped|pending)|exit(?:ed)?(?: (?:code|status|with)){1,2}:? 0',
    "(?:never|(?:does|do|did)(?: not|n't)) (?:log|leak|expose|print|store|echo|send)(?:s|ed)? (?:the |any |an? |user )?(?:tokens?|secrets?|passwords?|keys?|credentials?|personal data)",
    'nothing (?:is |was |has |that |more |else |further |i |could |can )*(?:left|pending|(?:must|has to|needs to) be (?:fixed|changed|done)|wrong|missing|broken|breaks|open|outstanding|remains|blocks|to (?:object|add|change|fix|correct|report)|needs to change|stands in the way|(?:unrelated|else|out of scope) (?:was|is|has been) (?:changed|touched)|found|object to)(?: to (?:object to|fix|do|add|change))?(?: to)?',
    '(?:no longer|never) (?:fails?|crash(?:es)?|leaks?|blocks?|breaks?|hangs?|throws?|races?|possible|broken|missing|needed|open|an issue|a problem|reproduc\\p{L}+|happens|logged|exceeds?)',
    "(?:(?:does|do|did|is|are|was|were|has|have|can|could)(?: not|n't)|cannot|not) (?:been |be )?(?:affect(?:ed)?|needed|required|expose[ds]?|touch(?:ed)?|breaks?|change|introduce|leak(?:ed)?|block|regress|weaken|duplicated?|violated?|exceed|crash|throw|hang|logged)",
    'none (?:is |are |was |were )?(?:missing|found|left|open|remaining|remain|outstanding)',
  ]
    .map((part) => `(?<![\\p{L}\\p{N}'-])(?:${part})(?![\\p{L}\\p{N}'-])`)
    .join('|'),
  'gu',
);
/** Not conditions, and no parts of a whole. */
const HARMLESS =
  /(?<![\p{L}\p{N}'-])(?:(?:exactly|only|at|just) once|once (?:per|a|in)|as (?:required|needed|it should|planned)|where needed|low risk|risk is low|all (?:conditions|comments|feedback|requests)(?: \p{L}{1,20})?|(?:error|failure|exception|time-?out|regression|race|crash|issue|bug) (?:handling|messages?|codes?|cases?|paths?|types?|tests?|reports?|fix(?:es)?)|separation of concerns|(?:invalid|bad|malformed|wrong) (?:input|value|data|argument|token|request|name|path)s?|makes? sure)(?![\p{L}\p{N}'-])/gu;

const CONDITION = phrases(
  'but|however|al?though|though|albeit|despite|unless|until|till|once|if|whether|provided|assuming|pending|subject to|conditional(?:ly)?|except|excluding|modulo|minus|barring|(?:other|apart|aside|save) (?:than|from|for)|besides|as (?:long|soon) as|otherwise',
  'yet|later|tomorrow|next \\p{L}+|for now|(?:temporar|tentative|provisional|partial)\\p{L}*|partly|in (?:part|principle|theory)|on paper|almost|nearly|mostly|largely|somewhat|half|some|most|few|sometimes|often|usually|maybe|perhaps|probably|possibly|(?:presum|suppose|allege|apparent|hopeful)\\p{L}*ly|seems?|appears?|guess|hope|think|believe|suppose|sure|trust(?:ing)?|whatever|enough|from a distance|g[ai]ve up|ran out|yeah|(?:good|nice|great|fair|fine) (?:start|attempt|try|effort|idea|luck)|(?:is|are) down|on (?:a |the )?(?:second )?(?:retry|try|attempt)|assum\\p{L}*|on condition|only (?:with|valid)|valid only|(?:reviewed|checked|read|tested|verified) only',
  'still|must|should|needs?|would|could|might|may|will|shall|want(?:s|ed)?|(?:has|have|had) to|to be|remains?|wait(?:ing)?|hold|stop|please|with (?:\\p{L}+ ){0,3}(?:changes?|comments?|conditions?|exceptions?|fixes)|caveats?|reservations?|follow-?ups?|todo|tbd|wip|draft|actually|ignor(?:e|ed|ing)|instead|unfortunately',
  'kidding|joke|sarcas\\p{L}+|protest|blind(?:ly)?|(?:be)?grudging(?:ly)?|reluctant(?:ly)?|forced|told to|asked to|instructed|skim(?:med)?|template|example|wrote|sa(?:id|ys)|my machine|skip(?:s|ped|ping)?|disabled|commented out|bypass(?:ed|es)?',
  "no|not|never|none|nothing|nobody|neither|nor|without|cannot|\\p{L}+n't|hardly|barely|rarely|far from|lack(?:s|ing)?|refuse[sd]?|oppose[sd]?|against my|disagree\\p{L}*|den(?:y|ied)|unable|fake[ds]?|pretend\\p{L}*|worse|poor(?:ly)?|bad(?:ly)?|useless|dangerous|harm(?:ful|less)|exploitable",
  // The little words of other languages that turn a sentence round.
  'nur|wenn|nicht|aber|ohne|solo|si|pero|sin|mais|sans|pas|se|niet|als',
);

const FAULT = phrases(
  FAULTS,
  'fail(?:s|ed|ing)?|vulnerable|buggy|leak(?:ed|ing)|crashed|violates?|worr(?:y|ies|ied)|breaks?|broke|wrong|incorrect(?:ly)?|incomplete|inconsistent|insecure|insufficient|unsafe|invalid|red|slow(?:er)?|stale|throws?|hangs?|risky|block(?:s|ed|ing)|misleading|corrupt(?:s|ed)?|loses|lost|critical|fatal',
);
const SETTLED =
  'fix(?:ed|es)?|resolve[sd]|address(?:ed|es)|correct(?:ed|s)|closed|gone|handl(?:ed|es|ing)|catch(?:es)?|caught|cover(?:ed|s|ing)|prevent(?:ed|s)|mitigate[sd]|remove[sd]|solve[sd]|avoid(?:ed|s)|rejects|detect(?:ed|s)|guard(?:ed|s)|protect(?:ed|s)|(?:safe|guarded) against|(?:checked|tested|scanned|looked|reviewed) for|redact(?:ed|s)|escape[sd]|validate[sd]|regression tests?|encrypted|hashed|withdrawn|reported (?:clearly|properly|to the (?:caller|user))|prove[sn]?';
const RESOLVED = phrases(SETTLED);
const UNRESOLVED =
  /(?<!\p{L})un(?:fix|resolv|address|handl|caught|cover|detect|guard|protect|mitigat|check|valid|escap|sanit)\p{L}*/u;
/** What begins with "un" takes something back, with these exceptions. */
const UNDOING =
  /(?<![\p{L}\p{N}'-])un(?!(?:i|der)\p{L}*|changed|affected|ambiguous|necessary|touched|wraps?|do(?!\p{L}))\p{L}/u;

const GOOD = phrases(
  SETTLED,
  'good|great|perfect|nice|fine|ok|okay|lgtm|clean(?:ly)?|clear(?:ly)?|correct(?:ly|s|ed)?|sound|solid|complete(?:ly|d)?|consistent(?:ly)?|stable|safe(?:ly)?|secure(?:ly)?|simple|small|short|minimal|readable|well|accurate|precise|valid|green|satisf(?:y|ied|ies)|sufficient|acceptable|ready|done|fast(?:er)?|idempotent|improve[sd]|up[- ]to[- ]date|in (?:order|place|line)|within|as (?:required|planned|expected|agreed|specified|requested|intended)|right|unchanged|unaffected|thorough(?:ly)?|comprehensive|compliant|(?:backwards?[- ])?compatible|isolated|approved?|agreed?|high|reversible',
  'pass(?:es|ed|ing)?|succeed(?:s|ed)?|successful(?:ly)?|work(?:s|ing)?|met|meets?|fulfill?(?:s|ed)?|follow(?:s|ed)?|match(?:es|ed)?|compl(?:y|ies)|implement(?:s|ed)?|respect(?:s|ed)?|ke(?:eps?|pt)|preserve[sd]|document(?:s|ed)|tested|cover(?:s|ed|age|ing)?|verif(?:ied|ies)|confirm(?:s|ed)?|check(?:ed|s)|reviewed|use[sd]|add(?:s|ed)|updated|bounded|enforce[sd]|ensures|guarantee[sd]|released|bound|parameteri[sz]ed|atomic',
  'so it is|exactly once|absentx',
);

/** Words that say nothing for or against. A clause may consist of them; a whole reason may not. */
const NEUTRAL = new Set(
  'a an the this it is are and or of in on at to for by with as also both all see code tests docs types files changes requirements plan report above round style naming ci build lint suite pipeline status result score x'.split(
    ' ',
  ),
);

/** `2 of 5`, `3/4`, `80 % of`: a part of what there is. */
function isPartOnly(text: string): boolean {
  for (const [, some, all] of text.matchAll(/(?<![\d/.])(\d{1,9}) ?(?:of|out of|\/)(?: the)? ?(\d{1,9})(?![\d/.])/g))
    if (some !== all) return true;
  return [...text.matchAll(/(\d{1,3}(?:\.\d{1,3})?) ?% of/g)].some(([, share]) => Number(share) < 100);
}

const NOUN_NOT_ORDER =
  /^clean (?!up(?!\p{L}))|^(?:tests?|change|check|document) (?:coverage|suites?|cases?|names?|data|files?|plan|results?|of|sets?)(?!\p{L})/u;

/**
 * The first clause of a reason that is not plainly for the work: one that holds a condition, a doubt, a fault that is not resolved, a part
 * of a whole, irony, or says nothing. `undefined` when every clause speaks for the work or is neutral, and at least one speaks for it.
 */
export function findUnplain(reason: string): string | undefined {
  const said = reason
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\uFE0F]/gu, '')
    .replaceAll(/[‘’ʼ´]/g, "'")
    .replaceAll(/(?<=\p{L} ?: ?)✅/gu, ' green ')
    .replaceAll(CHEER, ' ');
  if (NOT_PLAIN.test(said)) return reason;
  const known = said
    .replaceAll(/"[^"]{0,200}"|[“„][^”“]{0,200}[”“]|«[^»]{0,200}»/g, ' ')
    .replaceAll(FILE_NAME, ' ')
    .replaceAll(IDENTIFIER, ' ')
    .toLowerCase();
  const scored = known.replaceAll(GIVEN_SCORE, ' absentx ');
  if (isLowScore(known) || isPartOnly(scored)) return reason;
  const plain = scored.replaceAll(/\s+/g, ' ').replaceAll(ABSENCE, ' absentx ');
  let isGood = false;
  for (const clause of plain.split(/[,;:!()[\]|]|\.(?=\s|$)|…|\.{2,}|\s-+\s|[–—]/)) {
    if (!/[\p{L}\p{N}]/u.test(clause)) continue;
    const kind = judgeClause(clause.trim());
    if (kind === 'against') return clause.trim().replaceAll('absentx', '…');
    isGood ||= kind === 'for';
  }
  return isGood ? undefined : reason;
}

/** Good only later, or only in a part. */
const HANGS_ON =
  /(?<!\p{L})(?:after|when) (?:\p{L}+ ){1,5}(?:lands?|merges?|merged|ships?|goes in|is (?:done|fixed|added|green))(?!\p{L})|in (?:the|those) (?:files?|parts?|lines?) (?:that )?i (?:\p{L}+ )?(?:read|checked|saw|looked at|opened)/u;

function judgeClause(clause: string): 'for' | 'neutral' | 'against' {
  const rest = clause.replaceAll(HARMLESS, ' ').replaceAll(/\s+/g, ' ').trim();
  if (CONDITION.test(rest) || REFUSAL.test(rest) || UNDOING.test(rest)) return 'against';
  const isResolved = RESOLVED.test(rest) && !UNRESOLVED.test(rest);
  if (FAULT.test(rest) && !isResolved) return 'against';
  if (/^(?:when|after|before|only|while) /.test(rest) || (/ when /.test(rest) && !isResolved)) return 'against';
  if (HANGS_ON.test(rest) || holdsOrder(rest)) return 'against';
  if (GOOD.test(clause)) return 'for';
  const words = rest.split(/[^\p{L}\p{N}%'-]+/u).filter((word) => word !== '');
  return words.every((word) => NEUTRAL.has(word) || /^[\d'%-]+$/.test(word)) ? 'neutral' : 'against';
}

/** Whether a part of the clause begins with an order. "Tests pass and cover the fix" has none: there are many who do it. */
function holdsOrder(clause: string): boolean {
  const [first = '', ...others] = clause.split(/ (?:and|then|so) /).map((part) => part.trim());
  const isOrder = (part: string): boolean => CHANGE_ORDER.test(part) && !NOUN_NOT_ORDER.test(part);
  const doers = /(?<!\p{L})(?:\p{L}+s|they|both|all)(?!\p{L})/u;
  const isStated = (part: string): boolean => doers.test(first) && /^(?:cover|handle|use|keep|document) /.test(part);
  return isOrder(first) || others.some((part) => isOrder(part) && !isStated(part));
}
