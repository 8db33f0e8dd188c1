import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { workspaceFilesSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFsWorkspaceFiles } from './fs-workspace-files.ts';

let scratch: string;
beforeEach(() => (scratch = fs.mkdtempSync(join(tmpdir(), 'batonkit-workspace-'))));
afterEach(() => fs.rmSync(scratch, { recursive: true }));

describe('conformance', () =>
  workspaceFilesSuite({
    test,
    createFiles: ({ files, links }) => {
      const root = join(scratch, 'root');
      for (const [path, content] of [...Object.entries(files), ...Object.entries(links)]) {
        fs.mkdirSync(dirname(join(root, path)), { recursive: true });
        if (typeof content === 'string') fs.symlinkSync(content, join(root, path));
        else fs.writeFileSync(join(root, path), content);
      }
      const module = new URL('./shared-files.fixture.mjs', import.meta.url);
      return { files: createFsWorkspaceFiles({ root }), shared: { module, argument: { root } } };
    },
    hasLinks: true,
  }));

describe('createFsWorkspaceFiles', () => {
  const workspace = () => {
    const root = join(scratch, 'root');
    fs.mkdirSync(root);
    return { root, files: createFsWorkspaceFiles({ root }) };
  };

  test('what lies outside stays untouched when a link points there', async () => {
    const { root, files } = workspace();
    fs.writeFileSync(join(scratch, 'outside.md'), 'mine');
    fs.symlinkSync('../outside.md', join(root, 'link.md'));
    fs.symlinkSync('../not-yet.md', join(root, 'dangling.md'));
    for (const path of ['link.md', 'dangling.md']) {
      expect((await files.write(path, 'x'))._unsafeUnwrapErr().code).toBe('PathEscapesRoot');
      expect((await files.append(path, 'x'))._unsafeUnwrapErr().code).toBe('PathEscapesRoot');
      expect((await files.remove(path))._unsafeUnwrapErr().code).toBe('PathEscapesRoot');
    }
    expect(fs.readFileSync(join(scratch, 'outside.md'), 'utf8')).toBe('mine');
    expect(fs.existsSync(join(scratch, 'not-yet.md'))).toBe(false);
  });

  test('the root itself may be a link', async () => {
    const { root } = workspace();
    fs.symlinkSync(root, join(scratch, 'root-link'));
    const files = createFsWorkspaceFiles({ root: join(scratch, 'root-link') });
    await orThrow(files.write('a.md', 'a'));
    expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe('a');
  });

  test('a replaced file keeps its mode, and no unfinished file is left or listed', async () => {
    const { root, files } = workspace();
    fs.writeFileSync(join(root, 'run.sh'), 'one', { mode: 0o755 });
    fs.writeFileSync(join(root, `.batonkit-${'0'.repeat(16)}-${crypto.randomUUID()}.tmp`), 'left by a crash');
    await orThrow(files.write('run.sh', 'two'));
    expect(fs.statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(await orThrow(files.list())).toEqual(['run.sh']);
    expect(fs.readdirSync(root)).toHaveLength(2);
  });

  test('a replaced file keeps what the umask denies to new ones', async () => {
    const { root, files } = workspace();
    const before = process.umask(0o027);
    try {
      for (const mode of [0o775, 0o666, 0o640, 0o444]) {
        fs.writeFileSync(join(root, `${mode}`), 'one');
        fs.chmodSync(join(root, `${mode}`), mode);
        await orThrow(files.write(`${mode}`, 'two'));
        expect(fs.statSync(join(root, `${mode}`)).mode & 0o7777).toBe(mode);
      }
      await orThrow(files.write('new.md', 'new'));
      expect(fs.statSync(join(root, 'new.md')).mode & 0o777).toBe(0o640);
    } finally {
      process.umask(before);
    }
  });

  test('a file in place of an empty folder has the mode of a new one', async () => {
    const { root, files } = workspace();
    fs.mkdirSync(join(root, 'run/deep'), { recursive: true });
    await orThrow(files.write('run', 'text'));
    expect(fs.statSync(join(root, 'run')).mode & 0o111).toBe(0);
    expect(fs.readdirSync(root)).toEqual(['run']);
  });

  test.each([
    ['a link', (folder: string) => fs.symlinkSync('nowhere', join(folder, 'link'))],
    ['a git directory', (folder: string) => fs.mkdirSync(join(folder, '.git'))],
    [
      'a claim',
      (folder: string) => fs.mkdirSync(join(folder, `.batonkit-${'0'.repeat(16)}-${crypto.randomUUID()}.gone`)),
    ],
  ])('a folder with nothing but %s in it is not empty', async (_, make) => {
    const { root, files } = workspace();
    fs.mkdirSync(join(root, 'folder/deep'), { recursive: true });
    fs.mkdirSync(join(root, 'folder/other'));
    make(join(root, 'folder/deep'));
    for (const answer of [
      await files.read('folder'),
      await files.write('folder', 'x'),
      await files.append('folder', 'x'),
      await files.remove('folder'),
    ])
      expect(answer._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(fs.readdirSync(join(root, 'folder'))).toEqual(['deep', 'other']);
    expect(fs.readdirSync(root)).toEqual(['folder']);
  });

  test('a pipe neither hangs a call nor is taken for a file', async () => {
    const { root, files } = workspace();
    const made = spawn('mkfifo', [join(root, 'pipe')]);
    await once(made, 'exit');
    expect((await files.read('pipe'))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(await orThrow(files.list())).toEqual([]);
  });

  test.runIf(fs.existsSync('/proc/self/fd'))('swapping a folder for a link meanwhile leads nobody out', async () => {
    const { root, files } = workspace();
    fs.mkdirSync(join(scratch, 'outside'));
    fs.mkdirSync(join(root, 'folder'));
    fs.writeFileSync(join(scratch, 'outside', 'x.md'), 'outside');
    fs.writeFileSync(join(root, 'folder', 'x.md'), 'inside');
    const swap = `
      const fs = require('node:fs');
      const [folder, link, aside] = process.argv.slice(1);
      fs.symlinkSync('../outside', link);
      console.log('ready');
      for (const end = Date.now() + 1500; Date.now() < end;) {
        fs.renameSync(folder, aside); fs.renameSync(link, folder); fs.renameSync(folder, link); fs.renameSync(aside, folder);
      }`;
    const paths = ['folder', 'link', 'aside'].map((name) => join(root, name));
    const swapper = spawn(process.execPath, ['-e', swap, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(swapper, 'exit');
    await once(swapper.stdout, 'data');
    const seen = new Set<string>();
    while (swapper.exitCode === null) {
      for (let round = 0; round < 50; round += 1) {
        const answer = await files.read('folder/x.md');
        seen.add(answer.isOk() ? (answer.value?.text ?? 'absent') : answer.error.code);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await exited).toEqual([0, null]);
    expect(seen).toContain('inside');
    expect(seen).toContain('PathEscapesRoot');
    expect(
      [...seen].filter((answer) => !['inside', 'absent', 'PathEscapesRoot', 'StorageFailure'].includes(answer)),
    ).toEqual([]);
  });

  describe('another process changes the file in the middle of a call', () => {
    /** Runs the work of a rival at the first call of a function of the file system, before or after it. */
    const strike = (name: 'fsyncSync' | 'renameSync' | 'rmdirSync', rival: () => unknown): void => {
      const original = fs[name] as (...args: unknown[]) => unknown;
      const spy = vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
        spy.mockRestore();
        rival();
        return original.apply(fs, args);
      });
    };

    test('between the last look and the replacement: Conflict, and the change stays', async () => {
      const { root, files } = workspace();
      const { sha } = await orThrow(files.write('a.md', 'one'));
      strike('renameSync', () => createFsWorkspaceFiles({ root }).write('a.md', 'rival'));
      expect((await files.write('a.md', 'two', { expectedSha: sha }))._unsafeUnwrapErr()).toMatchObject({
        code: 'Conflict',
        data: { foundSha: sha256Hex('rival') },
      });
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe('rival');
      expect(fs.readdirSync(root)).toEqual(['a.md']);
    });

    test('between the last look and the removal: Conflict, and the change stays', async () => {
      const { root, files } = workspace();
      const { sha } = await orThrow(files.write('a.md', 'one'));
      strike('renameSync', () => createFsWorkspaceFiles({ root }).write('a.md', 'rival'));
      expect((await files.remove('a.md', { expectedSha: sha }))._unsafeUnwrapErr().code).toBe('Conflict');
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe('rival');
      expect(fs.readdirSync(root)).toEqual(['a.md']);
    });

    test('a file put into an empty folder before it makes room: StorageFailure, and the file stays', async () => {
      for (const change of ['write', 'append'] as const) {
        const root = join(scratch, change);
        fs.mkdirSync(join(root, 'folder'), { recursive: true });
        strike('rmdirSync', () => createFsWorkspaceFiles({ root }).write('folder/a.md', 'rival'));
        const answer = await createFsWorkspaceFiles({ root })[change]('folder', 'x');
        expect(answer._unsafeUnwrapErr().code).toBe('StorageFailure');
        expect(fs.readFileSync(join(root, 'folder/a.md'), 'utf8')).toBe('rival');
        expect(fs.readdirSync(root)).toEqual(['folder']);
      }
    });

    test('a file put in the place of an empty folder first: the later one heeds its condition', async () => {
      const { root, files } = workspace();
      const rival = () => createFsWorkspaceFiles({ root }).write('a.md', 'rival');
      fs.mkdirSync(join(root, 'a.md'));
      strike('rmdirSync', rival);
      expect((await files.write('a.md', 'x', { expectedSha: null }))._unsafeUnwrapErr().code).toBe('Conflict');
      fs.rmSync(join(root, 'a.md'));
      fs.mkdirSync(join(root, 'a.md'));
      strike('rmdirSync', rival);
      await orThrow(files.append('a.md', ', appended'));
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe('rival, appended');
    });

    test('an unconditional write is done again on top', async () => {
      const { root, files } = workspace();
      strike('renameSync', () => createFsWorkspaceFiles({ root }).append('a.md', 'rival'));
      await orThrow(files.write('a.md', 'two'));
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe('two');
    });

    test.each([
      ['without knowing it', 'rival\n', 'rival\nline\n'],
      ['knowing it', 'one\nline\nrival\n', 'one\nline\nrival\n'],
    ])('text appended to a file that is replaced meanwhile, %s, is there once', async (_, rival, expected) => {
      const { root, files } = workspace();
      fs.writeFileSync(join(root, 'a.md'), 'one\n');
      strike('fsyncSync', () => createFsWorkspaceFiles({ root }).write('a.md', rival));
      await orThrow(files.append('a.md', 'line\n'));
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe(expected);
    });

    test.each([
      ['without knowing it', '- ok\n- edited\n', '- ok\n- edited\n- ok\n'],
      ['knowing it', '- ok\n- edited\n- ok\n', '- ok\n- edited\n- ok\n'],
    ])('a line that the file had before is not taken for the one appended: replaced %s', async (_, rival, expected) => {
      const { root, files } = workspace();
      fs.writeFileSync(join(root, 'a.md'), '- ok\n- other\n');
      strike('fsyncSync', () => createFsWorkspaceFiles({ root }).write('a.md', rival));
      await orThrow(files.append('a.md', '- ok\n'));
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe(expected);
    });

    test('nothing, appended to a file that is removed meanwhile, makes it again', async () => {
      const { root, files } = workspace();
      fs.writeFileSync(join(root, 'a.md'), 'one\n');
      strike('fsyncSync', () => fs.rmSync(join(root, 'a.md')));
      await orThrow(files.append('a.md', ''));
      expect(fs.readFileSync(join(root, 'a.md'), 'utf8')).toBe('');
    });
  });

  test('what a killed writer left of a file goes with the next change of it, and of that file only', async () => {
    const { root, files } = workspace();
    const claim = (name: string, kind: string): string =>
      join(root, `.batonkit-${sha256Hex(name.toUpperCase()).slice(0, 16)}-${crypto.randomUUID()}.${kind}`);
    const other = claim('b.md', 'tmp');
    for (const path of [claim('a.md', 'tmp'), claim('A.md', 'tmp'), other]) fs.writeFileSync(path, 'half');
    fs.mkdirSync(claim('a.md', 'gone'));
    const removed = claim('a.md', 'gone');
    fs.mkdirSync(removed);
    fs.writeFileSync(join(removed, 'file'), 'was removed');
    expect(await orThrow(files.list())).toEqual([]);
    await orThrow(files.write('a.md', 'a', { expectedSha: null }));
    expect(fs.readdirSync(root).sort()).toEqual([basename(other), 'a.md'].sort());
  });
});
