import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { errAsync, orThrow, workspaceErrors, type WorkspaceFiles } from '@batonkit/core';
import { captureContext } from '../service/capture-context.ts';
import type { CaptureProblem } from '../sources/capture-problem.ts';
import { checkCitations } from '../standards/check-citations.ts';
import { inMemory, sampleRepository, sampleRequest } from '../service/sample-repository.fixture.ts';
import { readStandardsFile } from '../standards/standards-section.ts';

async function problemsIn(files: WorkspaceFiles): Promise<readonly CaptureProblem[]> {
  const refused = (await captureContext({ files, ...sampleRequest }))._unsafeUnwrapErr();
  expect(refused.code).toBe('CaptureIncomplete');
  return (refused.data as { unmet: readonly CaptureProblem[] }).unmet;
}
const problemsOf = async (changes: Record<string, string | null>) =>
  problemsIn(await inMemory(sampleRepository(changes)));

describe('a task file that leaves things out', () => {
  test('is told of each of them, and of what could not be chosen without them', async () => {
    const unmet = await problemsOf({
      [sampleRequest.taskFile]: 'title: Form\ndescription: A form.\n',
      'standards/map.yaml': 'citations:\n  - area: nobody\n    file: standards/global.md\n    headings: [Security]\n',
    });
    const told = Object.fromEntries(unmet.map(({ condition, detail }) => [condition, detail]));
    expect(Object.keys(told).sort()).toEqual([
      'area-present',
      'citations-present',
      'priority-present',
      'status-allowed',
    ]);
    expect(told['status-allowed']).toContain('The task has no status');
    expect(told['citations-present']).toContain('area (none) with priority (none)');
  });

  test('has the rows of the map that name no area, and the commands of the repository', async () => {
    const task = sampleRepository()[sampleRequest.taskFile] ?? '';
    const files = await inMemory(
      sampleRepository({
        [sampleRequest.taskFile]: task.replace(/^qa:[^]*?(?=^\S|$(?![^]))/m, '').replace(/^standards:[^]*?\n\n/m, ''),
        'standards/map.yaml':
          'citations:\n  - file: standards/all.md\n    headings: [Rules]\nqa:\n  default: [npm test]\n  areas: {}\n',
        'standards/all.md': '# Rules\n\nBe kind.\n',
      }),
    );
    const { immutable } = await orThrow(captureContext({ files, ...sampleRequest }));
    expect(immutable.standards_citations).toMatchObject([{ file: 'standards/all.md', requirement: 'Be kind.' }]);
  });
});

describe('a standards map', () => {
  test('that is none is told row by row, with the line', async () => {
    const unmet = await problemsOf({
      'standards/map.yaml': 'citations:\n  - file: a.md\n    headings: []\n  - file: 7\n    headings: [Rules]\n',
    });
    expect(
      unmet.filter(({ file }) => file === 'standards/map.yaml').map(({ condition, line }) => [condition, line]),
    ).toEqual(expect.arrayContaining([['/citations/1/file', 4]]));
  });
});

describe('a file that is there', () => {
  test('but cannot be read is not missing', async () => {
    const files = await inMemory(sampleRepository());
    const broken: WorkspaceFiles = {
      ...files,
      read: (path) =>
        path === 'standards/global.md'
          ? errAsync(workspaceErrors.storageFailure('read', 'permission denied (EACCES)'))
          : files.read(path),
    };
    const unmet = await problemsIn(broken);
    expect(unmet).toMatchObject([{ condition: 'file-readable', file: 'standards/global.md' }]);
    expect(unmet[0]?.detail).toContain('EACCES');
  });

  test('but is larger than anybody cites from is refused with its size', async () => {
    const size = 8 * 1024 * 1024 + 1;
    const unmet = await problemsOf({ 'standards/global.md': `# Rules\n${'x'.repeat(size - 8)}` });
    expect(unmet).toMatchObject([{ condition: 'file-size', file: 'standards/global.md' }]);
    expect(unmet[0]?.detail).toContain(String(size));
  });
});

describe('a reference to a heading', () => {
  const standards = readStandardsFile('# Rules\n\n## Input\n\nOne.\n\n## Input\n\nTwo.\n\n## Output\n');

  test('is a text, an anchor, or what an anchor would be; what is not there has none', () => {
    expect(standards.slugsFor('Input')).toEqual(['input', 'input-1']);
    expect(standards.slugsFor('## Output')).toEqual(['output']);
    expect(standards.slugsFor('#input-1')).toEqual(['input-1']);
    expect(standards.slugsFor('input-1')).toEqual(['input-1']);
    expect(standards.slugsFor('#input-2')).toEqual([]);
    expect(standards.slugsFor('Throughput')).toEqual([]);
  });

  test('that names no lines is fresh wherever its section is', async () => {
    const section = standards.bySlug('input-1')!;
    const citation = { file: 'rules.md', section: 'input-1', requirement: 'Two.', content_sha: section.contentSha };
    const files = createMemoryWorkspaceFiles({ files: { 'rules.md': '# R\n\n## Input\n\n## Input\n\nTwo.\n' } });
    const checked = await orThrow(checkCitations({ immutable: { standards_citations: [citation] } }, files));
    expect(checked).toMatchObject([{ state: 'fresh', lineSpan: 'L5-L7' }]);
  });
});
