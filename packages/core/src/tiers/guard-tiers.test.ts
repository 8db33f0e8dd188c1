import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '../result/or-throw.ts';
import { createContextTiers } from './create-context-tiers.ts';
import { textOf } from './sample-track.fixture.ts';

const clock = () => createManualClock({ start: Date.parse('2026-11-16T09:00:00Z') });
const write = (path: string) => ({ tool: 'Write', input: { file_path: path } });

test('a forbidden write is blocked and logged, an allowed one is not logged', async () => {
  const files = createMemoryWorkspaceFiles();
  const tiers = createContextTiers({ files, clock: clock(), policy: { profile: 'planning' } });
  expect((await orThrow(tiers.guard(write('docs/tracks/a/PLAN.md')))).decision).toBe('allow');
  expect(await textOf(files, 'artifacts/guard.log')).toBe(null);
  for (const path of ['src/a.ts', 'docs/../src/a.ts', '/etc/passwd', 'docs/../../x', '/.batonkit-workspace/../etc/x']) {
    expect([path, (await orThrow(tiers.guard(write(path)))).decision]).toEqual([path, 'deny']);
  }
  const log = (await textOf(files, 'artifacts/guard.log'))?.trimEnd().split('\n') ?? [];
  expect(log).toHaveLength(5);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({ time: '2026-11-16T09:00:00.000Z', decision: 'deny', tool: 'Write' });
});

test('by default the repository may be written, and evidence may not', async () => {
  const tiers = createContextTiers({ files: createMemoryWorkspaceFiles(), clock: clock() });
  const decide = async (path: string) => (await orThrow(tiers.guard(write(path)))).decision;
  expect(await decide('src/a.ts')).toBe('allow');
  for (const path of [
    ...['artifacts/guard.log', 'artifacts/sessions/s1/work_log.md', 'artifacts/checkpoints/a/latest.json'],
    ...['docs/tracks/a/DECISIONS.md', 'docs/context/GUARDRAILS.md', 'batonkit.config.json', '.claude/settings.json'],
    ...['.git/config', '.agent-output/x', 'Artifacts/Guard.log'],
  ])
    expect([path, await decide(path)]).toEqual([path, 'deny']);
});

test('policy and facts can be given; facts of a call win', async () => {
  const files = createMemoryWorkspaceFiles();
  const tiers = createContextTiers({
    files,
    policy: { writableRoots: ['src'] },
    facts: { root: '/work' },
    layout: { guardLog: 'artifacts/no.log' },
  });
  expect((await orThrow(tiers.guard(write('/work/src/a.ts')))).decision).toBe('allow');
  expect((await orThrow(tiers.guard(write('/work/src/a.ts'), { root: '/other' }))).decision).toBe('deny');
  expect((await orThrow(tiers.guard(write('docs/a.md')))).decision).toBe('deny');
  expect(await textOf(files, 'artifacts/no.log')).toContain('docs/a.md');
});

test('a tool use is a line of the work log, which gives later decisions their time', async () => {
  const files = createMemoryWorkspaceFiles({ files: { 'docs/tracks/ACTIVE_TRACK': 't' } });
  const tiers = createContextTiers({ files, clock: clock() });
  await orThrow(tiers.logToolUse('s1', { tool: 'Write', detail: 'docs/a.md\n- Decision: none' }));
  const path = 'artifacts/sessions/s1/work_log.md';
  expect(await textOf(files, path)).toBe('- 2026-11-16T09:00:00Z Tool: Write docs/a.md - Decision: none\n');
  await orThrow(files.append(path, '- Decision: a\n  Reason: b\n  Impact: c\n'));
  const secret = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
  await orThrow(tiers.logToolUse('s1', { tool: 'Bash', detail: `echo ${secret}` }));
  expect(await textOf(files, path)).not.toContain(secret);
  await orThrow(tiers.compact());
  expect(await textOf(files, 'docs/tracks/t/DECISIONS.md')).toContain('- [2026-11-16T09:00:00Z] Decision: a\n');
  expect((await tiers.logToolUse('../x', { tool: 'Write' }))._unsafeUnwrapErr().code).toBe('InvalidInput');
});

test('a secret that the length of a line would cut is not logged in part, nor one in the reason of a refusal', async () => {
  const files = createMemoryWorkspaceFiles();
  const tiers = createContextTiers({ files, clock: clock() });
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  await orThrow(tiers.logToolUse('s1', { tool: 'Bash', detail: `${'x'.repeat(160)} ${token}` }));
  await orThrow(tiers.logToolUse('s1', { tool: token }));
  expect(await textOf(files, 'artifacts/sessions/s1/work_log.md')).toBe(
    '- 2026-11-16T09:00:00Z Tool: Bash (what it was used on looks like a secret)\n' +
      '- 2026-11-16T09:00:00Z Tool: a tool (what it was used on looks like a secret)\n',
  );
  expect((await orThrow(tiers.guard(write(`/etc/${token}`)))).decision).toBe('deny');
  expect(await textOf(files, 'artifacts/guard.log')).not.toContain(token.slice(0, 10));
});
