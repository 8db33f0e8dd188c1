import type { DecideError } from '../record/decision.ts';
import type { LifeCommand, LifeCommandInput, LifeEvent } from '../record/life.ts';
import type { RecordOf, SummaryOf, TypesIn } from '../record/slice.ts';
import type { Result } from '../result/result.ts';
import { deltas } from '../slices/deltas.ts';
import { evidence } from '../slices/evidence.ts';
import { roles } from '../slices/roles.ts';
import { turns } from '../slices/turns.ts';
import { createMachine, type Machine } from './create-machine.ts';

/** The slices that the services of core work with: every machine that they are given has these. */
export const coreSlices = [roles, evidence, turns, deltas] as const;

/** The slices of core, as a type. */
export type CoreSlices = typeof coreSlices;
/** The one document kept per task, as the services of core see it; other slices add their fields. */
export type TaskRecord = RecordOf<CoreSlices>;
/** One request to change a task, with its defaults filled in. */
export type Command = LifeCommand | TypesIn<CoreSlices>['command'];
/** A command as callers write it: what has a default may be left out. */
export type CommandInput = LifeCommandInput | TypesIn<CoreSlices>['input'];
/** One thing that happened to a task. */
export type TaskEvent = LifeEvent<SummaryOf<CoreSlices>> | TypesIn<CoreSlices>['event'];
/** What is left to say about a finished task. */
export type CompletionSummary = NonNullable<TaskRecord['completion']>['summary'];
/** What a command does to a task: the events to record (none when everything asked for is already so), or why not. */
export type Decision = Result<readonly TaskEvent[], DecideError>;

/** A machine that the services of core can work with, whatever else it is made of. */
export type CoreMachine = Machine<TaskRecord, CommandInput, TaskEvent>;

/** The machine of the slices of core alone: a task that is under the protocol needs a machine with that. */
export const coreMachine: CoreMachine = createMachine(coreSlices);
