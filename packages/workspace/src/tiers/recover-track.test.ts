import { describe, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { createContextTiers } from './create-context-tiers.ts';
import { everything, openTrack as open, textOf } from './sample-track.fixture.ts';

describe('checkpoint and recover', () => {
  test('latest.json names every file with its sha', async () => {
    const { files, tiers } = open();
    const { checkpoint, path, compaction } = await orThrow(tiers.checkpoint({ session: 's1', actor: 'ci' }));
    expect(path).toBe('artifacts/checkpoints/search/latest.json');
    expect(JSON.parse((await textOf(files, path)) ?? '')).toEqual(checkpoint);
    expect(compaction?.entries).toBe(7);
    expect(checkpoint).toMatchObject({
      version: 1,
      track: 'search',
      session: 's1',
      actor: 'ci',
      as_of: '2026-11-16T09:00:00Z',
    });
    expect(checkpoint.files.map(({ tier }) => tier).join(' ')).toBe(
      'core core core core task task task task transient transient transient',
    );
    for (const { path: file, sha256 } of checkpoint.files)
      expect(sha256Hex((await textOf(files, file)) ?? '')).toBe(sha256);
  });

  test('without compaction only the checkpoint is written, and what the logs say stays to be compacted', async () => {
    const { files, tiers } = open();
    const before = await everything(files);
    await orThrow(tiers.checkpoint({ compact: false }));
    expect(await everything(files)).toEqual({
      ...before,
      'artifacts/checkpoints/search/latest.json': expect.any(String) as string,
    });
    expect((await orThrow(tiers.recover())).replay.verdict).toBe('equal');
    expect((await orThrow(tiers.compact())).entries).toBe(8);
  });

  test('a new session starts from the checkpoint: the same plan, only the transient files that it names', async () => {
    const { files, tiers } = open();
    await orThrow(tiers.checkpoint({ session: 's1' }));
    await orThrow(files.write('artifacts/sessions/s9/work_log.md', 'later'));
    const recovered = await orThrow(createContextTiers({ files }).recover());
    expect(recovered).toMatchObject({
      track: 'search',
      replay: { verdict: 'equal', differences: [] },
      changed: [],
      finishedCompaction: false,
      state: {
        goal: 'Find people,   fast.\nWithout a server.',
        nextStep: 'Measure it',
        approvals: [{ text: 'Delete the old index', status: 'open' }],
      },
    });
    expect(recovered.state.decisions.map(({ text }) => text)).toEqual(['No server', 'Use a trie']);
    expect(recovered.files.filter(({ tier }) => tier === 'transient').map(({ path }) => path)).toEqual([
      'artifacts/sessions/s1/recent_diff.txt',
      'artifacts/sessions/s1/test_output.txt',
      'artifacts/sessions/s1/work_log.md',
    ]);
  });

  test('a plan that is not the one of the checkpoint is told, item by item', async () => {
    const { files, tiers } = open();
    await orThrow(tiers.checkpoint());
    const path = 'docs/tracks/search/PLAN.md';
    const plan = (await textOf(files, path)) ?? '';
    const differences = async (edited: string) => {
      await orThrow(files.write(path, edited));
      const { replay, changed } = await orThrow(tiers.recover());
      expect(replay.verdict).toBe('differs');
      expect(changed).toEqual([{ path, expected: sha256Hex(plan), found: sha256Hex(edited) }]);
      return replay.differences;
    };
    expect(await differences(plan.replace('- [ ] Measure it', '- [x] Measure it\n- [ ] Ship'))).toEqual([
      'Step "Measure it" was todo and is done.',
      'Step "Ship" is new.',
    ]);
    expect(await differences(plan.replace('- [x] Read the names\n', '').replace('Without', 'With'))).toEqual([
      'The goal is another one.',
      'Step "Read the names" is gone.',
    ]);
    const [first = '', second = ''] = plan.match(/^- \[.\] .*\n/gm) ?? [];
    expect(await differences(plan.replace(first + second, second + first))).toEqual([
      'The order of the steps is another one.',
    ]);
    expect(await differences(plan.replace('Ask Ada.', 'Ask Bob.'))).toEqual([
      'The text of PLAN.md differs, but not its goal, steps or approvals.',
    ]);
    await orThrow(files.write(path, plan));
    expect((await orThrow(tiers.recover())).replay.verdict).toBe('equal');
    await orThrow(files.write('docs/tracks/search/DECISIONS.md', '# Rewritten\n'));
    expect((await orThrow(tiers.recover())).replay.differences).toEqual([
      'DECISIONS.md no longer starts with what it held at the checkpoint, though it is only ever added to.',
    ]);
    await orThrow(files.remove(path));
    expect((await orThrow(tiers.recover())).replay.differences[0]).toBe('PLAN.md is gone.');
  });

  test('a plan that came after the checkpoint is told', async () => {
    const { files, tiers } = open();
    const path = 'docs/tracks/search/PLAN.md';
    const plan = (await textOf(files, path)) ?? '';
    await orThrow(files.remove(path));
    await orThrow(tiers.checkpoint({ compact: false }));
    await orThrow(files.write(path, plan));
    expect((await orThrow(tiers.recover())).replay).toMatchObject({
      verdict: 'differs',
      expected: null,
      differences: ['PLAN.md did not exist at the checkpoint.'],
    });
  });

  test('without a checkpoint it says so; a broken one is named and left', async () => {
    const { files, tiers } = open();
    expect((await orThrow(tiers.recover())).replay.verdict).toBe('no-checkpoint');
    for (const broken of ['{', '{"version":2}', '[]', '']) {
      await orThrow(files.write('artifacts/checkpoints/search/latest.json', broken));
      expect((await tiers.recover())._unsafeUnwrapErr()).toMatchObject({
        code: 'Corrupt',
        data: { path: 'artifacts/checkpoints/search/latest.json' },
      });
      expect((await tiers.compact())._unsafeUnwrapErr().code).toBe('Corrupt');
      expect(await textOf(files, 'artifacts/checkpoints/search/latest.json')).toBe(broken);
    }
  });
});
