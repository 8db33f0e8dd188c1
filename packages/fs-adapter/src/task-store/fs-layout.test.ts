import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow, type TaskStore } from '@batonkit/core';
import { createManualClock } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { findCurrentRevision } from './find-current-revision.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { taskDirectoryName, taskIdOfDirectory } from './task-directory-name.ts';

let root: string;
let store: TaskStore;
const taskPath = (...names: string[]): string => join(root, 'TASK-1', ...names);
const commitOf = (expected: number, body: string | null = `{"revision":${expected + 1}}`) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}`,
  body,
  audit: [`line ${expected + 1}`],
  artifacts: [],
});
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'batonkit-layout-'));
  store = createFsTaskStore({ root });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const taskIds = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,12}$/).filter((id) => !id.includes('..'));

describe('names of task directories', () => {
  test.each([
    ['TASK-0824', 'TASK-0824'],
    ['feature-x', 'feature-x+ff'],
    ['Task', 'Task+7'],
    ['CON', '+CON'],
    ['nul', '+nul+7'],
    ['AUX.TXT', '+AUX.TXT'],
    ['A.', 'A.+0'],
    ['CONSOLE', 'CONSOLE'],
  ])('%s lies in %s', (id, name) => {
    expect(taskDirectoryName(id)).toBe(name);
    expect(taskIdOfDirectory(name)).toBe(id);
  });

  test('no two ids share a directory where case is ignored, and every name leads back to its id', () => {
    fc.assert(
      fc.property(taskIds, taskIds, fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }), (id, other, flips) => {
        const variant = Array.from(id, (letter, at) =>
          flips[at] === true ? letter.toUpperCase() : letter.toLowerCase(),
        ).join('');
        for (const rival of [other, variant]) {
          const same = taskDirectoryName(id).toLowerCase() === taskDirectoryName(rival).toLowerCase();
          expect(same).toBe(id === rival);
        }
        expect(taskIdOfDirectory(taskDirectoryName(id))).toBe(id);
        expect(taskDirectoryName(id)).not.toMatch(/[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      }),
    );
  });

  test.each([
    'TASK-2+0',
    '+TASK-3',
    'A+',
    'A+0z',
    'A+0+0',
    '++CON',
    'task',
    'Task+6',
    'a..b',
    '.cache',
    'a b+3',
    '+',
    '',
  ])('no task lies in %j', (name) => expect(taskIdOfDirectory(name)).toBeNull());

  test('what is no task is neither listed nor swept', async () => {
    await orThrow(store.commit(commitOf(0)));
    for (const name of ['notes', 'TASK-2+0', '+TASK-3', 'a..b', '.cache']) fs.mkdirSync(join(root, name));
    fs.writeFileSync(join(root, 'README.md'), '');
    expect(await orThrow(store.list({ limit: 10 }))).toEqual([{ id: 'TASK-1', revision: 1, purged: false }]);
    await orThrow(store.sweep({ olderThanMs: 0 }));
    expect(fs.existsSync(join(root, 'notes'))).toBe(true);
  });
});

describe('files', () => {
  test('belong to their owner alone', async () => {
    await orThrow(store.putArtifact('TASK-1', new Uint8Array(20_000)));
    await orThrow(store.commit(commitOf(0)));
    const modes = fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .map((entry) => fs.statSync(join(entry.parentPath, entry.name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o700, 0o600]));
  });

  test('a revision can be read by people: header, audit lines, body', async () => {
    await orThrow(store.commit({ ...commitOf(0), audit: ['{"seq":1}', '{"seq":2}'] }));
    const [header, ...lines] = fs.readFileSync(taskPath('revisions', '00000001'), 'utf8').split('\n');
    expect(JSON.parse(header ?? '')).toMatchObject({
      task: 'TASK-1',
      revision: 1,
      operation: 'op-0',
      audit: 2,
      body: 14,
    });
    expect(lines.slice(0, 3)).toEqual(['{"seq":1}', '{"seq":2}', '{"revision":1}']);
  });

  test('context.json follows the body, is indented, and goes with a purge', async () => {
    await orThrow(store.commit(commitOf(0)));
    expect(fs.readFileSync(taskPath('context.json'), 'utf8')).toBe('{\n  "revision": 1\n}\n');
    for (const expected of [1, 2, 3]) await orThrow(store.commit(commitOf(expected)));
    await expect.poll(() => fs.readFileSync(taskPath('context.json'), 'utf8')).toContain('"revision": 4');
    await orThrow(store.commit(commitOf(4, null)));
    expect(fs.existsSync(taskPath('context.json'))).toBe(false);
  });

  test.each<[string, readonly (string | null)[], string | null]>([
    ['a purge', [null], null],
    ['another revision', ['newer'], 'newer'],
    ['a purge and a new start', [null, 'newer'], 'newer'],
  ])('context.json is right when %s comes just before it is put in place', async (_, rivals, expected) => {
    const rival = store;
    let isFirst = true;
    const rename = async (from: string, to: string): Promise<void> => {
      if (isFirst && to === taskPath('context.json')) {
        isFirst = false;
        for (const [index, body] of rivals.entries()) await orThrow(rival.commit(commitOf(index + 1, body)));
      }
      await nodeFiles.rename(from, to);
    };
    await orThrow(createFsTaskStore({ root, files: { ...nodeFiles, rename } }).commit(commitOf(0, 'older')));
    const found = fs.existsSync(taskPath('context.json')) ? fs.readFileSync(taskPath('context.json'), 'utf8') : null;
    expect(found).toBe(expected);
    expect(fs.readdirSync(taskPath('tmp'))).toEqual([]);
  });

  test('a context.json that cannot be written, or was edited, changes nothing', async () => {
    await orThrow(store.commit(commitOf(0)));
    fs.rmSync(taskPath('context.json'));
    fs.mkdirSync(taskPath('context.json', 'in-the-way'), { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
    expect((await orThrow(store.read('TASK-1'))).body).toBe('{"revision":2}');
    expect(fs.readdirSync(taskPath('tmp'))).toEqual([]);
  });
});

describe('sweeping', () => {
  test('drops old bodies and keeps audit, operation ids and gapless revisions', async () => {
    for (let expected = 0; expected < 5; expected += 1)
      await orThrow(store.commit(commitOf(expected, 'x'.repeat(5000))));
    const size = (revision: number): number => fs.statSync(taskPath('revisions', `0000000${revision}`)).size;
    expect((await orThrow(store.sweep({ olderThanMs: 0 }))).removed).toBe(4);
    expect([1, 2, 3, 4].every((revision) => size(revision) < 500)).toBe(true);
    expect(size(5)).toBeGreaterThan(5000);
    expect((await orThrow(store.sweep({ olderThanMs: 0 }))).removed).toBe(0);

    const fresh = createFsTaskStore({ root });
    expect((await orThrow(fresh.read('TASK-1'))).body).toHaveLength(5000);
    const audit = await orThrow(fresh.readAudit('TASK-1', { afterRevision: 0, limit: 10 }));
    expect(audit.map(({ lines }) => lines[0])).toEqual([1, 2, 3, 4, 5].map((revision) => `line ${revision}`));
    expect(await orThrow(fresh.commit(commitOf(1, 'x'.repeat(5000))))).toEqual({ revision: 2, replayed: true });
    expect((await fresh.commit(commitOf(1, 'other')))._unsafeUnwrapErr().code).toBe('OperationIdReused');
  });

  test('a purge drops the bodies before it at once', async () => {
    for (const expected of [0, 1]) await orThrow(store.commit(commitOf(expected, 'a secret')));
    await orThrow(store.commit(commitOf(2, null)));
    const contents = fs
      .readdirSync(taskPath('revisions'))
      .map((name) => fs.readFileSync(taskPath('revisions', name), 'utf8'));
    expect(contents).toHaveLength(3);
    expect(contents.filter((content) => content.includes('a secret'))).toEqual([]);
  });

  test('leaves what is younger than asked for, and removes what crashed writers left', async () => {
    const clock = createManualClock({ start: Date.now() });
    const swept = createFsTaskStore({ root, clock });
    for (const expected of [0, 1]) await orThrow(swept.commit(commitOf(expected)));
    fs.writeFileSync(taskPath('tmp', 'revision-left'), '');
    expect((await orThrow(swept.sweep({ olderThanMs: 60_000 }))).removed).toBe(0);
    clock.advance(120_000);
    expect((await orThrow(swept.sweep({ olderThanMs: 60_000 }))).removed).toBe(2);
    expect(fs.readdirSync(taskPath('tmp'))).toEqual([]);
  });

  test('an artifact that an interrupted sweep set aside is still there for readers and writers', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const sha = await orThrow(store.putArtifact('TASK-1', bytes));
    fs.renameSync(taskPath('artifacts', sha), taskPath('trash', `${sha}~interrupted`));
    expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
    await orThrow(store.commit({ ...commitOf(0), artifacts: [sha] }));
    await orThrow(store.sweep({ olderThanMs: 0 }));
    expect(fs.readdirSync(taskPath('trash'))).toEqual([]);
    expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
  });

  test('a damaged task is told, and the others are swept all the same', async () => {
    await orThrow(store.commit(commitOf(0)));
    await orThrow(store.commit({ ...commitOf(0), id: 'TASK-2' }));
    await orThrow(store.putArtifact('TASK-2', new Uint8Array([1])));
    fs.writeFileSync(taskPath('revisions', '00000001'), 'damaged');
    expect((await createFsTaskStore({ root }).sweep({ olderThanMs: 0 }))._unsafeUnwrapErr().code).toBe('Corrupt');
    expect(fs.readdirSync(join(root, 'TASK-2', 'artifacts'))).toEqual([]);
  });
});

test('the current revision is found from any hint in logarithmic time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 5000 }), fc.nat({ max: 6000 }), async (current, hint) => {
      let probes = 0;
      const exists = (revision: number): Promise<boolean> => {
        probes += 1;
        return Promise.resolve(revision <= current);
      };
      expect(await findCurrentRevision(exists, hint)).toBe(current);
      expect(probes).toBeLessThan(30);
    }),
  );
});

test('git is told to ignore the whole store, unless its owner says otherwise', async () => {
  await orThrow(store.commit(commitOf(0)));
  expect(fs.readFileSync(join(root, '.gitignore'), 'utf8')).toBe('*\n');
  fs.writeFileSync(join(root, '.gitignore'), '# keep\n');
  await orThrow(createFsTaskStore({ root }).commit(commitOf(1)));
  expect(fs.readFileSync(join(root, '.gitignore'), 'utf8')).toBe('# keep\n');
});
