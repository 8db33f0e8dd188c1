import { createMemoryWorkspaceFiles, type WorkspaceFault } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { type Failure, orThrow, type ResultAsync, type WorkspaceFiles } from '@batonkit/core';
import type { ContextTiers } from './context-tiers.ts';
import { createContextTiers } from './create-context-tiers.ts';
import { everything, SAMPLE_TRACK } from './sample-track.fixture.ts';

/** Files that fail once, at the given call. */
const failing = (op: WorkspaceFault['op'], at: number, as: WorkspaceFault['as'] = 'error') =>
  createMemoryWorkspaceFiles({ files: SAMPLE_TRACK, faults: [{ op, at, as, when: 'before' }] });

/** How often an operation calls each method of the files. */
async function countCalls(
  call: (tiers: ContextTiers) => ResultAsync<unknown, Failure>,
): Promise<Record<'read' | 'list', number>> {
  const files = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
  const calls = { read: 0, list: 0 };
  const answer = await call(
    createContextTiers({
      files: {
        ...files,
        read: (path) => ((calls.read += 1), files.read(path)),
        list: (folder) => ((calls.list += 1), files.list(folder)),
      },
    }),
  );
  expect(answer.isOk()).toBe(true);
  return calls;
}

describe('files that cannot be read', () => {
  test.each<[string, (tiers: ContextTiers) => ResultAsync<unknown, Failure>]>([
    ['load', (tiers) => tiers.load()],
    ['compact', (tiers) => tiers.compact()],
    ['compact over a threshold', (tiers) => tiers.compact({ threshold: 0.001 })],
    ['checkpoint', (tiers) => tiers.checkpoint({ compact: false })],
    ['checkpoint with its compaction', (tiers) => tiers.checkpoint()],
    ['recover', (tiers) => tiers.recover()],
  ])('%s fails wherever that happens, and the next one goes through', async (_, call) => {
    const whole = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
    await orThrow(call(createContextTiers({ files: whole })));
    const calls = await countCalls(call);
    expect(calls.read).toBeGreaterThan(0);
    for (const op of ['read', 'list'] as const) {
      for (let at = 1; at <= calls[op]; at += 1) {
        const files = failing(op, at);
        const answer = await call(createContextTiers({ files }));
        expect([op, at, answer.isErr() && answer.error.code]).toEqual([op, at, 'StorageFailure']);
        expect((await call(createContextTiers({ files }))).isOk()).toBe(true);
        // Times apart, the files are those of a call that nothing disturbed.
        expect(Object.keys(await everything(files))).toEqual(Object.keys(await everything(whole)));
      }
    }
  });
});

test('a session or track that is no name is refused before anything is written', async () => {
  const files = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
  const tiers = createContextTiers({ files });
  for (const answer of [
    await tiers.compact({ session: '../x' }),
    await tiers.checkpoint({ session: '../x' }),
    await tiers.checkpoint({ session: '../x', compact: false }),
    await tiers.load({ session: '../x' }),
    await tiers.load({ track: 'a/b' }),
  ]) {
    expect(answer._unsafeUnwrapErr().code).toBe('InvalidInput');
  }
  expect(await everything(files)).toEqual(SAMPLE_TRACK);
});

test('a checkpoint that meets another writer tries again', async () => {
  const files = failing('write', 1, 'conflict');
  const { checkpoint } = await orThrow(createContextTiers({ files }).checkpoint({ compact: false }));
  expect(checkpoint.files.length).toBeGreaterThan(0);
});

test('an edit that comes right after the compaction is kept, and told', async () => {
  const files = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
  const path = 'docs/tracks/search/DECISIONS.md';
  const edited = '# Decisions\n\nAll of them are off.\n';
  const meddled: WorkspaceFiles = {
    ...files,
    // The journal is removed last.
    remove: (removed, options) =>
      files.remove(removed, options).andThen((done) => files.write(path, edited).map(() => done)),
  };
  const { warnings, outputs } = await orThrow(createContextTiers({ files: meddled }).compact());
  expect(outputs.map((output) => output.path)).toContain(path);
  expect(warnings).toEqual([
    { code: 'EditedMeanwhile', message: expect.stringContaining(path) as string, where: path },
  ]);
  expect((await everything(files))[path]).toBe(edited);
});

test('a journal that is none stops every compaction by name, and stays for somebody to look at', async () => {
  const files = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
  const faults = [{ op: 'write', at: 2, as: 'error', when: 'before' }] as const;
  const struck = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK, faults });
  expect((await createContextTiers({ files: struck }).compact())._unsafeUnwrapErr().code).toBe('StorageFailure');
  const [journal = ''] = Object.keys(await everything(struck)).filter((path) => !(path in SAMPLE_TRACK));
  await orThrow(files.write(journal, '{"version":'));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = (await createContextTiers({ files }).compact())._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Corrupt', data: { path: journal } });
  }
  expect((await everything(files))[journal]).toBe('{"version":');
});

test('entries that a person wrote into another file than theirs stay there, and are not taken for its own', async () => {
  const misplaced = '- Invariant: All names are NFC\n';
  const changes = {
    'docs/tracks/search/DECISIONS.md': `${SAMPLE_TRACK['docs/tracks/search/DECISIONS.md']}\n${misplaced}`,
    'docs/tracks/search/RISKS.md': `${SAMPLE_TRACK['docs/tracks/search/RISKS.md']}\n${misplaced}`,
    'docs/context/CONTEXT_CORE.md': `${SAMPLE_TRACK['docs/context/CONTEXT_CORE.md']}\n- Approval: Ship it\n`,
  };
  const files = createMemoryWorkspaceFiles({ files: { ...SAMPLE_TRACK, ...changes } });
  await orThrow(createContextTiers({ files }).compact());
  const after = await everything(files);
  for (const path of Object.keys(changes))
    expect([path, after[path]?.includes('All names are NFC') || after[path]?.includes('Ship it')]).toEqual([
      path,
      true,
    ]);
  expect(after['docs/tracks/search/DECISIONS.md']).toContain('Use a trie');
  expect(after['docs/tracks/search/RISKS.md']).toContain('Names with accents');
  expect(after['docs/context/CONTEXT_CORE.md']).toContain('Files are UTF-8');
});
