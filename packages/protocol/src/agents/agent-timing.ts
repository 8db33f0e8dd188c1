import type { AgentErrorClass, AgentStatus, ProtocolAgent } from '../section/agent-section.ts';

/** How long an agent may take, in milliseconds: to be heard of at all, to be heard of again, and altogether. */
export const AGENT_LIMITS = Object.freeze({
  firstStatusMs: 5 * 60_000,
  stuckMs: 30 * 60_000,
  limitMs: 60 * 60_000,
});

/** How often an agent is invoked again after it failed or went silent, before a person is asked. */
export const MAX_RETRIES = 2;

/** How an agent's silence is to be read. `fine` also when it is not at work. */
export type AgentTiming = 'fine' | 'no-status' | 'stuck' | 'over-limit';

/** What to do about an agent. `back` leads to CLASSIFIED, `escalate` to a person. */
export type AgentRecovery = 'wait' | 'retry' | 'reduce-scope' | 'back' | 'escalate';

const AT_WORK: ReadonlySet<AgentStatus> = new Set(['working', 'in_progress', 'merging', 'blocked', 'waiting']);

/** True between an agent's invocation and its end. */
export function isAtWork({ status, invoked_at }: ProtocolAgent): boolean {
  return invoked_at !== null && AT_WORK.has(status);
}

/**
 * Whether an agent that was invoked keeps to the limits: a first word within 5 minutes, another every 30, done within 60.
 *
 * @example
 * ```ts
 * import { judgeTiming } from '@batonkit/protocol';
 *
 * const agent = { status: 'working', invoked_at: '2026-11-16T09:00:00.000Z', updated_at: null } as const;
 * judgeTiming(agent, '2026-11-16T09:04:00.000Z'); // => 'fine'
 * judgeTiming(agent, '2026-11-16T09:06:00.000Z'); // => 'no-status'
 * ```
 */
export function judgeTiming(
  { status, invoked_at, updated_at }: Pick<ProtocolAgent, 'status' | 'invoked_at' | 'updated_at'>,
  now: string,
): AgentTiming {
  if (invoked_at === null || !AT_WORK.has(status)) return 'fine';
  const time = Date.parse(now);
  if (time - Date.parse(invoked_at) > AGENT_LIMITS.limitMs) return 'over-limit';
  if (updated_at === null) return time - Date.parse(invoked_at) > AGENT_LIMITS.firstStatusMs ? 'no-status' : 'fine';
  return time - Date.parse(updated_at) > AGENT_LIMITS.stuckMs ? 'stuck' : 'fine';
}

const BY_CLASS: Readonly<Record<AgentErrorClass, AgentRecovery>> = {
  'tool-limit': 'reduce-scope',
  blocker: 'back',
  failure: 'retry',
};

/**
 * What to do about an agent that failed or went silent: the class of its error decides between a reduced scope, going back and trying
 * again; after two retries a person is asked.
 *
 * @example
 * ```ts
 * import { decideRecovery } from '@batonkit/protocol';
 *
 * const failed = { status: 'error', error_class: 'tool-limit', retries: 0, invoked_at: null, updated_at: null } as const;
 * decideRecovery(failed, '2026-11-16T09:00:00.000Z'); // => 'reduce-scope'
 * decideRecovery({ ...failed, retries: 2 }, '2026-11-16T09:00:00.000Z'); // => 'escalate'
 * ```
 */
export function decideRecovery(
  agent: Pick<ProtocolAgent, 'status' | 'invoked_at' | 'updated_at' | 'error_class' | 'retries'>,
  now: string,
): AgentRecovery {
  const isFailed = agent.status === 'error';
  if (!isFailed && judgeTiming(agent, now) === 'fine') return 'wait';
  const recovery = isFailed ? BY_CLASS[agent.error_class ?? 'failure'] : 'retry';
  return recovery !== 'back' && agent.retries >= MAX_RETRIES ? 'escalate' : recovery;
}
