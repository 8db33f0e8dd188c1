import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleTaskContext } from './assemble-task-context.ts';
import { estimateTokens } from './estimate-tokens.ts';

import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { designDocument, planDocument, prdDocument } from '../syntax/markdown-documents.fixture.ts';
import { parseReferences } from '../references/parse-references.ts';

const taskFor = (rawValue: string | null) => ({
  traceability: {
    fieldName: rawValue === null ? null : ('Why' as const),
    rawValue,
    references: rawValue === null ? [] : parseReferences(rawValue).references,
  },
});

describe('assembleTaskContext', () => {
  test('cuts each document to what the task needs', () => {
    const context = assembleTaskContext({
      task: taskFor('Plan 1.1 / Design Auth-Module, Spec C1.1'),
      artifacts: { spec: '# Spec\nall', design: designDocument, plan: planDocument, prd: prdDocument },
    });
    expect(context.warnings).toEqual([]);
    expect(Object.entries(context.artifacts).map(([name, { scope }]) => [name, scope])).toEqual([
      ['spec', 'full'],
      ['design', 'sections'],
      ['plan', 'sections'],
      ['prd', 'sections'],
    ]);
    expect(context.artifacts['spec']?.text).toBe('# Spec\nall');
    expect(context.artifacts['design']?.text).toBe('### Component 2: Auth-Module\n\nChecks passwords.');
    expect(context.artifacts['plan']?.text).toMatch(/^### Step 1\.1: Create[\s\S]*Drop the table\.$/);
    expect(context.artifacts['prd']?.text).toBe(
      '## Problem Statement\n\nPeople cannot sign in.\n\n## Goals\n\n- Sign in within two seconds.',
    );
    expect(context.tokens.after).toBeLessThan(context.tokens.before);
  });

  test.each([
    ['no field', null, 'NoTraceability', 'The plan is given in full: the task has no Why or Source field.'],
    [
      'no reference to it',
      'Spec C1.1',
      'DocumentNotReferenced',
      'The plan is given in full: the task does not refer to it.',
    ],
    [
      'a failing reference',
      'Plan 1.1, Plan 9.9',
      'ReferenceNotFound',
      'The plan is given in full: "Plan 9.9" matches no heading.',
    ],
    [
      'an ambiguous one',
      'Plan Step',
      'DocumentNotReferenced',
      'The plan is given in full: the task does not refer to it.',
    ],
  ])('gives the whole plan with a warning: %s', (_, field, code, message) => {
    const { artifacts, warnings } = assembleTaskContext({ task: taskFor(field), artifacts: { plan: planDocument } });
    expect(artifacts).toEqual({ plan: { text: planDocument, scope: 'fallback' } });
    expect(warnings).toContainEqual({ code, message, where: 'plan' });
  });

  test('calls a reference ambiguous when several sections hold it, unless its own words decide', () => {
    const twice = '# a\n## Auth 1\n# b\n## Auth 2\n';
    const ambiguous = assembleTaskContext({ task: taskFor('Design Auth'), artifacts: { design: twice } });
    expect(ambiguous.artifacts['design']).toEqual({ text: twice, scope: 'fallback' });
    const message = 'The design is given in full: "Design Auth" is ambiguous, it matches 2 sections.';
    expect(ambiguous.warnings).toEqual([{ code: 'ReferenceAmbiguous', message, where: 'design' }]);
    const decided = assembleTaskContext({ task: taskFor('Design Component 2'), artifacts: { design: designDocument } });
    expect(decided.artifacts['design']?.text).toMatch(/^### Component 2/);
    expect(decided.warnings).toEqual([]);
  });

  test('falls back along the dots of a plan reference, not of a design one', () => {
    const document = '# Doc\n## Step 1A\ntext\n## Step 2\n';
    const { artifacts } = assembleTaskContext({
      task: taskFor('Plan 1A.1, Design 1A.1'),
      artifacts: { plan: document, design: document },
    });
    expect(artifacts['plan']).toEqual({ text: '## Step 1A\ntext', scope: 'sections' });
    expect(artifacts['design']?.scope).toBe('fallback');
  });

  test('gives overlapping sections once, in document order', () => {
    const plan = '# P\n## 2\nb\n### 2.1\nc\n## 3\nd\n';
    const { artifacts } = assembleTaskContext({ task: taskFor('Plan 3, Plan 2.1, Plan 2'), artifacts: { plan } });
    expect(artifacts['plan']?.text).toBe('## 2\nb\n### 2.1\nc\n\n## 3\nd');
  });

  test('passes on parts of the field that are no reference, and gives a PRD without its sections in full', () => {
    const { artifacts, warnings } = assembleTaskContext({ task: taskFor('old wiki'), artifacts: { prd: '# Idea\n' } });
    expect(artifacts['prd']?.scope).toBe('fallback');
    expect(warnings.map(({ code, where }) => [code, where])).toEqual([
      ['NoReference', undefined],
      ['PrdSectionMissing', 'prd'],
      ['PrdSectionMissing', 'prd'],
      ['PrdNotCut', 'prd'],
    ]);
  });

  test('counts with the caller’s counter', () => {
    const countTokens = (text: string): number => text.length;
    const { tokens } = assembleTaskContext({ task: taskFor('Plan 2'), artifacts: { plan: '# 1\n# 2' }, countTokens });
    expect(tokens).toEqual({ before: 7, after: 3 });
  });

  test('never throws, and gives no more than it got', () => {
    fc.assert(
      fc.property(hostileTexts, hostileTexts, hostileTexts, (field, plan, design) => {
        const { tokens, artifacts } = assembleTaskContext({
          task: taskFor(field),
          artifacts: { plan, design, prd: plan },
        });
        expect(tokens.after).toBeLessThanOrEqual(tokens.before + 3);
        expect(Object.keys(artifacts)).toEqual(['design', 'plan', 'prd']);
      }),
    );
  });
});

test('estimateTokens is a quarter of the UTF-8 bytes, rounded up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(estimateTokens(text)).toBe(Math.ceil(new TextEncoder().encode(text).length / 4));
    }),
  );
});
