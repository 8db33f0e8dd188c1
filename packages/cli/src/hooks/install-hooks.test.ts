import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addHooks, hookCommand, removeHooks } from './edit-settings.ts';
import { CODECS } from './find-codec.ts';
import { findProgram } from './find-program.ts';
import { HARNESS_SETTINGS, type HarnessSettings } from './harness-settings.ts';
import { installHooks, type InstallHooksOptions } from './install-hooks.ts';
import { runBaton } from '../run-baton.ts';

const open = () => {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'baton-install-')));
  fs.mkdirSync(join(root, '.git'));
  return {
    root,
    read: (path: string) => (fs.existsSync(join(root, path)) ? fs.readFileSync(join(root, path), 'utf8') : null),
    write: (path: string, text: string) => {
      fs.mkdirSync(dirname(join(root, path)), { recursive: true });
      fs.writeFileSync(join(root, path), text);
    },
  };
};
let repository: ReturnType<typeof open>;
beforeEach(() => {
  repository = open();
});
afterEach(() => fs.rmSync(repository.root, { recursive: true, force: true }));

const settingsOf = (harness: string): HarnessSettings => {
  const found = HARNESS_SETTINGS.find((one) => one.harness === harness);
  if (found === undefined) throw new Error(`no settings for ${harness}`);
  return found;
};
const install = (harness: string, more: Partial<InstallHooksOptions> = {}) =>
  installHooks({ harness, directory: repository.root, file: '/opt/baton/baton.js', command: 'baton', ...more });
const parsed = (path: string): Record<string, unknown> =>
  JSON.parse(repository.read(path) ?? 'null') as Record<string, unknown>;

describe.each(HARNESS_SETTINGS)('$harness', (settings) => {
  const { harness, path, events } = settings;

  test('shows first, then writes, then has nothing to do, then takes out everything it made', () => {
    const shown = install(harness)._unsafeUnwrap();
    expect([shown.isChanged, shown.isWritten, repository.read(path)]).toEqual([true, false, null]);
    expect(shown.diff).toContain(`hook ${harness} ${events[0]}`);
    const written = install(harness, { write: true })._unsafeUnwrap();
    expect([written.isChanged, written.isWritten]).toEqual([true, true]);
    const text = repository.read(path);
    for (const event of events) expect(text).toContain(JSON.stringify(hookCommand(settings, event, 'baton')));
    const again = install(harness, { write: true })._unsafeUnwrap();
    expect([again.isChanged, again.isWritten, again.diff, repository.read(path)]).toEqual([false, false, '', text]);
    expect(install(harness, { remove: true, write: true })._unsafeUnwrap().isWritten).toBe(true);
    expect(repository.read(path)).toBeNull();
    expect(install(harness, { remove: true, write: true })._unsafeUnwrap().isChanged).toBe(false);
  });

  test('every hook is an event that Batonkit answers, and every guard fails closed', () => {
    const codec = CODECS.find((one) => one.harness === harness);
    expect(events.filter((event) => codec?.events[event] === undefined)).toEqual([]);
    const guards = events.filter((event) => codec?.events[event] === 'before-tool');
    expect(guards).toHaveLength(1);
    for (const event of guards) {
      const hook = settings.hookOf(event, hookCommand(settings, event, 'baton'));
      expect(harness === 'cursor' ? hook['failClosed'] === true : String(hook['command']).endsWith(' || exit 2')).toBe(
        true,
      );
    }
    for (const event of events.filter((one) => !guards.includes(one)))
      expect(JSON.stringify(settings.hookOf(event, hookCommand(settings, event, 'baton')))).not.toMatch(
        /failClosed|exit 2/,
      );
  });

  test('a newer command takes the place of an older one, and no other hook moves', () => {
    const theirs = settings.isGrouped
      ? { matcher: 'x', hooks: [{ type: 'command', command: 'theirs' }] }
      : { command: 'theirs' };
    const [event = ''] = events;
    repository.write(path, JSON.stringify({ hooks: { [event]: [theirs] } }));
    install(harness, { write: true, command: 'old-baton' })._unsafeUnwrap();
    install(harness, { write: true, command: 'new-baton' })._unsafeUnwrap();
    expect(repository.read(path)).not.toContain('old-baton');
    const hooks = parsed(path)['hooks'] as Record<string, unknown[]>;
    expect(hooks[event]).toHaveLength(2);
    expect(hooks[event]?.[0]).toEqual(theirs);
    install(harness, { remove: true, write: true })._unsafeUnwrap();
    expect(parsed(path)).toEqual({ hooks: { [event]: [theirs] } });
  });

  test.each([
    ['comments', '{\n  // mine\n  "a": 1\n}\n', 'comments'],
    ['a trailing comma', '{ "a": [1,], }', 'comments or commas'],
    ['half a file', '{ "hooks": {', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['a list', '[]', 'not a JSON object'],
    ['hooks of another kind', '{ "hooks": [] }', 'hooks that are not an object'],
    ['an event of another kind', `{ "hooks": { "${events[0]}": {} } }`, 'that are not a list'],
  ])('settings with %s are refused and left alone', (_name, text, reason) => {
    repository.write(path, text);
    for (const more of [{ write: true }, { write: true, remove: true }]) {
      const refused = install(harness, more)._unsafeUnwrapErr();
      expect([refused.code, refused.message]).toEqual(['UnusableSettings', expect.stringContaining(reason)]);
      expect(repository.read(path)).toBe(text);
    }
  });
});

/** JSON objects as people write them: any indentation, either line ending. */
const anySettings = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }).map((given) => {
      const { hooks: _hooks, ...rest } = given;
      return rest;
    }),
    fc.option(
      fc.record(
        {
          Notification: fc.constant([{ hooks: [{ type: 'command', command: 'say hi' }] }]),
          PreToolUse: fc.constant([
            {
              matcher: 'Bash',
              hooks: [
                { type: 'command', command: 'check' },
                { type: 'command', command: 'baton-like hook' },
              ],
            },
          ]),
          Stop: fc.constant([]),
        },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
    fc.constantFrom<string | number>(0, 1, 2, 4, '\t'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([rest, hooks, indent, isWindows, isFirst]) => {
    const value = hooks === undefined ? rest : isFirst ? { hooks, ...rest } : { ...rest, hooks };
    const text = `${JSON.stringify(value, null, indent)}\n`;
    return isWindows ? text.replaceAll('\n', '\r\n') : text;
  });

describe('laws of editing', () => {
  const settings = settingsOf('claude');
  const add = (text: string) => addHooks(text, settings, 'baton')._unsafeUnwrap();

  test('what was there stays; adding twice is adding once; removing gives back what was there', () => {
    fc.assert(
      fc.property(anySettings, (text) => {
        const before = JSON.parse(text) as { hooks?: Record<string, unknown[]> };
        const added = add(text);
        const after = JSON.parse(added) as { hooks: Record<string, unknown[]> };
        expect({ ...after, hooks: 0 }).toEqual({ ...before, hooks: 0 });
        for (const [event, list] of Object.entries(before.hooks ?? {}))
          expect(after.hooks[event]?.slice(0, list.length)).toEqual(list);
        for (const event of settings.events)
          expect(JSON.stringify(after.hooks[event])).toContain(`baton hook claude ${event}`);
        expect(add(added)).toBe(added);
        const removed = removeHooks(added, settings)._unsafeUnwrap();
        const { Stop: stop, ...others } = before.hooks ?? {};
        // An event without any hook says nothing, and goes with ours.
        const kept = { ...others, ...(stop === undefined || stop.length === 0 ? {} : { Stop: stop }) };
        const { hooks: _hooks, ...rest } = before;
        const left = Object.keys(kept).length === 0 ? rest : { ...rest, hooks: kept };
        if (Object.keys(left).length === 0) expect(removed).toBeNull();
        else expect(JSON.parse(removed ?? '')).toEqual(left);
      }),
    );
  });

  test('adding only inserts: what was there is still there, byte for byte and in order', () => {
    fc.assert(
      fc.property(anySettings, (text) => {
        let at = -1;
        const added = add(text);
        for (const character of text) {
          at = added.indexOf(character, at + 1);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('removing changes nothing where none of ours is', () => {
    for (const text of ['{"hooks":{"Stop":[]}}', '{"hooks":{}}', '{}'])
      expect(removeHooks(text, settings)._unsafeUnwrap()).toBe(text);
  });

  test('removing gives back the very bytes where something else is in the file', () => {
    for (const text of [
      '{\n  "a": 1\n}\n',
      '{\r\n\t"a": {"b":[1, 2]},\r\n\t"c": "x"\r\n}',
      '{"a":1}',
      '{\n    "hooks": {\n        "PreToolUse": [\n            {"hooks": []}\n        ]\n    }\n}',
    ])
      expect(removeHooks(add(text), settings)._unsafeUnwrap()).toBe(text);
  });
});

describe('files', () => {
  test('a link that leads nowhere is left alone', () => {
    fs.mkdirSync(join(repository.root, '.claude'));
    fs.symlinkSync('../nowhere.json', join(repository.root, '.claude/settings.json'));
    expect(install('claude', { write: true })._unsafeUnwrapErr().message).toContain('a link to a file that is not');
    expect(fs.readlinkSync(join(repository.root, '.claude/settings.json'))).toBe('../nowhere.json');
  });

  test('a link to the settings stays a link, a byte order mark and the mode stay', () => {
    repository.write('elsewhere/settings.json', '\uFEFF{\n  "a": 1\n}\n');
    fs.chmodSync(join(repository.root, 'elsewhere/settings.json'), 0o600);
    fs.mkdirSync(join(repository.root, '.claude'));
    fs.symlinkSync('../elsewhere/settings.json', join(repository.root, '.claude/settings.json'));
    install('claude', { write: true })._unsafeUnwrap();
    expect(fs.lstatSync(join(repository.root, '.claude/settings.json')).isSymbolicLink()).toBe(true);
    expect(repository.read('elsewhere/settings.json')?.startsWith('\uFEFF{\n  "a": 1,\n  "hooks": {')).toBe(true);
    expect(fs.statSync(join(repository.root, 'elsewhere/settings.json')).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(join(repository.root, 'elsewhere'))).toEqual(['settings.json']);
  });

  test('settings that are no text are refused', () => {
    fs.mkdirSync(join(repository.root, '.claude'));
    fs.writeFileSync(join(repository.root, '.claude/settings.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(install('claude', { write: true })._unsafeUnwrapErr().message).toContain('is not UTF-8');
  });

  test('outside a repository, and for an unknown harness, nothing is done', () => {
    expect(
      installHooks({ harness: 'claude', directory: dirname(repository.root), file: 'x' })._unsafeUnwrapErr().code,
    ).toBe('GitFailure');
    expect(install('vim')._unsafeUnwrapErr()).toMatchObject({
      code: 'InvalidInput',
      message: expect.stringContaining('claude, codex') as string,
    });
  });

  test('the plugin of opencode is written, taken out, and no plugin of somebody else is touched', () => {
    const path = '.opencode/plugins/batonkit.js';
    expect(install('opencode', { write: true })._unsafeUnwrap().isWritten).toBe(true);
    expect(repository.read(path)).toContain('createOpencodePlugin');
    expect(install('opencode', { write: true })._unsafeUnwrap().isChanged).toBe(false);
    expect(install('opencode', { write: true, remove: true })._unsafeUnwrap().isWritten).toBe(true);
    expect(repository.read(path)).toBeNull();
    repository.write(path, 'export const Mine = 1;\n');
    expect(install('opencode', { write: true })._unsafeUnwrapErr().code).toBe('UnusableSettings');
  });
});

test.each([
  ['Claude', '.claude/settings.json'],
  ['claude-code', '.claude/settings.json'],
  ['Gemini-CLI', '.gemini/settings.json'],
  ['OpenCode', '.opencode/plugins/batonkit.js'],
])('a harness is understood as the hook itself understands it: %s', (harness, path) => {
  expect(install(harness)._unsafeUnwrap().path).toBe(path);
});

test('the program is called so that every folder finds it', () => {
  const bin = join(repository.root, 'bin');
  const main = repository.root;
  const workspace = { root: main, main, gitDirectory: join(main, '.git'), isBare: false };
  const own = { workspace, file: "/opt/it's/baton.js", node: '/usr/bin/node' };
  expect(findProgram({ ...own, path: bin })).toEqual({
    command: String.raw`'/usr/bin/node' '/opt/it'\''s/baton.js'`,
    isPortable: false,
  });
  repository.write('node_modules/@batonkit/cli/dist/baton.js', '');
  expect(findProgram({ ...own, path: bin }).command).toMatch(
    /^node "\$\(git rev-parse .*--git-common-dir\)\/\.\.\/node_modules/,
  );
  const bare = { root: main, main: '/srv/shop.git', gitDirectory: '/srv/shop.git', isBare: false };
  expect(findProgram({ ...own, workspace: bare }).command).toMatch(
    /^node "\$\(git rev-parse --show-toplevel\)\/node_modules/,
  );
  repository.write('node_modules/.bin/baton', '');
  expect(findProgram({ ...own, path: join(main, 'node_modules/.bin') }).command).toMatch(/^node /);
  repository.write('bin/baton', '');
  expect(findProgram({ ...own, path: bin })).toEqual({ command: 'baton', isPortable: true });
});

describe('the plugin of opencode guards as it is installed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'baton-installed-')));
    await build({
      absWorkingDir: join(import.meta.dirname, '../..'),
      entryPoints: ['src/opencode.ts'],
      outdir: join(folder, 'node_modules/@batonkit/cli/dist'),
      ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', conditions: ['@batonkit/source'] },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    fs.writeFileSync(
      join(folder, 'node_modules/@batonkit/cli/package.json'),
      JSON.stringify({ name: '@batonkit/cli', type: 'module', exports: { './opencode': './dist/opencode.js' } }),
    );
    fs.writeFileSync(join(folder, 'node_modules/@batonkit/cli/dist/baton.js'), '');
    fs.mkdirSync(join(folder, 'node_modules/.bin'));
    fs.symlinkSync('../@batonkit/cli/dist/baton.js', join(folder, 'node_modules/.bin/baton'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['by a link that a package manager made', 'node_modules/.bin/baton', false],
    ['by the path of the program', 'node_modules/@batonkit/cli/dist/baton.js', false],
    ['as a dependency of the repository', 'node_modules/.bin/baton', true],
  ])('%s', (_name, program, isDependency) => {
    if (isDependency)
      fs.cpSync(join(folder, 'node_modules'), join(repository.root, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
      });
    const file = join(isDependency ? repository.root : folder, program);
    expect(install('opencode', { write: true, file })._unsafeUnwrap().isWritten).toBe(true);
    const script = `
      const { BatonkitPlugin } = await import(${JSON.stringify(join(repository.root, '.opencode/plugins/batonkit.js'))});
      const hooks = await BatonkitPlugin({ directory: ${JSON.stringify(repository.root)} });
      const call = { tool: 'write', sessionID: 's', callID: 'c' };
      for (const filePath of ['src/app.ts', '/etc/passwd'])
        console.log(await hooks['tool.execute.before'](call, { args: { filePath } }).then(() => 'passes', String));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(said.split('\n')).toEqual(['passes', expect.stringContaining('outside the workspace'), '']);
  });
});

test('the command line: dry by default, and usage', async () => {
  let [out, err] = ['', ''];
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    env: {},
    cwd: repository.root,
    readStdin: () => Promise.resolve(new Uint8Array()),
    exit: () => undefined,
  };
  const run = (...argv: string[]) => runBaton(['hooks', ...argv], io);
  expect(await run('install', 'cursor', '--command', 'baton')).toBe(0);
  expect(out).toContain('.cursor/hooks.json would change; say --write to do it.');
  expect(repository.read('.cursor/hooks.json')).toBeNull();
  expect(await run('install', 'cursor', '--command', 'baton', '--write')).toBe(0);
  expect(repository.read('.cursor/hooks.json')).toContain('"failClosed": true');
  for (const argv of [
    [],
    ['install'],
    ['install', '--write'],
    ['install', 'cursor', '--force'],
    ['install', 'cursor', '--command'],
    ['lunch', 'cursor'],
  ])
    expect(await run(...argv)).toBe(2);
  expect(err).toContain("missing required argument 'harness'");
  repository.write('.cursor/hooks.json', '{');
  expect(await run('install', 'cursor')).toBe(1);
});
