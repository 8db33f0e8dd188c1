import { unmetByDrift } from '../slices/unmet-by-drift.ts';
import { unowned } from '../protocol/owner-fence.ts';
import { summarizeProtocol } from '../protocol/protocol-summary.ts';
import { unmetByProtocol } from '../protocol/unmet-by-protocol.ts';
import type { DecideEnv } from './decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import type { TaskRecord } from './task-record.ts';
import { ok } from '../result/result.ts';
import type { ContextCommand } from '../slices/context-command.ts';

/** Completes a task that nobody works on and nothing blocks. A role that never started is no obstacle: not every task needs it. */
export function decideCompletion(
  record: TaskRecord,
  env: DecideEnv,
  { lostWork }: Extract<ContextCommand, { type: 'complete-task' }>,
): Decision {
  if (record.completion !== null) return ok([]);
  const unmet = record.roles.flatMap((role): Unmet[] => {
    const current = record.coordination[role];
    if (current?.status === 'in_progress') {
      return [{ condition: 'no-turn-open', detail: `${role} is still at work; wait for its hand-off.` }];
    }
    if (current?.status === 'blocked') {
      const findings = current.blocking_findings.join('; ');
      return [{ condition: 'nothing-blocked', detail: `${role} is blocked: ${findings}. Resolve that first.` }];
    }
    return [];
  });
  const { protocol } = record;
  if (protocol !== null && protocol.fence > 0 && protocol.owner === null) return reject('NotOwner', [unowned(record)]);
  const open = [...unmet, ...unmetByProtocol(record, env)];
  const drifted = unmetByDrift(record);
  if (drifted.length > 0) return reject('DriftUnresolved', [...drifted, ...open]);
  if (open.length > 0) return reject('Rejected', open);

  return ok([
    {
      type: 'task-completed',
      completed_by: env.actor,
      summary: {
        title: record.immutable.task_snapshot.title,
        created_at: record.created_at,
        completed_at: env.now,
        roles: Object.fromEntries(record.roles.map((role) => [role, record.coordination[role]?.status ?? 'pending'])),
        evidence: record.evidence.length,
        audit_entries: record.audit.count + 1,
        ...(protocol === null ? {} : { protocol: summarizeProtocol(protocol) }),
        ...(lostWork === undefined ? {} : { lost_work: lostWork }),
      },
    },
  ]);
}
