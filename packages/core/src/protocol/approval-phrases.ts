/*
 * What people write when they answer "may I go on?". Each list is one kind of thing they say; detect-approval.ts weighs them.
 * The texts matched are one sentence in lower case with ` , ` for every mark between its parts.
 */

/** Alternatives as whole words or phrases. A space matches one space; gaps are bounded so that a match takes linear time. */
function phrases(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}'-])`, 'u');
}

const WHOLE =
  '(?:it|this|that|these|those|they|all|all of (?:it|this|that|them)|everything|everything here|(?:the |your |this |that |these |those |our |my |all |all the |all of the )?(?:whole |entire |updated |revised |new |final |latest |proposed |implementation )?(?:plan|plans|change|changes|changeset|proposal|implementation|code|diff|diffs|commit|commits|work|branch|pr|patch|result|results|approach|design|solution|version|task|update|updates|fix|fixes))';
const NEXT_STEP: Readonly<Record<'plan' | 'change', string>> = {
  plan: '(?:implement|implementing|implementation|start|starting|begin|beginning|build|building|code|coding|execute|executing|execution|work|development)',
  change:
    '(?:merge|merging|finali[sz]e|finali[sz]ing|finali[sz]ation|complete|completing|completion|finish|finishing|ship|shipping|clean up|cleanup|cleaning up|commit|committing|push|pushing|land|landing|deploy|deployment|release|close)',
};
const NEXT_STEPS = `(?:${NEXT_STEP.plan}|${NEXT_STEP.change})`;

/** Negative words that say nothing against the thing itself: "no objections", "don't wait for me". */
export const HARMLESS_NEGATION = phrases(
  'no (?:more |further |other |additional |major |real |big |blocking |remaining |outstanding )?(?:objections?|issues?|problems?|concerns?|questions?|comments?|complaints?|blockers?|notes|remarks|feedback|worries|doubts?|hurry|rush|changes?|edits?|modifications?|corrections?|reservations?|conflicts?|regressions?)(?: from me| from my side| on my side| on my end| here| at all| (?:are |is )?(?:needed|required|necessary|requested|found|left))*',
  "(?:i |we )?(?:don't|do not|didn't|did not|can't|cannot|can not|couldn't) (?:really )?(?:see|have|find|spot|think of|notice) (?:any|a|anything|a single)(?: (?:more|further|other|major|real|obvious|big))?(?: (?:wrong|issues?|problems?|concerns?|objections?|reasons?(?: not to)?|blockers?|questions?|comments?|changes?|regressions?))?",
  "(?:don't|do not|no need to) (?:wait|hesitate|worry|bother|stop|delay)(?: (?:for|about|on) (?:me|us|it|that|this))?",
  'nothing (?:else |more |further )?(?:to (?:add|change|fix|object|complain about)|wrong|missing)',
  "(?:not bad|not a problem|why not|can't wait|cannot wait|no kidding|not only)",
);

/** Said without "if" or "but" and without a "not" before it, this approves. */
export const CLEAR_APPROVAL = phrases(
  'approved?',
  "(?:i'm|i am|we're|we are|am|hereby) approving",
  "(?:you have|you have got|you got|you've got|has|have|giving|give|gave you|granting|grant|with) (?:my|our|full|my full|the) (?:approval|blessing|green light|go-ahead|ok|okay|consent|sign-off)",
  'approval (?:is )?(?:granted|given)',
  'lgtm',
  'proceed',
  'go ahead',
  'go for it',
  'good to go',
  'green light',
  'greenlit',
  'signed off',
  '(?:i|we) sign off',
  'ship it',
  'make it so',
  'sounds good',
  'works for me',
  'fine (?:by|with) me',
  'looks? good',
  'i accept',
  'accepted',
  'i confirm',
  'confirmed',
);

/** What the next step of a checkpoint is called; naming the step approves it. */
export const STEP_ORDER: Readonly<Record<'plan' | 'change', RegExp>> = {
  plan: stepOrder(NEXT_STEP.plan),
  change: stepOrder(NEXT_STEP.change),
};

function stepOrder(step: string): RegExp {
  return new RegExp(
    `^(?:(?:ok|okay|alright|great|perfect|good|fine|sure|thanks|thank you|now|so|then|yes|yeah|yep|and) )*(?:please |you can |you may |feel free to |you are free to |let's |now |just |go and )*(?:(?:continue|carry on|move on|move forward|go on|keep going) (?:with|to) (?:the |your )?)?(?:${step} (?:with |on )?(?:the )?)?${step}(?: (?:to|into|with|on) (?:the )?(?:main|master|trunk|it|this|plan|changes?|implementation|merge))*(?: ${WHOLE})?(?: (?:now|away|please|as planned|as is|as proposed|to main|to master|into main|into master|on main))*$`,
    'u',
  );
}

/** Approves by itself, or next to thanks and praise; among other statements it may be the answer to something else. */
export const WEAK_APPROVAL =
  /^(?:(?:oh|hell|absolutely|definitely|certainly|of course|sure|ok|okay|alright|thanks|please|a|big) )*(?:yes|yep|yup|yeah|aye|affirmative|absolutely|definitely|certainly|of course|do it|go|please do|agreed|i agree)(?: (?:please|sir|thanks|thank you|absolutely|definitely|indeed|of course|do it|do so|do|go|now|exactly|for sure|you can|you may|it is|it does))*$/u;

/** May mean anything: "continue" may be "continue waiting". */
export const UNCLEAR = phrases(
  'ok',
  'okay',
  'okey',
  'k',
  'kk',
  'continue',
  'carry on',
  'go on',
  'keep going',
  'keep on',
  'move on',
  'next',
  'sure',
  'alright',
  'all right',
  'fine',
  'right',
  'yessign',
  'ready',
  'resume',
  'whatever',
  'up to you',
  'your call',
  'you decide',
  'i guess',
  'looks? (?:great|fine|perfect|ok|okay|right|correct|nice|reasonable|sensible|solid|excellent|alright|awesome|decent)',
  'looking good',
  'looked good',
  'looks like',
  'seems? (?:good|fine|ok|okay|reasonable|right)',
  "i'm (?:happy|ok|okay|fine|good) with",
  'i am (?:happy|ok|okay|fine|good) with',
  'happy with',
  'yes',
  'yep',
  'yup',
  'yeah',
  'absolutely',
  'definitely',
  'agreed',
  'i agree',
  'do it',
  'approvals?',
  'approves?',
  'approving',
  'approved',
  'proceed(?:s|ed|ing)?',
  'merge',
  'finali[sz]e',
  'hmm+',
  'wait',
  'hold on',
  'hang on',
  'pause',
  'not sure',
  'unsure',
  "don't know",
  'undecided',
  'maybe',
  'perhaps',
  'later',
  'no (?:objections?|issues?|problems?|concerns?|complaints?|blockers?|changes?|comments?)',
);

/** An approval in the same message is held back by one of these. */
export const RESERVATION = phrases(
  'if',
  'once',
  'unless',
  'until',
  'till',
  'provided',
  'assuming',
  'as long as',
  'as soon as',
  'subject to',
  'pending',
  'contingent',
  'conditional(?:ly)?',
  'except',
  'apart from',
  'other than',
  'aside from',
  'but',
  'however',
  'though',
  'although',
  'yet',
  'after',
  'when',
  'whenever',
  'before',
  'first',
  'so far',
  'at (?:a|first) (?:glance|sight)',
  'for the most part',
  'mostly',
  'almost',
  'nearly',
  'partially',
  'partly',
  'in (?:principle|theory|general)',
  'overall',
  'tentatively',
  'provisionally',
  'maybe',
  'perhaps',
  'probably',
  'possibly',
  'i (?:think|guess|suppose|believe|hope|assume)',
  'not sure',
  'unsure',
  'would',
  'could',
  'might',
  'may be',
  'should',
  "i'd",
  "i'll",
  "we'll",
  'i will',
  'we will',
  "it'll",
  'will be',
  'going to',
  'gonna',
  'want to',
  'need to',
  'needs? (?:to be )?(?:approved|approval|my approval|your approval)',
  'how to',
  'to be approved',
  'to approve',
  'waiting',
  'wait',
  'hold on',
  'hang on',
  'let me',
  'let us',
  'still (?:reviewing|looking|reading|checking|thinking|testing|need|needs|waiting|have|has|not)',
  'tomorrow',
  'later',
  'bypass\\w*',
  'skip\\w*',
  'auto-approved?',
  'autoapproved?',
  'automatically',
  'pretend',
  'suppose',
  'imagine',
  'example',
  'said',
  'says',
  'say',
  'told',
  'wrote',
  'asked',
  'claims?',
  'claimed',
  'means?',
  'mean',
  'with (?:some |a few |minor |small |the following |following |one |two |several |my )*(?:changes?|nits?|comments?|conditions?|modifications?|reservations?|caveats?|corrections?|edits?|exceptions?|tweaks?|remarks?)',
  'one (?:thing|question|comment|nit|more thing|small thing|concern)',
  '(?:a|some|few|one|two|several|minor|small) (?:questions?|concerns?|doubts?|nits?|comments?|issues?)',
  'yes and no',
  'yeah ,? ?right',
  'only (?:the|part|parts|half|if|after|once|when|for|step|phase|section)',
  '(?:first|second|third|last|other) (?:half|part|step|section|phase|one)',
  '(?:part|parts|half|some|most) of',
  '(?:step|phase|section|task|part) (?:\\d\\S*|one|two|three|four|five|[a-d])',
);

/** Who or what may stand before "approved" for the author to be the one who approves. */
export const OWN_APPROVAL = new RegExp(
  `(?:^|(?<![\\p{L}\\p{N}'-])(?:is|are|it's|that's|all|everything|everything's|officially|fully|hereby|formally|totally|completely|wholeheartedly|consider (?:it|this|that|them|the plan|the changes?)|yes|yep|yeah|ok|okay|so|lgtm|good|great|now|both|also|then|therefore|i've|i have|we've|we have|perfect|nice|sure|alright|thanks|marked as|mark (?:it|this) as|mark (?:it|this)|call it|hence|thus|verdict|decision|status|answer|yessign|${WHOLE}) )approved(?! (?:by (?!me|us)|list|version|vendor|way|pattern|librar|dependenc|yesterday|earlier|last)[\\p{L}]*)(?![\\p{L}\\p{N}'-])|(?:^|(?<![\\p{L}\\p{N}'-])(?:i|we|i hereby|i do|please|fully|happily|gladly|definitely|yes|yep|ok|okay|and|i can|totally|also|i formally|i officially) )approve(?![\\p{L}\\p{N}'-])`,
  'u',
);

/** The same for "accepted", "signed off", "confirmed", "LGTM": nobody else's word counts. */
export const FOREIGN_VOICE =
  /(?<![\p{L}\p{N}'-])(?:agents?|reviewers?|team|teams|boss|manager|colleagues?|coworkers?|lead|owner|everyone|everybody|someone|somebody|nobody|he|she|they|ci|bot|bots|\p{L}+-reviewer|\p{L}+-updater|security|legal|qa) (?:\p{L}+ ){0,3}(?:accepted|accepts?|signed off|signs? off|confirmed|lgtm|greenlit|good to go|go ahead|proceed|sounds good|looks good)(?![\p{L}\p{N}'-])|(?<![\p{L}\p{N}'-])(?:accepted|signed off|confirmed|lgtm|greenlit) (?:by|from) (?!me|us|my)/u;

/** "Looks good" is about the whole only when it has no subject, or one of these. */
export const LOOKS_GOOD =
  /(?<![\p{L}\p{N}'-])(?:(?<subject>[^,]{1,80}?) )?(?:all )?(?:looks?|sounds?) (?:all |very |really |pretty |so |quite )?good/u;

/** What stands before "looks good" when everything is meant. */
export const WHOLE_SUBJECT = new RegExp(
  `^(?:(?:ok|okay|yes|yep|yeah|and|so|well|great|alright|now|thanks|nice|perfect|cool|good|i think|to me|from my side|from my end|on my side|from my perspective|for me|both|all|also|overall|just|that|then)(?: |$))*(?:${WHOLE})?(?: (?:and|with) ${WHOLE})*(?: (?:all|now|really|definitely|certainly|both|here|overall))*$`,
  'u',
);

/** "Proceed with" and "go ahead with" name a step; these are the ones that follow. */
export const PROCEED_OBJECT = /(?<![\p{L}\p{N}'-])(?:proceed|go ahead) (?:(?:with|to|on|and) )(?<object>[^,]{1,200})/u;

/** What one may proceed with for it to be an approval. */
export const APPROVABLE_OBJECT = new RegExp(
  `^(?:then |now |please |just )*(?:(?:the|your|this|that|its|a|full|actual|final) )*(?:do (?:it|this|that|so)|make (?:it|them|the changes?)|next (?:step|steps|phase|state|stage)|${NEXT_STEPS}|${WHOLE}|completion|main|coding|making (?:the |these |those )?changes?|applying (?:it|them|the changes?|the plan)|apply (?:it|them|the changes?|the plan)|rebase|implementation phase)(?![\\p{L}'-])`,
  'u',
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
  'unapproved?',
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
  'thumbs down',
  'needs? (?:more )?(?:work|changes?|rework|revision|fixing|improvements?)',
  'changes? (?:is |are )?(?:requested|needed|required|necessary)',
  'request(?:ing)? changes?',
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
  "(?:i'd|i would|we'd|we would|i|we) (?:still |also |really |much )?(?:rather|prefer|like|love|want|need|expect) (?:you|to see|to have|the|a|an|more|some|another|different|fewer|less)",
  'rather (?:than|see|have|you|use|go|keep|not)',
  '(?:should|must|shall|needs? to|has to|ought to|had better|is supposed to) (?:not |also |rather |instead |really |probably |all |only |both |still )*(?:be(?! (?:good|fine|ok|okay|approved|merged|ready|all right|alright|safe))|have|use|handle|include|cover|return|support|contain|add|change|fix|update|remove|rename|move|consider|avoid|split)',
  'needs? (?:an?|some|more|better|fewer|less|another) \\p{L}+',
  'instead',
  'what about',
  'how about',
  "why (?:not|don't) (?:you |we )?(?:use|add|make|do|keep|try|just|simply)",
);

const CHANGE_VERBS =
  'add|adjust|address|adapt|amend|avoid|break|change|check|clarify|combine|convert|correct|cover|create|cut|decrease|delete|document|drop|edit|eliminate|ensure|expand|extend|extract|fix|format|handle|improve|include|increase|inline|insert|introduce|keep|limit|lower|make|merge the two|migrate|mock|modify|move|optimi[sz]e|polish|prefer|put|raise|reconsider|redo|reduce|refactor|refine|remove|rename|reorder|reorgani[sz]e|repair|replace|resolve|restructure|restore|rethink|retry|revert|revise|revisit|rewrite|rework|reword|run|separate|shorten|simplify|split|swap|switch|test|think again|throw|try|tweak|undo|unify|update|upgrade|use|validate|verify|wrap|write|go with|go back|limit|narrow|target|choose|pick|consider|take out|take care|get rid|bring back|put back|leave|turn|set|also \\p{L}+';
const LEAD_INS =
  "please|pls|plz|also|then|and|but|just|kindly|maybe|perhaps|now|first|firstly|second|instead|next|finally|yes|yep|yeah|no|ok|okay|sure|well|hmm|actually|so|however|though|only|still|always|simply|can you|can we|could you|could we|would you|will you|can you please|you should|you could|you must|you can|you may|you need to|you have to|you'll need to|we should|we could|we must|we need to|i need you to|i want you to|i want to|i'd like you to|i'd like to|i would like you to|i would like to|i think you should|i think we should|i suggest you|i suggest we|i suggest to|let's|lets|let us|need to|needs to|make sure to|make sure you|make sure that you|be sure to|don't forget to|do not forget to|remember to|try to|go ahead and|proceed to|feel free to|before that|before merging|before you merge|after that|for now|it'd be nice to|would be nice to|it would be good to|would be good to|would be great to|do";

/** An order to change something, at the beginning of a part of a sentence. */
export const CHANGE_ORDER = new RegExp(
  `^(?:(?:${LEAD_INS})\\s)*(?:${CHANGE_VERBS})(?![\\p{L}\\p{N}'-])(?! (?:(?:it|this|that|them|the plan|the changes?) approved|approving|going|on going|looks?|is|are|was|were|seems?|sounds?|approved|lgtm|it so|has|sure (?:it|that|this) (?:is|was)|that's|works))`,
  'u',
);

/** Asks for words, not for work. */
export const INFORMATION_ORDER = new RegExp(
  `^(?:(?:${LEAD_INS}|help me)\\s)*(?:explain|show|tell|clarify|describe|walk|give me|summari[sz]e|elaborate|remind|list|point|share|send|print|display|link|what|why|how|let me know|ping|confirm that|confirm whether|understand|see|know|talk|go over|go through)(?![\\p{L}\\p{N}'-])`,
  'u',
);

/** Work beside the task, asked for while the author is still reading. */
export const SIDE_WORK = phrases(
  "while (?:i|i'm|we|we're|you|you're) (?:am |are )?(?:still )?(?:review|reviewing|look|looking|check|checking|read|reading|wait|waiting|think|thinking|test|testing)",
  'meanwhile',
  'in the meantime',
  'separately',
  'unrelated',
  '(?:another|different|new|separate|other) (?:task|ticket|issue|project|repo|repository|thing)',
);

/** Begins like a question even when the mark is forgotten. */
export const QUESTION_OPENING =
  /^(?:(?:and|but|so|ok|okay|hmm|wait|well|,) )*(?:(?:what|what's|why|how|how's|where|who|who's|which|whose) |(?:is|are|am|was|were|does|did|has|have|had|can|could|would|will|should|shall|may|might|isn't|aren't|doesn't|didn't|can't|couldn't|wouldn't|won't|shouldn't|haven't) (?:i|you|we|they|he|she|it|this|that|these|those|there|the|your|all|any|anyone|everything|everyone) |do (?:you|we|they|i|these|those|the|any) )/u;

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

/** In a question, asks about going on. */
export const ASKS_ABOUT_STEP = phrases(
  'approv\\p{L}*',
  'lgtm',
  'proceed\\p{L}*',
  'merg\\p{L}*',
  'finali[sz]\\p{L}*',
  'continue',
  'go ahead',
  'go on',
  'looks? (?:good|ok|okay|fine)',
  'sounds good',
  'good to go',
  'ship',
  'ready',
  'yes',
  'ok',
  'okay',
);

/** Conditions that hold nothing back. */
export const HARMLESS_CONDITION = new RegExp(
  [
    "(?:when(?:ever)?|as soon as|once) (?:you're |you are |it's |it is )?(?:ready|possible|convenient|you like|you want|you can|you get a chance)",
    '(?:please )?(?:let me know|tell me|ping me|notify me|shout|call me|message me|keep me posted|keep me updated)[^,]{0,200}',
    "if (?:there is |there's )?(?:anything|something|any questions?|you have (?:any )?questions?|you need (?:me|anything|help))[^,]{0,200}",
    '^(?:after|having) (?:a |an |some |my |our |the |careful |carefully |further |closer |full |thorough |thoroughly |second )*(?:review|reviewing|reviewed|reading|read|consideration|considering|discussion|discussing|looking|looked|checking|checked|testing|tested|look|thought)[^,]{0,120}(?=,)',
    "(?:i|we) (?:would|'d) like to (?=(?:approve|proceed|go ahead))",
  ].join('|'),
  'u',
);

/** Kind words and small talk that neither approve nor refuse. */
export const SMALL_TALK =
  /^(?:(?:very|really|so|much|many|that's|this is|it's|that is|looks|what an?|such an?|an?|the|super|truly|overall|great|nice|good|excellent|awesome|perfect|amazing|cool|lovely|wonderful|fantastic|brilliant|impressive|interesting|clever|neat|solid|beautiful|well|thanks|thank|thx|ty|cheers|kudos|congrats|congratulations|bravo|wow|haha|lol|hi|hello|hey|hooray|yay|please|sorry|again|everyone|all|team|guys|mate|you|job|work|stuff|effort|progress|thinking|thought|idea|one|approach|plan|done|for|this|that|it|here|there|everything|i|love|like|appreciate|sir|buddy|dear|claude|indeed|then|now|to|me|from|us|and|with|go|team|bot|agent|lot|ton|bunch|of|happy|day|morning|evening|afternoon|appreciated)(?: |$))+$/u;
