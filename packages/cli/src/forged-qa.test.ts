import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPreparedShop, type Shop } from './scratch-shop.fixture.ts';

// Evidence that is forged or stale. None of it may count as an executed run that passed on the tree that is there.
// BATONKIT_FORGERIES=10 does each in ten forms; `npm run long -- forged-qa` does.
const FORMS = Number(process.env['BATONKIT_FORGERIES'] ?? 1);

const ENV = { PATH: process.env.PATH, BATON_ACTOR: 'ada' };
const GREEN = (n: number): string => ` Test Files  1 passed (1)\n      Tests  ${n + 3} passed (${n + 3})\n`;
const JUNIT = (n: number): string => `<testsuite name="a" tests="1"><testcase name="adds ${n}"/></testsuite>`;

interface Qa {
  readonly grade: string;
  readonly status: string;
  readonly tree: string;
  readonly unproven: readonly string[];
}

/** A repository whose task names these QA commands, with a turn open and an edit in it. */
async function open(...commands: readonly string[]): Promise<Shop> {
  const list = commands.map((command) => JSON.stringify(command)).join(', ');
  const shop = await createPreparedShop(
    `qa-${Buffer.from(list).toString('base64url')}`,
    async ({ write, git, baton, directory }) => {
      const task = `id: TASK-1\ntitle: Fix login\nstatus: in_progress\npriority: P1\narea: web\ndescription: The form loses its input.\nscope: { in: [src/**] }\nacceptance_criteria: [The input stays.]\nqa: { commands: [${list}] }\n`;
      write('tasks/TASK-1.task.yaml', task);
      write('check.sh', 'grep -q login src/login.js && echo "1 passed"\n');
      write('touch.sh', 'echo more >> src/login.js\n');
      write('package.json', JSON.stringify({ scripts: { test: 'sh check.sh', lint: 'tool .' } }));
      write('.gitignore', 'node_modules\nignored\n.agent-output\nqa.*\n');
      write('vitest.config.js', 'export default {};\n');
      write('node_modules/tool/tool.sh', '#!/bin/sh\nexit 1\n');
      write('node_modules/tool/package.json', JSON.stringify({ name: 'tool', bin: 'tool.sh' }));
      write('node_modules/.bin/.keep', '');
      chmodSync(join(directory, 'node_modules/tool/tool.sh'), 0o755);
      execFileSync('ln', ['-s', '../tool/tool.sh', join(directory, 'node_modules/.bin/tool')]);
      git('add', '-A');
      git('commit', '-qm', 'Checks');
      for (const argv of [
        ['init', 'TASK-1'],
        ['start', 'TASK-1', 'implementer'],
      ]) {
        const { code, stderr } = await baton(argv);
        if (code !== 0) throw new Error(stderr);
      }
      write('src/login.js', 'export const login = () => 2;\n');
    },
  );
  return shop;
}

async function qaOf({ ask }: Shop): Promise<Qa | null> {
  return (await ask('status', 'TASK-1')).data['qa'] as Qa | null;
}

/** What the protocol and a person take for proof. */
function counts(qa: Qa | null): boolean {
  return qa?.grade === 'executed' && qa.status === 'passed' && qa.tree === 'same' && qa.unproven.length === 0;
}

async function run({ baton }: Shop, env: Record<string, string> = {}): Promise<void> {
  const { code, stderr } = await baton(['qa', 'run', 'TASK-1'], { env: { ...ENV, ...env } });
  if (![0, 1].includes(code)) throw new Error(stderr);
}

async function record({ baton, write }: Shop, text: string): Promise<void> {
  write('qa.log', text);
  await baton(['record-qa', 'TASK-1', 'implementer', 'qa.log', '--exit-code', '0']);
}

function elsewhere(): string {
  const directory = mkdtempSync(join(tmpdir(), 'baton-shim-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function program(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return dirname(path);
}

const CHECK = 'sh check.sh';

/** Each leaves a repository in which somebody would like QA to count. */
const FORGERIES: Readonly<Record<string, (n: number) => Promise<Shop>>> = {
  'a log written by hand': async (n) => {
    const shop = await open(CHECK);
    await record(shop, GREEN(n));
    return shop;
  },
  'a log that an agent edited after a run that failed': async (n) => {
    const shop = await open('sh check.sh && false');
    await run(shop);
    await record(shop, `==> sh check.sh (test)\n1 passed\n${GREEN(n)}<== exit code 0, 0.1 s\n`);
    return shop;
  },
  'a report written by hand': async (n) => {
    const shop = await open(CHECK);
    await record(shop, JUNIT(n));
    return shop;
  },
  'a log handed in over an executed run': async (n) => {
    const shop = await open(CHECK);
    await run(shop);
    await record(shop, GREEN(n));
    return shop;
  },
  'a log with the hand-off': async (n) => {
    const shop = await open(CHECK);
    shop.write('qa.log', GREEN(n));
    await shop.baton(['hand-off', 'TASK-1', 'implementer', '--qa-log', 'qa.log', '--exit-code', '0']);
    return shop;
  },
  'an edit after the run': async (n) => {
    const shop = await open(CHECK);
    await run(shop);
    shop.write('src/login.js', `export const login = () => ${n + 3};\n`);
    return shop;
  },
  'a new file after the run': async (n) => {
    const shop = await open(CHECK);
    await run(shop);
    shop.write(`src/new-${n}.js`, 'login();\n');
    return shop;
  },
  'a commit of something else after the run': async (n) => {
    const shop = await open(CHECK);
    await run(shop);
    shop.write('README.md', `Version ${n}\n`);
    shop.git('add', '-A');
    shop.git('commit', '-qm', `Version ${n}`);
    return shop;
  },
  'a mode after the run': async (n) => {
    const shop = await open(CHECK);
    if (n % 2 === 1) shop.write(`src/more-${n}.js`, 'login();\n');
    await run(shop);
    chmodSync(join(shop.directory, n % 2 === 1 ? `src/more-${n}.js` : 'src/login.js'), 0o755);
    return shop;
  },
  'a repeated request': async (n) => {
    const shop = await open(CHECK);
    const again = ['qa', 'run', 'TASK-1', '--operation-id', `run-${n}`];
    await shop.baton(again);
    shop.write('src/login.js', `export const broken = ${n};\n`);
    await shop.baton(again);
    return shop;
  },
  'another tree': async (n) => {
    const shop = await open(CHECK);
    const other = `${shop.directory}-other-${n}`;
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    shop.git('worktree', 'add', '-q', '--detach', other);
    const { code, stderr } = await shop.baton(['qa', 'run', 'TASK-1'], { cwd: other });
    if (code !== 0) throw new Error(stderr);
    return shop;
  },
  'a script of package.json': async (n) => {
    const shop = await open('npm test');
    const scripts = [`echo ${n} passed`, 'true', 'exit 0', 'node -e ""', `printf '${n} passed'`];
    shop.write('package.json', JSON.stringify({ scripts: { test: scripts[n % scripts.length] } }));
    await run(shop);
    return shop;
  },
  'a script before the script': async (n) => {
    const shop = await open('npm test');
    const name = n % 2 === 0 ? 'pretest' : 'posttest';
    shop.write(
      'package.json',
      JSON.stringify({ scripts: { [name]: `echo ${n}`, test: 'sh check.sh', lint: 'tool .' } }),
    );
    await run(shop);
    return shop;
  },
  'the file that the command runs': async (n) => {
    const shop = await open(CHECK);
    shop.write('check.sh', `echo ${n} passed\n`);
    await run(shop);
    return shop;
  },
  'settings of a tool': async (n) => {
    const shop = await open(CHECK);
    const files = ['vitest.config.js', 'jest.config.js', 'eslint.config.js', 'pytest.ini', 'conftest.py', 'Makefile'];
    shop.write(files[n % files.length] ?? '', `// passes ${n}\n`);
    await run(shop);
    return shop;
  },
  'a shim on PATH': async (n) => {
    const shop = await open('npm test');
    const inTree = n % 2 === 1;
    const shim = program(join(inTree ? shop.directory : elsewhere(), `ignored/${n}/npm`), 'echo 3 passed');
    await run(shop, { PATH: `${shim}:${process.env.PATH ?? ''}` });
    return shop;
  },
  'a program in node_modules': async (n) => {
    const shop = await open('npm run lint');
    rmSync(join(shop.directory, 'node_modules/.bin/tool'));
    if (n % 2 === 0) program(join(shop.directory, 'node_modules/.bin/tool'), `echo ${n} passed`);
    else execFileSync('ln', ['-s', '/bin/true', join(shop.directory, 'node_modules/.bin/tool')]);
    await run(shop);
    return shop;
  },
  'a variable that steers programs': async (n) => {
    const shop = await open(CHECK);
    const fake = program(join(elsewhere(), 'fake'), 'true');
    const variables = [
      { NODE_OPTIONS: `--require ${fake}/none.cjs`.replace('--require', '--no-warnings --require') },
      { PYTEST_ADDOPTS: '-k nothing' },
      { npm_config_script_shell: `${fake}/fake` },
      { MAKEFLAGS: 'n' },
      { MAKEFLAGS: '-- SHELL=/bin/true' },
      { MAKEFILES: `${fake}/a.mk` },
      { NODE_TEST_CONTEXT: 'child-v8' },
      { MAVEN_OPTS: '-DskipTests' },
      { BASH_ENV: `${fake}/fake` },
      { ENV: `${fake}/fake` },
      { RUSTC_WRAPPER: `${fake}/fake` },
      { GOFLAGS: '-run=none' },
      { 'BASH_FUNC_grep%%': '() { true; }' },
    ] as const;
    await run(shop, variables[n % variables.length]);
    return shop;
  },
  'a command that checks nothing': async (n) => {
    const nothing = [
      'true',
      ':',
      'exit 0',
      'echo 12 passed',
      'node -e ""',
      'ls',
      'vitest --version',
      'test 1 || true',
      'printf ok',
      '/bin/true',
    ];
    const shop = await open(nothing[n % nothing.length] ?? '');
    await run(shop);
    return shop;
  },
  'a command whose end is hidden': async (n) => {
    const hidden = [
      '|| true',
      '; true',
      '| cat',
      '; exit 0',
      '|| echo fine',
      '| tail -1',
      '; echo done',
      '|| :',
      '| tee qa.out',
      '|| exit 0',
    ];
    const shop = await open(`sh check.sh ${hidden[n % hidden.length]}`);
    await run(shop);
    return shop;
  },
  'a command that changes the tree': async (n) => {
    const shop = await open('sh touch.sh', ...(n % 2 === 0 ? [] : [CHECK]));
    await run(shop);
    return shop;
  },
  'other commands than those of the brief': async (n) => {
    const shop = await open(CHECK);
    await run(shop);
    const task = execFileSync('cat', [join(shop.directory, 'tasks/TASK-1.task.yaml')], { encoding: 'utf8' });
    shop.write('tasks/TASK-1.task.yaml', task.replace(CHECK, `sh check.sh ${n}`));
    await shop.baton(['rebuild', 'TASK-1', '--even-in-progress', 'More checks.']);
    return shop;
  },
  'a script that git does not see': async (n) => {
    const shop = await open('sh ignored/check.sh');
    program(join(shop.directory, 'ignored/check.sh'), `echo ${n} passed`);
    await run(shop);
    return shop;
  },
  'a script outside the tree': async (n) => {
    const directory = elsewhere();
    const shop = await open(`sh ${directory}/check.sh ${n}`);
    program(join(directory, 'check.sh'), 'echo 3 passed');
    await run(shop);
    return shop;
  },
  'a run that failed': async (n) => {
    const shop = await open(n % 2 === 0 ? 'sh check.sh && false' : `sh check.sh && sh -c 'exit ${n}'`);
    await run(shop);
    return shop;
  },
};

test('an honest run counts, also after its content is committed', async () => {
  const shop = await open('npm test', CHECK);
  await run(shop);
  expect(await qaOf(shop)).toMatchObject({ grade: 'executed', status: 'passed', tree: 'same', unproven: [] });
  shop.git('commit', '-qam', 'Fix login');
  expect(counts(await qaOf(shop))).toBe(true);
});

describe.each(Object.keys(FORGERIES))('%s', (name) => {
  test.each([...Array(FORMS).keys()])('does not count (%i)', async (n) => {
    const shop = await FORGERIES[name]!(n);
    const qa = await qaOf(shop);
    // Nothing recorded would not count either, and prove nothing.
    expect([name, n, qa === null, counts(qa), qa]).toEqual([name, n, false, false, qa]);
  });
});
