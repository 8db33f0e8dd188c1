import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { checkDocuments, evaluateStructure } from './evaluate-documents.ts';

const PLAN = '# Plan\n\n## Steps\n\n- build it\n';
const SPEC = '# Spec\n\n## Goal\n\nA lexer.\n';

describe('evaluateStructure', () => {
  test.each([
    ['PLAN', PLAN, []],
    ['PLAN', '# Plan\r\n\r\n## Step 1\r\nbuild\r\n', []],
    ['SPEC', SPEC, []],
    ['SPEC', 'no heading', ['has-title', 'has-sections']],
    ['SPEC', '# Spec\n\n## Goal\n\n## Other\n', ['has-sections']],
    ['SPEC', '# Spec\n\n## Goal\n\nTBD\n', ['no-placeholders']],
    ['SPEC', '# Spec\n\n## Goal\n\n<your goal>\n', ['no-placeholders']],
    ['PLAN', '# Plan\n\n## Steps\n\nWe shall see.\n', ['has-steps']],
  ] as const)('%s %j: %j', (kind, text, conditions) => {
    expect(evaluateStructure({ kind, path: 'x.md', text }).map(({ condition }) => condition)).toEqual(conditions);
  });

  test('names the line of a placeholder', () => {
    expect(evaluateStructure({ kind: 'SPEC', path: 'S.md', text: `${SPEC}TODO` })[0]?.detail).toContain(
      'S.md: Line 6 ',
    );
  });
});

describe('checkDocuments', () => {
  test('passes when both do', async () => {
    const files = createMemoryWorkspaceFiles();
    await orThrow(files.write('PLAN.md', PLAN));
    await orThrow(files.write('SPEC.md', SPEC));
    expect((await checkDocuments({ files, plan: 'PLAN.md', spec: 'SPEC.md' })).isOk()).toBe(true);
  });

  test('lists what is wrong with both', async () => {
    const files = createMemoryWorkspaceFiles();
    await orThrow(files.write('PLAN.md', '# Plan\n'));
    const gate = await checkDocuments({ files, plan: 'PLAN.md', spec: 'SPEC.md' });
    expect(gate._unsafeUnwrapErr()).toMatchObject({
      code: 'Rejected',
      data: { unmet: [{ condition: 'has-sections' }, { condition: 'has-steps' }, { condition: 'is-there' }] },
    });
  });

  test('asks the evaluator it is given', async () => {
    const files = createMemoryWorkspaceFiles();
    await orThrow(files.write('PLAN.md', ''));
    await orThrow(files.write('SPEC.md', ''));
    const seen: string[] = [];
    const evaluate = ({ kind }: { kind: string }): Promise<readonly []> => {
      seen.push(kind);
      return Promise.resolve([]);
    };
    expect((await checkDocuments({ files, plan: 'PLAN.md', spec: 'SPEC.md', evaluate })).isOk()).toBe(true);
    expect(seen).toEqual(['PLAN', 'SPEC']);
  });
});
