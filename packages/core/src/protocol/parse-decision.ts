import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { HIDDEN, readOwnLines } from './own-lines.ts';
import { phrases } from './phrases.ts';
import { CHANGE_ORDER, REFUSAL } from './refusal-phrases.ts';

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
 * lists, a check mark or cross before the word) is fine; quoted lines and code do not count. Fails with `MalformedDecision` when there
 * is no decision, both, one of a different wording, one without a reason or with the placeholder of a template; the same decision twice is
 * one. An approval also fails when its reason, or what the author says behind it, holds a condition, a request, a question or a refusal;
 * when the author mentions a rejection elsewhere; or when it is unclear where quotes, code and comments end.
 *
 * @example
 * ```ts
 * import { parseDecision } from '@batonkit/core/protocol';
 *
 * parseDecision('All done.\n\nFINAL DECISION: ✅ APPROVED - no violations')._unsafeUnwrap(); // => { decision: 'APPROVED', reason: 'no violations' }
 * parseDecision('I approve.')._unsafeUnwrapErr().code; // => 'MalformedDecision'
 * parseDecision('FINAL DECISION: APPROVED - not yet, fix the tests').isErr(); // => true
 * ```
 */
export function parseDecision(text: string): Result<ReviewDecision, MalformedDecision> {
  const { lines, isDoubtful } = readOwnLines(text);
  const found: ReviewDecision[] = [];
  let behind = lines.length;
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
    behind = Math.min(behind, index + 1);
    found.push({ decision: decision === 'APPROVED' ? 'APPROVED' : 'REJECTED', reason });
  }
  const [first] = found;
  if (first === undefined)
    return malformed(['There is no line "FINAL DECISION: APPROVED - reason" or "FINAL DECISION: REJECTED - issues".']);
  if (found.some(({ decision }) => decision !== first.decision))
    return malformed(['The answer both approves and rejects.']);
  if (first.decision === 'REJECTED') return ok(first);
  const doubt = findDoubt([...found.map(({ reason }) => reason), ...lines.slice(behind)]);
  if (doubt !== undefined) return malformed([`The decision APPROVED also says "${cut(doubt)}".`]);
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

/**
 * Reads a reviewer's answer in scope negotiation: `BLOCKING ISSUES:`, `DEFERRABLE ISSUES:`, `PERSISTENCE JUSTIFICATION:` and
 * `SCOPE_DECISION: DEFER` or `RESOLVE_NOW`, each once, the lists inline or as bullets below. Fails with `MalformedDecision`, listing
 * everything that is missing or contradicts itself: deferring while something blocks, deferring nothing or without a justification,
 * resolving now with nothing that blocks.
 *
 * @example
 * ```ts
 * import { parseScopeDecision } from '@batonkit/core/protocol';
 *
 * const answer = 'BLOCKING ISSUES: none\nDEFERRABLE ISSUES:\n- docs for the cache\nPERSISTENCE JUSTIFICATION: needs the cache first\nSCOPE_DECISION: DEFER';
 * parseScopeDecision(answer)._unsafeUnwrap().deferrable; // => ['docs for the cache']
 * parseScopeDecision('SCOPE_DECISION: DEFER or RESOLVE_NOW')._unsafeUnwrapErr().data.problems.length; // => 4
 * ```
 */
export function parseScopeDecision(text: string): Result<ScopeDecision, MalformedDecision> {
  const { fields, repeated } = readFields(readOwnLines(text).lines);
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
  }
  if (word === 'RESOLVE_NOW' && blocking.length === 0)
    problems.push('The answer wants all resolved now but lists no blocking issue.');
  if (problems.length > 0) return malformed([...new Set(problems)]);
  return ok({ decision: word === 'DEFER' ? 'DEFER' : 'RESOLVE_NOW', blocking, deferrable, justification });
}

const SCOPE_FIELDS = ['BLOCKING ISSUES', 'DEFERRABLE ISSUES', 'PERSISTENCE JUSTIFICATION', 'SCOPE_DECISION'] as const;
type ScopeField = (typeof SCOPE_FIELDS)[number];

function readFields(lines: readonly string[]): { fields: Map<ScopeField, string[]>; repeated: readonly ScopeField[] } {
  const fields = new Map<ScopeField, string[]>();
  const repeated: ScopeField[] = [];
  let current: string[] | null = null;
  for (const line of lines) {
    const read =
      /^(BLOCKING ISSUES|DEFERRABLE ISSUES|PERSISTENCE JUSTIFICATION|SCOPE[_ ]DECISION)(?: ?\([^)]{0,100}\))? ?: ?(.*)$/.exec(
        line,
      );
    if (read === null) current?.push(line);
    else {
      const name = SCOPE_FIELDS.find((field) => field === (read[1] ?? '').replace('SCOPE DECISION', 'SCOPE_DECISION'));
      if (name === undefined) continue;
      if (fields.has(name)) repeated.push(name);
      current = [read[2] ?? ''];
      fields.set(name, current);
    }
  }
  return { fields, repeated };
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

/** What is said of the absence of something, up to the word that turns the sentence. */
const ABSENCE =
  /(?<![\p{L}\p{N}'-])(?:no|nothing|none|without|zero|not a single|not any|never)(?![\p{L}\p{N}'-])(?: (?!but|however|if|once|unless|until|till|though|although|except|and|yet|please|so|because)[\p{L}\p{N}'/-]+){0,8}/gu;
/** What a cause is; it is not a condition. */
const HARMLESS =
  /(?<![\p{L}\p{N}'-])(?:(?:exactly|only|at|just) once|once (?:per|a|in|and for all)|(?:fixed|resolved|addressed|corrected|mended)(?: \p{L}+){0,4})(?![\p{L}\p{N}'-])/gu;
/** A file is named, and its name asks for nothing: `todo.md`, `src/should-retry.ts`. */
const FILE_NAME =
  /(?<![\p{L}\p{N}])[\w@./-]{0,200}\w\.(?:[cm]?[jt]sx?|json|md|ya?ml|toml|txt|css|html|py|rs|go|java|rb|sh|sql)(?![\p{L}\p{N}])/gu;
const CONDITION = phrases(
  'but',
  'however',
  'though',
  'although',
  'unless',
  'until',
  'till',
  'once',
  'if',
  'provided',
  'providing',
  'assuming',
  'pending',
  'subject to',
  'contingent',
  'conditional(?:ly)?',
  'conditions?',
  'except',
  'apart from',
  'aside from',
  'as long as',
  'as soon as',
  'yet',
  'later',
  'tentative(?:ly)?',
  'provisional(?:ly)?',
  'partial(?:ly)?',
  'in principle',
  'almost',
  'nearly',
  'mostly',
  'maybe',
  'perhaps',
  'probably',
  'not sure',
  'unsure',
  'still',
  'must',
  'should',
  'needs?',
  '(?:has|have) to',
  'to be (?:done|fixed|added|changed|resolved)',
  'remains?',
  'wait',
  'kidding',
  'just kidding',
  'jk',
  'please',
  'with (?:\\p{L}+ ){0,3}(?:changes?|nits?|comments?|conditions?|reservations?|caveats?|exceptions?|fixes|concerns?)',
  '(?:follow-?up|todo|fixme)',
  'actually',
  'correction',
  'mistake',
  'ignore',
);
const DENIAL = phrases(
  "(?:not|never|cannot|can't|won't|isn't|aren't|doesn't|don't|didn't) (?:\\p{L}+ ){0,2}(?:approved?|approving|accept|acceptable|ready|done|finished|complete|good|right|correct|ok|okay|fine|work|works|working|pass|passing|compile|build|merge|mergeable|ship)",
  '(?:tests?|build|ci|lint|checks?|it|this|they) (?:are |is )?(?:fails?|failed|failing|broken|red|breaks?|crash(?:es|ed)?)',
  "i (?:don't|do not|can't|cannot|won't|would not|wouldn't) approve",
);

/** The first of some texts that takes an approval back, hangs it on a condition or asks for something. */
function findDoubt(texts: readonly string[]): string | undefined {
  return texts.find((text) => {
    if (text === HIDDEN || text.startsWith('FINAL DECISION')) return false;
    const said = text
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[‘’ʼ´]/g, "'");
    if (/\bREJECTED\b|[❌✖✗✘?]/u.test(said)) return true;
    const words = said.toLowerCase().replaceAll(FILE_NAME, ' ');
    if (DENIAL.test(words) || /^\W*(?:no|nope|not|never)\W*$/.test(words)) return true;
    const rest = words.replaceAll(ABSENCE, ' ').replaceAll(HARMLESS, ' ').replaceAll(/\s+/g, ' ');
    if (CONDITION.test(rest) || REFUSAL.test(rest)) return true;
    return rest
      .split(/[,;:.!()–—]| - | and | then /)
      .some((part) => CHANGE_ORDER.test(part.trim()) || /^(?:when|after|before|only) /.test(part.trim()));
  });
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
