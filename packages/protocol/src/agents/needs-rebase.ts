import type { ProtocolSection } from '../section/protocol-section.ts';

/**
 * True when the task branch moved since the work was put on `onto`; only then it has to be rebased.
 *
 * @example
 * ```ts
 * import { needsRebase } from '@batonkit/protocol';
 *
 * needsRebase({ branch: { head: 'c0ffee', merges: 1 } }, 'beef'); // => true
 * needsRebase({ branch: { head: null, merges: 0 } }, null); // => false
 * ```
 */
export function needsRebase({ branch }: Pick<ProtocolSection, 'branch'>, onto: string | null): boolean {
  return branch.head !== null && branch.head !== onto;
}
