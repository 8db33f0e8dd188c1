import { describe, expect, test } from 'vitest';
import type { CommandInput } from '../section/protocol-record.ts';
import { decide } from '../slice/protocol-machine.fixture.ts';
import { findViolations } from '../guards/compliance-checks.ts';
import { viewOf } from '../guards/guard.ts';
import { nextActions } from './next-actions.ts';
import { parseRiskRules } from '../risk/parse-risk-rules.ts';
import { after, entering, envFor, REVIEWER, type Run, samplePlan } from '../slice/protocol-run.fixture.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { selectAgents } from '../risk/select-agents.ts';

const refusal = ({ record }: Run, command: CommandInput) => decide(record, command, envFor(record))._unsafeUnwrapErr();
const changed = (run: Run, change: Partial<ProtocolSection>) => ({
  ...run.record!,
  protocol: { ...run.record!.protocol!, ...change },
});

describe('a record that somebody edited', () => {
  test('is found out when its state is not where its last step led, and is sent back there', () => {
    const record = changed(entering('CLASSIFIED'), { state: 'REVIEW' });
    const violations = findViolations(viewOf(record, record.protocol, envFor(record)));
    expect(violations).toContainEqual({
      check: 'skipped-state',
      detail: 'The task is in REVIEW, but its last step led to CLASSIFIED.',
      way_back: 'CLASSIFIED',
    });
    expect(nextActions(record, envFor(record))).toContainEqual(
      expect.objectContaining({ action: 'return', condition: 'skipped-state', subject: 'CLASSIFIED' }),
    );
  });

  test('is stopped where a requirements report is gone from the store', () => {
    const { record } = entering('SYNTHESIS');
    const sha = record!.protocol!.agents[REVIEWER]!.requirements!.sha;
    const env = envFor(record);
    const facts = { ...env.facts, protocol: { ...env.facts.protocol!, missing_artifacts: [sha] } };
    const told = findViolations(viewOf(record!, record!.protocol!, { ...env, facts }));
    expect(told).toContainEqual(
      expect.objectContaining({
        check: 'missing-artifact',
        detail: `The requirements report of ${REVIEWER} is gone from the store.`,
        way_back: 'REQUIREMENTS',
      }),
    );
  });
});

test('in REQUIREMENTS a report that the store lost is asked for again', () => {
  const invoked = after(
    entering('REQUIREMENTS'),
    { type: 'invoke-agent', agent: REVIEWER },
    { type: 'complete-agent', agent: REVIEWER, report: { sha: '7'.repeat(64), bytes: 400 } },
  );
  const env = envFor(invoked.record);
  const facts = { ...env.facts, protocol: { ...env.facts.protocol!, missing_artifacts: ['7'.repeat(64)] } };
  const told = nextActions(invoked.record, { ...env, facts }).map(({ detail }) => detail);
  expect(told).toContain(`The requirements report of ${REVIEWER} is gone from the store. Ask for it again.`);
});

test('a step that is not there is refused with those that are', () => {
  const { code, message } = refusal(entering('CLEANUP'), { type: 'advance' });
  expect(code).toBe('Rejected');
  expect(message).toMatch(/There is no step "advance" from CLEANUP\. Steps from here: .+ to [A-Z]+\./);
});

test('where there is no updater every agent needs its plan', () => {
  const chosen = after(
    entering('CLASSIFIED'),
    { type: 'select-agents', agents: [{ name: REVIEWER }, { name: 'style-reviewer' }] },
    samplePlan('1'.repeat(64)),
  );
  const record = changed(chosen, { state: 'SYNTHESIS' });
  const told = decide(record, { type: 'present-checkpoint', checkpoint: 'plan' }, envFor(record))._unsafeUnwrapErr();
  expect(told.message).toContain('The plan document has no heading "## style-reviewer: implementation plan".');
  expect(told.message).not.toContain(`## ${REVIEWER}: implementation plan`);
});

describe('rules', () => {
  test('that cannot be read as a whole are told without a line', () => {
    const { message, data } = parseRiskRules('rules.yaml', '['.repeat(10_000))._unsafeUnwrapErr();
    expect(data.problems).toMatchObject([{ line: null }]);
    expect(message).toContain('\nrules.yaml: ');
  });

  test('know no other levels: an unknown one is taken for the highest', () => {
    const question = { paths: ['x.bin'], description: '', changes: [] };
    const unknown = selectAgents({ ...question, level: 'EXTREME' as never });
    expect(unknown.agents).toEqual(selectAgents({ ...question, level: 'HIGH' }).agents);
    expect(Object.values(unknown.reasons)).toContain('base set of HIGH');
  });

  test('spare a domain only where nothing but words spoke for it', () => {
    const question = { level: 'MEDIUM', paths: ['x.bin'], description: 'rename the benchmark' } as const;
    const spared = selectAgents(question).agents;
    expect(spared).not.toContain('performance-reviewer');
    const said = selectAgents({ ...question, changes: ['benchmark'] }).agents;
    expect(said).toEqual(expect.arrayContaining([...spared, 'performance-reviewer', 'performance-updater']));
  });
});
