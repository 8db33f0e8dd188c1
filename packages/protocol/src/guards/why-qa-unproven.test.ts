import { expect, test } from 'vitest';
import { nameCommands } from '@batonkit/core/internal';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import type { QaEvidence } from '../section/agent-section.ts';
import { whyQaUnproven } from './why-qa-unproven.ts';

const task = { task_id: 'T-1', immutable: sampleImmutable };
const executed: QaEvidence = {
  ...{ grade: 'executed', simulated: false, against: [] },
  commands: nameCommands(sampleImmutable.validation_baseline.commands),
  tree: { worktree: '/repo', base: 'a'.repeat(40), content: '1'.repeat(64) },
};
const reported: QaEvidence = { ...executed, grade: 'reported', commands: null };
const why = (
  proof: QaEvidence | undefined,
  wants: 'executed' | 'reported' | 'claimed' = 'executed',
  tested: 'same' | 'changed' | 'elsewhere' | 'unknown' = 'same',
  real = true,
) => whyQaUnproven({ proof }, { wants, tested, real }, tested, task);

test('an executed run of what is there now is proof', () => {
  expect(why(executed)).toBeNull();
  expect(why(executed, 'reported')).toBeNull();
});

test('each way to fall short is told, with the line that fixes it', () => {
  const reasons = [
    why(undefined),
    why(undefined, 'reported'),
    why(reported),
    why({ ...executed, simulated: true }),
    why({ ...executed, against: ['"true" runs no check.'] }),
    why({ ...executed, commands: nameCommands(['true']) }),
    why(executed, 'executed', 'elsewhere'),
    why(executed, 'executed', 'changed'),
    why({ ...executed, tree: null }, 'executed', 'unknown'),
    why(reported, 'reported', 'changed'),
  ];
  expect(reasons.filter((reason) => reason === null)).toEqual([]);
  expect(new Set(reasons).size).toBe(7);
  expect(reasons.filter((reason) => !/baton qa run T-1|run it again/.test(reason ?? ''))).toEqual([]);
});

test('policy may be content with less, and without a repository a script may stand for the commands', () => {
  expect(why(undefined, 'claimed', 'changed')).toBeNull();
  expect(why(reported, 'reported')).toBeNull();
  expect(why({ ...executed, simulated: true, tree: null }, 'executed', 'unknown', false)).toBeNull();
});
