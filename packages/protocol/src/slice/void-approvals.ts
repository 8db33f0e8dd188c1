import type { ProtocolEvent } from '../section/protocol-event.ts';
import { agentsOf } from '../section/agents-of.ts';
import type { AttestedCondition, ProtocolSection } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

/** How much is voided; `approvals` includes the reviewers' approvals, `all` the attestations too. */
type Extent = 'change' | 'checkpoints' | 'approvals' | 'all';

/** The event that voids approvals; none when there is nothing to void. Rejections always stay: only their reviewer takes one back. */
export function voidApprovals(protocol: ProtocolSection, because: string, extent: Extent): readonly ProtocolEvent[] {
  const checkpoints = (['plan', 'change'] as const).filter((checkpoint) => {
    const { presented, approved } = protocol.checkpoints[checkpoint];
    return (extent !== 'change' || checkpoint === 'change') && (presented !== null || approved !== null);
  });
  const isWide = extent === 'approvals' || extent === 'all';
  const approving = agentsOf(protocol).filter(([, { decision }]) => decision?.verdict === 'APPROVED');
  const reviewers = isWide ? approving.map(([name]) => name) : [];
  const attestations = extent === 'all' ? (Object.keys(protocol.attestations) as AttestedCondition[]) : [];
  const isNothing = checkpoints.length + reviewers.length + attestations.length === 0;
  return isNothing ? [] : [{ type: 'approvals-voided', because, checkpoints, reviewers, attestations }];
}

/**
 * What a step back voids: before the plan, everything that was approved; to where the plan is made, both checkpoints; to where the work is
 * done, the approval of the changes. On the short path the work is done in SYNTHESIS, so changes that a person wants leave the plan alone.
 */
export function voidedByStep(protocol: ProtocolSection, trigger: string, to: TaskState): readonly ProtocolEvent[] {
  const extent = trigger === 'changes-requested' ? 'change' : VOIDED_BY_RETURN[to];
  return trigger === 'advance' || extent === undefined ? [] : voidApprovals(protocol, trigger, extent);
}

const VOIDED_BY_RETURN: Readonly<Partial<Record<TaskState, Extent>>> = {
  INIT: 'approvals',
  CLASSIFIED: 'approvals',
  REQUIREMENTS: 'approvals',
  SYNTHESIS: 'checkpoints',
  IMPLEMENTATION: 'change',
  VALIDATION: 'change',
  REVIEW: 'change',
};
