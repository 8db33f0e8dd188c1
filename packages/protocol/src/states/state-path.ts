import type { ChangeKind, RiskLevel, TaskState } from './task-state.ts';

/** How much of the protocol each level asks for. */
export const VARIANTS = { HIGH: 'FULL', MEDIUM: 'ABBREVIATED', LOW: 'STREAMLINED' } as const;

const BEFORE_WORK: readonly TaskState[] = ['INIT', 'CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS'];
const WORK: readonly TaskState[] = ['IMPLEMENTATION', 'VALIDATION', 'REVIEW'];
const AFTER_WORK: readonly TaskState[] = ['AWAITING_USER_APPROVAL', 'COMPLETE', 'CLEANUP'];

/**
 * The states a task passes when all goes well. LOW risk, and MEDIUM risk with documentation or plain configuration only, skip
 * IMPLEMENTATION, VALIDATION and REVIEW; the work then happens after the plan is approved. Both checkpoints, leaving SYNTHESIS and
 * leaving AWAITING_USER_APPROVAL, are on every path, and a level or kind that is not known gets the full one.
 *
 * @example
 * ```ts
 * import { statePath } from '@batonkit/protocol';
 *
 * statePath('LOW', 'documentation_only'); // => ['INIT', 'CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS', 'AWAITING_USER_APPROVAL', 'COMPLETE', 'CLEANUP']
 * statePath('MEDIUM', 'code').includes('IMPLEMENTATION'); // => true
 * ```
 */
export function statePath(level: RiskLevel, changeKind: ChangeKind): TaskState[] {
  const isPlain = changeKind === 'documentation_only' || changeKind === 'config_only';
  const isShort = level === 'LOW' || (level === 'MEDIUM' && isPlain);
  return [...BEFORE_WORK, ...(isShort ? [] : WORK), ...AFTER_WORK];
}
