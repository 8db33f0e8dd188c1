/** Why a task may be given up without being completed. A failed compliance check, time, complexity and tokens are not among them. */
export const LEGITIMATE_REASONS = Object.freeze([
  'user-request',
  'duplicate',
  'superseded',
  'no-longer-needed',
  'external-blocker',
  'contradictory-requirements',
] as const);
