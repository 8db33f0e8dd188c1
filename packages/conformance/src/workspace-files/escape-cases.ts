import assert from 'node:assert/strict';
import type { WorkspaceFiles, WorkspaceFilesError } from '@batonkit/core';
import { expectDone, expectRefusal, textOf, type WorkspaceCase } from './workspace-case.ts';

const ESCAPING = [
  '..',
  '../x',
  'a/../../x',
  'a/..',
  '/etc/passwd',
  '\\x',
  '..\\x',
  'C:\\x',
  'c:x',
  '//host/share',
  '.git',
  '.git/config',
  '.GIT/config',
  'sub/.Git/config',
  '.git./config',
  '.git /config',
  'GIT~1/config',
  '.g\u200Cit/config',
  '.git::$INDEX_ALLOCATION/config',
];
const UNUSABLE = [
  '',
  '.',
  './a',
  'a//b',
  'a/',
  'a\0b',
  'a\nb',
  'a\\b',
  'ab:c',
  'nul',
  'NUL.txt',
  'x/Com1',
  'a.',
  'a ',
  '\uD800',
  'x'.repeat(256),
];

/** There is no way out of the root. */
export const escapeCases: readonly WorkspaceCase[] = [
  {
    name: 'no method takes a path that leaves the root',
    files: { 'a.md': 'a' },
    run: async (files) => {
      for (const path of ESCAPING) await refuseEverywhere(files, path, 'PathEscapesRoot');
      assert.deepEqual(await expectDone(files.list()), ['a.md']);
    },
  },
  {
    name: 'no method takes a path that cannot name a file everywhere',
    files: { 'a.md': 'a' },
    run: async (files) => {
      for (const path of UNUSABLE) await refuseEverywhere(files, path, 'InvalidInput');
      assert.deepEqual(await expectDone(files.list()), ['a.md']);
    },
  },
  {
    name: 'no method follows a symbolic link: to the outside, to the inside, to nowhere, as file or as folder',
    files: { 'real/a.md': 'a' },
    links: {
      up: '..',
      absolute: '/',
      inside: 'real',
      'inside.md': 'real/a.md',
      dangling: '../no-such-thing-outside',
      loop: 'loop',
    },
    run: async (files) => {
      const paths = [
        'up',
        'up/x',
        'absolute/tmp/x',
        'inside/a.md',
        'inside/new.md',
        'inside.md',
        'dangling',
        'loop',
        'loop/x',
      ];
      for (const path of paths) await refuseEverywhere(files, path, 'PathEscapesRoot', { alsoList: false });
      for (const folder of ['up', 'inside', 'loop']) await expectRefusal(files.list(folder), 'PathEscapesRoot');
      assert.deepEqual(await expectDone(files.list()), ['real/a.md']);
      assert.equal(await textOf(files, 'real/a.md'), 'a');
    },
  },
];

async function refuseEverywhere(
  files: WorkspaceFiles,
  path: string,
  code: WorkspaceFilesError['code'],
  { alsoList = true } = {},
): Promise<void> {
  await expectRefusal(files.read(path), code);
  await expectRefusal(files.write(path, 'x'), code);
  await expectRefusal(files.write(path, 'x', { expectedSha: null }), code);
  await expectRefusal(files.append(path, 'x'), code);
  await expectRefusal(files.remove(path), code);
  if (alsoList) await expectRefusal(files.list(path), code);
}
