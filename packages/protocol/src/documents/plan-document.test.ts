import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlanDocument } from './plan-document.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

describe('readPlanDocument', () => {
  test('finds the sections, and the agents that an implementation plan names', () => {
    const text = [
      '# Plan of TASK-1',
      '## Task Objective',
      '## Scope definition',
      '## Stakeholder Agent Reports',
      '### security-reviewer',
      '## Implementation Plans',
      '### `architecture-updater`',
      '#### style-updater, second',
      '## test-updater: implementation plan',
      '## Appendix',
      '### quality-updater',
    ].join('\r\n');
    const { sections, planned_agents } = readPlanDocument(`\uFEFF${text}`);
    expect(sections).toEqual(['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports']);
    expect(planned_agents).toEqual(expect.arrayContaining(['architecture-updater', 'style-updater', 'test-updater']));
    expect(planned_agents).not.toContain('security-reviewer');
    expect(planned_agents).not.toContain('quality-updater');
  });

  test('does not take code for headings', () => {
    const fenced = '```md\n## Task Objective\n~~~\n## Scope Definition\n```\n## Stakeholder Agent Reports\n';
    expect(readPlanDocument(fenced).sections).toEqual(['Stakeholder Agent Reports']);
  });

  test('takes any text, and never long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(readPlanDocument(text).sections.length).toBeLessThanOrEqual(3);
      }),
    );
    const started = processorTime();
    readPlanDocument(
      '# implementation plan ' + 'a-updater '.repeat(200_000) + '\n'.repeat(200_000) + '#'.repeat(500_000),
    );
    expect(processorTime() - started).toBeLessThan(2000);
  });
});
