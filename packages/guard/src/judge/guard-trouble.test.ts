import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { errAsync, orThrow, workspaceErrors, type WorkspaceFiles } from '@batonkit/core';
import { entering, UPDATER } from '../../../protocol/src/slice/protocol-run.fixture.ts';
import { createGuard } from './create-guard.ts';
import { checkDocuments } from '../policy/evaluate-documents.ts';
import { DEFAULT_GUARD_POLICY } from '../policy/guard-policy.ts';
import { guard } from './guard.ts';
import { readProtocolWrites } from '../policy/protocol-writes.ts';

const FACTS = { root: '/work/repo', home: '/home/me' };
const write = (file_path: string) => ({ tool: 'Write', input: { file_path } });

test('a path of any length is refused in a few words', () => {
  for (const path of [`.git/${'x'.repeat(300)}.ts`, `docs/${'x/'.repeat(40_000)}a`]) {
    const { decision, reason } = guard(write(path), DEFAULT_GUARD_POLICY, FACTS);
    expect(decision).toBe('deny');
    expect(reason.length).toBeLessThan(400);
    expect(reason).toContain('…');
  }
  expect(guard(write(`docs/${'x/'.repeat(40_000)}a`), DEFAULT_GUARD_POLICY, FACTS).reason).toContain('too long');
});

test('files that are no text, or cannot be read, may be written', async () => {
  const files = createMemoryWorkspaceFiles();
  const answering = (error: ReturnType<typeof workspaceErrors.notUtf8>): WorkspaceFiles => ({
    ...files,
    read: () => errAsync(error),
  });
  const check = (given: WorkspaceFiles) => createGuard({ files: given }).check(write('docs/a.bin'), FACTS);
  expect((await orThrow(check(answering(workspaceErrors.notUtf8('docs/a.bin'))))).decision).toBe('allow');
  const isFolder = workspaceErrors.storageFailure('read docs/a.bin', 'it is a directory');
  expect((await orThrow(check(answering(isFolder)))).decision).toBe('allow');
});

test('documents that cannot be read are not missing', async () => {
  const faults = [{ op: 'read', at: 2, when: 'before', as: 'error' }] as const;
  const files = createMemoryWorkspaceFiles({ faults });
  const documents = { plan: 'docs/PLAN.md', spec: 'docs/SPEC.md' };
  expect((await checkDocuments({ files, ...documents }))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await checkDocuments({ files, ...documents }))._unsafeUnwrapErr()).toMatchObject({
    code: 'Rejected',
    data: { unmet: [{ detail: 'docs/PLAN.md is missing.' }, { detail: 'docs/SPEC.md is missing.' }] },
  });
});

test('a task outside the protocol has no rules of its own; inside it each agent has its tree', () => {
  expect(readProtocolWrites(null, UPDATER)).toBeNull();
  const { protocol } = entering('IMPLEMENTATION').record!;
  const own = protocol!.agents[UPDATER]!.worktree!;
  expect(readProtocolWrites(protocol, UPDATER)).toMatchObject({ state: 'IMPLEMENTATION', agentWorktree: own });
  expect(readProtocolWrites(protocol, null)).toMatchObject({ agentWorktree: null });
  // Who is no agent of the task is not its coordinator either, and has nowhere to write.
  expect(readProtocolWrites(protocol, 'nobody')?.agentWorktree).not.toBe(own);
  expect(readProtocolWrites(protocol, 'nobody')?.agentWorktree).not.toBeNull();
});
