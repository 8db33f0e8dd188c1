import { describe, expect, test } from 'vitest';
import { evolve } from '../slice/protocol-machine.fixture.ts';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import { nextActions } from './next-actions.ts';
import { envFor, follow, type Run } from '../slice/protocol-run.fixture.ts';

const nothing: Run = { record: null, events: [] };

describe('nextActions', () => {
  test('lead from nothing to a finished task, through every state of the full path', () => {
    const { record } = follow(nothing, 'run-1');
    expect(record?.completion?.summary.protocol).toMatchObject({
      outcome: 'completed',
      plan_approved_by: 'grace',
      change_approved_by: 'grace',
    });
    expect(record?.protocol?.visited).toEqual([
      'INIT',
      'CLASSIFIED',
      'REQUIREMENTS',
      'SYNTHESIS',
      'IMPLEMENTATION',
      'VALIDATION',
      'REVIEW',
      'AWAITING_USER_APPROVAL',
      'COMPLETE',
      'CLEANUP',
    ]);
  });

  const { events } = follow(nothing, 'run-1');
  test.each(events.map((event, index) => [index, event.type] as const))(
    'a run that is cut after event %i (%s) is taken over and ends the same way',
    (index) => {
      const kept = events.slice(0, index + 1);
      const record = kept.reduce<ProtocolRecord | null>(evolve, null);
      const resumed = follow({ record, events: kept }, 'run-2');
      expect(resumed.record?.completion?.summary.protocol?.outcome).toBe('completed');
      expect(resumed.record?.protocol?.state).toBe('CLEANUP');
    },
  );

  test('a checkpoint that waited when the session died is presented again', () => {
    const waiting = follow(
      nothing,
      'run-1',
      (record) => (record?.protocol?.checkpoints.plan.presented ?? null) !== null,
    );
    expect(nextActions(waiting.record, envFor(waiting.record)).map(({ action }) => action)).toContain('await-approval');
    const taken = follow(waiting, 'run-2', (record) => record?.protocol?.owner?.session === 'run-2');
    const actions = nextActions(taken.record, envFor(taken.record, 'run-2'));
    expect(actions).toContainEqual(expect.objectContaining({ action: 'present', subject: 'plan' }));
    expect(actions.map(({ action }) => action)).not.toContain('await-approval');
  });
});
