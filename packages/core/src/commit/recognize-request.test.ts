import { coreMachine } from '../machine/core-machine.ts';
import { describe, expect, test } from 'vitest';
import type { CommandInput } from '../machine/core-machine.fixture.ts';
import { sampleImmutable, sampleInit } from '../machine/sample-task.fixture.ts';
import type { TaskRecord } from '../machine/core-machine.fixture.ts';
import { digestRequest } from './digest-request.ts';
import type { FoundOperation } from './find-operation.ts';
import { recognizeRequest } from './recognize-request.ts';

const start: CommandInput = { type: 'start-turn', role: 'implementer' };
const alive = { record: {} as TaskRecord };
const gone = { record: null };

const known = (command: CommandInput, more: Partial<FoundOperation> = {}, session: string | null = null) => ({
  ...{
    id: 'op-1',
    digest: digestRequest(coreMachine, command, session),
    revision: 2,
    at: '2026-11-16T09:00:00.000Z',
    actor: 'ada',
  },
  ...{ session, events: [{ type: 'role-started' }, { type: 'role-noted' }], purgedAt: null },
  ...more,
});
const recognize = (
  state: { readonly record: TaskRecord | null },
  command: CommandInput,
  found: FoundOperation,
  session: string | null = null,
) => recognizeRequest(coreMachine, state, { taskId: 'TASK-1', command, session }, found);

describe('a request under an id that is known', () => {
  test('is a replay when it asks for the same', () => {
    expect(recognize(alive, start, known(start))._unsafeUnwrap()).toBe('replay');
  });

  test('is refused when it asks for something else, with what the id was used for', () => {
    const refused = recognize(alive, { type: 'hand-off', role: 'implementer' }, known(start))._unsafeUnwrapErr();
    expect(refused).toEqual({
      code: 'OperationIdReused',
      message:
        'TASK-1: operation id op-1 already made revision 2 (role-started, role-noted, by ada at 2026-11-16T09:00:00.000Z). This request (hand-off) is a different one. Nothing was written; use a new id for a new request.',
      data: { id: 'TASK-1', operationId: 'op-1', revision: 2, usedFor: ['role-started', 'role-noted'] },
    });
  });

  test('is refused in the next life of the task, and so is an init of what was purged since', () => {
    const purged = { purgedAt: 7 };
    const late = recognize(alive, start, known(start, purged))._unsafeUnwrapErr();
    expect(late.message).toContain('The context that it was about was purged in revision 7.');
    expect(recognize(gone, sampleInit, known(sampleInit, purged))._unsafeUnwrapErr().code).toBe('OperationIdReused');
  });

  test('is decided where the context is gone: the decision says so', () => {
    expect(recognize(gone, start, known(start, { purgedAt: 7 }))._unsafeUnwrap()).toBe('new');
    const other = recognize(gone, start, known(sampleInit, { purgedAt: 7 }))._unsafeUnwrapErr();
    expect(other.message).toContain('This request (start-turn) is a different one.');
  });

  test('is a replay for a purge, whatever life the task is in', () => {
    const purge: CommandInput = { type: 'purge-context' };
    for (const state of [alive, gone])
      for (const purgedAt of [null, 7])
        expect(recognize(state, purge, known(purge, { purgedAt }))._unsafeUnwrap()).toBe('replay');
  });
});

describe('the same request', () => {
  const sha = 'a'.repeat(40);
  const snapshot = {
    ...{ worktree: 'shop-1', base_commit: sha, head: sha, snapshot_time: '2026-11-16T09:00:00.000Z', tree: sha },
    ...{ engine: 'git', diff_sha: 'c'.repeat(64), diff_stat: { files: 1, insertions: 1, deletions: 0 } },
    ...{ scope_hash: '0123456789abcdef', details: 'e'.repeat(64), artifacts: [] },
  };
  const later = { ...snapshot, tree: 'b'.repeat(40) };
  const qa = { log: 'd'.repeat(64), results: [] };
  const drift = { type: 'record-drift', role: 'reviewer', checks: 1, files: 1 } as const;
  const git = { head: sha, task_file_sha: null, branch: 'main' };
  const rebuild = { type: 'rebuild-context', immutable: sampleImmutable } as const;

  test.each<[string, CommandInput, CommandInput]>([
    ['links of the chain', { ...start, verifiedLinks: 0 }, { ...start, verifiedLinks: 7 }],
    ['a first link', start, { ...start, verifiedLinks: 1 }],
    ['another tree', { type: 'hand-off', role: 'r', snapshot }, { type: 'hand-off', role: 'r', snapshot: later }],
    ['no tree', { type: 'hand-off', role: 'r' }, { type: 'hand-off', role: 'r', snapshot }],
    [
      'a task file that went',
      { type: 'record-qa', role: 'r', ...qa, taskFileSha: sha },
      { type: 'record-qa', role: 'r', ...qa, taskFileSha: null },
    ],
    [
      'a task file nobody looked at',
      { type: 'record-qa', role: 'r', ...qa, taskFileSha: null },
      { type: 'record-qa', role: 'r', ...qa },
    ],
    ['HEAD', { ...sampleInit, git }, { ...sampleInit, git: { ...git, head: 'b'.repeat(40) } }],
    ['a manifest', { ...rebuild, manifestSha: null }, { ...rebuild, manifestSha: 'e'.repeat(64) }],
    [
      'an accepted tree',
      { type: 'resolve-drift', role: 'r', note: 'n', accepted: snapshot },
      { type: 'resolve-drift', role: 'r', note: 'n', accepted: later },
    ],
    ['a report', { ...drift, report: 'd'.repeat(64) }, { ...drift, report: 'e'.repeat(64) }],
  ] as never)('is the same with %s that the service saw on the way', (_, one, other) => {
    expect(digestRequest(coreMachine, other, null)).toBe(digestRequest(coreMachine, one, null));
    expect(digestRequest(coreMachine, other, 'run-2')).toBe(digestRequest(coreMachine, one, 'run-1'));
  });

  test.each<[string, CommandInput, CommandInput]>([
    ['another role', start, { ...start, role: 'reviewer' }],
    ['another session that opens the turn', { ...start, sessionId: 'a' }, { ...start, sessionId: 'b' }],
    [
      'restored or accepted',
      { type: 'resolve-drift', role: 'r', note: 'n', accepted: null },
      { type: 'resolve-drift', role: 'r', note: 'n', accepted: snapshot },
    ],
    [
      'another log',
      { type: 'record-qa', role: 'r', ...qa },
      { type: 'record-qa', role: 'r', ...qa, log: 'f'.repeat(64) },
    ],
  ] as never)('is another one with %s', (_, one, other) => {
    expect(digestRequest(coreMachine, other, null)).not.toBe(digestRequest(coreMachine, one, null));
  });
});
