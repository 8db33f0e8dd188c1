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
