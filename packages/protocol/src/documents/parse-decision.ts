import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { findLeadIn, findObjection, isObjection } from './open-objection.ts';
import { HIDDEN, readOwnLines } from '../words/own-lines.ts';
import { FILE_NAME, findUnplain } from './plain-reason.ts';

/** A reviewer's answer that does not say what it has to say; it is never taken for an approval. */
export type MalformedDecision = Failure<'MalformedDecision', { readonly problems: readonly string[] }>;

/** What a reviewer decided. */
export interface ReviewDecision {
  readonly decision: 'APPROVED' | 'REJECTED';
  readonly reason: string;
}

/** What a reviewer wants to happen to the items it rejected. */
export interface ScopeDecision {
  readonly decision: 'DEFER' | 'RESOLVE_NOW';
  readonly blocking: readonly string[];
  readonly deferrable: readonly string[];
  /** Why the deferrable items exceed the scope. */
  readonly justification: string;
}

/**
 * Reads a reviewer's `FINAL DECISION: APPROVED - reason` or `FINAL DECISION: REJECTED - issues`. Markdown around it (bold, headings,
 * lists, a check mark or cross before the word) is fine; quoted lines, struck-out text and code do not count. Fails with
 * `MalformedDecision` when there is no decision, both, one of a different wording, one without a reason or with the placeholder of a
 * template; the same decision twice is one.
 *
 * An approval has to be the last thing the author says: only its reason, the files that were looked at, a signature or thanks may follow.
 * Every clause of the reason has to speak for the work or be neutral, in English. An approval also fails when the report refuses to
 * approve or merge, names something critical, blocking or to be fixed that is not resolved, tells of a check that was not made or failed, a
 * condition, an open point or a score below 60 %, mentions a rejection, or introduces the decision as an example or somebody else's; or when
 * it is unclear where quotes, code and comments end. The failure quotes the line.
 *
 * The rules know words, not code: they find a line that says of itself that something is wrong (a mark, a score, a count, a severity, a
 * condition, a check that was not made), in English. A plain statement such as "It logs the token." reads like any description of the work
 * and stops nothing; that is why a person sees the change before it lands.
 *
 * @example
 * ```ts
 * import { parseDecision } from '@batonkit/protocol';
 *
 * parseDecision('All done.\n\nFINAL DECISION: ✅ APPROVED - no violations')._unsafeUnwrap(); // => { decision: 'APPROVED', reason: 'no violations' }
 * parseDecision('I approve.')._unsafeUnwrapErr().code; // => 'MalformedDecision'
 * parseDecision('FINAL DECISION: APPROVED - not yet, fix the tests').isErr(); // => true
 * ```
 */
export function parseDecision(text: string): Result<ReviewDecision, MalformedDecision> {
  const { lines, isDoubtful } = readOwnLines(text);
  const found: ReviewDecision[] = [];
  const at: number[] = [];
  for (const [index, line] of lines.entries()) {
    const value = /^FINAL DECISION ?: ?(.*)$/.exec(line)?.[1];
    if (value === undefined) continue;
    const read = /^(?:[✅✔☑]\s*)?(APPROVED)(?![\w/|])(.*)$|^(?:[❌✖✗✘]\s*)?(REJECTED)(?![\w/|])(.*)$/u.exec(value);
    const decision = read?.[1] ?? read?.[3];
    if (read === null || decision === undefined) {
      return malformed([`The decision "${cut(value)}" is neither APPROVED nor REJECTED.`]);
    }
    const reason = readReason(read[2] ?? read[4] ?? '', lines.slice(index + 1, index + 1 + MAX_REASON_LINES));
    if (reason === null) return malformed([`The decision ${decision} is not followed by " - " and a reason.`]);
    at.push(index);
    found.push({ decision: decision === 'APPROVED' ? 'APPROVED' : 'REJECTED', reason });
  }
  const [first] = found;
  if (first === undefined)
    return malformed(['There is no line "FINAL DECISION: APPROVED - reason" or "FINAL DECISION: REJECTED - issues".']);
  if (found.some(({ decision }) => decision !== first.decision))
    return malformed(['The answer both approves and rejects.']);
  if (first.decision === 'REJECTED') return ok(first);
  const problem = findContradiction(lines, at, [...new Set(found.map(({ reason }) => reason))]);
  if (problem !== undefined) return malformed([problem]);
  const isMentioned = lines.some((line) =>
    /\bFINAL DECISION\b.{0,200}\bREJECT(?:ED)?\b|\b(?:DECISION|VERDICT|STATUS) ?: ?\W{0,3}(?:NOT APPROVED|REJECT)|^\W*(?:NOT APPROVED|REJECT(?:ED)?)\W*$/i.test(
      line,
    ),
  );
  if (isMentioned || isDoubtful)
    return malformed([
      `The answer approves, but ${isMentioned ? 'mentions a rejection' : 'code or a comment in it has no end'}.`,
    ]);
  return ok(first);
}

/** A verdict that was given beside the words of the reviewer, or in their place. */
export interface GivenVerdict {
  readonly verdict?: ReviewDecision['decision'] | undefined;
  /** What the reviewer wrote. It needs no line with the decision when there is a verdict. */
  readonly report?: string | undefined;
  /** Why. For an approval it is read like the reason of a decision. */
  readonly note?: string | undefined;
}

/**
 * Reads a verdict together with the report and the note that come with it. A report that decides has to agree with the verdict; one that does
 * not is read as what the reviewer said before the verdict, so an approval fails on whatever {@link parseDecision} would not let pass.
 */
export function readVerdict({
  verdict,
  report = '',
  note = '',
}: GivenVerdict): Result<ReviewDecision, MalformedDecision> {
  const isDecided = verdict === undefined || readOwnLines(report).lines.some((line) => DECIDES.test(line));
  if (isDecided) {
    const read = parseDecision(report);
    if (read.isErr()) return read;
    const { decision } = read.value;
    if (verdict !== undefined && verdict !== decision)
      return malformed([`The report says ${decision}, and the verdict is ${verdict}.`]);
    if (note.trim() === '') return read;
    return readVerdict({ verdict: decision, note }).map(() => ({ decision, reason: note }));
  }
  if (verdict === 'REJECTED' || `${report}${note}`.trim() === '') return ok({ decision: verdict, reason: note });
  const reason = note.trim() === '' ? 'approved' : note.trim();
  return parseDecision(`${report}\n\nFINAL DECISION: APPROVED - ${reason}`).map(() => ({
    decision: verdict,
    reason: note,
  }));
}

const DECIDES = /^FINAL DECISION ?:/;

/**
 * Reads a reviewer's answer in scope negotiation: `BLOCKING ISSUES:`, `DEFERRABLE ISSUES:`, `PERSISTENCE JUSTIFICATION:` and
 * `SCOPE_DECISION: DEFER` or `RESOLVE_NOW`, each once, the lists inline or as bullets below. Fails with `MalformedDecision`, listing
 * everything that is missing or contradicts itself: deferring while something blocks, deferring nothing or without a justification,
 * deferring under a condition, in an example or with something else said behind it, resolving now with nothing that blocks.
 *
 * @example
 * ```ts
 * import { parseScopeDecision } from '@batonkit/protocol';
 *
 * const answer = 'BLOCKING ISSUES: none\nDEFERRABLE ISSUES:\n- docs for the cache\nPERSISTENCE JUSTIFICATION: needs the cache first\nSCOPE_DECISION: DEFER';
 * parseScopeDecision(answer)._unsafeUnwrap().deferrable; // => ['docs for the cache']
 * parseScopeDecision('SCOPE_DECISION: DEFER or RESOLVE_NOW')._unsafeUnwrapErr().data.problems.length; // => 4
 * ```
 */
export function parseScopeDecision(text: string): Result<ScopeDecision, MalformedDecision> {
  const { lines, isDoubtful } = readOwnLines(text);
  const { fields, repeated, before } = readFields(lines);
  const problems = repeated.map((name) => `${name} is given twice.`);
  for (const name of SCOPE_FIELDS) if (!fields.has(name)) problems.push(`${name} is missing.`);

  const listed = fields.get('BLOCKING ISSUES') ?? [];
  // Whatever stands there may block, even where it looks like a place that was not filled in.
  const blocking = readItems(listed, false);
  const deferrable = readItems(fields.get('DEFERRABLE ISSUES') ?? []);
  const justification = readItems(fields.get('PERSISTENCE JUSTIFICATION') ?? []).join(' ');
  const word = /^(?:[^\w\s❌✖✗✘~!¬≠"'<]+\s*)?(DEFER|RESOLVE_NOW)(?=\s*(?:$|[-–—:.,;(]))/u.exec(
    fields.get('SCOPE_DECISION')?.[0] ?? '',
  )?.[1];
  const said = (fields.get('SCOPE_DECISION') ?? []).join(' ');
  if (/\bDEFER\b/.test(said) && /\bRESOLVE_NOW\b/.test(said))
    problems.push('SCOPE_DECISION says both DEFER and RESOLVE_NOW.');
  else if (fields.has('SCOPE_DECISION') && word === undefined)
    problems.push('SCOPE_DECISION is neither DEFER nor RESOLVE_NOW.');
  if (word === 'DEFER') {
    if (blocking.length > 0 || listed.includes(HIDDEN))
      problems.push('The answer defers although it lists blocking issues.');
    if (deferrable.length === 0) problems.push('The answer defers but lists nothing that can be deferred.');
    if (justification === '') problems.push('The answer defers without a justification.');
    const [decided = '', ...behind] = fields.get('SCOPE_DECISION') ?? [];
    const doubt = findDeferralDoubt(before, decided.replace(/^\W*DEFER[\s:–—-]*/u, ''), behind);
    if (doubt !== undefined && !said.includes('RESOLVE_NOW'))
      problems.push(`The answer defers but also says "${cut(doubt)}".`);
    if (isDoubtful) problems.push('The answer defers, but code or a comment in it has no end.');
  }
  if (word === 'RESOLVE_NOW' && blocking.length === 0)
    problems.push('The answer wants all resolved now but lists no blocking issue.');
  if (problems.length > 0) return malformed([...new Set(problems)]);
  return ok({ decision: word === 'DEFER' ? 'DEFER' : 'RESOLVE_NOW', blocking, deferrable, justification });
}

const SCOPE_FIELDS = ['BLOCKING ISSUES', 'DEFERRABLE ISSUES', 'PERSISTENCE JUSTIFICATION', 'SCOPE_DECISION'] as const;
type ScopeField = (typeof SCOPE_FIELDS)[number];

/** What speaks against a deferral: a lead-in or a refusal before it, a reason that is not plain, or whatever else is said behind it. */
function findDeferralDoubt(before: readonly string[], reason: string, behind: readonly string[]): string | undefined {
  const refusal = before.find((line) =>
    /\b(?:not|cannot|never|\w+n't|refuse to|against) (?:\w+ ){0,3}defer/i.test(line),
  );
  const isUnplain = /\w/.test(reason) && findUnplain(`nothing blocks, ${reason}`) !== undefined;
  return refusal ?? findLeadIn(before) ?? (isUnplain ? reason : undefined) ?? behind.find((line) => !mayFollow(line));
}

function readFields(lines: readonly string[]): {
  readonly fields: Map<ScopeField, string[]>;
  readonly repeated: readonly ScopeField[];
  /** What is said before the first field. */
  readonly before: readonly string[];
} {
  const before: string[] = [];
  const fields = new Map<ScopeField, string[]>();
  const repeated: ScopeField[] = [];
  let current: string[] | null = null;
  for (const line of lines) {
    const read =
      /^(BLOCKING ISSUES|DEFERRABLE ISSUES|PERSISTENCE JUSTIFICATION|SCOPE[_ ]DECISION)(?: ?\([^)]{0,100}\))? ?: ?(.*)$/.exec(
        line,
      );
    if (read === null) (current ?? before).push(line);
    else {
      const name = SCOPE_FIELDS.find((field) => field === (read[1] ?? '').replace('SCOPE DECISION', 'SCOPE_DECISION'));
      if (name === undefined) continue;
      if (fields.has(name)) repeated.push(name);
      current = [read[2] ?? ''];
      fields.set(name, current);
    }
  }
  return { fields, repeated, before };
}

/** The entries of a list: none for "none", "n/a", a dash or nothing. */
function readItems(lines: readonly string[], dropsPlaceholders = true): readonly string[] {
  return lines
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' &&
        line !== HIDDEN &&
        !/^(?:none|nothing|n\/a|\[\]|\[none\]|-|–|—)\.?$/i.test(line) &&
        !(dropsPlaceholders && isPlaceholder(line)),
    );
}

/** A reason below the decision is not read further than this. */
const MAX_REASON_LINES = 200;

/** What a template has where the answer should be. */
function isPlaceholder(text: string): boolean {
  return (
    /^<[^<>]*>\.?$|^\[[^[\]]*\](?!\()|^\{[^{}]*\}|^\([^()]*\)\.?$/.test(text) ||
    /^(?:(?:the|your|a|short|brief|one-line) )*(?:reasons?|issues?|explanation|justification|summary|text|why|because|todo|tbd|n\/a|xxx)(?: (?:here|goes here|for (?:the|your) decision))?[.:!]*$/i.test(
      text,
    ) ||
    /^(?:why nothing is left to object to|what has to change, most important first)\W*$/i.test(text)
  );
}

/** What may follow a decision: rules, a signature, thanks, and what was looked at. */
const SIGNATURE =
  /^(?:(?:signed(?:[- ]off)?(?:[- ]by)?|reviewed[- ]by|reviewer|agent|date|commit|round|domain) ?:(?! ?(?:no|not|none|nobody|never|under|anonymous)(?![\w-])) ?[\w .@<>+/:#-]{1,80}|[—–-]{1,2} ?[\w-]{0,40}(?:reviewer|updater|architect|agent))$/iu;
const THANKS =
  /^(?:thanks|thank you)(?: (?:all|team|again|for (?:the|your) (?:quick |good |great )?(?:work|turnaround|fix(?:es)?|changes)))?[.!]*$/i;
const LOOKED_AT = /^(?:(?:looked at|files?|reviewed|checked|read) ?: ?)?(.*)$/i;

function mayFollow(line: string): boolean {
  if (line === '' || line === HIDDEN || /^[-=–—]{3,}$/.test(line)) return true;
  if (SIGNATURE.test(line) || THANKS.test(line) || /^(?:end of (?:the )?(?:report|review))\.?$/i.test(line))
    return true;
  if (/^[✅✔☑👍🎉🚀\s]+$/u.test(line)) return true;
  const named = LOOKED_AT.exec(line)?.[1] ?? '';
  return FILE_NAME_ONLY.test(named.replaceAll(FILE_NAME, '.')) && named !== '';
}

const FILE_NAME_ONLY = /^\.(?:(?:, ?| and | )\.)*$/;

/** What in the author's own words speaks against the approvals at these lines. */
function findContradiction(
  lines: readonly string[],
  at: readonly number[],
  reasons: readonly string[],
): string | undefined {
  const last = at.at(-1) ?? 0;
  let end = last + 1;
  // A reason may be wrapped; with none on the line of the decision it stands below.
  const isBelow = /[-–—:]\s*$/.test(lines[last] ?? '');
  while (end < lines.length && (isBelow || lines[end] !== '')) end += 1;
  const wrapped = lines.slice(last + 1, end).filter((line) => !mayFollow(line));
  const added = [...reasons, ...(wrapped.length === 0 ? [] : [wrapped.join(' ')])];
  for (const reason of added) {
    const doubt = findUnplain(reason) ?? (isObjection(reason, '') ? reason : undefined);
    if (doubt !== undefined) return `The decision APPROVED also says "${cut(doubt)}", which does not plainly approve.`;
  }
  const behind = lines.slice(end).find((line) => !mayFollow(line));
  if (behind !== undefined) return `The decision APPROVED is not the last thing said: "${cut(behind)}" follows.`;
  const isDecision = new Set(at);
  const told = lines.slice(0, last).filter((_, index) => !isDecision.has(index));
  const objection = findObjection(told) ?? findObjection(lines.slice(0, at[0]));
  if (objection === undefined) return undefined;
  return `The answer approves, but also says "${cut(objection)}".`;
}

/** The reason behind a decision: what follows a dash or colon on its line, or else the lines below. */
function readReason(rest: string, below: readonly string[]): string | null {
  const inline = /^\s*[-–—:]+\s*(.*)$/.exec(rest)?.[1];
  if (inline === undefined) return null;
  const lines = below.filter((line) => line !== '' && line !== HIDDEN && !line.startsWith('FINAL DECISION'));
  const reason = inline === '' ? lines.join(' ') : inline;
  return isPlaceholder(reason) || !/[\p{L}\p{N}]/u.test(reason) ? null : reason;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function malformed(problems: readonly string[]): Result<never, MalformedDecision> {
  const message = `The answer is not in the agreed form, so it counts as no decision. ${problems.join(' ')} Ask the agent for it again.`;
  return err(failure('MalformedDecision', message, { problems }));
}
