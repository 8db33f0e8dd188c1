import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { loadProjectContext } from './load-project-context.ts';

const FEATURE = 'docs/features/021-login';
const texts = {
  [`${FEATURE}/.meta.json`]: '{"project_id": "P001", "depends_on_features": ["003-users"]}',
  'docs/features/003-users/.meta.json': '{"status": "completed"}',
  'docs/projects/P001-apollo/prd.md': '# PRD: Apollo\n\n## Goals\n- One account\n',
  'docs/projects/P001-apollo/roadmap.md': '# Roadmap\n\n## M2: beta\n- 021-login\n',
};

test('files that cannot be read are no missing files, whichever they are', async () => {
  const whole = await orThrow(
    loadProjectContext({ files: createMemoryWorkspaceFiles({ files: texts }), feature: FEATURE }),
  );
  const places = [
    ...[1, 2, 3, 4].map((at) => ({ op: 'read', at }) as const),
    ...[1, 2].map((at) => ({ op: 'list', at }) as const),
  ];
  for (const place of places) {
    const faults = [{ ...place, when: 'before', as: 'error' }] as const;
    const files = createMemoryWorkspaceFiles({ files: texts, faults });
    const answer = await loadProjectContext({ files, feature: FEATURE });
    expect([place, answer.isErr() && answer.error.code]).toEqual([place, 'StorageFailure']);
    expect(await orThrow(loadProjectContext({ files, feature: FEATURE }))).toEqual(whole);
  }
});

test('a feature at the top is looked for at the top, under the name that it gives itself', async () => {
  const files = createMemoryWorkspaceFiles({
    files: {
      '021-login/.meta.json': '{"name": "Login", "project_id": "P001", "depends_on_features": ["003-users"]}',
      '003-users/.meta.json': '{"status": "completed"}',
      'docs/projects/P001-apollo/prd.md': texts['docs/projects/P001-apollo/prd.md'],
    },
  });
  const { text } = await orThrow(loadProjectContext({ files, feature: '021-login' }));
  expect(text).toContain('**This feature:** Login');
  expect(text).toContain('completed: 003-users');
});

test('the milestone is the one that names the feature, by its name or its own number', async () => {
  const milestoneIn = async (roadmap: string, feature: string) => {
    const files = createMemoryWorkspaceFiles({
      files: {
        ...texts,
        [`${feature}/.meta.json`]: '{"project_id": "P001"}',
        'docs/projects/P001-apollo/roadmap.md': roadmap,
      },
    });
    const { text } = await orThrow(loadProjectContext({ files, feature }));
    return /M\d: \w+/.exec(text)?.[0] ?? null;
  };
  const roadmap = '# Roadmap\n\n## M1: alpha\n- #021\n\n## M2: beta\n- #0213 and search\n';
  expect(await milestoneIn(roadmap, 'docs/features/021-login')).toBe('M1: alpha');
  expect(await milestoneIn(roadmap, 'docs/features/0213-logout')).toBe('M2: beta');
  expect(await milestoneIn(roadmap, 'docs/features/search')).toBe('M2: beta');
  expect(await milestoneIn(roadmap, 'docs/features/profile')).toBeNull();
});
