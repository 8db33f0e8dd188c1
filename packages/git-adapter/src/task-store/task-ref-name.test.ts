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

test.each(['a', 'A+1', '+A', 'a+2', 'a+', 'A.', '..', ''])('a ref that nobody here made is nobody: %j', (name) => {
  expect(taskIdOfRef(name)).toBeNull();
});
