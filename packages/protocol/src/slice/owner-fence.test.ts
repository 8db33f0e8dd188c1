import { MAIN_LOCK_TASK } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import type { Command, CommandInput, ProtocolRecord } from '../section/protocol-record.ts';
import { decide } from './protocol-machine.fixture.ts';
import { sampleImmutable, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { OPEN_WRITES, unmetByFence } from './owner-fence.ts';
import { after, apply, entering, envFor, passingQa, REVIEWER, samplePlan, UPDATER } from './protocol-run.fixture.ts';

const report = { sha: '2'.repeat(64), bytes: 400 };
const sha = 'a'.repeat(40);
const snapshot = {
  ...{ worktree: 'shop-1', base_commit: sha, head: sha, snapshot_time: '2026-11-16T09:00:00.000Z', tree: sha },
  ...{ engine: 'git', diff_sha: 'c'.repeat(64), diff_stat: { files: 1, insertions: 1, deletions: 0 } },
  ...{ scope_hash: '0123456789abcdef', details: 'e'.repeat(64), artifacts: [] },
};

/** One of each command; a new one does not compile until it is here. */
const COMMANDS: { readonly [Type in Command['type']]: Extract<CommandInput, { type: Type }> } = {
  'init-context': sampleInit,
  'update-coordination': { type: 'update-coordination', role: UPDATER, sessionId: 'run-2' },
  'block-role': { type: 'block-role', role: UPDATER, finding: 'It is wrong.' },
  'attach-evidence': { type: 'attach-evidence', evidenceType: 'log', path: 'a', sha256: '3'.repeat(64), bytes: 1 },
  'record-qa': { ...passingQa, role: UPDATER },
  'record-qa-run': { ...passingQa, type: 'record-qa-run', role: UPDATER },
  'rebuild-context': { type: 'rebuild-context', immutable: sampleImmutable, manifestSha: '4'.repeat(64) },
  'start-turn': { type: 'start-turn', role: UPDATER },
  'hand-off': { type: 'hand-off', role: UPDATER },
  'complete-task': { type: 'complete-task' },
  'purge-context': { type: 'purge-context' },
  'record-snapshot': { type: 'record-snapshot', role: UPDATER, snapshot },
  'record-drift': { type: 'record-drift', role: 'implementer', report: '5'.repeat(64), checks: 1, files: 1 },
  'clear-drift': { type: 'clear-drift', role: UPDATER },
  'keep-snapshot': { type: 'keep-snapshot', role: UPDATER, snapshot },
  'resolve-drift': { type: 'resolve-drift', role: UPDATER, note: 'It was me.', accepted: null },
  'claim-task': { type: 'claim-task' },
  'release-task': { type: 'release-task' },
  'take-over-task': { type: 'take-over-task', confirmedBy: 'grace', reason: 'It is gone.' },
  'classify-task': { type: 'classify-task', level: 'LOW', change_kind: 'code', reasons: [] },
  'select-agents': { type: 'select-agents', agents: [{ name: REVIEWER }] },
  'record-worktree': { type: 'record-worktree', agent: UPDATER, worktree: null },
  'record-plan': samplePlan('1'.repeat(64)),
  'add-agent': { type: 'add-agent', agent: 'late-reviewer', justification: 'Nobody looks at what it lets in.' },
  'invoke-agent': { type: 'invoke-agent', agent: UPDATER },
  'report-status': { type: 'report-status', agent: UPDATER, status: 'working' },
  'complete-agent': { type: 'complete-agent', agent: UPDATER, report },
  'fail-agent': { type: 'fail-agent', agent: UPDATER, message: 'Out.' },
  'merge-agent': { type: 'merge-agent', agent: UPDATER, commit: sha, onto: null },
  'record-decision': { type: 'record-decision', agent: UPDATER, verdict: 'APPROVED' },
  'estimate-effort': { type: 'estimate-effort', effort: 1, scope: 1, note: 'An hour.' },
  'classify-scope': {
    ...{ type: 'classify-scope', agent: UPDATER, decision: 'DEFER' },
    ...{ blocking: 0, deferrable: 1, answer: report },
  },
  attest: { type: 'attest', condition: 'requirements-met', note: 'So it is.' },
  'record-activity': { type: 'record-activity', activity: 'tool-use', agent: UPDATER },
  'record-merge': { type: 'record-merge', commit: sha, fastForward: true },
  'land-task': { type: 'land-task', commit: sha, branch: 'main', from: sha },
  'present-checkpoint': { type: 'present-checkpoint', checkpoint: 'plan' },
  'approve-checkpoint': { type: 'approve-checkpoint', checkpoint: 'plan', by: 'grace' },
  'request-changes': { type: 'request-changes', checkpoint: 'plan', by: 'grace', note: 'No.' },
  'check-compliance': { type: 'check-compliance' },
  advance: { type: 'advance' },
  return: { type: 'return', because: 'blocker', note: 'Because.' },
  abandon: { type: 'abandon', reason: 'user-request', note: 'Not wanted.' },
  'lock-main': { type: 'lock-main', operation: 'git-operation' },
  'unlock-main': { type: 'unlock-main' },
};

const everyType = Object.keys(COMMANDS) as Command['type'][];
const claimed = entering('IMPLEMENTATION');

function codeOf(record: ProtocolRecord | null, command: CommandInput, session: string | null): string {
  const decided = decide(record, command, envFor(record, session));
  return decided.isErr() ? decided.error.code : 'done';
}

function writable(record: ProtocolRecord | null, session: string | null): readonly string[] {
  return everyType.filter((type) => codeOf(record, COMMANDS[type], session) !== 'NotOwner').sort();
}

describe('a claimed task', () => {
  test.each([['run-2'], [null]])('takes nothing from the session %j but what is open to anybody', (session) => {
    const toStrangers = session === null ? ['anybody', 'person'] : ['anybody'];
    const open = everyType.filter(
      (type) => toStrangers.includes(OPEN_WRITES[type] ?? '') && (type !== 'claim-task' || session === null),
    );
    expect(writable(claimed.record, session)).toEqual(open.sort());
  });

  test.each([['run-1'], ['run-2'], [null]])('that was released takes nothing from the session %j either', (session) => {
    const { record } = after(claimed, { type: 'release-task' });
    const toStrangers = session === null ? ['anybody', 'person'] : ['anybody'];
    const open = everyType.filter(
      // It asks for an owner itself.
      (type) => toStrangers.includes(OPEN_WRITES[type] ?? '') && type !== 'approve-checkpoint',
    );
    expect(writable(record, session)).toEqual(open.sort());
  });

  test('takes from a session that its owner admitted what is done in the name of that role', () => {
    const { record } = after(claimed, { type: 'update-coordination', role: UPDATER, sessionId: 'run-2' });
    const open = everyType.filter(
      (type) => ![undefined, 'person'].includes(OPEN_WRITES[type]) && type !== 'claim-task',
    );
    expect(writable(record, 'run-2')).toEqual(open.sort());
    for (const type of everyType.filter((each) => OPEN_WRITES[each] === 'own-role')) {
      const command = { ...COMMANDS[type], ...('role' in COMMANDS[type] ? { role: REVIEWER } : { agent: REVIEWER }) };
      expect([type, codeOf(record, command as CommandInput, 'run-2')]).toEqual([type, 'NotOwner']);
    }
    const foreign: CommandInput = { type: 'start-turn', role: UPDATER, sessionId: 'run-3' };
    expect(codeOf(record, foreign, 'run-2')).toBe('NotOwner');
  });

  test('forgets whom an earlier owner admitted, and the earlier owner, when it is taken over or claimed anew', () => {
    const admitted = after(
      claimed,
      { type: 'update-coordination', role: UPDATER, sessionId: 'run-2' },
      { type: 'update-coordination', role: 'implementer', sessionId: 'run-1' },
    );
    const over = apply(admitted, COMMANDS['take-over-task'], envFor(admitted.record, 'run-3'));
    const released = after(admitted, { type: 'release-task' });
    const anew = apply(released, COMMANDS['claim-task'], envFor(released.record, 'run-3'));
    for (const { record } of [over, anew]) {
      expect(record?.protocol?.owner?.session).toBe('run-3');
      expect(codeOf(record, COMMANDS['hand-off'], 'run-2')).toBe('NotOwner');
      expect(codeOf(record, { type: 'start-turn', role: 'implementer' }, 'run-1')).toBe('NotOwner');
    }
  });

  test('has its working trees managed by its owner; an admitted agent merges and refreshes its own', () => {
    const { record } = after(claimed, { type: 'update-coordination', role: UPDATER, sessionId: 'run-2' });
    const may = (agent: string | undefined, session: string | null): readonly string[] =>
      (['create-tree', 'merge-tree', 'refresh-tree', 'land-tree', 'remove-tree', 'restore-tree'] as const).filter(
        (type) => unmetByFence(record!, { type, agent }, session).length === 0,
      );
    expect(may(UPDATER, 'run-1')).toHaveLength(6);
    expect(may(UPDATER, 'run-2')).toEqual(['merge-tree', 'refresh-tree', 'restore-tree']);
    expect([...may(REVIEWER, 'run-2'), ...may(undefined, 'run-2'), ...may(UPDATER, null)]).toEqual([]);
  });

  test('says who owns it and how a session is admitted', () => {
    const refused = decide(claimed.record, COMMANDS['hand-off'], envFor(claimed.record, null))._unsafeUnwrapErr();
    expect(refused.message).toBe(
      `TASK-1 is owned by session run-1; a caller without a session may not act on it. Choose another task, or take it over once a person confirmed that the session is gone. The owner can admit a session by setting it as the session of ${UPDATER}.`,
    );
  });
});

test('the lock of the main working tree is no task: who holds it keeps it, whoever claims its record', () => {
  const made = apply({ record: null, events: [] }, { ...sampleInit, taskId: MAIN_LOCK_TASK }, envFor(null));
  const locked = after(apply(made, COMMANDS['lock-main'], envFor(made.record, 'run-2')), COMMANDS['claim-task']);
  expect(codeOf(locked.record, COMMANDS['lock-main'], 'run-3')).toBe('NotOwner');
  expect(codeOf(locked.record, COMMANDS['purge-context'], 'run-3')).toBe('NotOwner');
  expect(codeOf(locked.record, COMMANDS['unlock-main'], 'run-2')).toBe('done');
  expect(codeOf(locked.record, COMMANDS['purge-context'], 'run-2')).toBe('done');
});
