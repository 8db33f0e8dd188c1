import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { createContextTiers } from './create-context-tiers.ts';
import { textOf } from './sample-track.fixture.ts';

const clock = () => createManualClock({ start: Date.parse('2026-11-16T09:00:00Z') });

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

test('a secret that the length of a line would cut is not logged in part', async () => {
  const files = createMemoryWorkspaceFiles();
  const tiers = createContextTiers({ files, clock: clock() });
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  await orThrow(tiers.logToolUse('s1', { tool: 'Bash', detail: `${'x'.repeat(160)} ${token}` }));
  await orThrow(tiers.logToolUse('s1', { tool: token }));
  expect(await textOf(files, 'artifacts/sessions/s1/work_log.md')).toBe(
    '- 2026-11-16T09:00:00Z Tool: Bash (what it was used on looks like a secret)\n' +
      '- 2026-11-16T09:00:00Z Tool: a tool (what it was used on looks like a secret)\n',
  );
});
