import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';
import { formatProjectContext, type ProjectContext } from './format-project-context.ts';

const CONTEXT: ProjectContext = {
  project: 'Apollo',
  feature: 'Login',
  goals: ['Fewer passwords', 'One account'],
  dependencies: [
    { name: '003-users', status: 'completed' },
    { name: '004-mail', status: 'in-progress' },
    { name: '005-keys', status: 'blocked' },
    { name: '002-base', status: 'completed' },
  ],
  milestone: 'M2: beta',
};

test('groups dependencies in the fixed order', () => {
  expect(formatProjectContext(CONTEXT)).toBe(
    [
      '## Project Context',
      '**Project:** Apollo | **This feature:** Login',
      '**Project goals:**',
      '- Fewer passwords',
      '- One account',
      '**Feature dependencies:** completed: 003-users, 002-base | in-progress: 004-mail | blocked: 005-keys',
      '**Priority signal:** M2: beta',
    ].join('\n'),
  );
});

test.each([null, undefined, '', ' \n'])('is empty without a project (%j)', (project) => {
  expect(formatProjectContext({ ...CONTEXT, project })).toBe('');
});

test('says what is not there', () => {
  const text = formatProjectContext({ ...CONTEXT, goals: [], dependencies: [], milestone: null });
  expect(text).toContain(
    '**Project goals:** none given\n**Feature dependencies:** none\n**Priority signal:** not on roadmap',
  );
});

test('counts dependencies before it trims goals', () => {
  const dependencies = Array.from({ length: 300 }, (_, index) => ({
    name: `feature-${index}`,
    status: 'completed' as const,
  }));
  const text = formatProjectContext({ ...CONTEXT, dependencies: [...dependencies, { name: 'x', status: 'blocked' }] });
  expect(text).toContain('**Feature dependencies:** 300 completed, 1 blocked');
  expect(text).toContain('- Fewer passwords\n- One account');
});

test('trims goals from the end, and shows the cut', () => {
  const text = formatProjectContext({ ...CONTEXT, goals: ['Short goal', 'long '.repeat(1000), 'never seen'] });
  expect(text).toContain('- Short goal\n- long long');
  expect(text).toContain('long…\n**Feature');
  expect(text).not.toContain('never seen');
  expect(estimateTokens(text)).toBeGreaterThan(480);
});

test('never takes more than it may, whatever it is given and however tokens are counted', () => {
  const words = fc.string({ unit: 'binary', maxLength: 3000 });
  const counters = [
    estimateTokens,
    (text: string): number => text.length,
    (text: string): number => text.split(/\s+/).length + 3,
  ];
  fc.assert(
    fc.property(
      fc.record({
        project: words,
        feature: words,
        goals: fc.array(words, { maxLength: 5 }),
        dependencies: fc.array(
          fc.record({ name: words, status: fc.constantFrom('completed', 'in-progress', 'blocked') }),
          { maxLength: 5 },
        ),
        milestone: fc.option(words),
        maxTokens: fc.constantFrom(500, 100, 40, 10, 4, 0),
      }),
      fc.constantFrom(...counters),
      (context, countTokens) => {
        const text = formatProjectContext({ ...context, countTokens });
        return text === '' || countTokens(text) <= context.maxTokens;
      },
    ),
  );
});
