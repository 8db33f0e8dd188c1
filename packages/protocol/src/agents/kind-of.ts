import type { ProtocolAgent } from '../section/agent-section.ts';

/** What a name says about an agent, unless the caller says otherwise. */
export function kindOf(name: string): ProtocolAgent['kind'] {
  return name.endsWith('-updater') ? 'updater' : 'reviewer';
}
