import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { TASK_REFS, taskIdOfRef, taskRef, taskRefName } from './task-ref-name.ts';

const taskIds = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,40}$/).filter((id) => !id.includes('..'));

test('a name leads back to its id, and no two ids share a file where case does not count', () => {
  fc.assert(
    fc.property(taskIds, taskIds, (a, b) => {
      expect(taskIdOfRef(taskRefName(a))).toBe(a);
      if (a !== b) expect(taskRefName(a).toLowerCase()).not.toBe(taskRefName(b).toLowerCase());
    }),
  );
});

test.each([
  ['TASK-0824', 'TASK-0824'],
  ['Task', 'Task+7'],
  ['tAsK-1', 'tAsK-1+a'],
  ['a', 'a+1'],
  ['A.', 'A.+0'],
  ['nul', '+nul+7'],
])('%s is named %s', (id, name) => {
  expect(taskRefName(id)).toBe(name);
  expect(taskIdOfRef(name)).toBe(id);
});

test('ids that differ in case alone have names that differ otherwise too', () => {
  fc.assert(
    fc.property(taskIds, fc.array(fc.boolean(), { minLength: 41, maxLength: 41 }), (id, flips) => {
      const variant = Array.from(id, (letter, at) =>
        flips[at] === true ? letter.toUpperCase() : letter.toLowerCase(),
      ).join('');
      const isSame = taskRefName(id).toLowerCase() === taskRefName(variant).toLowerCase();
      expect(isSame).toBe(id === variant);
    }),
  );
});

test('git takes the refs of all ids and lists them as they are', () => {
  const hard = [
    'a.lock',
    'A.LOCK',
    'a.',
    'HEAD',
    'CON',
    'nul',
    'aux.txt',
    'x'.repeat(128),
    'X'.repeat(128),
    '0',
    'a-',
    'A',
  ];
  const ids = [...new Set([...hard, ...fc.sample(taskIds, 200)])];
  const repository = ScratchRepository.create();
  const head = repository.git('rev-parse', 'HEAD');
  const input = Buffer.from(ids.map((id) => `create ${taskRef(id)} ${head}\n`).join(''));
  repository.gitIn({ input }, 'update-ref', '--stdin');
  const listed = repository.git('for-each-ref', '--format=%(refname)', TASK_REFS).split('\n');
  repository.close();
  expect(listed.map((ref) => taskIdOfRef(ref.slice(TASK_REFS.length))).sort()).toEqual([...ids].sort());
});

test.each(['a', 'A+1', '+A', 'a+2', 'a+', 'A.', '..', '', 'a..b+3', 'a b+3', 'x+a+1', 'a+1/x'])(
  'a ref that nobody here made is nobody: %j',
  (name) => {
    expect(taskIdOfRef(name)).toBeNull();
  },
);
