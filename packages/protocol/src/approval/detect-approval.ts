import { isOnApprovalList } from './approval-list.ts';
import * as approval from './approval-phrases.ts';
import * as doubt from './doubt-phrases.ts';
import type { Checkpoint } from '../section/protocol-section.ts';
import * as refusal from './refusal-phrases.ts';
import { readSpokenText, type Sentence } from '../words/spoken-text.ts';

/** What a message means at a checkpoint. */
export interface ApprovalReading {
  readonly verdict: 'approved' | 'rejected' | 'ambiguous' | 'unrelated';
  /** Why it is read so. */
  readonly reason: string;
  /** The question to put to the user; only with `ambiguous`. */
  readonly ask?: string;
}

const MAX_SENTENCE = 500;

interface Findings {
  /** Speaks of approving, or says yes. */
  approving: boolean;
  unclear: boolean;
  /** A refusal, or an approval with a "not" before it. */
  refusal: boolean;
  /** A plain "no". */
  no: boolean;
  change: boolean;
  /** Something is forbidden. */
  prohibition: boolean;
  reservation: boolean;
  question: boolean;
  askedAboutStep: boolean;
  sideWork: boolean;
}

/**
 * Reads a user's message at a checkpoint. `approved` means that the whole message is on a short closed list ("approved", "LGTM", "yes, go
 * ahead"); a second sentence, a condition, a question or a word more is never an approval, nor is the step of the other checkpoint. Of the
 * rest, a refusal, a retraction, a fault or a request for change is `rejected`; words about approving, a bare "yes" or "okay" are
 * `ambiguous` and bring the question to `ask`; praise, comments and other questions are `unrelated`. Quoted text, code, struck-out text
 * and unticked boxes are not the author's words.
 *
 * @example
 * ```ts
 * import { detectApproval } from '@batonkit/protocol';
 *
 * detectApproval('Yes, proceed with implementation', 'plan').verdict; // => 'approved'
 * detectApproval('Can you add error handling details to the plan?', 'plan').verdict; // => 'rejected'
 * detectApproval('Okay', 'change').verdict; // => 'ambiguous'
 * detectApproval('Nice work', 'change').verdict; // => 'unrelated'
 * ```
 */
export function detectApproval(message: string, checkpoint: Checkpoint): ApprovalReading {
  if (isOnApprovalList(message, checkpoint)) return approved('The message approves and says nothing else.');
  const { sentences, quoted } = readSpokenText(message);
  if (/^\s*\/[A-Za-z]/.test(message)) {
    return /approv/i.test(message)
      ? ambiguous('This is a command, not an answer.', checkpoint)
      : unrelated('This is a command.');
  }
  if (sentences.length === 0) {
    const isAnswerQuoted = approval.APPROVAL.test(quoted) || approval.YES.test(quoted);
    return isAnswerQuoted
      ? ambiguous('The message only quotes an approval.', checkpoint)
      : unrelated('The message says nothing of its own.');
  }
  const found: Findings = {
    approving: false,
    unclear: false,
    refusal: false,
    no: false,
    change: false,
    prohibition: false,
    reservation: false,
    question: false,
    askedAboutStep: false,
    sideWork: false,
  };
  for (const { text, isQuestion } of sentences) {
    const sentence = { text: text.slice(0, MAX_SENTENCE), isQuestion };
    // Who approves clearly does not need that many words, and a cut sentence may have lost its "but".
    if (text.length > MAX_SENTENCE) found.reservation = true;
    if (sentence.isQuestion || doubt.QUESTION_OPENING.test(sentence.text)) readQuestion(sentence, found);
    else readStatement(sentence.text, found);
  }
  return weigh(found, checkpoint);
}

function weigh(found: Findings, checkpoint: Checkpoint): ApprovalReading {
  const isApproving = found.approving;
  if (found.change) return rejected('The message asks for a change.');
  if (found.refusal) return rejected('The message refuses.');
  if (found.no) {
    return isApproving ? ambiguous('The message says both yes and no.', checkpoint) : rejected('The message says no.');
  }
  if (found.prohibition && !isApproving) return rejected('The message forbids something.');
  if (isApproving || found.askedAboutStep) {
    if (found.sideWork) return ambiguous('The message asks for other work.', checkpoint);
    if (found.reservation && isApproving)
      return ambiguous('The message approves under a condition or with a doubt.', checkpoint);
    if (found.question) return ambiguous('The message asks a question, and a question does not approve.', checkpoint);
    return ambiguous('The message speaks of approving, but not in the plain words that approve.', checkpoint);
  }
  if (found.question || found.sideWork) return unrelated('The message is a question or asks for other work.');
  if (found.unclear) return ambiguous('The message may be an approval or may not.', checkpoint);
  return unrelated('The message neither approves nor refuses.');
}

function readQuestion({ text }: Sentence, found: Findings): void {
  const parts = splitParts(text);
  found.question = true;
  if (doubt.SIDE_WORK.test(text)) {
    found.sideWork = true;
    return;
  }
  if (doubt.ASKS_ABOUT_STEP.test(text)) found.askedAboutStep = true;
  if (parts.some(isChangeOrder) || refusal.SUGGESTION.test(text)) found.change = true;
  // "No, why would I?" and "Not approved, ok?" refuse with a question mark.
  const [first = ''] = parts;
  if (parts.length > 1 && isRefusal(first)) found.refusal = true;
}

function readStatement(whole: string, found: Findings): void {
  const text = withoutHarmlessParts(whole);
  if (doubt.UNCLEAR.test(whole)) found.unclear = true;
  if (doubt.SIDE_WORK.test(text)) {
    found.sideWork = true;
    return;
  }
  if (doubt.RESERVATION.test(text)) found.reservation = true;
  let isNegated = false;
  for (const part of splitParts(text)) {
    const negatedAt = part.search(refusal.NEGATION);
    if (isChangeOrder(part) && !isStepOrder(part)) found.change = true;
    else if (refusal.REFUSAL.test(part) || isStop(part)) found.refusal = true;
    else if (refusal.FAULT.test(part)) found.change = true;
    else if (negatedAt !== -1 && approvalWordAt(part) > negatedAt) found.refusal = true;
    else if (refusal.PROHIBITION.test(part)) {
      found.prohibition = true;
      found.reservation = true;
    } else if (isPlainNo(part)) found.no = true;
    else if (negatedAt !== -1) isNegated = true;
    else if (refusal.INFORMATION_ORDER.test(part)) found.question = true;
    else if (isApproval(part)) found.approving = true;
  }
  if (isNegated) found.reservation = true;
}

function isApproval(part: string): boolean {
  return isStepOrder(part) || approval.APPROVAL.test(part) || approval.YES.test(part);
}

function approvalWordAt(part: string): number {
  const words = [approval.APPROVAL, doubt.ASKS_ABOUT_STEP].map((list) => part.search(list)).filter((at) => at !== -1);
  return Math.max(-1, ...words);
}

function isStepOrder(part: string): boolean {
  return approval.STEP_ORDER.test(part);
}

function isChangeOrder(part: string): boolean {
  return refusal.CHANGE_ORDER.test(part) && !refusal.INFORMATION_ORDER.test(part);
}

function isRefusal(part: string): boolean {
  return isPlainNo(part) || refusal.REFUSAL.test(part);
}

function isStop(part: string): boolean {
  return /^(?:please |now |just )*stop(?:$| (?!and proceed))/u.test(part);
}

function isPlainNo(part: string): boolean {
  return /^(?:(?:oh|um|uh|well|sorry|hmm|actually|hell|ok|okay) )*no(?: (?:please|sorry|thanks|i|we|it|this|that|sir|wait|stop)(?: |$)|$)/u.test(
    part,
  );
}

function splitParts(text: string): readonly string[] {
  return text.split(/ ?, | (?:and|but|then|so|because|however|though|although) /u).filter((part) => part !== '');
}

function withoutHarmlessParts(text: string): string {
  let rest = text;
  for (const harmless of [doubt.HARMLESS_CONDITION, refusal.HARMLESS_NEGATION]) {
    rest = rest.replaceAll(new RegExp(harmless, 'gu'), ' ');
  }
  return rest.replaceAll(/\s+/g, ' ').trim();
}

function approved(reason: string): ApprovalReading {
  return { verdict: 'approved', reason };
}

function rejected(reason: string): ApprovalReading {
  return { verdict: 'rejected', reason };
}

function unrelated(reason: string): ApprovalReading {
  return { verdict: 'unrelated', reason };
}

function ambiguous(reason: string, checkpoint: Checkpoint): ApprovalReading {
  const [subject, step] = checkpoint === 'plan' ? ['the plan', 'implementation'] : ['the changes', 'finalization'];
  const ask = [
    `I am waiting for your decision on ${subject} and do not want to guess.`,
    `- To approve, say "yes, approved" or "proceed with ${step}".`,
    '- For changes, say what to change.',
    '- To take your time, say nothing: I go on waiting.',
  ].join('\n');
  return { verdict: 'ambiguous', reason, ask };
}
