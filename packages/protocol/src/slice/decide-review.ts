import type { Decision } from '../section/protocol-record.ts';
import { ok, reject } from '@batonkit/core';
import { unmetByCommand } from '../guards/command-guards.ts';
import { rejectUnknownContent, withRunning } from './decide-agents.ts';
import type { ProtocolView } from '../guards/guard.ts';
import type { ProtocolTable } from '../guards/protocol-table.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { rejectState } from './reject-state.ts';
import type { TaskState } from '../states/task-state.ts';

type ReviewCommand = ProtocolCommandOf<'record-decision' | 'estimate-effort' | 'classify-scope'>;

/** The decisions about what reviewers say, by command. */
export const REVIEW_DECISIONS: {
  readonly [Type in ReviewCommand['type']]: (
    view: ProtocolView,
    command: ProtocolCommandOf<Type>,
    table: ProtocolTable,
  ) => Decision;
} = {
  'record-decision': decideReview,
  'estimate-effort': ({ protocol, env, facts }, { type, effort, scope, note }) => {
    const refused = rejectState(protocol, type, ['REVIEW']);
    if (refused !== null) return refused;
    if (facts.content === null) return rejectUnknownContent();
    const estimate = { effort, scope, covers: facts.content, by: env.actor, at: env.now };
    return ok([{ type: 'effort-estimated', estimate, note }]);
  },
  'classify-scope': decideScope,
};

/** Where the work is done, and behind it; on a short path that is SYNTHESIS. */
function statesOfReview({ risk }: ProtocolSection): readonly TaskState[] {
  const isShort = risk?.path.includes('IMPLEMENTATION') === false;
  return isShort ? ['SYNTHESIS'] : ['IMPLEMENTATION', 'REVIEW', 'SCOPE_NEGOTIATION'];
}

function decideReview(
  view: ProtocolView,
  command: ProtocolCommandOf<'record-decision'>,
  { commands }: ProtocolTable,
): Decision {
  const { protocol, env, facts } = view;
  const { type, agent, verdict, note, fault, answer } = command;
  return (
    rejectState(protocol, type, statesOfReview(protocol)) ??
    withRunning(protocol, agent, () => {
      const unmet = unmetByCommand(commands['record-decision'], view, command);
      if (unmet.length > 0) return reject('Rejected', unmet);
      if (facts.content === null) return rejectUnknownContent();
      const blame = verdict === 'REJECTED' ? fault : null;
      const decision = { verdict, covers: facts.content, state: protocol.state, fault: blame, answer };
      return ok([{ type: 'agent-decided', agent, at: env.now, decision, note, head: facts.tree?.head ?? null }]);
    })
  );
}

function decideScope(
  view: ProtocolView,
  command: ProtocolCommandOf<'classify-scope'>,
  { commands }: ProtocolTable,
): Decision {
  const { protocol, env, facts } = view;
  const { type, agent, decision, blocking, deferrable, answer } = command;
  return (
    rejectState(protocol, type, ['SCOPE_NEGOTIATION']) ??
    withRunning(protocol, agent, () => {
      const unmet = unmetByCommand(commands['classify-scope'], view, command);
      if (unmet.length > 0) return reject('Rejected', unmet);
      if (facts.content === null) return rejectUnknownContent();
      const scope_decision = { decision, covers: facts.content, blocking, deferrable, answer };
      return ok([{ type: 'scope-classified', agent, at: env.now, scope_decision }]);
    })
  );
}
