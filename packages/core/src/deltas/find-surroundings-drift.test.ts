import { describe, expect, test } from 'vitest';
import type { Surroundings } from '../ports/git-worktree.ts';
import { describeState } from './describe-state.ts';
import { findDrift } from './find-drift.ts';
import { findSurroundingsDrift } from './find-surroundings-drift.ts';

const plain: Surroundings = { lookedAt: 1, facts: {}, hiddenRules: {}, ignored: 0 };
const rules = { 'hole/.gitignore': '1'.repeat(64) };

describe('what decides which changes can be seen', () => {
  test('is drift when it changed, with its name, and the time of the look and ignored files are not', () => {
    const before = { ...plain, facts: { 'setting core.filemode': 'false' } };
    const now = { ...plain, lookedAt: 2, ignored: 9, facts: { '.git/info/exclude': '1 line (sha256 0)' } };
    expect(findSurroundingsDrift(before, now).map(({ expected, found }) => [expected, found])).toEqual([
      ['.git/info/exclude: as by default', '.git/info/exclude: 1 line (sha256 0)'],
      ['setting core.filemode: false', 'setting core.filemode: as by default'],
    ]);
    expect(findSurroundingsDrift(before, { ...before, lookedAt: 2, ignored: 9 })).toEqual([]);
  });

  test('differs between two trees in what belongs to a person or a host', () => {
    const facts = { 'personal core.excludesfile': '1 line (sha256 0)', 'sub: personal core.excludesfile': 'x' };
    expect(findSurroundingsDrift(plain, { ...plain, facts }, { isSameTree: false })).toEqual([]);
    expect(findSurroundingsDrift(plain, { ...plain, facts })).toHaveLength(2);
  });

  test('includes rules that hide themselves, in scope and outside the caches of tools', () => {
    const now = { ...plain, hiddenRules: rules };
    expect(findSurroundingsDrift(plain, now).map(({ path }) => path)).toEqual(['hole/.gitignore']);
    expect(findSurroundingsDrift({ ...plain, hiddenRules: { 'hole/.gitignore': '2'.repeat(64) } }, now)).toHaveLength(
      1,
    );
    expect(findSurroundingsDrift(now, plain)).toEqual([]);
    expect(findSurroundingsDrift(plain, now, { includes: (path) => path.startsWith('src/') })).toEqual([]);
    expect(findSurroundingsDrift(plain, now, { toolCaches: ['hole'] })).toEqual([]);
    expect(findSurroundingsDrift(plain, { ...plain, hiddenRules: { 'a/.venv/.gitignore': 'x' } })).toEqual([]);
  });

  test('is not known of engines and snapshots that do not tell', () => {
    expect(findSurroundingsDrift(undefined, { ...plain, hiddenRules: rules })).toEqual([]);
    expect(findSurroundingsDrift(plain, undefined)).toEqual([]);
  });
});

describe('a drift', () => {
  const [head, tree] = ['a'.repeat(40), 'b'.repeat(40)];
  const file = {
    path: 'a',
    status: 'modified',
    xy: 'MM',
    mode: '100644',
    size: 1,
    sha256: '1'.repeat(64),
    baseBlob: 'c',
  } as const;
  const stateWith = (staged: string | null | undefined, surroundings?: Surroundings) => ({
    head,
    branch: 'main',
    status: new Uint8Array(),
    changed: [{ ...file, ...(staged !== undefined && { staged }) }],
    ...(surroundings !== undefined && { surroundings }),
  });

  test('is other staged content under the same letters', () => {
    const before = { ...describeState(stateWith('100644 1')), tree };
    const checksOf = (staged: string | null | undefined) => {
      const found = findDrift(before, { state: stateWith(staged), committed: null }, 'dirty');
      return found.verdict === 'drift'
        ? found.checks.map(({ check, expected, found: is }) => [check, expected, is])
        : [];
    };
    expect(checksOf('100644 2')).toEqual([['staged', '100644 1', '100644 2']]);
    expect(checksOf(null)).toEqual([['staged', '100644 1', 'nothing']]);
    expect(checksOf('100644 1')).toEqual([]);
    expect(checksOf(undefined)).toEqual([]);
  });

  test('is not excused by a commit where changes may be hidden', () => {
    const state = stateWith('100644 1', { ...plain, facts: { 'flagged files': 'a (skip-worktree)' } });
    const before = { ...describeState(stateWith('100644 1', plain)), tree };
    const committed = { headTree: tree, clean: true };
    expect(findDrift(before, { state, committed }, 'either').verdict).toBe('drift');
    expect(findDrift(before, { state: stateWith('100644 1', plain), committed }, 'either').verdict).toBe('committed');
  });
});
