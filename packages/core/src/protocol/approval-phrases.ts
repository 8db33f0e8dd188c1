import { phrases } from './phrases.ts';

// What people write when they approve. The texts matched are one sentence in lower case with ` , ` for every mark between its parts.

const WHOLE =
  '(?:it|this|that|these|those|they|all|all of (?:it|this|that|them)|everything|everything here|(?:the |your |this |that |these |those |our |my |all |all the |all of the )?(?:whole |entire |updated |revised |new |final |latest |proposed |implementation )?(?:plan|plans|change|changes|changeset|proposal|implementation|code|diff|diffs|commit|commits|work|branch|pr|patch|result|results|approach|design|solution|version|task|update|updates|fix|fixes))';
const NEXT_STEP: Readonly<Record<'plan' | 'change', string>> = {
  plan: '(?:implement|implementing|implementation|start|starting|begin|beginning|build|building|code|coding|execute|executing|execution|work|development)',
  change:
    '(?:merge|merging|finali[sz]e|finali[sz]ing|finali[sz]ation|complete|completing|completion|finish|finishing|ship|shipping|clean up|cleanup|cleaning up|commit|committing|push|pushing|land|landing)',
};
const NEXT_STEPS = `(?:${NEXT_STEP.plan}|${NEXT_STEP.change})`;

/** Said without "if" or "but" and without a "not" before it, this approves. */
export const CLEAR_APPROVAL = phrases(
  'approved?',
  "(?:i'm|i am|we're|we are|am|hereby) approving",
  "(?:you have|you have got|you got|you've got|has|have|giving|give|gave you|granting|grant|with) (?:my|our|full|my full|the) (?:approval|blessing|green light|go-ahead|ok|okay|consent|sign-off)",
  '(?:approval|permission) (?:is )?(?:granted|given)',
  "(?:that's|it's|this is) a (?:clear |big |definite |hard |full )?yes",
  '(?:i|we) vote yes',
  '(?:my|the) answer is (?:a )?yes',
  "let's do (?:it|this)",
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
  'looks? (?:all |very |really |so |quite )?good',
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
  /^(?:(?:oh|hell|absolutely|definitely|certainly|of course|sure|ok|okay|alright|thanks|please|a|big) )*(?:yes|yep|yup|yeah|yea|yess+|aye|affirmative|absolutely|definitely|certainly|of course|do it|go|please do)(?: (?:please|continue|please continue|sir|thanks|thank you|absolutely|definitely|indeed|of course|do it|do so|do|go|now|exactly|for sure|you can|you may|it is|it does))*$/u;

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

const SIGN_OFF = 'side|end|perspective|point of view|standpoint';

/**
 * What may stand behind an approving phrase, piece by piece: who speaks, how gladly, what of, and the step it is for. Anything else makes the
 * phrase part of another statement: "approved in part", "ship it back". The number of pieces is bounded for the sake of time.
 */
export const HARMLESS_TAIL = new RegExp(
  `^(?:(?:${[
    '(?:to|for|by|with|from) (?:me|us|all of us|both of us)',
    `(?:from|on) (?:my|our|this) (?:${SIGN_OFF})`,
    '(?:thanks|thank you|thx) for (?!nothing)[^,]{1,80}$',
    '(?:and )?(?:please|pls|now|then|thanks|thank you|thx|cheers|again|too|as well|also|here|indeed|today|asap|immediately|already|so|just|kindly|right away|straight away|at once|of course|for sure|everyone|everybody|all|both|team|guys|folks|mate|buddy|sir|claude|accordingly|further|forward)',
    '(?:fully|completely|entirely|unconditionally|wholeheartedly|formally|officially|happily|gladly|in full|in its entirety|with pleasure|with thanks|across the board|on all counts|at will|full steam ahead|at full speed)',
    'as(?: it| they| you| we)? (?:is|are|stands?|planned|proposed|described|presented|shown|written|submitted|discussed|suggested|outlined|agreed|see fit|like|want|wish)',
    '(?:very |really |so |a )?(?:great|good|nice|excellent|awesome|amazing|fantastic|perfect|solid|well|lovely|brilliant|love it)(?: (?:job|work|stuff|one|done|plan|effort|idea|thinking))?',
    "(?:i|we|i'm|that|it's|this is|you can|you may|you're|you are|are|is|let's|feel free to|and|let us|happy to|free to)",
    `(?:with|on|to|of|for|in|into|and|from)(?: ${WHOLE}| (?:the |your |a )?(?:next (?:step|steps|phase|state|stage)|implementation phase|release|production|prod|main|master|trunk|upstream|main branch)|$)`,
    `(?:(?:to|for|with) )?(?:the |your )?${NEXT_STEPS}`,
    `them(?: all| both)?|without (?:any )?(?:reservations?|changes?|comments?)|${WHOLE}(?: looks? (?:great|good|fine|perfect))?`,
    '(?:commit |pr |version )?(?:\\p{N}+|v\\p{N}+|[0-9a-f]{7,64}|\\p{L}+-\\p{N}+)|in (?:[\\p{L}\\p{N}-]+ ){1,2}md',
    CLEAR_APPROVAL.source,
    '(?:yes|yep|yeah|ok|okay|absolutely|definitely|continue|do it|do so|yessign)',
  ].join('|')})(?: |$)){0,8}$`,
  'u',
);

/** What may stand before "confirmed", "accepted", "signed off" and "good to go" for the work to be meant, not a bug or a date. */
export const HARMLESS_HEAD = new RegExp(
  `^(?:(?:ok|okay|yes|yep|yeah|yessign|and|so|well|great|alright|now|then|thanks|nice|perfect|cool|good|also|both|all|lgtm|approved|reviewed|tested|read|checked|it's|that's|this is|you're|we're|you are|we are|i'm|i am|i|we|i've|i have|we've|we have|is|are|am|has|have|been|be|considered?|hereby|fully|officially|formally|therefore|hence|definitely|certainly|absolutely|status|verdict|decision|answer|(?:to|for|from) me|(?:from|on) (?:my|our) (?:${SIGN_OFF})|${WHOLE})(?: |$)){0,10}$`,
  'u',
);
