import { coreMachine } from './core-machine.ts';

export const { decide, evolve, readRecord } = coreMachine;
export type { CommandInput, TaskEvent, TaskRecord } from './core-machine.ts';
export type { DecideEnv } from '../record/decide-env.ts';
