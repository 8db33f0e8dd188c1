import type { Decision } from '../section/protocol-record.ts';
import { ok, reject } from '@batonkit/core';
import { unmetByCommand } from '../guards/command-guards.ts';
import { withRunning } from './decide-agents.ts';
import { isAtWork } from '../agents/agent-timing.ts';
import { whyLapsed, type ProtocolView } from '../guards/guard.ts';
import type { ProtocolTable } from '../guards/protocol-table.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import { rejectState } from './reject-state.ts';
import { agentsOf } from '../section/agents-of.ts';

/** Records that an updater's work reached the task branch, and whose approval that voids. */
export function decideAgentMerge(
  view: ProtocolView,
  command: ProtocolCommandOf<'merge-agent'>,
  { commands }: ProtocolTable,
): Decision {
  const { protocol, env } = view;
  const { agent, commit, onto } = command;
  return (
    rejectState(protocol, command.type, ['IMPLEMENTATION']) ??
    withRunning(protocol, agent, () => {
      const unmet = unmetByCommand(commands['merge-agent'], view, command);
      if (unmet.length > 0) return reject('Rejected', unmet);
      return ok([{ type: 'agent-merged', agent, at: env.now, commit, onto, voids: findVoided(view) }]);
    })
  );
}

/**
 * Reviewers that approved a content which is no longer there: by path, mode and blob of what they approved, so that a merge which changes
 * nothing of it voids nothing. Also those that are reviewing: what they say next would be about a content that they did not look at.
 */
function findVoided(view: ProtocolView): string[] {
  return agentsOf(view.protocol, 'reviewer')
    .filter(([, agent]) => {
      const { decision, requirements } = agent;
      const isReviewing = isAtWork(agent) && requirements !== null;
      return isReviewing || (decision?.verdict === 'APPROVED' && whyLapsed(decision.covers, view) !== null);
    })
    .map(([name]) => name);
}
