import { describe, expect, test } from 'vitest';
import type { CommandInput, ProtocolEnv, ProtocolRecord } from '../section/protocol-record.ts';
import { decide, evolve } from './protocol-machine.fixture.ts';
import { nextActions } from '../status/next-actions.ts';
import {
  CONTENT_B,
  REVIEWER,
  UPDATER,
  after,
  apply,
  entering,
  envFor,
  follow,
  mergeBy,
  passingQa,
  type Run,
} from './protocol-run.fixture.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { resumeAgents } from '../status/resume-agents.ts';
import { viewOf } from '../guards/guard.ts';

const LATE = 'security-reviewer';
const report = { sha: '2'.repeat(64), bytes: 400 };
const justification = 'Nobody looks at what the new endpoint lets in.';
const start = Date.parse('2026-11-16T09:00:00.000Z');

function later(record: ProtocolRecord | null, minutes: number, content?: string): ProtocolEnv {
  return { ...envFor(record, 'run-1', content), now: new Date(start + minutes * 60_000).toISOString() };
}

function refused({ record }: Run, command: CommandInput, env = envFor(record)): readonly string[] {
  const decided = decide(record, command, env);
  return decided.isOk() ? [] : decided.error.data.unmet.map(({ condition }) => condition);
}

const protocolOf = ({ record }: Run): ProtocolSection => record!.protocol!;
const invoke = (agent: string): CommandInput => ({ type: 'invoke-agent', agent });
const fail = (agent: string, errorClass: 'tool-limit' | 'blocker' | 'failure'): CommandInput => ({
  type: 'fail-agent',
  agent,
  message: 'It is too large.',
  errorClass,
});
const decideOn = (agent: string, verdict: 'APPROVED' | 'REJECTED'): CommandInput => ({
  type: 'record-decision',
  agent,
  verdict,
  note: 'Because.',
});
const add = (agent: string): CommandInput => ({ type: 'add-agent', agent, worktree: `/work/${agent}`, justification });

describe('an agent', () => {
  test('goes through its statuses, and only complete is an end', () => {
    let run = after(entering('IMPLEMENTATION'), invoke(UPDATER));
    expect(protocolOf(run).agents[UPDATER]).toMatchObject({ status: 'working', round: 1, updated_at: null });
    for (const status of ['in_progress', 'merging', 'blocked', 'waiting', 'working'] as const) {
      run = after(run, {
        type: 'report-status',
        agent: UPDATER,
        status,
        blockedBy: 'the schema',
        workRemaining: 'tests',
      });
      expect(protocolOf(run).agents[UPDATER]).toMatchObject({
        status,
        blocked_by: 'the schema',
        work_remaining: 'tests',
      });
      expect(refused(run, { type: 'advance' })).toContain('updaters-finished');
    }
    expect(refused(run, { type: 'report-status', agent: UPDATER, status: 'blocked' })).toEqual(['/blockedBy']);
    run = after(run, { type: 'complete-agent', agent: UPDATER, report, workRemaining: 'the docs' });
    expect(protocolOf(run).agents[UPDATER]).toMatchObject({ status: 'in_progress', work_remaining: 'the docs' });
    expect(refused(run, { type: 'complete-agent', agent: UPDATER, report })).toEqual(['agent-invoked']);
    run = after(run, invoke(UPDATER), ...mergeBy(UPDATER, protocolOf(run).branch), {
      type: 'complete-agent',
      agent: UPDATER,
      report,
    });
    expect(protocolOf(run).agents[UPDATER]).toMatchObject({ status: 'complete', round: 2, work_remaining: null });
    expect(refused(run, { type: 'advance' })).not.toContain('updaters-finished');
  });

  test('is invoked again twice, then a person is asked', () => {
    let run = after(entering('IMPLEMENTATION'), invoke(UPDATER));
    for (const retries of [1, 2]) {
      run = after(run, fail(UPDATER, 'failure'), invoke(UPDATER));
      expect(protocolOf(run).agents[UPDATER]).toMatchObject({ retries, round: 1, error_message: null });
    }
    run = after(run, fail(UPDATER, 'failure'));
    expect(refused(run, invoke(UPDATER))).toEqual(['retries-left']);
    expect(nextActions(run.record, envFor(run.record))).toContainEqual(
      expect.objectContaining({ action: 'ask-user', subject: UPDATER }),
    );
    run = after(run, { type: 'invoke-agent', agent: UPDATER, confirmedBy: 'grace' });
    expect(protocolOf(run).agents[UPDATER]).toMatchObject({ status: 'working', retries: 0 });
  });

  test('that goes silent counts as failed; one that is interrupted in time does not', () => {
    const run = after(entering('IMPLEMENTATION'), invoke(UPDATER));
    const again = apply(run, invoke(UPDATER), later(run.record, 4));
    expect(protocolOf(again).agents[UPDATER]?.retries).toBe(0);
    const late = apply(run, invoke(UPDATER), later(run.record, 6));
    expect(protocolOf(late).agents[UPDATER]).toMatchObject({ retries: 1, round: 1 });
    const action = (minutes: number) =>
      nextActions(run.record, later(run.record, minutes)).find(({ subject }) => subject === UPDATER)?.action;
    expect([action(4), action(6)]).toEqual(['complete-agent', 'invoke-agent']);
  });

  test('is helped by the class of its error', () => {
    const limited = after(entering('IMPLEMENTATION'), invoke(UPDATER), fail(UPDATER, 'tool-limit'));
    expect(refused(limited, invoke(UPDATER))).toEqual(['scope-reduced']);
    expect(refused(limited, { type: 'invoke-agent', agent: UPDATER, scope: 'reduced' })).toEqual([]);
    const blocked = after(entering('IMPLEMENTATION'), invoke(UPDATER), fail(UPDATER, 'blocker'));
    expect(refused(blocked, invoke(UPDATER))).toEqual(['blocker-cleared']);
    expect(nextActions(blocked.record, envFor(blocked.record))).toContainEqual(
      expect.objectContaining({ action: 'return', condition: 'blocker', subject: 'CLASSIFIED' }),
    );
    const back = after(blocked, { type: 'return', because: 'blocker', note: 'Cleared.' });
    expect(protocolOf(back).agents[UPDATER]).toMatchObject({ status: 'selected', error_class: null });
  });
});

describe('after an interruption', () => {
  const resume = (run: Run, facts = {}) => {
    const env = envFor(run.record);
    const seen = { ...env, facts: { head: null, protocol: { ...env.facts.protocol!, ...facts } } };
    return resumeAgents(viewOf(run.record!, protocolOf(run), seen));
  };

  test('all are invoked, the rest, or nobody', () => {
    const names = [REVIEWER, 'quality-reviewer', UPDATER];
    let run = follow({ record: null, events: [] }, 'run-1', (record) => record?.protocol?.state === 'CLASSIFIED');
    run = after(run, { type: 'select-agents', agents: names.map((name) => ({ name })) });
    run = follow(run, 'run-1', (record) => record?.protocol?.state === 'REQUIREMENTS');
    expect(resume(run)).toMatchObject({ decision: 'invoke-all', invoke: [REVIEWER, 'quality-reviewer'] });
    run = after(run, invoke(REVIEWER), invoke('quality-reviewer'), { type: 'complete-agent', agent: REVIEWER, report });
    expect(resume(run)).toMatchObject({ decision: 'invoke-rest', done: [REVIEWER], invoke: ['quality-reviewer'] });
    const short = after(run, { type: 'complete-agent', agent: 'quality-reviewer', report: { ...report, bytes: 99 } });
    expect(resume(short)).toMatchObject({ decision: 'invoke-rest' });
    run = after(run, { type: 'complete-agent', agent: 'quality-reviewer', report });
    expect(resume(run)).toMatchObject({ decision: 'all-done', invoke: [] });
    expect(resume(run, { missing_artifacts: [report.sha] })).toMatchObject({ decision: 'invoke-all' });
  });
});

describe('a merge', () => {
  const merge = (agent: string, onto: string | null): CommandInput => ({
    type: 'merge-agent',
    agent,
    commit: 'd'.repeat(40),
    onto,
  });
  const other = 'quality-updater';
  const begun = (): Run => {
    let run = follow({ record: null, events: [] }, 'run-1', (record) => record?.protocol?.state === 'CLASSIFIED');
    run = after(run, { type: 'select-agents', agents: [REVIEWER, UPDATER, other].map((name) => ({ name })) });
    const plan = { sha: '1'.repeat(64), bytes: 900, planned_agents: [UPDATER, other] };
    const sections = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports'];
    run = after(run, { type: 'record-plan', plan: { ...plan, sections } });
    run = follow(run, 'run-1', (record) => record?.protocol?.state === 'IMPLEMENTATION');
    return after(run, invoke(UPDATER), invoke(other));
  };

  test('needs tests before it, and voids what was approved of another content', () => {
    let run = after(begun(), invoke(REVIEWER), decideOn(REVIEWER, 'APPROVED'));
    expect(refused(run, merge(UPDATER, null))).toEqual(['qa-before-merge']);
    run = after(run, { ...passingQa, role: UPDATER });
    const changed = apply(run, merge(UPDATER, null), envFor(run.record, 'run-1', CONTENT_B));
    expect(changed.events.at(-1)).toMatchObject({ type: 'agent-merged', voids: [REVIEWER] });
    expect(protocolOf(changed).agents[REVIEWER]).toMatchObject({ status: 'waiting', decision: null });
    expect(protocolOf(changed).agents[UPDATER]).toMatchObject({ last_merge_sha: 'd'.repeat(40), qa: null });
    const same = apply(run, merge(UPDATER, null), envFor(run.record));
    expect(same.events.at(-1)).toMatchObject({ voids: [] });
    expect(protocolOf(same).agents[REVIEWER]?.decision?.verdict).toBe('APPROVED');
  });

  test('ends the reviews that are under way, which looked at another content; a rejection stands', () => {
    const reviewing = after(begun(), { ...passingQa, role: UPDATER }, invoke(REVIEWER));
    const merged = apply(reviewing, merge(UPDATER, null), envFor(reviewing.record, 'run-1', CONTENT_B));
    expect(merged.events.at(-1)).toMatchObject({ voids: [REVIEWER] });
    expect(refused(merged, decideOn(REVIEWER, 'APPROVED'))).toEqual(['agent-invoked']);
    expect(refused(after(merged, invoke(REVIEWER)), decideOn(REVIEWER, 'APPROVED'))).toEqual([]);
    const rejected = after(reviewing, decideOn(REVIEWER, 'REJECTED'), invoke(REVIEWER), merge(UPDATER, null));
    expect(protocolOf(rejected).agents[REVIEWER]).toMatchObject({
      status: 'waiting',
      invoked_at: null,
      decision: { verdict: 'REJECTED' },
    });
  });

  test('that breaks the build blocks the others until its author mends it', () => {
    let run = after(begun(), { ...passingQa, role: UPDATER }, { ...passingQa, role: other }, merge(UPDATER, null));
    expect(refused(run, merge(other, null))).toEqual(['rebased', 'qa-before-merge', 'last-merge-verified']);
    const [passed] = passingQa.results;
    run = after(run, { ...passingQa, role: UPDATER, results: [{ ...passed!, status: 'failed' }] });
    expect(protocolOf(run).build).toMatchObject({ agent: UPDATER, status: 'broken' });
    run = after(run, { ...passingQa, role: other }, { ...passingQa, role: UPDATER });
    const head = protocolOf(run).branch.head;
    expect(refused(run, merge(other, head))).toEqual(['build-intact']);
    expect(refused(run, merge(UPDATER, head))).toEqual([]);
    const given = after(run, fail(UPDATER, 'failure'));
    expect(refused(given, merge(other, head))).toEqual([]);
    run = after(run, merge(UPDATER, head), { ...passingQa, role: UPDATER });
    expect(protocolOf(run).build).toBeNull();
    expect(refused(run, merge(other, head))).toEqual(['qa-before-merge']);
  });

  test('is for updaters, on the commit that is there', () => {
    const run = after(begun(), invoke(REVIEWER), { ...passingQa, role: UPDATER });
    expect(refused(run, merge(REVIEWER, null))).toContain('updater');
    const env = envFor(run.record);
    const tree = { worktree: '/work/task', head: 'e'.repeat(40), clean: true, snapshot: 'none' } as const;
    const seen = { ...env, facts: { head: null, protocol: { ...env.facts.protocol!, tree } } };
    expect(refused(run, merge(UPDATER, null), seen)).toEqual(['merged-head']);
  });
});

describe('an agent that joins late', () => {
  test('is refused behind IMPLEMENTATION, without a reason, twice, and against a rejection', () => {
    for (const state of ['VALIDATION', 'REVIEW', 'AWAITING_USER_APPROVAL', 'COMPLETE'] as const) {
      expect(refused(entering(state), add(LATE))).toEqual(['state']);
    }
    const run = entering('IMPLEMENTATION');
    expect(refused(run, { type: 'add-agent', agent: LATE, justification: 'handy' })).toEqual(['justified']);
    expect(refused(run, add(REVIEWER))).toEqual(['agent-new']);
    const rejected = after(run, invoke(REVIEWER), decideOn(REVIEWER, 'REJECTED'));
    expect(refused(rejected, add(LATE))).toEqual(['outvotes-nobody']);
    expect(refused(rejected, add('security-updater'))).toEqual([]);
  });

  test('is a role of its own, on record, and catches up before it decides', () => {
    let run = after(entering('IMPLEMENTATION'), add(LATE), invoke(LATE));
    expect(run.record?.roles).toContain(LATE);
    expect(protocolOf(run).agent_additions).toEqual([
      expect.objectContaining({ agent: LATE, added_at_state: 'IMPLEMENTATION', justification, rejected_by: [] }),
    ]);
    expect(refused(run, decideOn(LATE, 'APPROVED'))).toEqual(['caught-up']);
    run = after(run, { type: 'complete-agent', agent: LATE, report }, invoke(LATE), decideOn(LATE, 'APPROVED'));
    expect(protocolOf(run).agents[LATE]).toMatchObject({ status: 'complete', decision: { verdict: 'APPROVED' } });
    expect(refused(run, { type: 'advance' })).not.toContain('compliant');
  });

  test('in SYNTHESIS makes the approval of the plan lapse, and reports before the work begins', () => {
    const ready = follow({ record: null, events: [] }, 'run-1', (record) => {
      const { state, checkpoints } = record?.protocol ?? {};
      return state === 'SYNTHESIS' && (checkpoints?.plan.approved ?? null) !== null;
    });
    const run = after(ready, add(LATE));
    expect(protocolOf(run).checkpoints.plan).toEqual({ presented: null, approved: null });
    expect(refused(run, { type: 'advance' })).toEqual(expect.arrayContaining(['plan-approved', 'agents-reported']));
  });

  test('improperly is mended in REQUIREMENTS, by adding it again', () => {
    const run = entering('REQUIREMENTS');
    const protocol = { ...protocolOf(run), selected_agents: [UPDATER] };
    const edited: Run = { ...run, record: { ...run.record!, protocol } };
    expect(nextActions(edited.record, envFor(edited.record))[0]).toMatchObject({ condition: 'addition-unrecorded' });
    const mended = after(edited, add(REVIEWER));
    expect(nextActions(mended.record, envFor(mended.record))[0]).not.toMatchObject({
      condition: 'addition-unrecorded',
    });
  });
});

describe('a rejection', () => {
  test('outlives a new selection of agents', () => {
    const rejected = after(entering('IMPLEMENTATION'), invoke(REVIEWER), decideOn(REVIEWER, 'REJECTED'));
    const back = after(rejected, { type: 'return', because: 'blocker', note: 'Unclear.' });
    const select = (...names: readonly string[]): CommandInput => ({
      type: 'select-agents',
      agents: names.map((name) => ({ name })),
    });
    expect(refused(back, select('quality-reviewer', UPDATER))).toEqual(['keeps-rejections']);
    const turned = { type: 'select-agents', agents: [{ name: REVIEWER, kind: 'updater' }, { name: LATE }] } as const;
    expect(refused(back, turned)).toEqual(['keeps-rejections']);
    expect(refused(back, select('quality-reviewer', REVIEWER, UPDATER))).toEqual([]);
  });

  test('that blames the plan leads to SYNTHESIS, where the plan is approved anew', () => {
    const plan = { ...decideOn(REVIEWER, 'REJECTED'), fault: 'plan' } as CommandInput;
    const run = after(entering('REVIEW'), invoke(REVIEWER), plan);
    expect(refused(run, { type: 'return', because: 'rejected', note: 'x' })).toEqual(['plan-sound']);
    expect(nextActions(run.record, envFor(run.record))).toContainEqual(
      expect.objectContaining({ action: 'return', condition: 'plan-fault', subject: 'SYNTHESIS' }),
    );
    const back = after(run, { type: 'return', because: 'plan-fault', note: 'x' });
    expect(protocolOf(back).checkpoints.plan.approved).toBeNull();
  });
});

test('a task under the protocol is purged by its owner alone; a released one is claimed first', () => {
  const { record } = entering('IMPLEMENTATION');
  const purge = (session: string | null) => decide(record, { type: 'purge-context' }, envFor(record, session));
  expect(purge('run-2')._unsafeUnwrapErr().code).toBe('NotOwner');
  expect(purge(null)._unsafeUnwrapErr().code).toBe('NotOwner');
  expect(purge('run-1').isOk()).toBe(true);
  const released = decide(record, { type: 'release-task' }, envFor(record))
    ._unsafeUnwrap()
    .reduce<ProtocolRecord | null>(evolve, record);
  for (const session of [null, 'run-1', 'run-2'])
    expect(decide(released, { type: 'purge-context' }, envFor(released, session))._unsafeUnwrapErr()).toMatchObject({
      code: 'NotOwner',
      message: expect.stringContaining('Claim it first') as string,
    });
});

test('a classification keeps how it was found, and its variant is the one of its level', () => {
  const risk = { type: 'classify-task', level: 'HIGH', change_kind: 'code', reasons: ['src/**'] } as const;
  const run = entering('CLASSIFIED');
  expect(refused(run, { ...risk, variant: 'STREAMLINED' })).toEqual(['/variant']);
  const found = { method: 'keyword_trigger', triggers: ['security'] } as const;
  expect(protocolOf(after(run, { ...risk, ...found })).risk).toMatchObject({ ...found, variant: 'FULL' });
});
