import { coreSlices, createMachine, type MachineOf } from '@batonkit/core';
import type { ProtocolSlice, ProtocolTable } from '../guards/protocol-table.ts';
import type { ProtocolSlices } from '../section/protocol-record.ts';
import { protocolMachine } from './protocol-machine.ts';
import { createProtocol } from './protocol-slice.ts';

const slices = new WeakMap<ProtocolTable, ProtocolSlice>();

/** The protocol of a table: made once, because many decisions are tried with each. */
export function protocolOf(table: ProtocolTable): ProtocolSlice {
  const slice = slices.get(table) ?? createProtocol(table);
  slices.set(table, slice);
  return slice;
}

/** The machine of a table. */
export function machineOf(table: ProtocolTable): MachineOf<ProtocolSlices> {
  return createMachine([...coreSlices, protocolOf(table)]);
}

export const { decide, evolve, readRecord, liveArtifacts } = protocolMachine;
export const { RecordSchema: TaskRecordSchema, EventSchema: TaskEventSchema, CommandSchema } = protocolMachine;
export type { Command, CommandInput, Decision, ProtocolRecord, TaskEvent } from '../section/protocol-record.ts';
export type { ProtocolRecord as TaskRecord, ProtocolEnv as DecideEnv } from '../section/protocol-record.ts';
