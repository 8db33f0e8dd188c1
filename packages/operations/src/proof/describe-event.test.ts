import { expect, test } from 'vitest';
import { decide, defaultMachine } from 'batonkit';
import type { ProtocolTaskEvent } from '@batonkit/protocol';
import { sampleInit, sampleEnv } from '../../../core/src/machine/sample-task.fixture.ts';
import { describeEvent } from './describe-event.ts';

const merge = { commit: 'b'.repeat(40), covers: 'c'.repeat(64), at: '2026-11-16T09:00:00.000Z' };
const [initialized] = decide(null, sampleInit, sampleEnv)._unsafeUnwrap();

test.each<[ProtocolTaskEvent | undefined, string]>([
  [initialized, 'Fix the login form'],
  [{ type: 'role-started', role: 'reviewer' }, 'reviewer'],
  [{ type: 'role-blocked', role: 'reviewer', finding: 'no\nnetwork' }, 'reviewer: no network'],
  [{ type: 'drift-detected', role: 'reviewer', report: 'a'.repeat(64), checks: 3, files: 1 }, 'reviewer: 1 file'],
  [{ type: 'context-purged', reason: 'r'.repeat(200) }, `${'r'.repeat(77)}...`],
  [{ type: 'operation-recorded', operation: { id: 'begin', digest: 'a'.repeat(64) } }, 'begin'],
  [{ type: 'task-released', session: 'run-1' }, ''],
  [{ type: 'drift-resolved', role: 'reviewer', note: 'It was me.', accepted: null }, 'reviewer: It was me.'],
  [{ type: 'drift-detected', role: 'reviewer', report: 'a'.repeat(64), checks: 3, files: 2 }, 'reviewer: 2 files'],
  [
    { type: 'task-landed', merge, branch: 'main', from: 'a'.repeat(40), to: 'b'.repeat(40) },
    `main at ${'b'.repeat(40)}, was ${'a'.repeat(12)}`,
  ],
  [
    { type: 'task-landed', merge, branch: 'main', from: 'b'.repeat(40), to: 'b'.repeat(40) },
    `main had ${'b'.repeat(40)} already`,
  ],
  [{ type: 'changes-requested', checkpoint: 'plan', by: 'grace', note: 'Smaller.' }, 'plan, by grace: Smaller.'],
])('%o is about %s', (event, about) => {
  expect(event === undefined ? null : describeEvent(defaultMachine, event)).toBe(about);
});
