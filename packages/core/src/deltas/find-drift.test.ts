import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangedFile } from '../ports/git-worktree.ts';
import { findDrift, type CurrentTree, type ExpectedTree, type Expectation } from './find-drift.ts';

const HEAD = 'a'.repeat(40);
const TREE = 'b'.repeat(40);
const sha = (digit: string): string => digit.repeat(64);

const login: ChangedFile = {
  path: 'login.ts',
  status: 'modified',
  xy: ' M',
  mode: '100644',
  size: 120,
  sha256: sha('1'),
  baseBlob: 'c'.repeat(40),
};
const notes: ChangedFile = {
  path: 'notes.md',
  status: 'added',
  xy: '??',
  mode: '100644',
  size: 7,
  sha256: sha('2'),
  baseBlob: null,
};
const gone: ChangedFile = {
  path: 'old.ts',
  status: 'deleted',
  xy: ' D',
  mode: null,
  size: null,
  sha256: null,
  baseBlob: 'd'.repeat(40),
};

function handedOff(...files: ChangedFile[]): ExpectedTree {
  return {
    head: HEAD,
    tree: TREE,
    files_changed: files.map(({ path, status, xy, sha256 }) => ({ path, status, xy, sha256, previous_sha256: null })),
    file_metadata: files.flatMap(({ path, mode, size }) => (mode === null ? [] : [{ path, mode, size }])),
  };
}

function now(files: ChangedFile[], changes: { head?: string; committed?: CurrentTree['committed'] } = {}): CurrentTree {
  const { head = HEAD, committed = null } = changes;
  return { state: { head, branch: 'main', status: new Uint8Array(), changed: files }, committed };
}

const checksOf = (current: CurrentTree, expectation: Expectation = 'dirty'): unknown => {
  const finding = findDrift(handedOff(login, notes, gone), current, expectation);
  return finding.verdict === 'drift'
    ? finding.checks.map(({ check, path, expected, found }) => [check, path, expected, found])
    : finding.verdict;
};

const MOVED = 'e'.repeat(40);

describe('findDrift reports each kind of drift with what was expected and found', () => {
  test.each<[string, CurrentTree, unknown]>([
    ['nothing', now([login, notes, gone]), 'unchanged'],
    [
      'an edit',
      now([{ ...login, sha256: sha('9'), size: 121 }, notes, gone]),
      [
        ['content', 'login.ts', `modified ${sha('1')}`, `modified ${sha('9')}`],
        ['size', 'login.ts', '120', '121'],
      ],
    ],
    [
      'an edit of the same size',
      now([{ ...login, sha256: sha('9') }, notes, gone]),
      [['content', 'login.ts', `modified ${sha('1')}`, `modified ${sha('9')}`]],
    ],
    ['a changed mode', now([{ ...login, mode: '100755' }, notes, gone]), [['mode', 'login.ts', '100644', '100755']]],
    ['a staged file', now([{ ...login, xy: 'M ' }, notes, gone]), [['git-status', 'login.ts', ' M', 'M ']]],
    [
      'a new file',
      now([login, notes, gone, { ...notes, path: 'x.md' }]),
      [['content', 'x.md', 'as in the base commit', `added ${sha('2')}`]],
    ],
    ['an undone edit', now([notes, gone]), [['content', 'login.ts', `modified ${sha('1')}`, 'as in the base commit']]],
    ['a removed new file', now([login, gone]), [['content', 'notes.md', `added ${sha('2')}`, 'as in the base commit']]],
    ['a file that came back', now([login, notes]), [['content', 'old.ts', 'deleted', 'as in the base commit']]],
    [
      'a rename',
      now([login, gone, { ...notes, path: 'renamed.md' }]),
      [
        ['content', 'notes.md', `added ${sha('2')}`, 'as in the base commit'],
        ['content', 'renamed.md', 'as in the base commit', `added ${sha('2')}`],
      ],
    ],
    [
      'a stash',
      now([]),
      [
        ['tree-clean', null, '3 uncommitted files', 'clean: the changes were stashed or undone'],
        ['content', 'login.ts', `modified ${sha('1')}`, 'as in the base commit'],
        ['content', 'notes.md', `added ${sha('2')}`, 'as in the base commit'],
        ['content', 'old.ts', 'deleted', 'as in the base commit'],
      ],
    ],
    [
      'a commit on top, with the same files still open',
      now([login, notes, gone], { head: MOVED, committed: { headTree: 'f'.repeat(40), clean: false } }),
      [['base-commit', null, HEAD, MOVED]],
    ],
    [
      'a commit of exactly the snapshot',
      now([login, notes, gone], { head: MOVED, committed: { headTree: TREE, clean: true } }),
      [
        ['base-commit', null, HEAD, MOVED],
        ['tree-clean', null, '3 uncommitted files', 'clean: HEAD holds exactly what was handed off'],
      ],
    ],
  ])('%s', (_, current, expected) => expect(checksOf(current)).toEqual(expected));
});

describe('a verify may expect the snapshot to be committed', () => {
  const exactly = now([login, notes, gone], { head: MOVED, committed: { headTree: TREE, clean: true } });
  const otherwise = now([login, notes, gone], { head: MOVED, committed: { headTree: 'f'.repeat(40), clean: true } });
  const halfWay = now([login, notes, gone], { head: MOVED, committed: { headTree: TREE, clean: false } });

  test('exactly committed', () => {
    expect(checksOf(exactly, 'committed')).toBe('committed');
    expect(checksOf(exactly, 'either')).toBe('committed');
    expect(checksOf(now([login, notes, gone]), 'either')).toBe('unchanged');
  });

  test('anything else is drift and says so first', () => {
    for (const current of [otherwise, halfWay, now([login, notes, gone])]) {
      expect(checksOf(current, 'committed')).toEqual(
        expect.arrayContaining([expect.arrayContaining(['committed', null])]),
      );
      expect((checksOf(current, 'committed') as string[][])[0]?.[0]).toBe('committed');
    }
    expect(checksOf(halfWay, 'either')).not.toBe('committed');
  });
});

test('what should be committed and is not says where HEAD is instead', () => {
  const foundBy = (committed: CurrentTree['committed'], head = MOVED): unknown =>
    (checksOf(now([login, notes, gone], { head, committed }), 'committed') as unknown[])[0];
  const expected = ['committed', null, `HEAD with tree ${TREE}`];
  expect(foundBy(null, HEAD)).toEqual([...expected, `HEAD still at ${HEAD}, with the changes uncommitted`]);
  expect(foundBy({ headTree: 'f'.repeat(40), clean: true })).toEqual([...expected, `HEAD with tree ${'f'.repeat(40)}`]);
  expect(foundBy({ headTree: TREE, clean: false })).toEqual([
    ...expected,
    `HEAD with tree ${TREE} and uncommitted changes`,
  ]);
});

test('a clean tree is no drift of a hand-off without changes', () => {
  expect(findDrift(handedOff(), now([]), 'dirty')).toEqual({ verdict: 'unchanged' });
});

test('a deleted file that is back with other content has a mode and a size again', () => {
  expect(checksOf(now([login, notes, { ...notes, path: 'old.ts', status: 'modified', xy: ' M' }]))).toEqual([
    ['content', 'old.ts', 'deleted', `modified ${sha('2')}`],
    ['mode', 'old.ts', 'none', '100644'],
    ['size', 'old.ts', 'none', '7'],
    ['git-status', 'old.ts', ' D', ' M'],
  ]);
  expect(checksOf(now([{ ...gone, path: 'login.ts' }, notes, gone]))).toEqual([
    ['content', 'login.ts', `modified ${sha('1')}`, 'deleted'],
    ['mode', 'login.ts', '100644', 'none'],
    ['size', 'login.ts', '120', 'none'],
    ['git-status', 'login.ts', ' M', ' D'],
  ]);
});

test('law: a tree equals itself, and any change of any field of any file is drift', () => {
  const hex = fc.constantFrom(...'0123456789abcdef').map(sha);
  const file = fc.record({
    path: fc.string({ minLength: 1, maxLength: 8 }),
    status: fc.constantFrom('added', 'modified', 'type-changed'),
    xy: fc.constantFrom(' M', 'M ', '??', 'A '),
    mode: fc.constantFrom('100644', '100755', '120000'),
    size: fc.nat(),
    sha256: hex,
    baseBlob: fc.constant(null),
  });
  const files = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      files,
      fc.nat(),
      fc.constantFrom('status', 'xy', 'mode', 'size', 'sha256', 'path'),
      (given, at, field) => {
        expect(findDrift(handedOff(...given), now([...given].reverse()), 'dirty')).toEqual({ verdict: 'unchanged' });
        const index = at % given.length;
        const edited = given.map((one, position) =>
          position === index ? { ...one, [field]: `other ${String(one[field])}` } : one,
        );
        expect(findDrift(handedOff(...given), now(edited), 'dirty').verdict).toBe('drift');
      },
    ),
  );
});
