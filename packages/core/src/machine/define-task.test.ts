import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { createContextStore } from '../contexts/context-store.ts';
import { orThrow } from '../result/or-throw.ts';
import { defineTask } from './define-task.ts';
import { ImmutableSectionSchema } from '../record/envelope.ts';

test('a title and a description are enough for a context', async () => {
  const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
  expect(immutable).toEqual({
    task_snapshot: {
      title: 'Fix login',
      priority: 'P1',
      area: 'general',
      description: 'It fails.',
      scope_in: [],
      scope_out: [],
      acceptance_criteria: [],
    },
    standards_citations: [],
    validation_baseline: { commands: [] },
    repo_paths: [],
    scope_patterns: [],
  });
  const contexts = createContextStore({ tasks: createMemoryTaskStore() });
  const { record } = await orThrow(contexts.init('TASK-1', { actor: 'ada', immutable }));
  expect(record.immutable).toEqual(immutable);
});

test('everything that is said has its place', () => {
  const citation = { file: 'standards/web.md', section: 'forms', requirement: 'Label every field.' };
  const scope = ['src/login.ts', 'test/**', 'a/b.ts', 'docs/*.md', 'src/[id].ts', '{a,b}.ts'];
  const immutable = defineTask({
    title: 'Fix login',
    description: 'It fails.',
    priority: 'P0',
    area: 'web',
    scope,
    scopeOut: ['the password rules'],
    acceptanceCriteria: ['It works'],
    qaCommands: ['npm test'],
    standards: [citation],
  });
  expect(ImmutableSectionSchema.parse(immutable)).toEqual({
    task_snapshot: {
      title: 'Fix login',
      priority: 'P0',
      area: 'web',
      description: 'It fails.',
      scope_in: scope,
      scope_out: ['the password rules'],
      acceptance_criteria: ['It works'],
    },
    standards_citations: [citation],
    validation_baseline: { commands: ['npm test'] },
    repo_paths: ['a/b.ts', 'src/login.ts'],
    scope_patterns: scope,
  });
  expect(scope[0], 'what was given stays as it was').toBe('src/login.ts');
});
