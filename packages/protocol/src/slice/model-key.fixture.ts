import type { World } from './model-check.fixture.ts';
import { REVIEWER, UPDATER } from './protocol-run.fixture.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

/**
 * Worlds with the same key behave the same from here on: the sessions are alike, and so are the two contents and the two plans but for which
 * of them was approved; times, counters beyond "any" and the log of steps do not matter.
 */
export function keyOf({ record, content, rewinds }: World): string {
  const { protocol } = record;
  if (protocol === null) return 'no protocol';
  const covers = (sha: string | null | undefined): string =>
    sha === null || sha === undefined ? '-' : sha === content ? '=' : '~';
  const onPlan = (sha: string | undefined): string =>
    sha === undefined ? '-' : sha === protocol.plan?.sha ? '=' : '~';
  const { plan, change } = protocol.checkpoints;
  const shown = (fence: number | undefined): string => (fence === protocol.fence ? '!' : '?');
  const agents = [REVIEWER, UPDATER].map((name) => {
    const agent = protocol.agents[name];
    if (agent === undefined) return '-';
    const decision =
      agent.decision === null
        ? '-'
        : `${agent.decision.verdict[0]!}${agent.decision.state[0]!}${covers(agent.decision.covers)}`;
    return [agent.status[0], agent.requirements === null ? '' : 'r', agent.work === null ? '' : 'd', decision].join('');
  });
  const working = [protocol.worktree, ...Object.values(protocol.agents).map(({ worktree }) => worktree)];
  const trees = working.map((worktree) => (worktree === null ? '-' : 'w')).join('');
  const audit = protocol.audit?.entry === protocol.counts.transitions ? protocol.audit.verdict[0] : '-';
  const end = [protocol.owner === null ? '-' : 'o', trees, audit, record.completion === null ? '' : 'end'];
  if (protocol.abandoned !== null) return ['abandoned', ...end].join('|');
  return [
    protocol.state,
    rewinds,
    ...end,
    protocol.risk?.path.length ?? 0,
    protocol.plan === null ? '-' : 'p',
    `${onPlan(plan.presented?.covers)}${shown(plan.presented?.fence)}${onPlan(plan.approved?.covers)}`,
    `${covers(change.presented?.covers)}${shown(change.presented?.fence)}${covers(change.approved?.covers)}`,
    agents.join(','),
    attestationsOf(protocol, covers),
    protocol.qa === null ? '-' : protocol.qa.change_count === protocol.change_count ? '=' : '~',
    protocol.coordinator_writes.length,
    covers(protocol.merge?.covers),
    protocol.counts.commits > 0 ? 'c' : '',
    protocol.counts.invocations > 0 ? 'i' : '',
    protocol.visited.length,
  ].join('|');
}

function attestationsOf(protocol: ProtocolSection, covers: (sha: string | null) => string): string {
  return Object.entries(protocol.attestations)
    .map(([id, { covers: sha }]) => `${id[0]!}${id.length}${sha === protocol.plan?.sha ? '=' : covers(sha)}`)
    .sort()
    .join('');
}
