import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNativeWorktree } from './native-worktree.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

/** Settings that are known to change what git prints or sees. */
const poisonedConfig: Readonly<Record<string, string>> = {
  'diff.noprefix': 'true',
  'diff.mnemonicPrefix': 'true',
  'diff.context': '0',
  'diff.interHunkContext': '50',
  'diff.algorithm': 'patience',
  'diff.renames': 'copies',
  'diff.external': 'false',
  'diff.orderFile': 'order',
  'diff.submodule': 'log',
  'diff.ignoreSubmodules': 'all',
  'diff.wsErrorHighlight': 'all',
  'diff.colorMoved': 'zebra',
  'diff.indentHeuristic': 'false',
  'diff.suppressBlankEmpty': 'true',
  'diff.relative': 'true',
  'diff.dirstat': 'lines',
  'diff.poison.command': 'false',
  'diff.poison.textconv': 'rev',
  'diff.poison.xfuncname': '^z',
  'diff.poison.binary': 'true',
  'color.ui': 'always',
  'color.diff': 'always',
  'color.status': 'always',
  'core.quotePath': 'false',
  'core.pager': 'false',
  'core.abbrev': '5',
  'core.whitespace': 'cr-at-eol',
  'core.checkStat': 'minimal',
  'core.trustctime': 'false',
  'core.fsmonitor': 'fsmonitor-says-nothing-changed',
  'core.untrackedCache': 'true',
  'core.preloadIndex': 'false',
  'core.bigFileThreshold': '1',
  'core.safecrlf': 'true',
  'core.splitIndex': 'true',
  'status.showUntrackedFiles': 'no',
  'status.relativePaths': 'false',
  'status.renames': 'copies',
  'status.branch': 'false',
  'status.short': 'true',
  'status.showStash': 'true',
  'status.aheadBehind': 'true',
  'advice.statusHints': 'true',
  'i18n.logOutputEncoding': 'UTF-16',
  'index.threads': '1',
  'pack.compression': '0',
};

const poisonedEnvironment: Readonly<Record<string, string>> = {
  GIT_DIR: '/nonexistent',
  GIT_WORK_TREE: '/nonexistent',
  GIT_INDEX_FILE: '/nonexistent',
  GIT_OBJECT_DIRECTORY: '/nonexistent',
  GIT_ALTERNATE_OBJECT_DIRECTORIES: '/nonexistent',
  GIT_COMMON_DIR: '/nonexistent',
  GIT_CEILING_DIRECTORIES: '/',
  GIT_NAMESPACE: 'elsewhere',
  GIT_DIFF_OPTS: '-u0',
  GIT_EXTERNAL_DIFF: 'false',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'diff.noprefix',
  GIT_CONFIG_VALUE_0: 'true',
  GIT_CONFIG_PARAMETERS: "'diff.context=0'",
  GIT_CONFIG: '/nonexistent',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_ICASE_PATHSPECS: '1',
  GIT_ATTR_SOURCE: 'HEAD',
  GIT_DEFAULT_HASH: 'sha256',
  GIT_TRACE: '1',
  GIT_PAGER: 'false',
  GIT_PREFIX: 'dir/',
  GIT_REPLACE_REF_BASE: 'refs/heads/',
  LC_ALL: 'de_DE.UTF-8',
  LANGUAGE: 'de',
  PAGER: 'false',
};

let repository: ScratchRepository;
const savedEnvironment = { ...process.env };

beforeEach(() => {
  const line = (index: number): string => (index % 9 === 0 ? '\n' : `function f${index}() { return ${index}; }\n`);
  const long = Array.from({ length: 60 }, (_, index) => line(index)).join('');
  repository = ScratchRepository.create({
    'long.txt': long,
    'dir/\xc3\xa9.txt': 'alt\n',
    'gone.txt': 'gone\n',
    'moved.txt': long,
  });
  repository.write('long.txt', long.replace('f10', 'g10').replace('f30', 'g30'));
  repository.write('dir/new', 'untracked\n');
  repository.remove('gone.txt');
  repository.git('mv', 'moved.txt', 'moved2.txt');
  repository.write('dir/\xc3\xa9.txt', 'neu\n');
});

afterEach(() => {
  for (const name of Object.keys(poisonedEnvironment)) delete process.env[name];
  Object.assign(process.env, savedEnvironment);
  repository.close();
});

async function results(): Promise<unknown> {
  const worktree = createNativeWorktree({ directory: repository.root });
  const base = (await orThrow(worktree.head())).commit;
  const { tree, changed, branch, status } = await orThrow(worktree.capture({ base }));
  const { patch, files } = await orThrow(worktree.diff(base, tree));
  const listed = await orThrow(worktree.listFiles());
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  return { base, tree, changed, branch, status: text(status), patch: text(patch), files, listed };
}

describe('nobody else changes a result', () => {
  test('46 settings', async () => {
    const clean = await results();
    writeFileSync(join(repository.root, '.git', 'config'), configText(), { flag: 'a' });
    expect(await results()).toEqual(clean);
  });

  test('26 variables', async () => {
    const clean = await results();
    Object.assign(process.env, poisonedEnvironment);
    expect(await results()).toEqual(clean);
  });

  test('attributes that change how files are shown', async () => {
    const clean = await results();
    mkdirSync(join(repository.root, '.git', 'info'), { recursive: true });
    for (const attributes of [
      '* -diff\n',
      '* diff=poison\n',
      '* binary\n',
      '* whitespace=-all conflict-marker-size=3\n',
    ]) {
      writeFileSync(join(repository.root, '.git', 'info', 'attributes'), attributes);
      expect(await results()).toEqual(clean);
    }
  });

  test("a person's own configuration file, which still counts where git needs it", async () => {
    const clean = await results();
    const home = join(repository.parent, 'home');
    mkdirSync(home);
    writeFileSync(join(home, '.gitconfig'), configText());
    process.env['HOME'] = home;
    expect(await results()).toEqual(clean);
    repository.write('crlf.txt', 'a\r\n');
    writeFileSync(join(home, '.gitconfig'), '[core]\n\tautocrlf = input\n');
    const worktree = createNativeWorktree({ directory: repository.root });
    const { tree } = await orThrow(worktree.capture({ base: 'HEAD' }));
    expect(Buffer.from((await orThrow(worktree.readBlob(tree, 'crlf.txt'))) ?? []).toString()).toBe('a\n');
  });

  test('hooks do not run', async () => {
    const hooks = join(repository.root, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const name of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'pre-auto-gc']) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch ${join(repository.parent, 'hook-ran')}\n`);
      chmodSync(join(hooks, name), 0o755);
    }
    const before = repository.hashGitDirectory();
    await results();
    expect(repository.hashGitDirectory()).toBe(before);
    expect(repository.at(repository.parent).isFile('hook-ran')).toBe(false);
  });
});

function configText(): string {
  const lines = Object.entries(poisonedConfig).map(([key, value]) => {
    const [section = '', ...rest] = key.split('.');
    const name = rest.pop() ?? '';
    const header = rest.length === 0 ? `[${section}]` : `[${section} "${rest.join('.')}"]`;
    return `${header}\n\t${name} = ${value}\n`;
  });
  return lines.join('');
}
