import type { Decision } from '../section/protocol-record.ts';
import { reject } from '@batonkit/core';
import type { ProtocolSection } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

/** Refuses a command outside the states it belongs to; `null` inside them. */
export function rejectState(protocol: ProtocolSection, command: string, states: readonly TaskState[]): Decision | null {
  if (states.includes(protocol.state)) return null;
  const detail = `The task is in ${protocol.state}; ${command} belongs to ${states.join(', ')}.`;
  return reject('Rejected', [{ condition: 'state', detail }]);
}
