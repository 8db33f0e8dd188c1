import { describe, expect, test } from 'vitest';
import type { ProtocolAgent } from '../section/agent-section.ts';
import { decideRecovery, judgeTiming } from '../agents/agent-timing.ts';
import { newAgent } from './evolve-agents.ts';

const start = Date.parse('2026-11-16T09:00:00.000Z');
const after = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();
const working = (changes: Partial<ProtocolAgent> = {}): ProtocolAgent => ({
  ...newAgent('updater'),
  status: 'working',
  invoked_at: after(0),
  ...changes,
});

describe('an agent at work', () => {
  test.each([
    [working(), 5, 'fine'],
    [working(), 5.1, 'no-status'],
    [working({ updated_at: after(4) }), 34, 'fine'],
    [working({ updated_at: after(4) }), 34.1, 'stuck'],
    [working({ updated_at: after(59) }), 60, 'fine'],
    [working({ updated_at: after(59) }), 60.1, 'over-limit'],
    [working({ status: 'blocked', updated_at: after(1) }), 32, 'stuck'],
    [working({ status: 'complete' }), 500, 'fine'],
    [working({ status: 'selected', invoked_at: null }), 500, 'fine'],
    [working({ status: 'waiting', invoked_at: null }), 500, 'fine'],
  ] as const)('%# is judged after %d minutes as %s', (agent, minutes, timing) => {
    expect(judgeTiming(agent, after(minutes))).toBe(timing);
  });

  test.each([
    [working(), 1, 'wait'],
    [working(), 6, 'retry'],
    [working({ retries: 2 }), 6, 'escalate'],
    [working({ status: 'error', error_class: 'failure' }), 1, 'retry'],
    [working({ status: 'error', error_class: 'tool-limit' }), 1, 'reduce-scope'],
    [working({ status: 'error', error_class: 'blocker' }), 1, 'back'],
    [working({ status: 'error', error_class: 'blocker', retries: 2 }), 1, 'back'],
    [working({ status: 'error', error_class: 'tool-limit', retries: 2 }), 1, 'escalate'],
  ] as const)('%# is helped after %d minutes by %s', (agent, minutes, recovery) => {
    expect(decideRecovery(agent, after(minutes))).toBe(recovery);
  });
});
