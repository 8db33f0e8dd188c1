import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { loadProjectContext } from './load-project-context.ts';

async function workspace(texts: Readonly<Record<string, string>>): Promise<WorkspaceFiles> {
  const files = createMemoryWorkspaceFiles();
  for (const [path, text] of Object.entries(texts)) await orThrow(files.write(path, text));
  return files;
}

const FEATURE = 'docs/features/021-login';
const META = '{"project_id": "P001", "depends_on_features": ["003-users", "004", "005-gone"]}';

test('gathers goals, dependencies and milestone', async () => {
  const files = await workspace({
    [`${FEATURE}/.meta.json`]: META,
    'docs/features/003-users/.meta.json': '{"status": "completed"}',
    'docs/features/004-mail/.meta.json': '{"status": "active"}',
    'docs/projects/P001-apollo/prd.md':
      '# PRD: Apollo\n\n## Problem Statement\nToo many passwords.\n\n## Goals\n- One account\n- Fewer mails\n',
    'docs/projects/P001-apollo/roadmap.md': '# Roadmap\n\n## M1: alpha\n- 003-users\n\n## M2: beta\n- 021-login\n',
  });
  const { text, warnings } = await orThrow(loadProjectContext({ files, feature: FEATURE }));
  expect(text).toBe(
    [
      '## Project Context',
      '**Project:** Apollo | **This feature:** 021-login',
      '**Project goals:**',
      '- One account',
      '- Fewer mails',
      '**Feature dependencies:** completed: 003-users | in-progress: 004 | blocked: 005-gone',
      '**Priority signal:** M2: beta',
    ].join('\n'),
  );
  const message = 'The feature 005-gone, which this one depends on, was not found; it counts as blocked.';
  expect(warnings).toEqual([{ code: 'DependencyMissing', message }]);
});

test.each([
  ['no meta file', {}, []],
  ['no project', { [`${FEATURE}/.meta.json`]: '{"project_id": null}' }, []],
  [
    'a damaged meta file',
    { [`${FEATURE}/.meta.json`]: '{' },
    [
      {
        code: 'MetaUnreadable',
        message: `${FEATURE}/.meta.json is no JSON object and was not used.`,
        where: `${FEATURE}/.meta.json`,
      },
    ],
  ],
  [
    'no project folder',
    { [`${FEATURE}/.meta.json`]: META },
    [
      {
        code: 'ProjectMissing',
        message: 'There is no folder docs/projects/P001-…, so tasks get no project context.',
        where: 'docs/projects',
      },
    ],
  ],
] as const)('%s: no block', async (_, texts, expected) => {
  const { text, warnings } = await orThrow(loadProjectContext({ files: await workspace(texts), feature: FEATURE }));
  expect([text, warnings]).toEqual(['', expected]);
});

test('a project without documents still gives a block', async () => {
  const files = await workspace({
    [`${FEATURE}/.meta.json`]: '{"project_id": "P001"}',
    'docs/projects/P001-x/notes.md': '',
  });
  const { text, warnings } = await orThrow(loadProjectContext({ files, feature: FEATURE }));
  expect(text).toContain('**Project:** P001-x | **This feature:** 021-login\n**Project goals:** none given');
  expect(warnings).toMatchObject([{ code: 'DocumentMissing', where: 'docs/projects/P001-x/prd.md' }]);
});

test.each(['Non Goals', 'Non-Goals', 'Non-goals of this year'])('goals are not those under "%s"', async (title) => {
  const files = await workspace({
    [`${FEATURE}/.meta.json`]: '{"project_id": "P001"}',
    'docs/projects/P001-x/prd.md': `# X\n\n## ${title}\n- World peace\n\n## Project goals\n- One account\n`,
  });
  const { text } = await orThrow(loadProjectContext({ files, feature: FEATURE }));
  expect(text).toContain('**Project goals:**\n- One account\n');
  expect(text).not.toContain('World peace');
});

test.each([
  ['021-login-v2', 'not on roadmap'],
  ['x021-login', 'not on roadmap'],
  ['docs/features/021-login/', 'M1'],
  ['(021-login)', 'M1'],
  ['#021', 'M1'],
  ['#0213', 'not on roadmap'],
])('a roadmap with %s: %s', async (named, milestone) => {
  const files = await workspace({
    [`${FEATURE}/.meta.json`]: '{"project_id": "P001"}',
    'docs/projects/P001-x/roadmap.md': `# Roadmap\n\n## M1\n- ${named}\n\n## M2\n- 030-other\n`,
  });
  const { text } = await orThrow(loadProjectContext({ files, feature: FEATURE }));
  expect(text).toContain(`**Priority signal:** ${milestone}`);
});
