import { protocolMachine } from './protocol-machine.ts';

export const { decide, evolve, readRecord, liveArtifacts } = protocolMachine;
export const { RecordSchema: TaskRecordSchema, EventSchema: TaskEventSchema, CommandSchema } = protocolMachine;
export type { Command, CommandInput, Decision, ProtocolRecord, TaskEvent } from './protocol-record.ts';
export type { ProtocolRecord as TaskRecord, ProtocolEnv as DecideEnv } from './protocol-record.ts';
