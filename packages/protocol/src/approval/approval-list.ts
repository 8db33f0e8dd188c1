import type { Checkpoint } from '../section/protocol-section.ts';

const ME = '(?: to me)?';
const PLEASE = '(?:please )?';
const MAY = '(?:please |you can |you may )?';

/** "I approve", in the words that count; what names a checkpoint counts at that one alone. */
const APPROVES: Readonly<Record<Checkpoint | 'both', readonly string[]>> = {
  both: [
    'approved',
    'approve',
    'i approve(?: it| this)?',
    'this is approved',
    'reviewed and approved',
    'approved as is',
    '(?:nice )?lgtm',
    'good to go',
    `looks good${ME}`,
    `(?:it|this|everything) looks good${ME}`,
  ],
  plan: [
    '(?:i )?approve (?:the|this) plan',
    '(?:the )?plan approved',
    '(?:the |this )?plan is approved',
    `(?:the |this )?plan looks good${ME}`,
  ],
  change: [
    '(?:i )?approve (?:the|this|these) changes?',
    '(?:the )?changes? approved',
    '(?:the |this )?change is approved',
    '(?:the |these )?changes are approved',
    `(?:the |this )?change looks good${ME}`,
    `(?:the |these )?changes look good${ME}`,
  ],
};

/** "Go ahead": approves by itself. */
const GOES_ON: Readonly<Record<Checkpoint | 'both', readonly string[]>> = {
  both: [`${MAY}go ahead`, 'sure go ahead', `${MAY}proceed`, 'ship it'],
  plan: [`${MAY}(?:proceed|go ahead) with (?:the )?(?:plan|implementation)`],
  change: [
    `${MAY}(?:proceed|go ahead) with (?:the )?(?:cleanup|finali[sz]ation|merge)`,
    `${MAY}(?:go ahead and )?merge it`,
    `(?:please|(?:please )?go ahead and|yes|ok|okay) merge`,
  ],
};

/** What may follow an approval, and does not approve by itself. */
const FOLLOWS: Readonly<Record<Checkpoint | 'both', readonly string[]>> = {
  both: [`${PLEASE}continue`],
  plan: [`${PLEASE}(?:start implementing|start the implementation|implement it)`],
  change: [`${MAY}(?:merge(?: it)?|finali[sz]e(?: it)?|finish up)`],
};

const LIST: Readonly<Record<Checkpoint, RegExp>> = { plan: compile('plan'), change: compile('change') };

function compile(checkpoint: Checkpoint): RegExp {
  const among = (lists: typeof APPROVES): readonly string[] => [...lists.both, ...lists[checkpoint]];
  const approves = `(?:${among(APPROVES).join('|')})`;
  const goesOn = `(?:${among(GOES_ON).join('|')})`;
  const follows = `(?:${[...among(GOES_ON), ...among(FOLLOWS), 'approved'].join('|')})`;
  return new RegExp(
    `^(?:(?:yes|ok|okay|thanks) )?(?:${approves}(?: (?:and )?${follows})?|${goesOn})(?: please| thanks| thank you)?$`,
  );
}

/** Longer than any message on the list. */
const MAX_LENGTH = 120;
const SIGNS = '(?:👍[🏻-🏿]?|✅|🎉|🚀|🙏|:\\+1:)\uFE0F?';
const OUTER_SIGNS = new RegExp(`^(?:${SIGNS}\\s*)+|(?:\\s*${SIGNS})+$`, 'gu');

/**
 * Whether a message, from its first word to its last, is an approval of the closed list. Case, outer space, one full stop or exclamation at
 * the end, a cheering sign, bold type and the commas between its words make no difference; every other character does.
 */
export function isOnApprovalList(message: string, checkpoint: Checkpoint): boolean {
  const whole = message.trim();
  if (whole.length > MAX_LENGTH || /[\r\n]/.test(whole)) return false;
  const plain = whole
    .replaceAll(OUTER_SIGNS, '')
    .replace(/^(\*\*|\*|__|_)(.*)\1$/, '$2')
    .replace(/(?<!\.)(?:\.|!{1,3})$/, '')
    .replaceAll(/, ?| [-–—] /g, ' ')
    .replaceAll(/ +/g, ' ')
    .toLowerCase();
  return LIST[checkpoint].test(plain);
}
