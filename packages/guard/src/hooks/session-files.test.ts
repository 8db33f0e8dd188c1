import { createManualClock, createMemoryWorkspaceFiles, type WorkspaceFault } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { DEFAULT_TIER_LAYOUT } from '@batonkit/workspace/tiers';
import { EMPTY_HOOK_MEMORY } from './hook-memory.ts';
import { createSessionFiles } from './session-files.ts';

const clock = createManualClock({ start: Date.parse('2026-11-17T09:00:00Z') });
const WRITE = [{ tool: 'Write', input: {} }];
const compacted = { ...EMPTY_HOOK_MEMORY, isCompacted: true };

function open(...faults: readonly WorkspaceFault[]) {
  const files = createMemoryWorkspaceFiles({ faults });
  return { files, session: createSessionFiles({ files, layout: DEFAULT_TIER_LAYOUT, clock, session: 's1' }) };
}

const fault = (op: WorkspaceFault['op'], at: number, as: WorkspaceFault['as'] = 'error'): WorkspaceFault => ({
  op,
  at,
  as,
  when: 'before',
});

test('what is remembered is read back, and nothing is written when nothing changed', async () => {
  const { files, session } = open();
  expect(await session.writeMemory(EMPTY_HOOK_MEMORY, EMPTY_HOOK_MEMORY)).toEqual([]);
  expect(await orThrow(files.list())).toEqual([]);
  expect(await session.writeMemory(EMPTY_HOOK_MEMORY, compacted)).toEqual([]);
  expect(await session.readMemory()).toEqual(compacted);
});

test.each([
  ['the read of .gitignore', fault('read', 1)],
  ['the write of .gitignore', fault('write', 1)],
  ['the write itself', fault('write', 2)],
])('%s fails: the problem is told and nothing is thrown', async (_, struck) => {
  const { session } = open(struck);
  expect(await session.writeMemory(EMPTY_HOOK_MEMORY, compacted)).toEqual([expect.stringContaining('scripted fault')]);
  expect(await session.writeMemory(EMPTY_HOOK_MEMORY, compacted)).toEqual([]);
});

test('another session that made .gitignore first is no problem, and a memory that cannot be read is empty', async () => {
  const raced = open(fault('write', 1, 'conflict'));
  expect(await raced.session.writeMemory(EMPTY_HOOK_MEMORY, compacted)).toEqual([]);
  expect(await open(fault('read', 1)).session.readMemory()).toEqual(EMPTY_HOOK_MEMORY);
});

test('a refusal is logged, or the trouble with the log is told', async () => {
  const { files, session } = open();
  expect(await session.logRefusal(WRITE, 'It is outside the scope.')).toEqual([]);
  const [log = ''] = (await orThrow(files.list())).filter((path) => !path.endsWith('.gitignore'));
  expect((await orThrow(files.read(log)))?.text).toContain('It is outside the scope.');
  const broken = open(fault('append', 1));
  expect(await broken.session.logRefusal(WRITE, 'x')).toEqual([expect.stringContaining('scripted fault')]);
});

test('a refusal that would show a secret, or the beginning of one, is logged without its reason', async () => {
  const { files, session } = open();
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const bash = [{ tool: 'Bash', input: { command: `echo hi > /etc/${token}` } }];
  expect(await session.logRefusal(bash, `/etc/${token} is outside the workspace.`)).toEqual([]);
  expect(await session.logRefusal(bash, `/etc/${token.slice(0, 30)}… is outside the workspace.`)).toEqual([]);
  const log = (await orThrow(files.read('artifacts/sessions/s1/guard.log')))?.text ?? '';
  expect(log).not.toContain(token.slice(0, 20));
  expect(log.match(/"tool":"Bash".*looks like a secret/g)).toHaveLength(2);
});
