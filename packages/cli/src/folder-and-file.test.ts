import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

type Kind = 'file' | 'folder' | 'nested folder' | 'link' | 'link to a folder';

const KINDS: readonly Kind[] = ['file', 'folder', 'nested folder', 'link', 'link to a folder'];

/** Puts something at `src/thing`, whatever was there. */
function put({ directory, write }: Shop, kind: Kind): void {
  const place = join(directory, 'src/thing');
  rmSync(place, { recursive: true, force: true });
  if (kind === 'file') write('src/thing', 'a file\n');
  else if (kind === 'folder') write('src/thing/a.js', 'in a folder\n');
  else if (kind === 'nested folder') write('src/thing/deep/er/b.js', 'in a nested folder\n');
  else symlinkSync(kind === 'link' ? 'login.js' : '../other', place);
}

function look({ directory }: Shop): string {
  const place = join(directory, 'src/thing');
  const stats = lstatSync(place);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(place)}`;
  if (stats.isFile()) return readFileSync(place, 'utf8');
  const inside = ['a.js', 'deep/er/b.js'].find((path) => lstatSync(join(place, path), { throwIfNoEntry: false }));
  return readFileSync(join(place, inside ?? ''), 'utf8');
}

const engines = ['native', 'isomorphic'] as const;
const changes = KINDS.flatMap((from) => KINDS.filter((to) => to !== from).map((to) => [from, to] as const));

test.each(engines.flatMap((engine) => changes.map(([from, to]) => [engine, from, to] as const)))(
  '%s: a %s that became a %s is handed off, verified, diffed and restored',
  async (engine, from, to) => {
    const shop = createShop();
    shop.write('batonkit.config.json', JSON.stringify({ engine }));
    // Behind the link there are files of the same names.
    shop.write('other/a.js', 'in a folder\n');
    shop.write('other/deep/er/b.js', 'in a nested folder\n');
    put(shop, from);
    shop.git('add', '-A');
    shop.git('commit', '-qm', 'Before');
    const ok = async (...argv: string[]): Promise<Record<string, unknown>> => {
      const answer = await shop.ask(...argv);
      expect(answer.error, argv.join(' ')).toBeNull();
      return answer.data;
    };
    await ok('init', 'TASK-1');
    await ok('start', 'TASK-1', 'implementer');
    put(shop, to);
    const wanted = look(shop);
    const { tree } = await ok('hand-off', 'TASK-1', 'implementer');
    await ok('verify', 'TASK-1', 'implementer');
    expect((await ok('diff', 'TASK-1', 'implementer')).text).toContain('src/thing');
    shop.git('add', '-A');
    expect(shop.git('write-tree').trim()).toBe(tree);
    shop.git('reset', '-q');

    await ok('start', 'TASK-1', 'reviewer');
    writeFileSync(join(shop.directory, 'src/login.js'), '// read\n');
    await ok('hand-off', 'TASK-1', 'reviewer');
    expect((await ok('diff', 'TASK-1', 'reviewer', '--type', 'incremental')).text).not.toContain('src/thing');

    // Back to what it was before; the snapshot brings what was handed off.
    put(shop, from);
    expect((await shop.ask('inspect', 'TASK-1')).data.verdict).toBe('drift');
    const into = join(shop.directory, '..', `${shop.directory.split('/').at(-1) ?? ''}-into`);
    await ok('restore', 'TASK-1', 'reviewer', '--into', into);
    expect(look({ ...shop, directory: into })).toBe(wanted);
    rmSync(into, { recursive: true });
    await ok('restore', 'TASK-1', 'reviewer');
    expect(look(shop)).toBe(wanted);
    expect((await shop.ask('inspect', 'TASK-1')).data.verdict).toBe('unchanged');
  },
  60_000,
);

test.each(engines)('%s: what nobody handed off is not overwritten, be it folder or file', async (engine) => {
  const shop = createShop();
  shop.write('batonkit.config.json', JSON.stringify({ engine }));
  put(shop, 'file');
  shop.git('add', '-A');
  shop.git('commit', '-qm', 'Before');
  await shop.ask('init', 'TASK-1');
  await shop.ask('start', 'TASK-1', 'implementer');
  put(shop, 'folder');
  await shop.ask('hand-off', 'TASK-1', 'implementer');

  rmSync(join(shop.directory, 'src/thing'), { recursive: true });
  writeFileSync(join(shop.directory, 'src/thing'), 'foreign\n');
  expect((await shop.ask('restore', 'TASK-1', 'implementer')).error?.code).toBe('Rejected');
  expect(look(shop)).toBe('foreign\n');

  rmSync(join(shop.directory, 'src/thing'));
  mkdirSync(join(shop.directory, 'src/thing/deep/er'), { recursive: true });
  writeFileSync(join(shop.directory, 'src/thing/deep/er/b.js'), 'foreign\n');
  expect((await shop.ask('restore', 'TASK-1', 'implementer')).error?.code).toBe('Rejected');
  expect(look(shop)).toBe('foreign\n');
});

test.each(engines)(
  '%s: a folder that holds an ignored file is not replaced, and nothing else is restored',
  async (engine) => {
    const shop = createShop();
    shop.write('batonkit.config.json', JSON.stringify({ engine }));
    shop.write('.gitignore', '*.log\n.agent-output\n');
    put(shop, 'folder');
    shop.git('add', '-A');
    shop.git('commit', '-qm', 'Before');
    await shop.ask('init', 'TASK-1');
    await shop.ask('start', 'TASK-1', 'implementer');
    put(shop, 'file');
    shop.write('src/login.js', 'handed off\n');
    expect((await shop.ask('hand-off', 'TASK-1', 'implementer')).error).toBeNull();
    shop.git('stash', '-qu');
    shop.write('src/thing/deep/debug.log', 'ignored\n');
    const { error } = await shop.ask('restore', 'TASK-1', 'implementer');
    expect(error?.code).toBe('GitFailure');
    expect(error?.message).toContain('src/thing/deep/debug.log');
    expect(look(shop)).toBe('in a folder\n');
    expect(readFileSync(join(shop.directory, 'src/login.js'), 'utf8')).not.toBe('handed off\n');
  },
);

/** Makes a repository at `src/thing`, whatever was there. */
function putRepository(shop: Shop): void {
  const place = join(shop.directory, 'src/thing');
  rmSync(place, { recursive: true, force: true });
  shop.git('init', '-q', '-b', 'main', 'src/thing');
  shop.write('src/thing/own.js', 'of another repository\n');
  shop.git('-C', 'src/thing', 'add', '-A');
  shop.git('-C', 'src/thing', 'commit', '-qm', 'Own');
}

/** What an answer says: done, or refused with the place by its name. */
function sayOf({ error }: { readonly error: { readonly code: string; readonly message: string } | null }): string {
  if (error === null) return 'done';
  return error.code === 'GitFailure' && error.message.includes('src/thing') ? 'refused' : error.message;
}

test.each([
  ['native', 'file', 'done', 'done'],
  ['native', 'folder', 'done', null],
  ['native', 'link to a folder', 'done', 'done'],
  ['isomorphic', 'file', 'refused', 'refused'],
  ['isomorphic', 'folder', 'refused', 'refused'],
  ['isomorphic', 'link to a folder', 'refused', 'refused'],
] as const)(
  '%s: a %s that became a repository is %s, and a submodule that became one is %s',
  async (engine, kind, toRepository, fromSubmodule) => {
    const run = async (before: () => void, after: () => void): Promise<string> => {
      before();
      shop.git('-c', 'advice.addEmbeddedRepo=false', 'add', '-A');
      shop.git('commit', '-qm', 'Before');
      for (const argv of [
        ['init', 'TASK-1'],
        ['start', 'TASK-1', 'implementer'],
        ['hand-off', 'TASK-1', 'implementer'],
      ]) {
        if (argv[0] === 'hand-off') after();
        const said = sayOf(await shop.ask(...argv));
        if (said !== 'done') return said;
      }
      return sayOf(await shop.ask('verify', 'TASK-1', 'implementer'));
    };
    let shop = createShop();
    shop.write('batonkit.config.json', JSON.stringify({ engine }));
    expect(
      await run(
        () => put(shop, kind),
        () => putRepository(shop),
      ),
    ).toBe(toRepository);
    if (fromSubmodule === null) return;
    shop = createShop();
    shop.write('batonkit.config.json', JSON.stringify({ engine }));
    expect(
      await run(
        () => putRepository(shop),
        () => put(shop, kind),
      ),
    ).toBe(fromSubmodule);
  },
  60_000,
);
