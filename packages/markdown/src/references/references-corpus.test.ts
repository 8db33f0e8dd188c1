import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleTaskContext } from '../context/assemble-task-context.ts';
import { parseReferences } from './parse-references.ts';
import { REFERENCES_CORPUS } from './references-corpus.fixture.ts';

test.each(REFERENCES_CORPUS.map(([value, expected, codes = []]) => [value, expected, codes] as const))(
  '%j',
  (value, expected, codes) => {
    const { references, warnings } = parseReferences(value);
    expect(references.map(({ type, identifier }) => `${type} ${identifier}`)).toEqual(expected);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  },
);

test('every number beside the word Plan is read or named', () => {
  const id = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).map(([a, b]) => `${a}.${b}`);
  const joint = fc.constantFrom(
    ' and ',
    ' & ',
    ', ',
    '-',
    '–',
    ' through ',
    ' to ',
    ' with ',
    ' then ',
    ' / ',
    ' plus step ',
    ' (',
    ') ',
    ' after ',
  );
  const field = fc
    .tuple(id, fc.array(fc.tuple(joint, id), { maxLength: 4 }))
    .map(([first, more]) => `Plan ${first}${more.flat().join('')}`);
  fc.assert(
    fc.property(field, (value) => {
      const { references, warnings } = parseReferences(value);
      const read = references.map(({ identifier }) => identifier).join(' ');
      for (const [number] of value.matchAll(/\d\.\d/g)) {
        expect(
          read.includes(number) || warnings.some(({ code }) => code === 'PartialReference' || code === 'NoReference'),
          `${value}: ${number}`,
        ).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

describe('a context that is cut to references', () => {
  const plan =
    '# Plan\n## Step 1.1: Form\nA\n## Step 1.2: Check\nB\n## Step 3.1: Log\nC\n## Step 11.1: Deploy to production\nD\n';
  const design = '# Design\n## C10: Cache\nE\n## Author profile page\nF\n## C2: Store\nG\n## Sessions\nH\n';
  const cut = (rawValue: string, given: { plan?: string; design?: string } = { plan, design }) => {
    const { references } = parseReferences(rawValue);
    return assembleTaskContext({
      task: { traceability: { fieldName: 'Why', rawValue, references } },
      artifacts: given,
    });
  };

  test.each([
    ['Plan 1.1 and 1.2', '## Step 1.1: Form\nA\n\n## Step 1.2: Check\nB'],
    ['Plan 1.1-1.2', '## Step 1.1: Form\nA\n\n## Step 1.2: Check\nB'],
    ['Plan 1.1, 3.1', '## Step 1.1: Form\nA\n\n## Step 3.1: Log\nC'],
  ])('%s brings every section', (field, text) => {
    const { artifacts, warnings } = cut(field, { plan });
    expect(artifacts['plan']).toEqual({ text, scope: 'sections' });
    expect(warnings).toEqual([]);
  });

  test.each([
    ['Plan 1.1', { plan: '# Plan\n## Step 11.1: Deploy to production\nD\n' }, 'ReferenceAmbiguous'],
    ['Plan 1.1', { plan: '# Plan\n## Step 1: Setup\nA\n## Step 11.1: Deploy\nD\n' }, 'ReferenceAmbiguous'],
    ['Design C1', { design }, 'ReferenceAmbiguous'],
    ['Design Auth', { design }, 'ReferenceAmbiguous'],
    ['Plan 1.1 then 3.1', { plan }, 'PartialReference'],
    ['Plan 1.1, Plan the rest', { plan }, 'NoReference'],
    ['Plan 1.1 through 1.4', { plan }, 'ReferenceNotFound'],
    ['Design Sessions, Design of the cache', { design }, 'ReferenceAmbiguous'],
  ])('%s of %j is given in full', (field, given: { plan?: string; design?: string }, code) => {
    const { artifacts, warnings } = cut(field, given);
    const [name = '', text] = Object.entries(given)[0] ?? [];
    expect(artifacts[name]).toEqual({ text, scope: 'fallback' });
    expect(warnings.map((warning) => warning.code)).toContain(code);
    expect(warnings.find((warning) => warning.where === name)?.message).toMatch(/given in full/);
  });

  test('the section of a shorter number counts when it holds the longer one', () => {
    const phases = '# Plan\n## Step 1A\n- **1A.1** first\n## Step 11A.1\nlater\n';
    expect(cut('Plan 1A.1', { plan: phases }).artifacts['plan']).toEqual({
      text: '## Step 1A\n- **1A.1** first',
      scope: 'sections',
    });
  });
});
