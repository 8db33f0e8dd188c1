import type { StateFile } from './state-file.ts';

/** What to do next on a task. */
export interface NextStep {
  /** The first criterion that is not checked, or null when all are. */
  readonly criterion: { readonly index: number; readonly text: string } | null;
  /** What the last session left to do, or null before the first. */
  readonly next: string | null;
  /** Both as a sentence for an agent. */
  readonly text: string;
}

/**
 * The next step on a task: its first unchecked criterion, and what the last session said comes next.
 *
 * @example
 * ```ts
 * import { nextStep } from '@batonkit/workspace/state-file';
 *
 * const step = nextStep({
 *   criteria: [{ text: 'Finds names', checked: true }, { text: 'Is fast', checked: false }],
 *   sessions: [],
 *   output: null,
 * });
 * step.text; // => 'Work on criterion 1: Is fast'
 * ```
 */
export function nextStep({
  criteria,
  sessions,
  output,
}: Pick<StateFile, 'criteria' | 'sessions' | 'output'>): NextStep {
  const index = criteria.findIndex(({ checked }) => !checked);
  const criterion = index === -1 ? null : { index, text: criteria[index]?.text ?? '' };
  const last = sessions.at(-1)?.next ?? '';
  const next = last === '' ? null : last;
  if (criterion !== null) {
    const said = next === null ? '' : `\nThe last session said: ${next}`;
    return { criterion, next, text: `Work on criterion ${index}: ${criterion.text}${said}` };
  }
  if (output === null) return { criterion, next, text: 'All criteria are checked. Write the chain output.' };
  return { criterion, next, text: 'All criteria are checked and the chain output is written. Nothing is left to do.' };
}
