import { guard } from '../guard/guard.ts';
import type { GuardVerdict, ProtocolWriteFacts, ToolUse } from '../guard/guard-policy.ts';
import { protocolFactsFor } from '../guard/protocol-writes.ts';
import type { HookGuard } from './hook-facts.ts';
import type { HookProtocol, HookTask } from './hook-task.ts';

type Verdict = Pick<GuardVerdict, 'decision' | 'reason'>;

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * The strictest verdict over every file of a tool use and every task that concerns the session: while it cannot be told which of
 * several tasks is worked on, what one of them forbids is forbidden.
 */
export function judgeTool(
  uses: readonly ToolUse[],
  tasks: readonly HookTask[],
  agent: string | null,
  { policy, facts, directories, worktrees, names, doubt = null }: HookGuard,
): Verdict {
  if (uses.length === 0)
    return { decision: 'deny', reason: 'It cannot be told which tool this is. No setting lets it pass.' };
  const protocols = tasks.flatMap(({ id, protocol }) => (protocol === null ? [] : [{ id, protocol }]));
  const situations = protocols.length === 0 ? [{ id: null, protocol: null }] : protocols;
  const places = directories === undefined || directories.length === 0 ? [facts.directory] : directories;
  const verdicts = situations.flatMap(({ id, protocol }) =>
    uses
      .flatMap((use) => places.map((directory) => ({ use, directory })))
      .map(({ use, directory }) => {
        const situation = protocol === null ? undefined : protocolFactsOf(protocol, agent, worktrees, names);
        const { decision, reason, writes } = guard(use, policy, { ...facts, directory, protocol: situation });
        if (decision === 'allow' && doubt !== null && writes.length > 0)
          return { decision: policy.whenUnclear, reason: describeDoubt(doubt) };
        return { decision, reason: decision === 'deny' && id !== null ? `${reason} (${id})` : reason };
      }),
  );
  return verdicts.reduce((strictest, verdict) =>
    RANK[verdict.decision] > RANK[strictest.decision] ? verdict : strictest,
  );
}

function describeDoubt(doubt: string): string {
  return `Can't determine whether the task allows this write. ${doubt} Reading still works: run \`baton doctor\` and show a person what it prints. Until that is settled, a person decides about each write; no setting changes that.`;
}

/**
 * An agent is known by the kind of subagent it runs as, or by the working tree it is in, where in a shared one an updater counts; everybody
 * else is the coordinator.
 */
function protocolFactsOf(
  protocol: HookProtocol,
  agent: string | null,
  worktrees: HookGuard['worktrees'],
  names: readonly string[],
): ProtocolWriteFacts {
  const { agents } = protocol;
  const here = agents.filter(({ worktree }) => worktree !== null && names.includes(worktree));
  const own =
    agents.find(({ name }) => name === agent) ?? here.find(({ kind }) => kind === 'updater') ?? here[0] ?? null;
  const pathOf = (label: string): string | null => worktrees.find((tree) => tree.names.includes(label))?.path ?? null;
  return protocolFactsFor(protocol, own?.name ?? null, pathOf);
}
