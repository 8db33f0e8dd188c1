import { coreSlices, createMachine, type MachineOf } from '@batonkit/core';
import type { ProtocolSlices } from '../section/protocol-record.ts';
import { protocol } from './protocol-slice.ts';

/** The slices that Batonkit runs: those of core, and the protocol. */
export const protocolSlices: ProtocolSlices = [...coreSlices, protocol];

/** The machine of the {@link protocolSlices}. */
export const protocolMachine: MachineOf<ProtocolSlices> = createMachine(protocolSlices);
