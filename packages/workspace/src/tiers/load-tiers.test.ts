import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { createContextTiers } from './create-context-tiers.ts';
import { openTrack as open, SAMPLE_TRACK } from './sample-track.fixture.ts';

const without = (path: string) => {
  const { [path]: _, ...rest } = SAMPLE_TRACK;
  return createMemoryWorkspaceFiles({ files: rest });
};

describe('load', () => {
  const ORDER = [
    'CLAUDE.md',
    'docs/context/CONTEXT_CORE.md',
    'docs/context/ROLES.md',
    'docs/context/GUARDRAILS.md',
    'docs/tracks/search/SPEC.md',
    'docs/tracks/search/PLAN.md',
    'docs/tracks/search/RISKS.md',
    'docs/tracks/search/DECISIONS.md',
    'artifacts/sessions/s1/recent_diff.txt',
    'artifacts/sessions/s1/test_output.txt',
    'artifacts/sessions/s1/work_log.md',
  ];

  test('has a fixed order, the active track only, and the tokens of each file', async () => {
    const { tiers } = open();
    const loaded = await orThrow(tiers.load({ session: 's1' }));
    expect(loaded.files.map(({ path }) => path)).toEqual(ORDER);
    expect(loaded).toMatchObject({
      track: 'search',
      session: 's1',
      omitted: [],
      missing: [],
      compactionDue: false,
      warnings: [],
    });
    for (const { path, text, sha, tokens } of loaded.files) {
      expect({ path, text, sha, tokens }).toEqual({
        path,
        text: SAMPLE_TRACK[path],
        sha: sha256Hex(SAMPLE_TRACK[path] ?? ''),
        tokens: Math.ceil((SAMPLE_TRACK[path] ?? '').length / 4),
      });
    }
    expect(loaded.tokens).toBe(loaded.files.reduce((sum, { tokens }) => sum + tokens, 0));
    expect((await orThrow(tiers.load())).files.map(({ path }) => path)).toEqual(ORDER.slice(0, 8));
    expect((await orThrow(tiers.load({ track: 'other' }))).files.map(({ path }) => path).slice(4)).toEqual([
      'docs/tracks/other/PLAN.md',
    ]);
  });

  test('over the budget, transient files are left out; core and track never are', async () => {
    const { tiers } = open();
    const { tokens } = await orThrow(tiers.load());
    const tight = await orThrow(tiers.load({ session: 's1', maxTokens: tokens + 6 }));
    expect(tight.files.map(({ path }) => path)).toEqual(ORDER.slice(0, 9));
    expect(tight.omitted.map(({ path }) => path)).toEqual(ORDER.slice(9));
    expect(tight).toMatchObject({ tokens: tokens + 5, compactionDue: true, warnings: [] });
    const long = open({ 'artifacts/sessions/s1/recent_diff.txt': '+ a line\n'.repeat(500) });
    const fitting = await orThrow(long.tiers.load({ session: 's1', maxTokens: tokens + 20 }));
    expect(fitting.omitted.map(({ path }) => path)).toEqual(['artifacts/sessions/s1/recent_diff.txt', ORDER.at(-1)]);
    expect(fitting.files.at(-1)?.path).toBe('artifacts/sessions/s1/test_output.txt');
    const tiny = await orThrow(tiers.load({ session: 's1', maxTokens: 10 }));
    expect(tiny.files).toHaveLength(8);
    expect(tiny.warnings).toMatchObject([{ code: 'OverBudget' }]);
  });

  test('counts tokens with the given counter and takes the given layout', async () => {
    const { files } = open();
    const tiers = createContextTiers({
      files,
      countTokens: () => 7,
      layout: { core: ['docs/context/ROLES.md', 'nothing.md'] },
    });
    const loaded = await orThrow(tiers.load());
    expect(loaded.files[0]).toMatchObject({ path: 'docs/context/ROLES.md', tokens: 7 });
    expect(loaded).toMatchObject({ tokens: 35, missing: ['nothing.md'] });
  });

  test('no active track, or a pointer that is none', async () => {
    for (const pointer of ['', ' \n', '\uFEFF\n']) {
      const { tiers } = open({ 'docs/tracks/ACTIVE_TRACK': pointer });
      expect(await orThrow(tiers.load())).toMatchObject({
        track: null,
        files: { length: 4 },
        warnings: [{ code: 'NoActiveTrack' }],
      });
    }
    for (const pointer of ['../../etc', 'a\nb', 'a/b']) {
      const { tiers } = open({ 'docs/tracks/ACTIVE_TRACK': pointer });
      expect((await tiers.load())._unsafeUnwrapErr()).toMatchObject({
        code: 'SchemaViolation',
        data: { problems: [{ file: 'docs/tracks/ACTIVE_TRACK', line: 1 }] },
      });
    }
    const { tiers } = open();
    expect((await tiers.load({ session: '..' }))._unsafeUnwrapErr().code).toBe('InvalidInput');
    expect((await tiers.compact({ track: 'a/b' }))._unsafeUnwrapErr().code).toBe('InvalidInput');
    const files = without('docs/tracks/ACTIVE_TRACK');
    expect((await createContextTiers({ files }).compact())._unsafeUnwrapErr()).toMatchObject({
      code: 'Rejected',
      data: { unmet: [{ condition: 'active-track' }] },
    });
  });
});
