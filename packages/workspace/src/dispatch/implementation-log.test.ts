import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseReport } from '@batonkit/markdown';
import { orThrow } from '@batonkit/core';
import {
  appendLogEntry,
  createImplementationLog,
  formatLogEntry,
  parseImplementationLog,
} from './implementation-log.ts';

const REPORT = parseReport(
  '## Files changed\n- src/a.ts\n\n## Decisions\nJWT.\n\n## Task 9: not an entry\n\n## Concerns\n- slow\n- big',
);

test('an entry keeps values of several lines below their field', () => {
  const entry = formatLogEntry(
    { number: '1.1', title: 'Log\n in' },
    parseReport('**Decisions:** a\n\nb\n  c\n\n**Concerns:** x'),
  );
  expect(entry).toBe(
    '## Task 1.1: Log in\n- **Files changed:** none\n- **Decisions:** a\n\n  b\n    c\n- **Deviations:** none\n- **Concerns:** x\n',
  );
});

test('a report that says nothing gives a partial entry', () => {
  expect(formatLogEntry({ number: '1', title: 'A' }, parseReport('??'))).toContain('- **Report:** could not be read');
  expect(formatLogEntry({ number: '1', title: 'A' }, REPORT)).not.toContain('could not be read');
});

test('is created, appended to, read and removed', async () => {
  const files = createMemoryWorkspaceFiles();
  const log = createImplementationLog({ files, path: 'log.md' });
  expect(await orThrow(log.read())).toBe('No implementation log available');
  await orThrow(log.append({ number: '1', title: 'A' }, REPORT));
  await orThrow(log.append({ number: '2', title: 'B' }, REPORT));
  await orThrow(log.append({ number: '2', title: 'B' }, REPORT));
  const text = await orThrow(log.read());
  expect(text.startsWith('# Implementation Log\n\n## Task 1: A\n- **Files changed:** src/a.ts\n')).toBe(true);
  expect(parseImplementationLog(text).entries.map(({ number }) => number)).toEqual(['1', '2']);
  expect(await orThrow(log.remove())).toEqual({ removed: true });
  expect(await orThrow(log.remove())).toEqual({ removed: false });
});

test('entries appended at the same time are all there', async () => {
  const log = createImplementationLog({ files: createMemoryWorkspaceFiles(), path: 'log.md' });
  await Promise.all(['1', '2', '3', '4', '5'].map((number) => orThrow(log.append({ number, title: 'x' }, REPORT))));
  const { entries } = parseImplementationLog(await orThrow(log.read()));
  expect(entries.map(({ number }) => number).sort()).toEqual(['1', '2', '3', '4', '5']);
});

test('parse then write gives the same bytes, and appending changes none of them', () => {
  const piece = fc.constantFrom(
    '# Implementation Log',
    '## Task 1: A',
    '## Task 2.1: B',
    '- **Decisions:** x',
    'text',
    '',
    '```',
    '\uFEFF',
    '> ## Task 3: C',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'), (pieces, ending) => {
      const text = pieces.join(ending);
      const { head, entries } = parseImplementationLog(text);
      const isSame = head + entries.map(({ raw }) => raw).join('') === text;
      const appended = appendLogEntry(text, formatLogEntry({ number: '9', title: 'new' }, REPORT));
      return isSame && (text === '' || appended.startsWith(text)) && appended.length > text.length;
    }),
  );
});

test('a log with CRLF stays one', () => {
  expect(appendLogEntry('# Implementation Log\r\n', '## Task 1: A\n- x\n')).toBe(
    '# Implementation Log\r\n\r\n## Task 1: A\r\n- x\r\n',
  );
});

test('an entry that looks like a secret is refused unless it is forced', async () => {
  const files = createMemoryWorkspaceFiles();
  const log = createImplementationLog({ files, path: 'log.md' });
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const report = parseReport(`**Decisions:** ${token}`);
  expect((await log.append({ number: '1', title: 'A' }, report))._unsafeUnwrapErr().code).toBe('SecretFound');
  expect(await orThrow(files.read('log.md'))).toBeNull();
  await orThrow(log.append({ number: '1', title: 'A' }, report, { forceSecrets: true }));
  expect(await orThrow(log.read())).toContain(token);
});
