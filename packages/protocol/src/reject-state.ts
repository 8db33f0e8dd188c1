import type { Decision } from './protocol-record.ts';
import { reject } from '@batonkit/core';
import type { ProtocolSection } from './protocol-section.ts';
import type { TaskState } from './task-state.ts';

/** Refuses a command outside the states it belongs to; `null` inside them. */
export function rejectState(protocol: ProtocolSection, command: string, states: readonly TaskState[]): Decision | null {
  if (states.includes(protocol.state)) return null;
  const detail = `The task is in ${protocol.state}; ${command} belongs to ${states.join(', ')}.`;
  return reject('Rejected', [{ condition: 'state', detail }]);
}
