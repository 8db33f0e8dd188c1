import { describe, expect, test } from 'vitest';
import { TASK_STATES, type TaskState } from '@batonkit/protocol';
import { follow } from '../../../protocol/src/slice/protocol-run.fixture.ts';
import { findProtocolObjection, readProtocolWrites } from './protocol-writes.ts';

const REVIEWER = 'architecture-reviewer';
const UPDATER = 'architecture-updater';

/** The moments of a whole run, one for each state, as `pick` chooses among those with the same state. */
function moments(): ReadonlyMap<TaskState, NonNullable<ReturnType<typeof follow>['record']>> {
  const seen = new Map<TaskState, NonNullable<ReturnType<typeof follow>['record']>>();
  follow({ record: null, events: [] }, 'run-1', (record) => {
    const state = record?.completion === null ? record.protocol?.state : undefined;
    if (record !== null && state !== undefined) seen.set(state, record);
    return false;
  });
  return seen;
}

const RUN = moments();
const may = (state: TaskState, agent: string | null, absolute: string, isCoordination = false): boolean =>
  findProtocolObjection({ absolute, isCoordination }, readProtocolWrites(RUN.get(state)!.protocol, agent)!) === null;

describe('who may write what', () => {
  test('sources are written by an updater in its own tree in IMPLEMENTATION, and mended in VALIDATION', () => {
    const allowed = TASK_STATES.filter((state) => RUN.has(state)).flatMap((state) => [
      ...(may(state, null, '/work/task/src/a.ts') ? [`coordinator ${state}`] : []),
      ...(may(state, UPDATER, `/work/${UPDATER}/src/a.ts`) ? [`updater ${state}`] : []),
      ...(may(state, REVIEWER, `/work/${REVIEWER}/src/a.ts`) ? [`reviewer ${state}`] : []),
    ]);
    expect(allowed).toEqual(['updater IMPLEMENTATION', 'coordinator VALIDATION', 'updater VALIDATION']);
  });

  test('the coordinator writes what coordinates in every state', () => {
    for (const state of RUN.keys()) expect(may(state, null, '/work/task/todo.md', true)).toBe(true);
  });

  test.each([
    [`/work/${UPDATER}/src/a.ts`, true],
    [`/work/${UPDATER}`, false],
    [`/work/${UPDATER}-2/src/a.ts`, false],
    [`/work/${REVIEWER}/src/a.ts`, false],
    ['/work/task/src/a.ts', false],
  ])('an updater at %s: %s', (path, isAllowed) => {
    expect(may('IMPLEMENTATION', UPDATER, path)).toBe(isAllowed);
    expect(may('IMPLEMENTATION', UPDATER, path, true)).toBe(isAllowed);
  });

  test('a tree of another agent inside its own is not its own; its own inside another is', () => {
    const write = (absolute: string, agentWorktree: string, other: string): boolean =>
      findProtocolObjection(
        { absolute, isCoordination: false },
        { state: 'IMPLEMENTATION', agentWorktree, otherWorktrees: [other] },
      ) === null;
    expect(write('/work/t/agents/b/x.ts', '/work/t', '/work/t/agents/b')).toBe(false);
    expect(write('/work/t/x.ts', '/work/t', '/work/t/agents/b')).toBe(true);
    expect(write('/work/t/agents/b/x.ts', '/work/t/agents/b', '/work/t')).toBe(true);
  });

  test('an agent that nobody knows, or without a tree, writes nowhere', () => {
    expect(may('IMPLEMENTATION', 'stranger', `/work/${UPDATER}/src/a.ts`)).toBe(false);
    expect(may('IMPLEMENTATION', 'constructor', '/work/task/src/a.ts')).toBe(false);
  });

  test('on a short path the work is done in SYNTHESIS, behind the approval of the plan', () => {
    const { protocol } = RUN.get('SYNTHESIS')!;
    const short = { ...protocol!, risk: { ...protocol!.risk!, path: ['INIT', 'SYNTHESIS'] as const } };
    const source = { absolute: '/work/task/README.md', isCoordination: false };
    expect(findProtocolObjection(source, readProtocolWrites(short, null)!)).toBeNull();
    const open = { ...short.checkpoints, plan: { ...short.checkpoints.plan, approved: null } };
    const waiting = readProtocolWrites({ ...short, checkpoints: open }, null)!;
    expect(findProtocolObjection(source, waiting)).toContain('checkpoint waits');
  });
});
