import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

const token = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
const otherToken = ['ghp', 'zY9xW7vU5tS3rQ1pN9mL7kJ5hG3fE1dC9bA7'].join('_');
const body = (seed: number): string =>
  Array.from({ length: 12 }, (_, line) =>
    Array.from(
      { length: 64 },
      (__, at) => 'ABCDEFGHKLMNPQRSTUVWXYZabcdefghkmnp23456789'[(line * 37 + at * at * seed + at * 11) % 43],
    ).join(''),
  ).join('\n');
const pem = (seed: number): string =>
  [`-----BEGIN RSA ${'PRIVATE'} KEY-----`, body(seed), `-----END RSA ${'PRIVATE'} KEY-----`].join('\n');

const engines = ['native', 'isomorphic'] as const;

/** A task at work on files that were committed with a secret. */
async function startWith(engine: string, files: Record<string, string>): Promise<Shop> {
  const shop = createShop();
  shop.write('batonkit.config.json', JSON.stringify({ engine }));
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.git('add', '-A');
  shop.git('commit', '-qm', 'Leak');
  expect((await shop.ask('init', 'TASK-1')).error).toBeNull();
  expect((await shop.ask('start', 'TASK-1', 'implementer')).error).toBeNull();
  return shop;
}

/** Everything that the store holds, as text, unpacked. */
function stored({ directory }: Shop): string {
  const root = join(directory, '.agent-output');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'))
    .join('\n');
}

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `const line${from + index} = ${from + index};\n`).join('');

test.each(
  engines.flatMap(
    (engine) =>
      [
        [
          engine,
          'a line that is taken out',
          `${lines(0, 5)}const t = '${token}';\n${lines(5, 9)}`,
          lines(0, 9),
          [token],
        ],
        [engine, 'a line that is replaced', `const t = '${token}';\n`, `const t = process.env.TOKEN;\n`, [token]],
        [engine, 'a file that is deleted', `${lines(0, 5)}const t = '${token}';\n`, null, [token]],
        [
          engine,
          'a private key that is taken out',
          `${lines(0, 9)}${pem(3)}\n${lines(9, 12)}`,
          lines(0, 12),
          body(3).split('\n'),
        ],
        [engine, 'a key file that is deleted', `${pem(5)}\n`, null, body(5).split('\n')],
        [
          engine,
          'a line beside an edited one',
          `a\nconst t = '${token}';\nb\n`,
          `a\nconst t = '${token}';\nc\n`,
          [token],
        ],
        [
          engine,
          'one of two',
          `const t = '${token}';\nconst u = '${otherToken}';\n`,
          `const u = '${otherToken}';\n`,
          [token, otherToken],
        ],
        [
          engine,
          'a name and its value on two lines',
          `a\nclient_secret:\n  "q8Zr4Tn1Vb6Ym3Kx9Lw2Hs7"\n`,
          'a\n',
          ['q8Zr4Tn1Vb6Ym3Kx9Lw2Hs7'],
        ],
      ] as const,
  ),
)(
  '%s: %s is handed off, and no stored text has it',
  async (engine, _what, before, after, secrets) => {
    const shop = await startWith(engine, { 'src/thing.js': before });
    if (after === null) rmSync(join(shop.directory, 'src/thing.js'));
    else shop.write('src/thing.js', after);
    const handed = await shop.ask('hand-off', 'TASK-1', 'implementer');
    expect(handed.error).toBeNull();
    expect((await shop.ask('verify', 'TASK-1', 'implementer')).error).toBeNull();
    const { stdout } = await shop.baton(['diff', 'TASK-1', 'implementer']);
    expect(stdout).toContain('src/thing.js');
    expect(stored(shop)).toContain('[redacted: ');

    // The next role sees it leave as well, and puts it back in vain.
    expect((await shop.ask('start', 'TASK-1', 'reviewer')).error).toBeNull();
    shop.write('src/thing.js', before);
    const drift = await shop.baton(['diff', 'TASK-1', 'implementer', '--type', 'drift']);
    for (const secret of secrets) {
      expect(stdout).not.toContain(secret);
      expect(drift.stdout).not.toContain(secret);
      expect(stored(shop)).not.toContain(secret);
    }
  },
  30_000,
);

test.each(
  engines.flatMap(
    (engine) =>
      [
        [
          engine,
          'moved to another line',
          `const t = '${token}';\n${lines(0, 9)}`,
          `${lines(0, 9)}const t = '${token}';\n`,
        ],
        [engine, 'on a line that is edited', `const t = '${token}';\n`, `const t = '${token}'; // for CI\n`],
        [engine, 'that replaces another', `const t = '${token}';\n`, `const t = '${otherToken}';\n`],
        [
          engine,
          'added beside one that is there',
          `const t = '${token}';\n`,
          `const t = '${token}';\nconst u = '${otherToken}';\n`,
        ],
        [engine, 'of a new key between the old lines around it', `${pem(3)}\n`, `${pem(7)}\n`],
        [
          engine,
          'under a name that is there',
          'a\nclient_secret:\n',
          'a\nclient_secret:\n  "q8Zr4Tn1Vb6Ym3Kx9Lw2Hs7"\n',
        ],
      ] as const,
  ),
)(
  '%s: a secret %s is added, and refused',
  async (engine, _what, before, after) => {
    const shop = await startWith(engine, { 'src/thing.js': before });
    shop.write('src/thing.js', after);
    const { error } = await shop.ask('hand-off', 'TASK-1', 'implementer');
    expect(error?.code).toBe('SecretFound');
    expect(error?.message).toContain('src/thing.js');
    expect(JSON.stringify(error)).not.toContain(otherToken);
    expect(stored(shop)).not.toContain(token);
    expect(stored(shop)).not.toContain(otherToken);
  },
  30_000,
);

test.each(engines)('%s: a renamed file brings its secret to a new place, and is refused', async (engine) => {
  const shop = await startWith(engine, { 'src/thing.js': `const t = '${token}';\n` });
  shop.git('mv', 'src/thing.js', 'src/other.js');
  const { error } = await shop.ask('hand-off', 'TASK-1', 'implementer');
  expect(error?.code).toBe('SecretFound');
  expect(error?.message).toContain('src/other.js');
});

test.each(engines)('%s: a secret that one role forced in can be taken out by the next', async (engine) => {
  const shop = await startWith(engine, {});
  shop.write('src/thing.js', `const t = '${token}';\n`);
  expect((await shop.ask('hand-off', 'TASK-1', 'implementer')).error?.code).toBe('SecretFound');
  expect((await shop.ask('hand-off', 'TASK-1', 'implementer', '--force-secrets')).error).toBeNull();
  expect((await shop.ask('start', 'TASK-1', 'reviewer')).error).toBeNull();
  shop.write('src/thing.js', 'const t = process.env.TOKEN;\n');
  expect((await shop.ask('hand-off', 'TASK-1', 'reviewer')).error).toBeNull();
  const { text } = (await shop.ask('diff', 'TASK-1', 'reviewer', '--type', 'incremental')).data;
  expect(text).toContain('+const t = process.env.TOKEN;');
  expect(text).not.toContain(token);
});

test('evidence is scanned whole, also when it looks like a patch', async () => {
  const shop = await startWith('native', {});
  shop.write('evidence.patch', `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-const t = '${token}';\n`);
  const { error } = await shop.ask('attach-evidence', 'TASK-1', 'patch', 'evidence.patch');
  expect(error?.code).toBe('SecretFound');
});
