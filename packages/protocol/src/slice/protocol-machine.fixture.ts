import { protocolMachine } from './protocol-machine.ts';

export const { decide, evolve, readRecord, liveArtifacts } = protocolMachine;
export const { RecordSchema: TaskRecordSchema, EventSchema: TaskEventSchema, CommandSchema } = protocolMachine;
export type { Command, CommandInput, Decision, ProtocolRecord, TaskEvent } from '../section/protocol-record.ts';
export type { ProtocolRecord as TaskRecord, ProtocolEnv as DecideEnv } from '../section/protocol-record.ts';
