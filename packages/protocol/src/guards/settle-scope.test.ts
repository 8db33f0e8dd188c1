import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTaskYaml } from '../../../capture/src/sources/task-yaml.ts';
import { renderDeferredTasks } from '../documents/deferred-tasks.ts';
import { routeRejection } from './route-rejection.ts';
import { CONFLICT_RULES, DOMAIN_AUTHORITIES } from './scope-authorities.ts';
import { settleScope, type ScopeVote } from './settle-scope.ts';

const B = 'BLOCKING';
const D = 'DEFERRABLE';

describe('settleScope', () => {
  test.each<readonly [string, readonly string[], Record<string, ScopeVote>, string | undefined, ScopeVote, string]>([
    ['a veto beats the highest tier', ['security'], { security: B, architecture: D }, undefined, B, 'veto'],
    ['the authority of the domain beats a tier', ['style'], { style: D, architecture: B }, undefined, D, 'domain'],
    [
      'architecture decides over performance',
      ['architecture', 'performance'],
      { architecture: D, performance: B },
      undefined,
      D,
      'conflict-rule',
    ],
    [
      'build decides over architecture',
      ['build', 'architecture'],
      { build: B, architecture: D },
      undefined,
      B,
      'conflict-rule',
    ],
    ['quality decides over style', ['style', 'quality'], { style: B, quality: D }, undefined, D, 'conflict-rule'],
    ['tests decide on coverage', ['test', 'quality'], { test: B, quality: D }, 'coverage', B, 'conflict-rule'],
    ['quality decides on standards', ['test', 'quality'], { test: B, quality: D }, 'standards', D, 'conflict-rule'],
    [
      'both decide when nobody says what it is about',
      ['test', 'quality'],
      { test: B, quality: D },
      undefined,
      B,
      'conflict-rule',
    ],
    [
      'security and privacy have to agree',
      ['security', 'privacy'],
      { security: D, privacy: B },
      undefined,
      B,
      'conflict-rule',
    ],
    ['one of them is not enough', ['security', 'privacy'], { security: D }, undefined, B, 'conflict-rule'],
    [
      'a veto stands beside a rule',
      ['security', 'style', 'quality'],
      { security: B, quality: D },
      undefined,
      B,
      'veto',
    ],
    ['without an authority the highest tier decides', ['payments'], { style: B, quality: D }, undefined, D, 'tier'],
    ['a tie in a tier blocks', ['payments'], { security: B, quality: D }, undefined, B, 'tier'],
    ['silence blocks', ['style'], {}, undefined, B, 'nobody'],
  ])('%s', (_name, domains, votes, about, verdict, rule) => {
    const named = Object.fromEntries(Object.entries(votes).map(([domain, vote]) => [`${domain}-reviewer`, vote]));
    const settled = settleScope({ domains, votes: named, ...(about === undefined ? {} : { about }) });
    expect(settled).toMatchObject({ verdict, rule });
  });

  test('users and updaters do not classify', () => {
    const votes = { ada: D, 'style-updater': D, user: D } as const;
    expect(settleScope({ domains: ['style'], votes })).toEqual({
      verdict: B,
      decidedBy: [],
      rule: 'nobody',
      ignored: ['ada', 'style-updater', 'user'],
    });
  });

  test('there are eight authorities, three tiers and five rules', () => {
    expect(DOMAIN_AUTHORITIES).toHaveLength(8);
    expect(new Set(DOMAIN_AUTHORITIES.map(({ tier }) => tier))).toEqual(new Set([1, 2, 3]));
    expect(CONFLICT_RULES).toHaveLength(5);
  });

  test('more votes to block never defer what was blocked', () => {
    const domain = fc.constantFrom(...DOMAIN_AUTHORITIES.map((authority) => authority.domain));
    const votes = fc.dictionary(
      domain.map((name) => `${name}-reviewer`),
      fc.constantFrom<ScopeVote>(B, D),
    );
    fc.assert(
      fc.property(fc.array(domain, { maxLength: 3 }), votes, domain, (domains, given, other) => {
        const name = `${other}-reviewer`;
        if (!Object.hasOwn(given, name)) return;
        const before = settleScope({ domains, votes: given }).verdict;
        const after = settleScope({ domains, votes: { ...given, [name]: B } }).verdict;
        expect(before === B ? after : B).toBe(B);
      }),
    );
  });
});

describe('routeRejection', () => {
  const both = [{ agent: 'style-reviewer' }, { agent: 'security-reviewer' }] as const;
  test.each([
    [both, { effort: 9, scope: 4 }, 'SCOPE_NEGOTIATION'],
    [both, { effort: 8, scope: 4 }, 'IMPLEMENTATION'],
    [both, null, 'IMPLEMENTATION'],
    [both.slice(0, 1), { effort: 99, scope: 1 }, 'IMPLEMENTATION'],
    [[{ agent: 'style-reviewer', fault: 'plan' as const }], null, 'SYNTHESIS'],
    [[both[0], { agent: 'security-reviewer', fault: 'plan' as const }], { effort: 9, scope: 4 }, 'SCOPE_NEGOTIATION'],
  ])('%j with %j leads to %s', (rejections, estimate, to) => {
    expect(routeRejection(rejections, estimate)).toBe(to);
  });
});

describe('renderDeferredTasks', () => {
  const answer = (deferrable: readonly string[], justification: string) =>
    ({ decision: 'DEFER', blocking: [], deferrable, justification }) as const;

  test('gives one task for an item that two agents name', () => {
    const answers = {
      'style-reviewer': answer(['rename it'], 'big'),
      'test-reviewer': answer(['rename it', 'test it'], 'late'),
    };
    const tasks = renderDeferredTasks({ taskId: 'TASK-1', area: 'backend', answers });
    expect(tasks.map(({ id }) => id)).toEqual(['TASK-1-deferred-1', 'TASK-1-deferred-2']);
    const { task, problems } = parseTaskYaml('t.yaml', tasks[0]!.yaml);
    expect(problems).toEqual([]);
    expect(task?.description?.text).toBe(
      'Deferred from TASK-1 by style-reviewer, test-reviewer: rename it. Why it exceeds the scope: big; late',
    );
  });

  test('a long item is cut in the title only, and a reason that nobody gave is not told', () => {
    const item = `rename ${'😀'.repeat(120)}`;
    const [made] = renderDeferredTasks({
      taskId: 'TASK-1',
      area: 'backend',
      answers: { 'a-reviewer': answer([item], '') },
    });
    const { task } = parseTaskYaml('t.yaml', made!.yaml);
    expect([...(task?.title?.text ?? '')]).toHaveLength(100);
    expect(task?.title?.text).toMatch(/^rename 😀+…$/u);
    expect(task?.acceptanceCriteria.map(({ text }) => text)).toEqual([item]);
    expect(task?.description?.text).toBe(`Deferred from TASK-1 by a-reviewer: ${item}.`);
  });

  test('the task files are read back by the capture, whatever the items say', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, (item, why, area) => {
        const [made] = renderDeferredTasks({ taskId: 'T', area, answers: { 'a-reviewer': answer([item], why) } });
        const { task, problems, warnings } = parseTaskYaml('t.yaml', made!.yaml);
        expect([problems, warnings]).toEqual([[], []]);
        expect(task).toMatchObject({ id: 'T-deferred-1', status: { text: 'todo' }, area: { text: area } });
        expect(task?.acceptanceCriteria.map((criterion) => criterion.text)).toEqual([item]);
      }),
      { numRuns: 200 },
    );
  });
});
