import type { ProtocolView } from './guard.ts';
import { statePath } from '../states/state-path.ts';
import type { RiskLevel } from '../states/task-state.ts';

const RANKS: Readonly<Record<RiskLevel, number>> = { LOW: 0, MEDIUM: 1, HIGH: 2 };

/** Says why the classification no longer fits what changed; `null` when it does. */
export function findUnderrated({ protocol: { risk }, facts: { changed }, table }: ProtocolView): string | null {
  if (risk === null || changed === undefined) return null;
  const isShort = !risk.path.includes('IMPLEMENTATION');
  const needsWork = (table?.path ?? statePath)(changed.level, changed.change_kind).includes('IMPLEMENTATION');
  if (RANKS[changed.level] > RANKS[risk.level] || (isShort && needsWork)) {
    const kind = changed.level === risk.level ? ' and not only documentation or configuration' : '';
    return `The task was classified as ${risk.level}, but its changes are ${changed.level}${kind}: ${listed(changed.reasons)} Classify it again by what changed.`;
  }
  if (!isShort || changed.unclassified.length === 0) return null;
  return `These paths changed but were not classified: ${listed(changed.unclassified)}. Classify the task again with them, or revert them.`;
}

function listed(found: readonly string[]): string {
  return `${found.slice(0, 5).join(' ')}${found.length > 5 ? ` (and ${found.length - 5} more)` : ''}`;
}
