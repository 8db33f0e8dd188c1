/**
 * The names of the states, and nothing else: what a hook loads before every tool.
 *
 * @module
 */
export type { TaskState } from './task-state.ts';
export { TASK_STATES } from './task-states.ts';
