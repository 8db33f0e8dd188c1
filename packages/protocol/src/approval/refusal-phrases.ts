import { phrases } from '../words/phrases.ts';

// What people write when they refuse or want something changed. The texts matched are like those of approval-phrases.ts.

/** Negative words that say nothing against the thing itself: "no objections", "don't wait for me". */
export const HARMLESS_NEGATION = phrases(
  '(?:you )?(?:have )?no need (?:for|of) (?:my |any |an? |further |more )*(?:approval|permission|review|confirmation)',
  "(?:you )?(?:don't|do not|won't) (?:need|require) (?:my |our |any |an? |further |more )*(?:approval|permission|confirmation)",
  'without (?:any |further |more )*(?:reservations?|changes?|conditions?|objections?|hesitation|modifications?|comments?)',
  'nothing else',
  'no (?:more |further |other |additional |major |real |big |blocking |remaining |outstanding )?(?:objections?|issues?|problems?|concerns?|questions?|comments?|complaints?|blockers?|notes|remarks|feedback|worries|doubts?|hurry|rush|changes?|edits?|modifications?|corrections?|reservations?|conflicts?|regressions?)(?: from me| from my side| on my side| on my end| here| at all| (?:are |is )?(?:needed|required|necessary|requested|found|left))*',
  "(?:i |we )?(?:don't|do not|didn't|did not|can't|cannot|can not|couldn't) (?:really )?(?:see|have|find|spot|think of|notice) (?:any|a|anything|a single)(?: (?:more|further|other|major|real|obvious|big))?(?: (?:wrong|issues?|problems?|concerns?|objections?|reasons?(?: not to)?|blockers?|questions?|comments?|changes?|regressions?))?",
  "(?:don't|do not|no need to) (?:wait|hesitate|worry|bother|stop|delay)(?: (?:for|about|on) (?:me|us|it|that|this))?",
  'nothing (?:else |more |further )?(?:to (?:add|change|fix|object|complain about)|wrong|missing)',
  "(?:not bad|not a problem|why not|can't wait|cannot wait|no kidding|not only)",
);

/** A "not" in the same part of the sentence, before what would approve. */
export const NEGATION = phrases(
  'not',
  'never',
  'no',
  'nor',
  'neither',
  'none',
  'nothing',
  'nobody',
  'without',
  'cannot',
  "\\p{L}+n't",
  'dont',
  'cant',
  'wont',
  'isnt',
  'doesnt',
  'didnt',
  'shouldnt',
  'wouldnt',
  'unable',
  'refuse',
  'refusing',
  'hesitant',
  'hesitate',
  'reluctant',
  'hardly',
  'barely',
  'far from',
  'nowhere near',
  'too early to',
  'too soon to',
  'impossible to',
  'hard to',
  'difficult to',
  'stop',
  'avoid',
  'hold off',
  'fails? to',
  'instead of',
  'rather than',
);

/** Refuses by itself. */
export const REFUSAL = phrases(
  'reject(?:ed|ing)?',
  'declined?',
  'disapproved?',
  'disapproving',
  'un-?approved?',
  'denied',
  'deny',
  'veto(?:ed)?',
  'nack',
  'nak',
  'no go',
  'no-go',
  'not yet',
  'nosign',
  'nope',
  'nah',
  'nay',
  'negative',
  'no way',
  'no thanks',
  'no thank you',
  'absolutely not',
  'definitely not',
  'certainly not',
  'of course not',
  'rather not',
  "let's not",
  'please stop',
  'abort',
  'cancel',
  'abandon',
  'scrap (?:it|this|that|the)',
  'halt',
  'hold off',
  'back out',
  'roll (?:it |this )?back',
  'start over',
  'try again',
  'i disagree',
  'disagree',
  'i object',
  'forget (?:it|this|about it)',
  '(?:not now|not today|not like this|not this way)',
  '(?:a|hard|firm|big|definite|clear|vote|is|still|solid) no(?= from|$)',
  'thumbs down',
  'needs? (?:more )?(?:work|changes?|rework|revision|fixing|improvements?)',
  'changes? (?:is |are )?(?:requested|needed|required|necessary)',
  'request(?:ing)? changes?',
  '(?:take|took|taking) (?:that|it|this|my \\p{L}+|all of (?:it|that)) back',
  '(?:take|taking) back',
  '(?:withdraw(?:n|ing|s)?|withdrew|revok(?:e|ed|ing)|retract(?:ed|ing)?|rescind(?:ed|ing)?)',
  'changed my mind',
  '(?:scratch|strike) that',
  'send (?:it|this|that|them) back',
  'drawing board',
  'not a fan',
  "(?:don't|do not|can't|cannot) agree",
  "(?:i'm|i am|we're|we are|strongly) (?:strongly |totally )?(?:against|opposed)",
  "(?:can't|cannot|can not|must not|mustn't|should not|shouldn't) (?:go|be merged|be shipped|be released|land)",
  'no(?: no)+',
  'hold it',
);

/** Finds a fault, which is a request for change however it is put. */
export const FAULT = phrases(
  "(?:don't|do not|didn't|did not|doesn't|does not|isn't|is not|aren't|are not|wasn't|not|never|hardly) (?:really |quite |at all |actually |even )?(?:like|want|good|right|correct|acceptable|ok|okay|fine|what i|enough|happy|satisfied|convinced|work|working|compile|build|pass|passing|match|make sense|complete|finished|ready|cover|handle|comfortable|there yet|look|looking|looks|good enough|ideal)",
  '(?:is|are|was|looks?|seems?|feels?|sounds?|still|this is|completely|totally) (?:still |completely |totally |just |a bit |too |very |really |quite )*(?:wrong|broken|bad|incorrect|incomplete|missing|failing|buggy|unacceptable|insufficient|unsafe|insecure|too \\w+|off|overcomplicated|overkill|terrible|awful|ugly|confusing|unclear|messy|red)',
  '(?:tests?|build|ci|pipeline|checks?|it|this|that|lint|linter) (?:still |now |also )?(?:fails?|failed|failing|breaks?|broke|crash(?:es|ed)?|errors?)',
  "(?:there is|there's|there are|i found|i see|i saw|found|it has|has|have|spotted|noticed) (?:still |only |just )?(?:an? |some |a few |several |many |one |two |major |minor |serious |few )*(?:bugs?|issues?|problems?|errors?|mistakes?|typos?|flaws?|concerns?|regressions?|doubts?|objections?|failures?|vulnerabilit(?:y|ies))",
  'too (?:complex|complicated|big|large|many|much|slow|risky|long|broad|vague)',
  'you (?:forgot|missed|broke|overlooked|ignored|left out)',
  'missing',
  'wrong',
  'broken',
  "(?:i'd|i would|we'd|we would) (?:still |also |really |much )?(?:rather|prefer|like|love|want) (?!to(?! (?:see|have|use|add|get|change|remove|keep))|it$|this$|that$)\\p{L}+",
  '(?:i|we) (?:still |also |really |much )?(?:want|need|expect|prefer) (?!to(?! (?:see|have))|it |it$|this|that|(?:(?:a|an|some|more|bit|of|few|little|another) )*(?:time|minutes?|moment|day|days|seconds?|hours?|break|coffee|look))\\p{L}+',
  'needs? (?!to|approval|approved|my|your|our|for|me|us|you|(?:(?:a|an|some|more|bit|of|few|little|another) )*(?:time|minutes?|moment|days?|seconds?|hours?|break|coffee|look|approval))\\p{L}+',
  'typos?',
  'concern(?:s|ed)? (?:about|with|regarding|that|is)',
  "(?:i'm|i am|we're|we are|bit|little|somewhat|very) (?:concerned|worried|uneasy|uncomfortable|unhappy|skeptical|sceptical|doubtful)",
  '(?:this|that|it) (?:worries|concerns|bothers) me',
  '(?:will|would|might|could|may|can) break',
  'breaks (?:the|our|my|all|every|existing|backwards?)',
  'bugs? in',
  '(?:see|address|read|left|have|added|my) (?:my |some |a few |several |the |inline |few )*(?:comments|feedback|suggestions?|remarks)',
  'over-?(?:engineered|complicated|complex|kill)',
  'rather (?:than|see|have|you|use|go|keep|not)',
  '(?:should|must|shall|needs? to|has to|ought to|had better|is supposed to) (?:not |also |rather |instead |really |probably |all |only |both |still )*(?:be(?! (?:good|fine|ok|okay|approved|merged|ready|all right|alright|safe))|have|use|handle|include|cover|return|support|contain|add|change|fix|update|remove|rename|move|consider|avoid|split)',
  'instead',
  "(?:i'm|i am|we're|we are|still|keep|am) (?:still |now )?(?:getting|seeing|hitting) (?:an? |the |some |many )?(?:\\d{3}|errors?|exceptions?|warnings?|failures?|crash\\p{L}*|time-?outs?|\\p{L}*error)",
  '(?:i|we) (?:still |now |also )?(?:get|see|hit) (?:an? |the |some )?(?:\\d{3}|errors?|exceptions?|failures?|time-?outs?|\\p{L}*error)',
  'crash(?:es|ed|ing)?',
  '(?:throws|hangs|leaks?|times out|errors out|segfaults?)',
  '(?:fails|failed|is failing|are failing)',
  'regress(?:es|ed)',
  'broke',
  '(?:misleading|outdated|out of date|hard-?coded|inconsistent|dead code|security (?:hole|issue|problem|bug|risk)|vulnerab\\p{L}+)',
  '(?:it|this|that|you|we|they) (?:should|must|ought to|needs? to) (?!be |have been|talk|discuss|meet|proceed|go |merge|approve|ship|work|do$|do it)\\p{L}+',
  'what about',
  'how about',
  "why (?:not|don't) (?:you |we )?(?:use|add|make|do|keep|try|just|simply)",
);

const CHANGE_VERBS =
  'add|adjust|address|adapt|amend|avoid|break|bump|change|check|clarify|clean(?= \\S)|combine|convert|correct(?= \\S)|cover|create|cut|decrease|deduplicate|delete|disable|document|drop|edit|eliminate|enable|ensure|escape|expand|expose|extend|extract|fix|format|handle|improve|include|increase|inline|insert|introduce|keep|limit|lower|make|merge the two|migrate|mock|modify|move|optimi[sz]e|pin|polish|prefer|put|raise|rebase|reconsider|redesign|redo|reduce|refactor|refine|remove|rename|reorder|reorgani[sz]e|repair|rephrase|replace|resolve|restructure|restore|rethink|retry|revert|revise|revisit|rewrite|rework|reword|run|sanitize|separate|shorten|simplify|split|squash|strip|swap|switch|test(?= \\S)|think again|tighten|throw|trim|try|tweak|undo|unify|update|upgrade|use|validate|verify|wrap|write|go with|go back|limit|narrow|target|choose|pick|consider|take out|take care|get rid|bring back|put back|leave|turn|set|also \\p{L}+';
const LEAD_INS =
  "please|pls|plz|also|then|and|but|just|kindly|maybe|perhaps|now|first|firstly|second|instead|next|finally|yes|yep|yeah|no|ok|okay|sure|well|hmm|actually|so|however|though|only|still|always|simply|can you|can we|could you|could we|would you|will you|can you please|you should|you could|you must|you can|you may|you need to|you have to|you'll need to|we should|we could|we must|we need to|i need you to|i want you to|i want to|i'd like you to|i'd like to|i would like you to|i would like to|i think you should|i think we should|i suggest you|i suggest we|i suggest to|let's|lets|let us|need to|needs to|make sure to|make sure you|make sure that you|be sure to|don't forget to|do not forget to|remember to|try to|go ahead and|proceed to|feel free to|before that|before merging|before you merge|after that|for now|it'd be nice to|would be nice to|it would be good to|would be good to|would be great to|do";

/** An order to change something, at the beginning of a part of a sentence. */
export const CHANGE_ORDER = new RegExp(
  `^(?:(?:${LEAD_INS})\\s)*(?:${CHANGE_VERBS})(?![\\p{L}\\p{N}'-])(?! (?:(?:it|this|that|them|the plan|the changes?) approved|approving|going|on going|looks?|is|are|was|were|seems?|sounds?|approved|lgtm|it so|has|sure (?:it|that|this) (?:is|was)|that's|works))`,
  'u',
);

/** Forbids something, at the beginning of a part of a sentence; next to an approval it is a condition. */
export const PROHIBITION = new RegExp(
  `^(?:(?:${LEAD_INS})\\s)*(?:do not|don't|dont|never) (?!worry|wait|hesitate|bother|ask|stop|delay|know|understand|think|mind|get|see|have|need|care|remember|recall|believe|agree|forget|feel|expect|want|like)\\p{L}+`,
  'u',
);

/** Asks for words, not for work. */
export const INFORMATION_ORDER = new RegExp(
  `^(?:(?:${LEAD_INS}|help me)\\s)*(?:explain|show|tell|clarify|describe|walk|give me|summari[sz]e|elaborate|remind|list|point|share|send|print|display|link|what|why|how|let me know|ping|confirm that|confirm whether|understand|see|know|talk|go over|go through)(?![\\p{L}\\p{N}'-])`,
  'u',
);

/** In a question, asks for something else all the same. */
export const SUGGESTION = phrases(
  'how about',
  'instead',
  "shouldn't (?:you|we|it|this|that|there|the)",
  "why (?:not|don't (?:you|we)) (?:use|add|make|keep|try|just|simply|go|do|have|put)",
  "wouldn't it be (?:better|safer|simpler|easier|cleaner)",
  'would it be (?:better|possible|safer) to',
  'is it possible to',
);
