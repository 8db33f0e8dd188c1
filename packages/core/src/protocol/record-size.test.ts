import { expect, test } from 'vitest';
import { canonicalJson } from '../text/canonical-json.ts';
import { apply, envFor, follow, type Run } from './protocol-run.fixture.ts';

test('a task with a hundred agents stays far below the limit of a record', () => {
  const names = Array.from({ length: 50 }, (_, index) => [
    `domain-${index}-reviewer`,
    `domain-${index}-updater`,
  ]).flat();
  let run: Run = follow({ record: null, events: [] }, 'run-1', (record) => record?.protocol?.state === 'CLASSIFIED');
  run = apply(run, { type: 'select-agents', agents: names.map((name) => ({ name })) }, envFor(run.record));
  for (const agent of names) {
    run = apply(run, { type: 'record-worktree', agent, worktree: `/work/agents/${agent}` }, envFor(run.record));
  }
  run = follow(run, 'run-1', (record) => record?.protocol?.state === 'SYNTHESIS');
  const bytes = canonicalJson(run.record).length;
  expect(Object.keys(run.record?.protocol?.agents ?? {})).toHaveLength(100);
  expect(bytes).toBeLessThan(80 * 1024);
});
