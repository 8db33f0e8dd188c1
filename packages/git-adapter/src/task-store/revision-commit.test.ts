import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectId } from '../objects/git-object.ts';
import { formatRevision, parseRevision, revisionOf, withoutTree } from './revision-commit.ts';

const tree = objectId('sha1', 'tree', Buffer.alloc(0));
const writer = 'writer: - - - 0011223344556677';
const lines = fc.array(
  fc.string({ unit: 'binary' }).map((line) => line.replaceAll(/[\r\n]/g, '')),
  { maxLength: 5 },
);
const shas = fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{64}$/), { maxLength: 3 });
const asObject = (content: Buffer) => ({ id: objectId('sha1', 'commit', content), type: 'commit', content });

test('a revision comes back as it was written, also without its tree', () => {
  fc.assert(
    fc.property(lines, shas, fc.nat(1000), fc.option(fc.string()), (audit, artifacts, expected, body) => {
      const commit = { id: 'TASK-1', expected, operationId: 'op:1', body, audit, artifacts };
      const revision = revisionOf(commit, writer);
      const content = formatRevision(revision, { tree, parent: expected === 0 ? null : tree, at: 1_700_000_000_123 });
      expect(parseRevision('TASK-1', asObject(content))).toMatchObject({ ...revision, audit });
      const past = withoutTree(content.subarray(), tree);
      expect(parseRevision('TASK-1', asObject(past))).toMatchObject({ ...revision, audit });
      expect(content.includes(0)).toBe(false);
    }),
  );
});

test.each([
  [1_700_000_000_999, 1_700_000_000],
  [-1, 0],
])('a commit at %d ms is of second %d', (at, second) => {
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: '', audit: [], artifacts: [] };
  const text = formatRevision(revisionOf(commit, writer), { tree, parent: null, at }).toString();
  const who = `Batonkit <batonkit@localhost> ${second} +0000`;
  expect(text.split('\n').slice(1, 3)).toEqual([`author ${who}`, `committer ${who}`]);
});

test('audit lines that look like something else come back as they are', () => {
  const audit = ['parent 12', 'parent 34', '"x" ', ' "x"', '"x"', 'x"', '"x', '', 'audit: 1'];
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: '', audit, artifacts: [] };
  const content = formatRevision(revisionOf(commit, writer), { tree, parent: null, at: 0 });
  expect(parseRevision('TASK-1', asObject(content))).toMatchObject({ audit, parent: null });
});

test('what is no revision, or one of another task, is none, whatever it looks like', () => {
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: '', audit: ['a', 'b'], artifacts: [] };
  const content = formatRevision(revisionOf(commit, writer), { tree, parent: null, at: 0 });
  expect(parseRevision('TASK-2', asObject(content))).toBeNull();
  expect(parseRevision('TASK-1', { ...asObject(content), type: 'blob' })).toBeNull();
  for (const cut of [0, 1, 50, content.length - 1])
    expect(parseRevision('TASK-1', asObject(content.subarray(0, cut)))).toBeNull();
  const changed = (from: RegExp, to: string) => asObject(Buffer.from(content.toString().replace(from, to)));
  for (const [from, to] of [
    [/^audit: 2$/m, 'audit: 1'],
    [/^audit: 2$/m, 'audit: 2 or so'],
    [/^audit: 2$/m, 'lines: 2'],
    [/^audit: 2$/m, 'x audit: 2'],
    [/^audit: 2(\na\nb)\n$/m, 'audit: 1$1'],
    [/^(tree .*)([^]*)revision 1$/m, '$1\nparent 12\nparent 34$2revision 2'],
    [/^tree (.*)$/m, 'tree $1\nparent 12\nparent 34'],
    [/^tree (.*)$/m, 'tree $1\nparent 12'],
    [/^artifacts: 0$/m, `artifacts: 1\n${'a'.repeat(63)}`],
    [/^artifacts: 0$/m, `artifacts: 1\n${'a'.repeat(65)}`],
    [/^artifacts: 0$/m, `artifacts: 1\nx${'a'.repeat(64)}`],
  ] as const)
    expect([to, parseRevision('TASK-1', changed(from, to))]).toEqual([to, null]);
  expect(parseRevision('TASK-1', changed(/^b$/m, '"b'))?.audit).toEqual(['a', '"b']);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(parseRevision('TASK-1', asObject(Buffer.from(bytes)))).toBeNull();
    }),
  );
});

test('artifacts are kept once, in one order', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: '', audit: [], artifacts: [b, a, b] };
  expect(revisionOf(commit, writer).artifacts).toEqual([a, b]);
});

test('a huge message is read in linear time', () => {
  const audit = Array.from({ length: 200_000 }, (_, index) => `"${index}`);
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op', body: '', audit, artifacts: [] };
  const content = formatRevision(revisionOf(commit, writer), { tree, parent: null, at: 0 });
  const start = process.cpuUsage();
  expect(parseRevision('TASK-1', asObject(content))?.audit).toHaveLength(audit.length);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});
