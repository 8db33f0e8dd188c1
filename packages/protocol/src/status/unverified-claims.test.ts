import { describe, expect, test } from 'vitest';
import type { CommandInput } from '../section/protocol-record.ts';
import { decide } from '../slice/protocol-machine.fixture.ts';
import { nextActions } from './next-actions.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import {
  after,
  attestedIn,
  CONTENT_A,
  CONTENT_B,
  entering,
  byPerson,
  envFor,
  follow,
  REVIEWER,
  samplePlan,
  UPDATER,
  type Run,
} from '../slice/protocol-run.fixture.ts';

const COMMIT = 'c'.repeat(40);
const merge: CommandInput = { type: 'record-merge', commit: COMMIT, fastForward: true };
const presentChange: CommandInput = { type: 'present-checkpoint', checkpoint: 'change' };
const approveChange: CommandInput = { type: 'approve-checkpoint', checkpoint: 'change', by: 'grace', message: 'Yes.' };

/** What is decided when the world is as usual but for `changes`: the unmet conditions with their details, or none. */
function unmetBy({ record }: Run, command: CommandInput, changes: Partial<ProtocolFacts> = {}) {
  const env = byPerson(command, envFor(record));
  const facts = { ...env.facts, protocol: { ...env.facts.protocol!, ...changes } };
  const decided = decide(record, command, { ...env, facts });
  if (decided.isOk()) return {};
  expect(decided.error.code).toBe('Rejected');
  const { unmet } = decided.error.data as { unmet: readonly { condition: string; detail: string }[] };
  return Object.fromEntries(unmet.map(({ condition, detail }) => [condition, detail]));
}

describe('a merge into the main branch', () => {
  const complete = entering('COMPLETE');
  const tree = { worktree: '/work/task', head: COMMIT, clean: true, snapshot: 'none' } as const;

  test('is recorded once it is the fast-forward of what is checked out, under the lock', () => {
    expect(unmetBy(complete, merge, { tree })).toEqual({});
    expect(after(complete, merge).record?.protocol?.merge).toMatchObject({ commit: COMMIT, covers: CONTENT_A });
  });

  test('that was no fast-forward was never validated', () => {
    const unmet = unmetBy(complete, { type: 'record-merge', commit: COMMIT, fastForward: false });
    expect(Object.keys(unmet)).toEqual(['fast-forward']);
    expect(unmet['fast-forward']).toContain('Rebase the task');
  });

  test.each([
    [null, 'nobody holds it'],
    ['run-2', 'session run-2 holds it'],
  ])('needs the lock of the main working tree, which %s holds', (main_lock, told) => {
    expect(unmetBy(complete, merge, { main_lock })).toEqual({ 'main-locked': expect.stringContaining(told) as string });
  });

  test('of another commit than the one checked out is refused, and all that is wrong is told at once', () => {
    const head = 'd'.repeat(40);
    const unmet = unmetBy(
      complete,
      { type: 'record-merge', commit: COMMIT, fastForward: false },
      { tree: { ...tree, head }, main_lock: null },
    );
    expect(Object.keys(unmet)).toEqual(['fast-forward', 'main-locked', 'merged-head']);
    expect(unmet['merged-head']).toContain(`${COMMIT} was merged, but the task is at ${head}`);
  });

  test('belongs to COMPLETE', () => {
    expect(unmetBy(entering('REVIEW'), merge)).toEqual({
      state: 'The task is in REVIEW; record-merge belongs to COMPLETE.',
    });
  });
});

describe('where nobody looked at the content', () => {
  const reviewing = entering('REVIEW');
  const [condition = 'requirements-met'] = attestedIn('IMPLEMENTATION');
  const cases: [string, Run, CommandInput][] = [
    ['a merge', entering('COMPLETE'), merge],
    ['a presentation', entering('AWAITING_USER_APPROVAL'), presentChange],
    ['an attestation', entering('IMPLEMENTATION'), { type: 'attest', condition, note: 'Looked at it.' }],
    ['an estimate', reviewing, { type: 'estimate-effort', effort: 1, scope: 1, note: 'An hour.' }],
    [
      'a verdict',
      after(entering('REVIEW'), { type: 'invoke-agent', agent: REVIEWER }),
      { type: 'record-decision', agent: REVIEWER, verdict: 'APPROVED' },
    ],
  ];

  test.each(cases)('%s says nothing, and is refused', (_, run, command) => {
    expect(unmetBy(run, command)).toEqual({});
    expect(unmetBy(run, command, { content: null })).toEqual({
      'content-known': expect.stringContaining('Nobody looked at the content') as string,
    });
  });
});

describe('an approval answers what is there now', () => {
  const presented = after(entering('AWAITING_USER_APPROVAL'), presentChange);

  test('changes that were edited after they were presented are presented again', () => {
    const files = Array.from({ length: 12 }, (_, index) => `src/${index}.ts`);
    expect(unmetBy(presented, approveChange)).toEqual({});
    for (const [changed, told] of [
      [files.slice(0, 10), 'since then these changed: src/0.ts, src/1.ts'],
      [files, 'src/9.ts .... Present the change again'],
    ] as const) {
      const { presented: detail } = unmetBy(presented, approveChange, { coverage: { [CONTENT_A]: changed } });
      expect(detail).toContain(told);
      expect(detail).toContain('Present the change again, then ask for approval.');
      expect(detail).not.toContain('src/10.ts');
    }
  });

  test('a content that nobody compared may be anything', () => {
    const { presented: detail } = unmetBy(presented, approveChange, { coverage: {}, content: CONTENT_B });
    expect(detail).toContain('nobody could verify that the content is still the same');
  });

  test('a plan that was changed after it was presented is presented again', () => {
    const waiting = follow(
      { record: null, events: [] },
      'run-1',
      (record) => (record?.protocol?.checkpoints.plan.presented ?? null) !== null,
    );
    const approve: CommandInput = { type: 'approve-checkpoint', checkpoint: 'plan', by: 'grace', message: 'Yes.' };
    expect(unmetBy(waiting, approve)).toEqual({});
    const edited = after(waiting, samplePlan('9'.repeat(64)));
    expect(unmetBy(edited, approve)).toEqual({
      presented: expect.stringContaining('The plan changed after it was presented. Present the plan again') as string,
    });
  });

  test('a plan without its outline is not put before anybody', () => {
    const short = after(entering('SYNTHESIS'), {
      type: 'record-plan',
      plan: { sha: '8'.repeat(64), bytes: 20, sections: ['Task Objective'], planned_agents: [UPDATER] },
    });
    const unmet = unmetBy(short, { type: 'present-checkpoint', checkpoint: 'plan' });
    expect(Object.keys(unmet)).toContain('plan-outline');
    expect(short.record?.protocol?.checkpoints.plan.presented).toBeNull();
  });
});

test('a session that owns another task takes none over', () => {
  const owned = entering('CLASSIFIED');
  const takeOver: CommandInput = { type: 'take-over-task', confirmedBy: 'grace', reason: 'The laptop is lost.' };
  const env = envFor(owned.record, 'run-2');
  const facts = { ...env.facts, protocol: { ...env.facts.protocol!, other_tasks: ['TASK-8', 'TASK-9'] } };
  const refused = decide(owned.record, takeOver, { ...env, facts })._unsafeUnwrapErr();
  expect(refused.code).toBe('Rejected');
  expect(refused.message).toContain('also owns TASK-8, TASK-9');
  expect(decide(owned.record, takeOver, env).isOk()).toBe(true);
});

test('unresolved drift comes before everything else, with the role that has to resolve it', () => {
  const { record } = entering('IMPLEMENTATION');
  const [role = ''] = record!.roles;
  const drifted = {
    ...record!,
    coordination: { ...record!.coordination, [role]: { ...record!.coordination[role]!, drift_budget: 1 } },
  };
  const actions = nextActions(drifted, envFor(drifted));
  expect(actions).toEqual([expect.objectContaining({ action: 'resolve-drift', subject: role })]);
  expect(actions[0]?.detail).toContain(role);
});
