import { phrases } from '../words/phrases.ts';

// Words in which people speak of approving; only those of approval-list.ts approve. The texts matched are one sentence in lower case with ` , ` for every mark between its parts.

const WHOLE =
  '(?:it|this|that|these|those|they|all|all of (?:it|this|that|them)|everything|everything here|(?:the |your |this |that |these |those |our |my |all |all the |all of the )?(?:whole |entire |updated |revised |new |final |latest |proposed |implementation )?(?:plan|plans|change|changes|changeset|proposal|implementation|code|diff|diffs|commit|commits|work|branch|pr|patch|result|results|approach|design|solution|version|task|update|updates|fix|fixes))';
const NEXT_STEP: Readonly<Record<'plan' | 'change', string>> = {
  plan: '(?:implement|implementing|implementation|start|starting|begin|beginning|build|building|code|coding|execute|executing|execution|work|development)',
  change:
    '(?:merge|merging|finali[sz]e|finali[sz]ing|finali[sz]ation|complete|completing|completion|finish|finishing|ship|shipping|cleanup|commit|committing|push|pushing|land|landing)',
};

/** Speaks of approving, whoever approves and whatever. */
export const APPROVAL = phrases(
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

/** Orders the step behind a checkpoint. */
export const STEP_ORDER = new RegExp(`(?:${stepOrder(NEXT_STEP.plan)}|${stepOrder(NEXT_STEP.change)})`, 'u');

function stepOrder(step: string): string {
  return `^(?:(?:ok|okay|alright|great|perfect|good|fine|sure|thanks|thank you|now|so|then|yes|yeah|yep|and) )*(?:please |you can |you may |feel free to |you are free to |let's |now |just |go and )*(?:(?:continue|carry on|move on|move forward|go on|keep going) (?:with|to) (?:the |your )?)?(?:${step} (?:with |on )?(?:the )?)?${step}(?: (?:to|into|with|on) (?:the )?(?:main|master|trunk|it|this|plan|changes?|implementation|merge))*(?: ${WHOLE})?(?: (?:now|away|please|as planned|as is|as proposed|to main|to master|into main|into master|on main))*$`;
}

/** Says yes, to whatever. */
export const YES =
  /^(?:(?:oh|hell|absolutely|definitely|certainly|of course|sure|ok|okay|alright|thanks|please|a|big) )*(?:yes|yep|yup|yeah|yea|yess+|aye|affirmative|absolutely|definitely|certainly|of course|do it|go|please do)(?: (?:please|continue|please continue|sir|thanks|thank you|absolutely|definitely|indeed|of course|do it|do so|do|go|now|exactly|for sure|you can|you may|it is|it does))*$/u;
