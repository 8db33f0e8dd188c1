import { expect, test } from 'vitest';
import { sampleInit, sampleEnv } from '../record/sample-task.fixture.ts';
import { decide } from '../record/decide.ts';
import type { TaskEvent } from '../record/task-event.ts';
import { describeEvent } from './describe-event.ts';

const [initialized] = decide(null, sampleInit, sampleEnv)._unsafeUnwrap();

test.each<[TaskEvent | undefined, string]>([
  [initialized, 'Fix the login form'],
  [{ type: 'role-started', role: 'reviewer' }, 'reviewer'],
  [{ type: 'role-blocked', role: 'reviewer', finding: 'no\nnetwork' }, 'reviewer: no network'],
  [{ type: 'drift-detected', role: 'reviewer', report: 'a'.repeat(64), checks: 3, files: 1 }, 'reviewer: 1 file'],
  [{ type: 'context-purged', reason: 'r'.repeat(200) }, `${'r'.repeat(77)}...`],
  [{ type: 'operation-recorded', operation: { id: 'begin', digest: 'a'.repeat(64) } }, 'begin'],
  [{ type: 'task-released', session: 'run-1' }, ''],
])('%o is about %s', (event, about) => {
  expect(event === undefined ? null : describeEvent(event)).toBe(about);
});
