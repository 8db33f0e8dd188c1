import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { createManualClock, createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { type BatonPolicy, createBaton } from './create-baton.ts';

const clock = () => createManualClock({ start: Date.parse('2026-11-16T09:00:00Z') });
const write = (path: string) => ({ tool: 'Write', input: { file_path: path } });
const textOf = async (files: WorkspaceFiles, path: string) => (await orThrow(files.read(path)))?.text ?? null;

function open(policy: BatonPolicy = {}) {
  const files = createMemoryWorkspaceFiles();
  const { guard } = createBaton({ tasks: createMemoryTaskStore(), files, clock: clock(), policy });
  const decide = async (path: string, root = '/work') => (await orThrow(guard.check(write(path), { root }))).decision;
  return { files, decide };
}

test('a forbidden write is blocked and logged, an allowed one is not logged', async () => {
  const { files, decide } = open({ guard: { profile: 'planning' } });
  expect(await decide('docs/tracks/a/PLAN.md')).toBe('allow');
  expect(await textOf(files, 'artifacts/guard.log')).toBe(null);
  for (const path of ['src/a.ts', 'docs/../src/a.ts', '/etc/passwd', 'docs/../../x', '/work/../etc/x'])
    expect([path, await decide(path)]).toEqual([path, 'deny']);
  const log = (await textOf(files, 'artifacts/guard.log'))?.trimEnd().split('\n') ?? [];
  expect(log).toHaveLength(5);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({ time: '2026-11-16T09:00:00.000Z', decision: 'deny', tool: 'Write' });
});

test('by default the repository may be written, and evidence may not', async () => {
  const { decide } = open();
  expect(await decide('src/a.ts')).toBe('allow');
  for (const path of [
    ...['artifacts/guard.log', 'artifacts/sessions/s1/work_log.md', 'artifacts/checkpoints/a/latest.json'],
    ...['docs/tracks/a/DECISIONS.md', 'docs/context/GUARDRAILS.md', 'batonkit.config.json', '.claude/settings.json'],
    ...['.git/config', '.agent-output/x', 'Artifacts/Guard.log'],
    ...['node_modules/batonkit/dist/index.js', 'node_modules/@batonkit/guard/dist/index.js'],
    ...['node_modules/.pnpm/batonkit@1.0.0/node_modules/batonkit/dist/index.js'],
  ])
    expect([path, await decide(path)]).toEqual([path, 'deny']);
});

test('the policy is the one that was given, and the root that of the call', async () => {
  const { decide } = open({ guard: { writableRoots: ['src'] } });
  expect(await decide('/work/src/a.ts')).toBe('allow');
  expect(await decide('/work/src/a.ts', '/other')).toBe('deny');
  expect(await decide('docs/a.md')).toBe('deny');
});

test('a secret in the reason of a refusal is not logged', async () => {
  const { files, decide } = open();
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  expect(await decide(`/etc/${token}`)).toBe('deny');
  expect(await textOf(files, 'artifacts/guard.log')).not.toContain(token.slice(0, 10));
});
