import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GitProblem } from '../host/git-problem.ts';
import { parseStatus } from './parse-status.ts';

const id = (digit: string): string => digit.repeat(40);
const zero = id('0');
const lines = (...records: string[]): Buffer => Buffer.from(records.map((record) => `${record}\0`).join(''), 'latin1');

describe('parseStatus', () => {
  test('reads every kind of record', () => {
    const parsed = parseStatus(
      lines(
        `# branch.oid ${id('a')}`,
        '# branch.head feature/x y',
        '# branch.upstream origin/main',
        `1 MM N... 100644 100644 100755 ${id('1')} ${id('2')} dir/with space`,
        `1 .A N... 000000 000000 100644 ${zero} ${zero} intent`,
        `1 D. N... 100644 000000 000000 ${id('3')} ${zero} gone`,
        '? untracked\nline',
        '! ignored',
      ),
    );
    expect(parsed.head).toBe(id('a'));
    expect(parsed.branch).toBe('feature/x y');
    expect(
      parsed.entries.map(({ name, xy, worktreeMode, headId }) => [name.toString(), xy, worktreeMode, headId]),
    ).toEqual([
      ['dir/with space', 'MM', '100755', id('1')],
      ['intent', '.A', '100644', null],
      ['gone', 'D.', null, id('3')],
      ['untracked\nline', '??', null, null],
    ]);
  });

  test('knows a first commit that is missing and a detached HEAD', () => {
    expect(parseStatus(lines('# branch.oid (initial)', '# branch.head main')).head).toBeNull();
    expect(parseStatus(lines(`# branch.oid ${id('a')}`, '# branch.head (detached)')).branch).toBeNull();
  });

  test('refuses unmerged files and records it does not know', () => {
    const unmerged = `u UU N... 100644 100644 100644 100644 ${id('1')} ${id('2')} ${id('3')} a b`;
    expect(() => parseStatus(lines(unmerged))).toThrow(/unmerged.*\(a b\)/);
    expect(() => parseStatus(lines(`2 R. N... 100644 100644 100644 ${id('1')} ${id('1')} R100 b`, 'a'))).toThrow(
      GitProblem,
    );
  });

  test('garbage is refused or read, and never breaks it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(parseStatus(Buffer.from(bytes)).entries.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(GitProblem);
        }
      }),
    );
  });
});
