import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

// The program as it is published; `npm test` builds it first.
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;

/** Every hook that git knows, on the client and on a server. */
const HOOKS = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update'],
  ...['proc-receive', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc'],
  ...['post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'post-index-change'],
];

interface HostileShop extends Shop {
  /** Runs the program as a process, with an environment that names programs too. */
  readonly run: (...argv: string[]) => { readonly code: number | null; readonly out: string };
  /** The same with something to read, or with more in the environment. */
  readonly runWith: (given: Given, ...argv: string[]) => { readonly code: number | null; readonly out: string };
  readonly env: NodeJS.ProcessEnv;
  /** The programs that ran. */
  readonly ran: () => readonly string[];
  /** A program that notes its name and then does what it is asked; a filter or a pager has to pass its input on. */
  readonly program: (name: string, body?: string) => string;
}

interface Given {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A repository whose configuration names a program wherever git can start one. */
function createHostileShop(): HostileShop {
  const shop = createShop();
  const trap = join(shop.directory, '.git', 'trap');
  const marker = join(trap, 'ran');
  mkdirSync(join(trap, 'hooks'), { recursive: true });
  const program = (name: string, body = ''): string => {
    const file = join(trap, name);
    writeFileSync(file, `#!/bin/sh\necho '${name}' >> '${marker}'\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  for (const hook of HOOKS) {
    const file = program(join('hooks', hook));
    mkdirSync(join(shop.directory, '.git', 'hooks'), { recursive: true });
    writeFileSync(join(shop.directory, '.git', 'hooks', hook), readFileSync(file), { mode: 0o755 });
  }
  shop.write('.gitattributes', '*.js diff=evil\n');
  shop.git('add', '-A');
  shop.git('commit', '-q', '-m', 'Attributes');

  const settings: Readonly<Record<string, string>> = {
    'core.fsmonitor': program('fsmonitor', "printf '/\\0'"),
    'core.hooksPath': join(trap, 'hooks'),
    'core.pager': program('pager', 'cat'),
    'pager.log': program('pager.log', 'cat'),
    'pager.diff': program('pager.diff', 'cat'),
    'core.editor': program('editor'),
    'sequence.editor': program('sequence-editor'),
    'core.askPass': program('askpass'),
    'core.sshCommand': program('ssh'),
    'core.gitProxy': program('proxy'),
    'core.alternateRefsCommand': program('alternate-refs'),
    'credential.helper': `!${program('credential')}`,
    'diff.external': program('diff-external'),
    'diff.evil.command': program('diff-command'),
    'diff.evil.textconv': program('textconv', 'cat "$1"'),
    'interactive.diffFilter': program('diff-filter', 'cat'),
    'gpg.program': program('gpg'),
    'gpg.ssh.program': program('gpg-ssh'),
    'gpg.x509.program': program('gpg-x509'),
    'commit.gpgSign': 'true',
    'tag.gpgSign': 'true',
    'push.gpgSign': 'if-asked',
    'log.showSignature': 'true',
    'merge.verifySignatures': 'true',
    'mergetool.evil.cmd': program('mergetool'),
    'difftool.evil.cmd': program('difftool'),
    'uploadpack.packObjectsHook': program('pack-objects'),
    'init.templateDir': trap,
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
    'remote.origin.url': `ext::${program('ext')}`,
    'remote.origin.uploadpack': program('uploadpack'),
    'remote.origin.receivepack': program('receivepack'),
    'submodule.recurse': 'true',
    'submodule.x.update': `!${program('submodule')}`,
    'submodule.x.url': './x',
    'gc.auto': '1',
    'gc.autoDetach': 'false',
    'maintenance.auto': 'true',
    'trace2.eventTarget': join(trap, 'trace2'),
    'browser.evil.cmd': program('browser'),
    'sendemail.sendmailCmd': program('sendmail'),
    'include.path': join(trap, 'included'),
  };
  for (const verb of ['status', 'log', 'diff-tree', 'ls-files', 'rev-parse', 'check-attr', 'worktree'])
    shop.git('config', `alias.${verb}`, `!${program(`alias-${verb}`)}`);
  for (const [name, value] of Object.entries(settings)) shop.git('config', name, value);
  writeFileSync(join(trap, 'included'), `[core]\n\tfsmonitor = ${program('included-fsmonitor', "printf '/\\0'")}\n`);
  for (const file of existsSync(marker) ? [marker] : []) writeFileSync(file, '');

  const injected = program('injected-fsmonitor', "printf '/\\0'");
  const env = {
    ...process.env,
    BATON_ACTOR: 'ada',
    BATON_SESSION: 'run-1',
    GIT_PAGER: program('env-pager', 'cat'),
    GIT_EDITOR: program('env-editor'),
    GIT_SEQUENCE_EDITOR: program('env-sequence-editor'),
    GIT_EXTERNAL_DIFF: program('env-diff'),
    GIT_ASKPASS: program('env-askpass'),
    GIT_SSH: program('env-ssh'),
    GIT_SSH_COMMAND: program('env-ssh-command'),
    GIT_PROXY_COMMAND: program('env-proxy'),
    GIT_TEMPLATE_DIR: trap,
    GIT_TRACE: join(trap, 'trace'),
    GIT_TRACE2_EVENT: join(trap, 'trace'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: injected,
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${injected}'`,
  };
  const runWith: HostileShop['runWith'] = ({ input, env: more }, ...argv) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
      cwd: shop.directory,
      env: { ...env, ...more },
      encoding: 'utf8',
      input: input ?? '',
    });
    return { code: status, out: stdout + stderr };
  };
  return {
    ...shop,
    program,
    env,
    runWith,
    run: (...argv) => runWith({}, ...argv),
    ran: () => [
      ...new Set(existsSync(marker) ? readFileSync(marker, 'utf8').split('\n').filter(Boolean) : []),
      ...['trace', 'trace2'].filter((name) => existsSync(join(trap, name))),
    ],
  };
}

/** What a person's own git does between two of our commands; it must start nothing, or the test would find that. */
const quietly = (shop: Shop, directory: string, ...args: string[]): string =>
  shop.git(
    ...['-C', directory, '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'commit.gpgSign=false'],
    ...['-c', 'gc.auto=0', '-c', 'maintenance.auto=false', ...args],
  );

describe('no program that a repository names is run', () => {
  test.each([[], ['--store', 'git']])(
    'by any verb %j',
    (...more) => {
      const shop = createHostileShop();
      const { write, run, ran } = shop;
      const lines: string[] = [];
      const baton = (...argv: string[]): void => {
        const { code, out } = run(...argv, ...more);
        lines.push(`${argv.join(' ')}: ${code} ${out}`);
        expect([argv.join(' '), ran()]).toEqual([argv.join(' '), []]);
        expect([0, 3, 4]).toContain(code);
      };
      baton('init', 'TASK-1');
      baton('start', 'TASK-1', 'implementer');
      write('src/login.js', 'export const login = () => 2;\n');
      write('src/new.js', 'export const added = true;\n');
      baton('snapshot', 'TASK-1', 'implementer');
      baton('hand-off', 'TASK-1', 'implementer');
      for (const verb of ['verify', 'diff', 'preview']) baton(verb, 'TASK-1', 'implementer');
      baton('attribute', 'TASK-1');
      write('src/login.js', 'export const login = () => 3;\n');
      baton('inspect', 'TASK-1');
      baton('restore', 'TASK-1', 'implementer');
      for (const verb of ['status', 'next', 'get', 'trail', 'rebuild']) baton(verb, 'TASK-1');
      baton('export', 'TASK-1', 'reviewer');
      baton('claim', 'TASK-1');
      baton('worktree', 'create', 'TASK-1');
      baton('worktree', 'create', 'TASK-1', 'style-updater');
      baton('worktree', 'list');
      const tree = (JSON.parse(run('worktree', 'list', '--json', ...more).out) as TreeList).data.trees.find(
        ({ agent }) => agent !== null,
      )?.path;
      if (tree === undefined) throw new Error(lines.join('\n'));
      appendFileSync(join(tree, 'src', 'login.js'), '// styled\n');
      quietly(shop, tree, 'commit', '-q', '-a', '-m', '[style-updater] Style');
      expect(ran()).toEqual([]);
      for (const action of ['merge', 'refresh', 'remove']) baton('worktree', action, 'TASK-1', 'style-updater');
      baton('worktree', 'land', 'TASK-1');
      for (const verb of ['list', 'queue', 'doctor']) baton(verb);
      baton('doctor', '--fix');
      baton('release', 'TASK-1');
      baton('complete', 'TASK-1');
      baton('purge', 'TASK-1');
    },
    180_000,
  );

  test('by the pager of a terminal, which is the one that the person chose', () => {
    const { directory, ran, run } = createHostileShop();
    run('init', 'TASK-1');
    const home = join(directory, '.git', 'home');
    mkdirSync(home);
    writeFileSync(join(home, '.gitconfig'), `[core]\n\tpager = cat > '${join(home, 'shown')}'\n`);
    // A pager is for terminals.
    const terminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const { status } = spawnSync(process.execPath, [...terminal, PROGRAM, 'trail', 'TASK-1'], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm' },
      encoding: 'utf8',
    });
    expect([status, ran()]).toEqual([0, []]);
    expect(readFileSync(join(home, 'shown'), 'utf8')).toContain('TASK-1');
  });

  test('by the MCP server, or by a hook', async () => {
    const { directory, write, run, runWith, env, ran } = createHostileShop();
    run('init', 'TASK-1');
    const server = spawn(process.execPath, [PROGRAM, 'mcp'], {
      cwd: directory,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const ask = async (method: string, params: object): Promise<string> => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
      return String((await answers.next()).value);
    };
    const clientInfo = { name: 'test', version: '1' };
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const role = 'implementer';
    for (const [name, more] of Object.entries({
      start: { role },
      hand_off: { role },
      diff: { role },
      status: {},
      inspect: {},
      worktree: { action: 'create' },
    })) {
      if (name === 'hand_off') write('src/login.js', 'export const login = () => 2;\n');
      const answer = await ask('tools/call', { name, arguments: { taskId: 'TASK-1', ...more } });
      expect([name, answer.includes('"code":-3'), ran()]).toEqual([name, false, []]);
      if (name === 'hand_off') expect(answer).not.toContain('isError');
    }
    server.stdin.end();
    const payload = {
      session_id: 's',
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: join(directory, 'src/x.js'), content: 'x' },
      cwd: directory,
    };
    for (const event of ['SessionStart', 'PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'])
      runWith(
        { input: JSON.stringify({ ...payload, hook_event_name: event, prompt: 'go' }) },
        ...['hook', 'claude', event],
      );
    expect(ran()).toEqual([]);
  });
});

describe('a program that contents depend on', () => {
  /** A shop whose files of one kind go through a filter, or are merged by a driver, that notes its runs. */
  const prepare = (attributes: string) => {
    const shop = createHostileShop();
    shop.write('.gitattributes', attributes);
    // Git reads a file again that is as young as the index.
    utimesSync(join(shop.directory, 'src/login.js'), 1_700_000_000, 1_700_000_000);
    quietly(shop, shop.directory, 'add', '-A');
    quietly(shop, shop.directory, 'commit', '-q', '-m', 'More attributes');
    return shop;
  };

  test('is not run when only the repository names it: files that need the filter are refused', () => {
    const shop = prepare('*.js filter=evil\n');
    const filter = shop.program('filter', 'cat');
    for (const which of ['clean', 'smudge', 'process']) shop.git('config', `filter.evil.${which}`, filter);
    expect(shop.run('init', 'TASK-1').code).toBe(0);
    expect(shop.run('start', 'TASK-1', 'implementer').code).toBe(0);
    shop.write('src/login.js', 'export const login = () => 2;\n');
    const { code, out } = shop.run('hand-off', 'TASK-1', 'implementer', '--json');
    expect([code === 0, (JSON.parse(out) as Failed).error.data]).toMatchObject([false, { reason: 'unsupported' }]);
    expect(out).toContain('git config --global');
    shop.run('worktree', 'create', 'TASK-1');
    shop.run('doctor');
    expect(shop.ran()).toEqual([]);
  });

  test('is not run under a name that cannot be overridden either', () => {
    const shop = prepare('*.js filter=e=vil\n');
    shop.git('config', 'filter.e=vil.clean', shop.program('filter', 'cat'));
    shop.write('src/login.js', 'export const login = () => 2;\n');
    const { out } = shop.run('init', 'TASK-1', '--json');
    expect((JSON.parse(out) as Failed).error.data).toMatchObject({ reason: 'unsupported' });
    shop.run('doctor');
    expect(shop.ran()).toEqual([]);
  });

  test('is not run in a submodule', () => {
    const shop = createHostileShop();
    const inner = join(shop.directory, 'lib');
    mkdirSync(inner);
    quietly(shop, inner, 'init', '-q');
    writeFileSync(join(inner, '.gitattributes'), '*.js filter=evil\n');
    writeFileSync(join(inner, 'a.js'), 'a\n');
    quietly(shop, inner, 'add', '-A');
    quietly(shop, inner, 'commit', '-q', '-m', 'Inner');
    quietly(shop, shop.directory, 'add', 'lib');
    quietly(shop, shop.directory, 'commit', '-q', '-m', 'Outer');
    quietly(shop, inner, 'config', 'filter.evil.clean', shop.program('filter', 'cat'));
    quietly(shop, inner, 'config', 'core.fsmonitor', shop.program('inner-fsmonitor', "printf '/\\0'"));
    writeFileSync(join(inner, 'a.js'), 'b\n');
    const { out } = shop.run('init', 'TASK-1', '--json');
    expect((JSON.parse(out) as Failed).error.message).toContain("clean filter 'evil' failed");
    shop.run('doctor');
    expect(shop.ran()).toEqual([]);
  });

  test('is not run for an object that a partial clone lacks', () => {
    const shop = createHostileShop();
    shop.git('config', 'remote.origin.url', shop.directory);
    shop.git('config', 'remote.origin.promisor', 'true');
    shop.git('config', 'remote.origin.partialclonefilter', 'blob:none');
    shop.git('config', 'extensions.partialClone', 'origin');
    const blob = quietly(shop, shop.directory, 'rev-parse', 'HEAD:src/login.js').trim();
    rmSync(join(shop.directory, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    shop.write('src/login.js', 'export const login = () => 2;\n');
    for (const argv of [
      ['init', 'TASK-1'],
      ['start', 'TASK-1', 'implementer'],
      ['hand-off', 'TASK-1', 'implementer'],
    ])
      shop.run(...argv);
    shop.run('diff', 'TASK-1', 'implementer');
    shop.run('claim', 'TASK-1');
    expect(shop.run('worktree', 'create', 'TASK-1').out).toContain("transport 'file' not allowed");
    expect(shop.ran()).toEqual([]);
    // Git itself would have run it.
    spawnSync('git', ['cat-file', '-p', blob], { cwd: shop.directory });
    expect(shop.ran()).toContain('uploadpack');
  });

  test('is run when the person configured it, even if the repository names another', () => {
    const shop = prepare('*.js filter=up\n');
    const home = join(shop.directory, '.git', 'home');
    mkdirSync(home);
    writeFileSync(join(home, '.gitconfig'), '[filter "up"]\n\tclean = tr a-z A-Z\n\tsmudge = tr A-Z a-z\n');
    shop.git('config', 'filter.up.clean', shop.program('filter', 'cat'));
    const own = { env: { HOME: home } };
    expect(shop.runWith(own, 'init', 'TASK-1').code).toBe(0);
    expect(shop.runWith(own, 'start', 'TASK-1', 'implementer').code).toBe(0);
    shop.write('src/login.js', 'export const login = () => 2;\n');
    expect(shop.runWith(own, 'hand-off', 'TASK-1', 'implementer')).toMatchObject({ code: 0 });
    expect(shop.runWith(own, 'diff', 'TASK-1', 'implementer').out).toContain('+EXPORT CONST LOGIN');
    expect(shop.ran()).toEqual([]);
  });

  test('leaves a conflict when it is a merge driver that only the repository names', () => {
    const shop = prepare('*.js merge=evil\n');
    shop.git('config', 'merge.evil.driver', shop.program('driver'));
    shop.run('init', 'TASK-1');
    shop.run('claim', 'TASK-1');
    shop.run('worktree', 'create', 'TASK-1');
    shop.run('worktree', 'create', 'TASK-1', 'style-updater');
    const { trees } = (JSON.parse(shop.run('worktree', 'list', '--json').out) as TreeList).data;
    expect(trees).toHaveLength(2);
    for (const { path, agent } of trees) {
      writeFileSync(join(path, 'src', 'login.js'), `export const login = () => '${agent}';\n`);
      quietly(shop, path, 'commit', '-q', '-a', '-m', `[${agent ?? 'task'}] Edit`);
    }
    const { code, out } = shop.run('worktree', 'merge', 'TASK-1', 'style-updater');
    expect([code === 0, out.includes('src/login.js'), shop.ran()]).toEqual([false, true, []]);
  });
});

interface Failed {
  readonly error: { readonly message: string; readonly data: Record<string, unknown> };
}

interface TreeList {
  readonly data: { readonly trees: readonly { readonly agent: string | null; readonly path: string }[] };
}
