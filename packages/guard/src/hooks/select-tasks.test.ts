import { expect, test } from 'vitest';
import type { HookProtocol, HookTask } from './hook-task.ts';
import { selectTasks } from './select-tasks.ts';

const protocol = (given: Partial<HookProtocol> = {}): HookProtocol => ({
  state: 'IMPLEMENTATION',
  owner: null,
  worktree: null,
  agents: [],
  pending: [],
  isPlanPresented: true,
  isPlanApproved: true,
  isShortPath: false,
  ...given,
});
const task = (id: string, given: Partial<HookTask> = {}): HookTask => ({
  id,
  title: id,
  openTurns: [],
  drifted: [],
  protocol: null,
  ...given,
});
const TASKS: readonly HookTask[] = [
  task('OWNED', { protocol: protocol({ owner: 's1', worktree: '/wt/other' }) }),
  task('TURN', { openTurns: [{ role: 'implementer', session: 's2' }] }),
  task('TREE', { protocol: protocol({ owner: 'x', worktree: '/wt/tree' }) }),
  task('AGENT', {
    protocol: protocol({ owner: 'x', agents: [{ name: 'updater', kind: 'updater', worktree: '/wt/agent' }] }),
  }),
  task('IDLE'),
];
const select = (session: string, names: readonly string[] = [], named: string | null = null) =>
  selectTasks(TASKS, session, { names, task: named }).map(({ id }) => id);

test.each([
  ['what it was told', ['s1', ['/wt/tree'], 'IDLE'], ['IDLE']],
  ['a task that is not there', ['s1', [], 'NONE'], []],
  ['what it owns', ['s1', ['/wt/tree']], ['OWNED']],
  ['where it has a turn', ['s2', []], ['TURN']],
  ['the working tree of a task', ['s9', ['/wt/tree']], ['TREE']],
  ['the working tree of an agent', ['s9', ['/wt/agent']], ['AGENT']],
  // The coordinator of AGENT may be anywhere, so a stranger counts as it; TREE and OWNED live elsewhere.
  ['all that live nowhere in particular', ['s9', ['/work']], ['TURN', 'AGENT']],
] as const)('a session is about %s', (_name, [session, names, named], expected) => {
  expect(select(session, names, named ?? null)).toEqual(expected);
});
