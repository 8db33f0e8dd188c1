/** The states of a task under the protocol, in the order of the full path; SCOPE_NEGOTIATION is a detour. */
export const TASK_STATES = Object.freeze([
  'INIT',
  'CLASSIFIED',
  'REQUIREMENTS',
  'SYNTHESIS',
  'IMPLEMENTATION',
  'VALIDATION',
  'REVIEW',
  'AWAITING_USER_APPROVAL',
  'SCOPE_NEGOTIATION',
  'COMPLETE',
  'CLEANUP',
] as const);
