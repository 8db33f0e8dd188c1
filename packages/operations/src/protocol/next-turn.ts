import type { TaskRecord } from '@batonkit/core';
import type { NextAction } from '@batonkit/protocol';

/** One thing to do next, with what it is about. */
export type NextTurn = Pick<NextAction, 'subject' | 'detail'> & { readonly action: string };

/**
 * What comes next for a task that is not under the protocol: what stands in the way of the next turn, or that turn, or the end.
 * `drifted` is the role whose hand-off the working tree no longer is; null when it is, or nobody looked.
 */
export function nextTurn(record: TaskRecord, drifted: string | null): readonly NextTurn[] {
  const { roles, coordination, completion } = record;
  if (completion !== null) return [];
  const counted = roles.filter((role) => (coordination[role]?.drift_budget ?? 0) > 0);
  if (counted.length > 0) {
    return counted.map((role) => ({
      action: 'resolve-drift',
      subject: role,
      detail: `The working tree differed from what ${role} handed off. Put it back or accept it, and say why.`,
    }));
  }
  if (drifted !== null) {
    const detail = `The working tree differs from what ${drifted} handed off. Put it back, or have it counted to accept it.`;
    return [{ action: 'verify', subject: drifted, detail }];
  }
  const atWork = roles.find((role) => coordination[role]?.status === 'in_progress');
  if (atWork !== undefined) {
    return [{ action: 'hand-off', subject: atWork, detail: `${atWork} is at work. It hands off when it is done.` }];
  }
  const blocked = roles.find((role) => coordination[role]?.status === 'blocked');
  if (blocked !== undefined) {
    const before = roles[roles.indexOf(blocked) - 1] ?? blocked;
    const detail = `${blocked} is blocked by its findings. ${before} takes another turn to mend them.`;
    return [{ action: 'start', subject: before, detail }];
  }
  const pending = roles.find((role) => coordination[role]?.status === 'pending');
  if (pending !== undefined) {
    return [{ action: 'start', subject: pending, detail: `${pending} is next.` }];
  }
  return [{ action: 'complete', subject: null, detail: 'Every role has handed off. Complete the task.' }];
}
