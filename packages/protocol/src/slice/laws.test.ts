import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replayAudit } from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import type { TaskEvent, CommandInput, ProtocolRecord } from '../section/protocol-record.ts';
import { protocolMachine } from './protocol-machine.ts';
import { sealEvents, type AuditEntry } from '../../../core/src/audit/audit-entry.ts';
import { EMPTY_CHAIN } from '../../../core/src/audit/chain-anchor.ts';
import { prepareCommit } from '../../../core/src/commit/prepare-commit.ts';
import { decide, evolve, readRecord } from './protocol-machine.fixture.ts';
import { anyCommand } from '../../../core/src/machine/sample-task.fixture.ts';
import { nextActions } from '../status/next-actions.ts';
import {
  commandsFor,
  CONTENT_A,
  CONTENT_B,
  entering,
  byPerson,
  envFor,
  passingQa,
  REVIEWER,
  samplePlan,
  UPDATER,
} from './protocol-run.fixture.ts';
import { TRANSITIONS } from '../guards/transitions.ts';

const agent = fc.constantFrom(REVIEWER, UPDATER, 'quality-reviewer', 'nobody', 'constructor');
/** Also long ones, of which the record keeps an excerpt. */
const text = fc.constantFrom('Out of order.', 'It is missing, and nobody selected it.', '"\\\u0001€😀'.repeat(300));
const checkpoint = fc.constantFrom('plan' as const, 'change' as const);
const command: fc.Arbitrary<CommandInput> = fc.oneof(
  fc.constantFrom<CommandInput>(
    { type: 'claim-task' },
    { type: 'release-task' },
    { type: 'take-over-task', confirmedBy: 'grace', reason: 'gone' },
    { type: 'check-compliance' },
    { type: 'advance' },
    { type: 'classify-task', level: 'LOW', variant: 'STREAMLINED', change_kind: 'code', reasons: [] },
    { type: 'select-agents', agents: [{ name: REVIEWER }, { name: UPDATER }, { name: '__proto__x' }] },
    { type: 'abandon', reason: 'duplicate', note: 'Of TASK-2.' },
    { type: 'record-merge', commit: 'c'.repeat(40), fastForward: true },
    { type: 'lock-main', operation: 'git-operation' },
    { type: 'unlock-main' },
    { type: 'estimate-effort', effort: 9, scope: 4, note: 'Days.' },
    samplePlan('9'.repeat(64)),
  ),
  fc.record({ type: fc.constant('invoke-agent' as const), agent }),
  fc.record({
    type: fc.constant('fail-agent' as const),
    agent,
    message: text,
    errorClass: fc.constantFrom('tool-limit' as const, 'blocker' as const, 'failure' as const),
  }),
  fc.record({
    type: fc.constant('report-status' as const),
    agent,
    status: fc.constantFrom('working' as const, 'merging' as const, 'blocked' as const, 'waiting' as const),
    workRemaining: fc.option(text),
    blockedBy: fc.option(text),
  }),
  fc.record({
    type: fc.constant('complete-agent' as const),
    agent,
    report: fc.constant({ sha: '2'.repeat(64), bytes: 400 }),
    workRemaining: fc.option(text),
    unchanged: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('merge-agent' as const),
    agent,
    commit: fc.constantFrom('d'.repeat(40), 'e'.repeat(40)),
    onto: fc.constantFrom(null, 'd'.repeat(40)),
  }),
  fc.record({ type: fc.constant('add-agent' as const), agent, justification: text }),
  fc.record({
    type: fc.constant('classify-scope' as const),
    agent,
    decision: fc.constantFrom('DEFER' as const, 'RESOLVE_NOW' as const),
    blocking: fc.nat(2),
    deferrable: fc.nat(2),
    answer: fc.constant({ sha: '4'.repeat(64), bytes: 200 }),
  }),
  fc.constantFrom(REVIEWER, UPDATER, 'implementer').map((role): CommandInput => ({ ...passingQa, role })),
  fc.record({
    type: fc.constant('record-worktree' as const),
    agent: fc.option(agent),
    worktree: fc.constantFrom(null, '/w'),
  }),
  fc.record({
    type: fc.constant('record-decision' as const),
    agent,
    verdict: fc.constantFrom('APPROVED' as const, 'REJECTED' as const),
    fault: fc.constantFrom('work' as const, 'plan' as const),
    note: text,
  }),
  fc.record({ type: fc.constant('present-checkpoint' as const), checkpoint }),
  fc.record({ type: fc.constant('approve-checkpoint' as const), checkpoint, by: fc.constant('grace') }),
  fc.record({
    type: fc.constant('request-changes' as const),
    checkpoint,
    by: fc.constant('grace'),
    note: fc.constant('No.'),
  }),
  fc.record({
    type: fc.constant('return' as const),
    because: fc.constantFrom(...TRANSITIONS.map(({ trigger }) => trigger)),
    note: fc.constant('x'),
  }),
  fc.record({
    type: fc.constant('record-activity' as const),
    activity: fc.constantFrom('tool-use' as const, 'commit' as const),
    agent: fc.option(agent),
    paths: fc.constant(['a.ts']),
  }),
  anyCommand.filter(({ type }) => type !== 'purge-context' && type !== 'complete-task'),
);

const silent = { operationId: null, artifacts: [], scanSecrets: () => [], forceSecrets: false };

interface Step {
  readonly given: CommandInput | null;
  readonly session: string;
  readonly content: string;
}

/** A command, or (mostly) what `nextActions` says, so that sequences also get far; and who acts on which content. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    given: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: command }),
    session: fc.oneof({ weight: 15, arbitrary: fc.constant('run-1') }, { weight: 1, arbitrary: fc.constant('run-2') }),
    content: fc.oneof(
      { weight: 15, arbitrary: fc.constant(CONTENT_A) },
      { weight: 1, arbitrary: fc.constant(CONTENT_B) },
    ),
  }),
  { maxLength: 90, size: 'max' },
);

interface Life {
  record: ProtocolRecord | null;
  readonly entries: AuditEntry<TaskEvent>[];
}

function live(given: readonly Step[], onRefused?: (before: string, after: string) => void): Life {
  const life: Life = { record: null, entries: [] };
  for (const { given: random, session, content } of given) {
    const env = envFor(life.record, session, content);
    const action = nextActions(life.record, env).find((next) => next.action !== 'hand-off');
    const chosen = random ?? (action === undefined ? null : commandsFor(action, life.record)[0]);
    if (chosen === null || chosen === undefined) continue;
    const before = canonicalJson(life.record);
    const decided = decide(life.record, chosen, byPerson(chosen, env));
    onRefused?.(before, canonicalJson(life.record));
    if (decided.isErr()) expect(decided.error.data.unmet.length).toBeGreaterThan(0);
    if (decided.isErr() || decided.value.length === 0) continue;
    const last = life.entries.at(-1);
    const anchor = last === undefined ? EMPTY_CHAIN : { count: last.seq, head: last.hash };
    const sealed = sealEvents(decided.value, { anchor, revision: (last?.revision ?? 0) + 1, env });
    life.entries.push(...sealed);
    life.record = sealed.reduce<ProtocolRecord | null>(
      (record, entry) => protocolMachine.anchor(evolve(record, entry.event), entry),
      life.record,
    );
  }
  return life;
}

describe('laws of the protocol', () => {
  test('replaying the audit gives the same record, to the byte, and it can be stored and read', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { record, entries } = live(given);
        if (record === null) return;
        const replayed = replayAudit(
          JSON.parse(JSON.stringify(entries)) as AuditEntry<TaskEvent>[],
          undefined,
          protocolMachine,
        )._unsafeUnwrap();
        expect(canonicalJson(replayed.record)).toBe(canonicalJson(record));
        expect(readRecord(canonicalJson(record))._unsafeUnwrap()).toEqual(record);
      }),
      { numRuns: 60 },
    );
  });

  test('every body that is prepared can be read, whoever is selected and however many', () => {
    const names = fc
      .record({ from: fc.nat(300), count: fc.integer({ min: 1, max: 200 }), doubled: fc.boolean() })
      .map(({ from, count, doubled }) => {
        const agents = Array.from({ length: count }, (_, index) => ({ name: `a${from + index}-reviewer` }));
        return doubled ? [...agents.slice(1), ...agents.slice(-1)] : agents;
      });
    const asked: fc.Arbitrary<CommandInput> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('select-agents' as const), agents: names }) },
      { weight: 1, arbitrary: command },
    );
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 6 }), steps, (given, more) => {
        let { record } = entering('CLASSIFIED');
        const prepare = (chosen: CommandInput, session: string, content: string): void => {
          const intent = {
            taskId: 'TASK-1',
            command: chosen,
            env: byPerson(chosen, envFor(record, session, content)),
            ...silent,
          };
          const state = { record, revision: 1, anchor: record?.audit ?? EMPTY_CHAIN };
          const prepared = prepareCommit(protocolMachine, state, intent).unwrapOr(null);
          if (prepared?.kind !== 'write' || prepared.body === null) return;
          expect(readRecord(prepared.body)._unsafeUnwrap()).toEqual(prepared.record);
          record = prepared.record;
        };
        for (const chosen of given) prepare(chosen, 'run-1', CONTENT_A);
        for (const { given: random, session, content } of more) {
          const [action] = nextActions(record, envFor(record, session, content));
          const chosen = random ?? (action === undefined ? undefined : commandsFor(action, record)[0]);
          if (chosen !== undefined) prepare(chosen, session, content);
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  test('deciding changes nothing, and there are next actions until the task is over', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { record } = live(given, (before, after) => expect(after).toBe(before));
        const next = nextActions(record, envFor(record));
        expect(next.length > 0 || record?.completion !== null).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('the random sequences get far', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(steps, (given) => {
        for (const state of live(given).record?.protocol?.visited ?? []) reached.add(state);
      }),
      { numRuns: 60, seed: 9 },
    );
    expect(reached.size).toBeGreaterThanOrEqual(6);
  });
});
