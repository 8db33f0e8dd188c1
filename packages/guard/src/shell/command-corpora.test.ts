import { describe, expect, test } from 'vitest';
import { ASKED, EVERYDAY, linesOf, OWN_EVERYDAY, SNEAKY } from './command-corpora.fixture.ts';
import { DEFAULT_GUARD_POLICY, type GuardFacts, type GuardVerdict } from '../policy/guard-policy.ts';
import { guard } from '../judge/guard.ts';

const FACTS: GuardFacts = {
  root: '/work/repo',
  home: '/home/me',
  otherTrees: ['/work/repo/worktrees/agent', '/work/other'],
  isGitDirectory: (path) => path === '/work/repo/docs/evil',
};
const run = (command: string): GuardVerdict => guard({ tool: 'Bash', input: { command } }, DEFAULT_GUARD_POLICY, FACTS);

test('the corpora are wide', () => {
  expect(linesOf(EVERYDAY).length).toBeGreaterThan(100);
  expect(linesOf(ASKED).length + linesOf(SNEAKY).length).toBeGreaterThan(120);
});

describe('the profile coding', () => {
  test.each([...linesOf(EVERYDAY), ...linesOf(OWN_EVERYDAY)])('allows %s', (line) => {
    const { decision, reason } = run(line);
    expect(decision === 'allow' ? 'allow' : reason).toBe('allow');
  });

  test.each(linesOf(ASKED))('asks about %s', (line) => {
    expect(run(line).decision).toBe('ask');
  });

  test.each(linesOf(SNEAKY))('denies %s', (line) => {
    expect(run(line).decision).toBe('deny');
  });

  test('names what changes a verdict, or says that nothing does', () => {
    for (const line of [...linesOf(ASKED), ...linesOf(SNEAKY)])
      expect([line, run(line).reason]).toEqual([
        line,
        expect.stringMatching(/guard\.\w+ in batonkit\.config\.json|[Nn]o setting opens it|Name the file itself/),
      ]);
  });
});
