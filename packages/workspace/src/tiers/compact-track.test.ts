import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { createContextTiers } from './create-context-tiers.ts';
import { everything, openTrack as open, SAMPLE_TRACK, textOf } from './sample-track.fixture.ts';

describe('compact', () => {
  test('moves what the logs say into the files of the track', async () => {
    const { files, tiers } = open();
    const done = await orThrow(tiers.compact({ actor: 'ci' }));
    expect(done).toMatchObject({ track: 'search', compacted: true, entries: 8, warnings: [] });
    expect(done.outputs.map(({ path }) => path)).toEqual([
      'docs/tracks/search/DECISIONS.md',
      'docs/tracks/search/PLAN.md',
      'docs/tracks/search/RISKS.md',
      'docs/context/CONTEXT_CORE.md',
    ]);
    expect(await textOf(files, 'docs/tracks/search/DECISIONS.md'))
      .toBe(`${SAMPLE_TRACK['docs/tracks/search/DECISIONS.md']}
- [2026-11-16T08:30:00Z] Decision: Normalize to NFC
  Reason: accents
  Impact: the reader

- [2026-11-16T09:00:00Z] Decision: Use a trie
  Reason: prefixes
  Impact: memory
`);
    expect(await textOf(files, 'docs/tracks/search/PLAN.md')).toBe(`# Plan

## Goal

Find people,   fast.
Without a server.

## Steps

- [x] Read the names
- [x] Build the index
- [ ] Measure it

## Approvals

- [ ] Delete the old index

## Notes
Ask Ada.
`);
    expect(await textOf(files, 'docs/tracks/search/RISKS.md')).toBe(`# Risks

- Risk: The index is slow
  Severity: high
  Status: open
  Mitigation: cache it

- Risk: Names with accents
  Severity: low
  Status: open
`);
    expect(await textOf(files, 'docs/context/CONTEXT_CORE.md')).toBe(
      '# Core\n\n## Invariants\n\n- Invariant: All times are UTC\n- Invariant: Files are UTF-8\n',
    );
    expect(await textOf(files, 'artifacts/checkpoints/search/pending.json')).toBe(null);
    for (const { path, sha256 } of done.outputs) expect(sha256Hex((await textOf(files, path)) ?? '')).toBe(sha256);
  });

  test('the pinned core is byte-identical before and after, and its hash is in the checkpoint', async () => {
    const { files, tiers } = open();
    const { pinned } = await orThrow(tiers.compact());
    expect(pinned.text).toContain('## Goal\n\nFind people,   fast.\nWithout a server.\n\n## Decisions');
    expect(pinned.text).toContain('## Open approvals\n\n- Delete the old index\n');
    expect(pinned.sha256).toBe(sha256Hex(pinned.text));
    expect((await orThrow(tiers.load())).pinned).toEqual(pinned);
    expect((await orThrow(tiers.recover())).pinned).toEqual({ ...pinned, isUnchanged: true });
    // Another compaction, of another risk only, leaves it alone.
    await orThrow(files.append('artifacts/sessions/s1/work_log.md', '- Risk: New\n  Severity: critical\n'));
    expect((await orThrow(tiers.compact())).pinned).toEqual(pinned);
    await orThrow(files.append('docs/tracks/search/DECISIONS.md', '\n- Decision: a\n  Reason: b\n  Impact: c\n'));
    expect((await orThrow(tiers.recover())).pinned.isUnchanged).toBe(false);
  });

  test('again without anything new changes nothing; what is new is added', async () => {
    const { files, tiers } = open();
    await orThrow(tiers.compact());
    const before = await everything(files);
    expect(await orThrow(tiers.compact())).toMatchObject({ entries: 0, outputs: [] });
    expect(await everything(files)).toEqual(before);
    // A person closes a risk; the old bullet does not open it again.
    const risks = (before['docs/tracks/search/RISKS.md'] ?? '').replace(
      'Status: open\n  Mitigation',
      'Status: closed\n  Mitigation',
    );
    await orThrow(files.write('docs/tracks/search/RISKS.md', risks));
    await orThrow(files.append('artifacts/sessions/s1/work_log.md', '- Risk: Fresh\n  Severity: critical\n'));
    expect((await orThrow(tiers.compact())).entries).toBe(1);
    const after = await textOf(files, 'docs/tracks/search/RISKS.md');
    expect(after).toMatch(/^# Risks\n\n- Risk: Fresh\n[^]*Status: closed\n {2}Mitigation: cache it/);
  });

  test('loading afterwards leaves out what was compacted', async () => {
    const { files, tiers } = open();
    const before = await orThrow(tiers.load({ session: 's1' }));
    await orThrow(tiers.compact());
    await orThrow(files.append('artifacts/sessions/s1/work_log.md', '- Note: after\n'));
    const after = await orThrow(tiers.load({ session: 's1' }));
    expect(after.files.at(-1)).toMatchObject({
      path: 'artifacts/sessions/s1/work_log.md',
      text: '- Note: after\n',
      tokens: 4,
    });
    expect(before.files.at(-1)?.tokens).toBeGreaterThan(50);
  });

  test('one session, or a threshold', async () => {
    const { files, tiers } = open();
    const { entries } = await orThrow(tiers.compact({ session: 's2' }));
    expect(entries).toBe(1);
    expect(await textOf(files, 'docs/tracks/search/RISKS.md')).toBe(SAMPLE_TRACK['docs/tracks/search/RISKS.md']);
    expect(await textOf(files, 'docs/context/CONTEXT_CORE.md')).toBe(SAMPLE_TRACK['docs/context/CONTEXT_CORE.md']);
    const idle = await orThrow(tiers.compact({ session: 's1', threshold: 10_000 }));
    expect(idle).toMatchObject({ compacted: false, entries: 0, outputs: [] });
    expect(await orThrow(tiers.compact({ session: 's1', threshold: 100 }))).toMatchObject({
      compacted: true,
      entries: 7,
    });
  });

  test.each([
    [
      'a log',
      { 'artifacts/sessions/s2/work_log.md': '# Log\n\n- Decision: x\n' },
      'artifacts/sessions/s2/work_log.md',
      3,
    ],
    ['RISKS.md', { 'docs/tracks/search/RISKS.md': '- Risk: x\n' }, 'docs/tracks/search/RISKS.md', 1],
    ['PLAN.md', { 'docs/tracks/search/PLAN.md': '## Goal\n<!-- open\n' }, 'docs/tracks/search/PLAN.md', 1],
  ])(
    '%s that breaks the schema is refused with file and line, and nothing is written',
    async (_, changes, file, line) => {
      const { files, tiers } = open(changes);
      const before = await everything(files);
      const refused = (await tiers.compact())._unsafeUnwrapErr();
      expect(refused).toMatchObject({
        code: 'SchemaViolation',
        data: { problems: expect.arrayContaining([expect.objectContaining({ file, line })]) as unknown },
      });
      expect(refused.message).toContain(`${file}:${line}: `);
      expect(await everything(files)).toEqual(before);
    },
  );

  test('a secret in a log is not carried on', async () => {
    const secret = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
    const { files, tiers } = open({
      'artifacts/sessions/s2/work_log.md': `- Decision: Use ${secret}\n  Reason: x\n  Impact: y\n`,
    });
    const before = await everything(files);
    const refused = (await tiers.compact())._unsafeUnwrapErr();
    expect(refused.code).toBe('SecretFound');
    expect(refused.message).not.toContain(secret);
    expect(await everything(files)).toEqual(before);
    await orThrow(tiers.compact({ forceSecrets: true }));
    expect(await textOf(files, 'docs/tracks/search/DECISIONS.md')).toContain(secret);
  });

  test('a track without files gets them', async () => {
    const files = createMemoryWorkspaceFiles({
      files: {
        'docs/tracks/ACTIVE_TRACK': 'new',
        'artifacts/sessions/s/work_log.md': '- Step: Begin\n- Risk: r\n  Severity: low\n',
      },
    });
    const done = await orThrow(createContextTiers({ files }).compact());
    expect(done.outputs.map(({ path }) => path)).toEqual(['docs/tracks/new/PLAN.md', 'docs/tracks/new/RISKS.md']);
    expect(await textOf(files, 'docs/tracks/new/PLAN.md')).toBe('# Plan\n\n## Steps\n\n- [ ] Begin\n');
  });
});

describe('determinism', () => {
  const hashes = async (
    prepare: (files: WorkspaceFiles) => WorkspaceFiles,
    start?: string,
    changes: Record<string, string> = {},
  ) => {
    const { files } = open(changes);
    const clock = createManualClock({ start: Date.parse(start ?? '2026-11-16T10:00:00Z') });
    await orThrow(createContextTiers({ files: prepare(files), clock }).compact());
    return Object.fromEntries(
      Object.entries(await everything(files)).map(([path, text]) => [path, sha256Hex(text ?? '')]),
    );
  };

  test('the same input gives the same hashes: twice, at another time, in two time zones, from a shuffled listing', async () => {
    const expected = await hashes((files) => files);
    expect(Object.keys(expected)).toContain('artifacts/checkpoints/search/latest.json');
    expect(await hashes((files) => files)).toEqual(expected);
    expect(await hashes((files) => files, '2031-02-03T04:05:06Z')).toEqual(expected);
    expect(
      await hashes((files) => ({ ...files, list: (folder) => files.list(folder).map((paths) => paths.toReversed()) })),
    ).toEqual(expected);
    const zone = process.env['TZ'];
    try {
      for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
        process.env['TZ'] = TZ;
        expect(await hashes((files) => files)).toEqual(expected);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('a log without times takes the day, in UTC, so that the hour does not matter', async () => {
    const log = { 'artifacts/sessions/s2/work_log.md': '- Decision: x\n  Reason: y\n  Impact: z\n' };
    expect(await hashes((files) => files, '2026-11-16T00:00:01Z', log)).toEqual(
      await hashes((files) => files, '2026-11-16T23:59:59Z', log),
    );
  });
});
