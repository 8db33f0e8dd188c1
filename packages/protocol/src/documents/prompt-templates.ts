/** A text for an agent, with places to fill in. */
export interface PromptTemplate {
  readonly text: string;
  /** What `text` costs before anything is filled in, by `estimateTokens` of `@batonkit/markdown`. */
  readonly tokens: number;
  /** The names of its places, written `{name}` in the text. */
  readonly places: readonly string[];
}

/** Asks a reviewer for its decision. `parseDecision` reads the answer. */
export const REVIEW_PROMPT: PromptTemplate = Object.freeze({
  places: Object.freeze(['task', 'agent', 'domain', 'commit', 'requirements', 'changes']),
  tokens: 318,
  text: `You are {agent}. Review the task branch of "{task}" at commit {commit}, for the domain {domain} only.

Your requirements:
{requirements}

What changed:
{changes}

How to review:
1. Read the changed files on the task branch itself, not in an agent's working tree, and not only the summary above.
2. Hold them against each of your requirements. Name file and line for everything that is not met.
3. Do not ask the user to decide, and do not weigh how long a fix takes: whether something can wait is asked separately.
4. Say whether the work or the approved plan is at fault, when you reject.
5. Do not change files.

End your answer with exactly one of these lines, alone on its line, in capitals, with the dash and the text behind it:

FINAL DECISION: APPROVED - <why nothing is left to object to>
FINAL DECISION: REJECTED - <what has to change, most important first>

Nothing but the names of files and a signature may follow it. Approve only with a reason that speaks for the work, such as "no violations found,
tests cover the edge cases". Both lines, neither of them, a line without a reason, an approval with a condition, a doubt, a request or a question, or
one after something critical, blocking or to be fixed, counts as no decision, and you will be asked again.
`,
});

/** Asks a reviewer that rejected what of it blocks and what can wait. `parseScopeDecision` reads the answer. */
export const NEGOTIATION_PROMPT: PromptTemplate = Object.freeze({
  places: Object.freeze(['task', 'agent', 'domain', 'scope', 'rejection', 'authority']),
  tokens: 305,
  text: `You are {agent}. You rejected the work on "{task}", and resolving everything would take more than twice its scope.
Say what of it has to be resolved now, and what can become a task of its own. You decide on {authority}; nobody else classifies your items.

The scope of the task:
{scope}

Your rejection:
{rejection}

BLOCKING is what keeps the core from working, what lowers the quality of the solution within its scope, and what cannot be deferred safely in {domain}.
DEFERRABLE is what adds to the core without blocking it, what lies outside the scope, and what can stand alone as a task.

An item may only be deferred because it lies outside the task, needs knowledge that is not at hand, waits for something outside, or exceeds any
reasonable share. That it is hard, that an easy way works too, or that good is good enough are no reasons.

Answer in exactly this form, each heading once and nothing behind the last line; write "none" for an empty list:

BLOCKING ISSUES:
- <item>
DEFERRABLE ISSUES:
- <item, worded as the task that will resolve it>
PERSISTENCE JUSTIFICATION: <why each deferrable item exceeds the scope, rather than needs more effort>
SCOPE_DECISION: <DEFER when nothing blocks, else RESOLVE_NOW>
`,
});

/**
 * A template with its places filled in. What is filled in is taken as it is: a place inside it stays.
 *
 * @example
 * ```ts
 * import { fillPrompt, NEGOTIATION_PROMPT } from '@batonkit/protocol';
 *
 * const prompt = fillPrompt(NEGOTIATION_PROMPT, { task: 'Fix login', agent: 'style-reviewer', domain: 'style', scope: 'The form.', rejection: 'Names.', authority: 'style' });
 * prompt.startsWith('You are style-reviewer. You rejected the work on "Fix login"'); // => true
 * ```
 */
export function fillPrompt({ text, places }: PromptTemplate, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (place, name: string) =>
    places.includes(name) && Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}
