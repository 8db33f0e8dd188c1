import { expect, test } from 'vitest';
import type { CommandInput, TaskRecord } from './protocol-machine.fixture.ts';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { after, UPDATER } from './protocol-run.fixture.ts';
import type { FoundOperation } from '../../../core/src/commit/find-operation.ts';
import { unmetByReplay } from './unmet-by-replay.ts';

const approve: CommandInput = { type: 'approve-checkpoint', checkpoint: 'plan', by: 'grace', message: 'Approved' };
const takeBack: CommandInput = { type: 'request-changes', checkpoint: 'plan', by: 'grace', note: 'Not this.' };
const rebuild: CommandInput = { type: 'rebuild-context', immutable: sampleImmutable, manifestSha: '4'.repeat(64) };
const start: CommandInput = { type: 'start-turn', role: UPDATER };
const init: CommandInput = { type: 'init-context', taskId: 'TASK-1', immutable: sampleImmutable };

const begun = after({ record: null, events: [] }, init);
const unclaimed = begun.record;
const claimed = after(begun, { type: 'claim-task', worktree: '/work/task' }).record;

test.each<[string, TaskRecord | null, CommandInput, string | null, string | null, boolean]>([
  ['the session that asked before, on a task of nobody', unclaimed, start, 'run-1', 'run-1', true],
  ['the session that asked before, which never owned the task', claimed, rebuild, 'run-2', 'run-2', false],
  ['the owner, about what the owner did', claimed, rebuild, 'run-1', 'run-1', true],
  ['the owner, about what another session did', claimed, init, 'run-2', 'run-1', true],
  ['a stranger, about what the owner did', claimed, rebuild, 'run-1', 'run-2', false],
  ['a stranger, about what anybody may do', claimed, init, 'run-1', 'run-2', false],
  [
    'a stranger, about a claim: for it that is another request',
    claimed,
    { type: 'claim-task' },
    'run-1',
    'run-2',
    true,
  ],
  ['anybody, about a task that nobody claimed', unclaimed, init, 'run-1', 'run-2', true],
  ['a session, about an approval', unclaimed, approve, null, 'run-2', false],
  ['the owner, about an approval given outside any session', claimed, approve, null, 'run-1', false],
  ['a person, about an approval given in a session', claimed, approve, 'run-1', null, false],
  ['a person, about what a person took back', claimed, takeBack, null, null, true],
  ['the same session, about a task that is gone', null, start, 'run-1', 'run-1', true],
  ['another session, about a task that is gone', null, start, 'run-1', 'run-2', false],
  ['anybody, about a task that is gone, done outside any session', null, start, null, 'run-2', true],
])('%s', (_situation, record, command, before, session, isAnswered) => {
  const unmet = unmetByReplay(record, { command, session }, operationOf(before));
  expect(unmet.length === 0).toBe(isAnswered);
});

test('a refusal names who did it and in which revision', () => {
  const [unmet] = unmetByReplay(claimed, { command: approve, session: 'run-1' }, operationOf(null));
  expect(unmet?.condition).toBe('owner');
  expect(unmet?.detail).toContain('op-1 was done outside any session, in revision 4');
  const [other] = unmetByReplay(claimed, { command: approve, session: null }, operationOf('run-1'));
  expect(other?.detail).toContain('by session run-1');
  expect(other?.detail).toContain('a caller without a session');
});

function operationOf(session: string | null): FoundOperation {
  const at = '2026-11-16T09:00:00.000Z';
  return { id: 'op-1', digest: 'd'.repeat(64), revision: 4, at, actor: 'ada', session, events: [], purgedAt: null };
}
