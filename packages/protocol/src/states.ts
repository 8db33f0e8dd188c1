/**
 * The names of the states, and nothing else: what a hook loads before every tool.
 *
 * @module
 */
export type { TaskState } from './states/task-state.ts';
export { TASK_STATES } from './states/task-states.ts';
