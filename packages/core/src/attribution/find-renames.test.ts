import { expect, test } from 'vitest';
import { attributeChain, BEFORE_WORKFLOW } from './attribute-chain.ts';
import { formatBlame } from './format-attribution.ts';

const text = 'one\ntwo\nthree\nfour\nfive\n';

test('a file that moved as it was keeps its authors, and blame says where it was', () => {
  const files = attributeChain({
    base: new Map([['old.md', { text }]]),
    steps: [
      {
        role: 'implementer',
        files: new Map([
          ['old.md', null],
          ['new.md', { text }],
        ]),
      },
    ],
  });
  expect(files).toMatchObject([{ path: 'new.md', lines: [{ role: BEFORE_WORKFLOW, count: 5 }] }]);
  expect(formatBlame(files)).toContain('new.md (was old.md)');
});

test('of very many files that come and go only those that are equal are matched', () => {
  const many = Array.from({ length: 400 }, (_, index) => index);
  const own = (index: number, more = ''): { text: string } => ({ text: `${text}file ${index}\n${more}` });
  const files = attributeChain({
    base: new Map(many.map((index) => [`old/${index}`, own(index)])),
    steps: [
      {
        role: 'implementer',
        files: new Map([
          ...many.map((index) => [`old/${index}`, null] as const),
          ...many.map((index) => [`new/${index}`, own(index, index === 0 ? '' : 'more\n')] as const),
        ]),
      },
    ],
  });
  const byPath = new Map(files.map(({ path, lines }) => [path, lines]));
  expect(byPath.get('new/0')).toEqual([{ role: BEFORE_WORKFLOW, count: 6 }]);
  expect(files).toHaveLength(400);
});
