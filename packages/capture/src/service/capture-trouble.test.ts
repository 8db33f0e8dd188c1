import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { errAsync, failure, type GitFailure, orThrow } from '@batonkit/core';
import { captureContext } from './capture-context.ts';
import { checkCitations } from '../standards/check-citations.ts';
import { recaptureContext } from './recapture-context.ts';
import { inMemory, sampleRepository, sampleRequest } from './sample-repository.fixture.ts';

const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });

describe('a capture', () => {
  test('answers what git answers, wherever it fails', async () => {
    const files = await inMemory(sampleRepository({}));
    const worktree = createMemoryWorktree({ files: sampleRepository({}) });
    for (const method of ['head', 'listFiles', 'observe'] as const) {
      const faulty = { ...worktree, [method]: () => errAsync(full) };
      const answer = await captureContext({ files, ...sampleRequest, worktree: faulty });
      expect([method, answer.isErr() && answer.error.code]).toEqual([method, 'GitFailure']);
    }
  });

  test('names ten of many files that were modified', async () => {
    const files = await inMemory(sampleRepository({}));
    const names = Array.from({ length: 14 }, (_, index) => `many/${index + 10}.txt`);
    const texts = { ...sampleRepository({}), ...Object.fromEntries(names.map((name) => [name, 'old\n'])) };
    const worktree = createMemoryWorktree({ files: texts });
    for (const name of names) worktree.edit(name, 'new\n');
    const { warnings } = await orThrow(captureContext({ files, ...sampleRequest, worktree }));
    expect(warnings.map(({ message }) => message).join('\n')).toMatch(/many\/10\.txt.* and \d+ more/);
  });

  test('is repeated only from a manifest that is one, with the statuses that it took', async () => {
    const files = await inMemory(sampleRepository({}));
    for (const manifest of [null, {}, 'text']) {
      const refused = await recaptureContext({ files, manifest });
      expect(refused.isErr()).toBe(true);
    }
    const first = await orThrow(captureContext({ files, ...sampleRequest, allowStatus: true }));
    const again = await orThrow(recaptureContext({ files, manifest: first.manifest }));
    expect(again.immutable).toEqual(first.immutable);
  });
});

describe('citations', () => {
  const citation = { file: 'rules.md', section: 'input', requirement: 'Check it.' };
  const record = { immutable: { standards_citations: [citation] } };
  const text = '# Rules\n\n## Input\n\nCheck input.\n';

  test('that pin no content are unpinned while their section is there, and stale after', async () => {
    const there = createMemoryWorkspaceFiles({ files: { 'rules.md': text } });
    expect(await orThrow(checkCitations(record as never, there))).toMatchObject([
      { state: 'unpinned', lineSpan: 'L3-L5' },
    ]);
    const gone = createMemoryWorkspaceFiles({ files: { 'rules.md': '# Rules\n' } });
    expect(await orThrow(checkCitations(record as never, gone))).toMatchObject([{ state: 'stale', lineSpan: null }]);
  });

  test('of a file that is no text any more are stale; of one that cannot be read, nobody knows', async () => {
    const binary = createMemoryWorkspaceFiles({ files: { 'rules.md': Uint8Array.of(0xff) } });
    expect(await orThrow(checkCitations(record as never, binary))).toMatchObject([{ state: 'stale' }]);
    const faults = [{ at: 1, op: 'read', when: 'before', as: 'error' }] as const;
    const failing = createMemoryWorkspaceFiles({ files: { 'rules.md': text }, faults });
    expect((await checkCitations(record as never, failing))._unsafeUnwrapErr().code).toBe('StorageFailure');
  });
});
