import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { createBatonCommand } from './create-baton-command.ts';
import { createShop, taskFile } from './scratch-shop.fixture.ts';

const ESCAPE = '\u001B[';

test('a task from init to its end, with drift between two turns: every exit code and the JSON of each', async () => {
  const shop = createShop();
  const { baton, ask, write } = shop;
  expect(await ask('init', 'TASK-1')).toMatchObject({
    success: true,
    data: { taskId: 'TASK-1', revision: 1 },
    error: null,
  });
  const again = await baton(['init', 'TASK-1', '--json']);
  expect([again.code, again.stderr]).toEqual([6, '']);
  expect(again.stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ success: false, data: null, error: { code: 'ContextExists' } });

  expect((await baton(['start', 'TASK-1', 'reviewer'])).code).toBe(4);
  expect((await baton(['start', 'TASK-1', 'implementer'])).code).toBe(0);
  expect(await ask('hand-off', 'TASK-1', 'implementer')).toMatchObject({ error: { code: 'TreeClean' } });
  write('src/login.js', 'export const login = () => 2;\n');
  expect(await ask('hand-off', 'TASK-1', 'implementer')).toMatchObject({ data: { files: ['src/login.js'] } });

  const { stdout: patch } = await baton(['diff', 'TASK-1', 'implementer']);
  expect(patch).toContain('-export const login = () => 1;\n+export const login = () => 2;\n');
  expect(patch).not.toContain(ESCAPE);
  write('patch.diff', patch);
  shop.git('apply', '--check', '--reverse', 'patch.diff');
  shop.git('clean', '-q', '-f', 'patch.diff');

  write('src/login.js', 'export const login = () => 3;\n');
  const inspected = await baton(['inspect', 'TASK-1', '--json']);
  expect([inspected.code, (JSON.parse(inspected.stdout) as { data: object }).data]).toMatchObject([
    3,
    { verdict: 'drift' },
  ]);
  const seen = (await baton(['inspect', 'TASK-1'])).stdout;
  expect(seen).toContain('The next start will find this and refuse.');
  expect(seen).toContain('baton verify TASK-1 implementer');
  expect((await baton(['next', 'TASK-1'])).stdout).toContain('    baton verify TASK-1 implementer\n');
  const early = await baton(['resolve-drift', 'TASK-1', 'implementer', '--accept', 'current-tree', '--note', 'Mine.']);
  expect(early.code).toBe(4);
  expect(early.stderr).toContain('only a failed verify');
  expect(early.stderr).toContain('baton verify TASK-1 implementer counts it');
  const refused = await baton(['start', 'TASK-1', 'reviewer']);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/error: TASK-1: the working tree is not what implementer handed off at .* UTC/);
  expect(refused.stderr).toMatch(/src\/login\.js +content +modified [0-9a-f]{12} +modified [0-9a-f]{12}\n/);
  expect(refused.stderr).toContain('hint: baton resolve-drift TASK-1 implementer --accept current-tree --note "why"');
  expect((await baton(['verify', 'TASK-1', 'implementer'])).code).toBe(3);
  const status = await baton(['status', 'TASK-1']);
  expect(status.stdout).toMatch(/^tree +drift since implementer handed off$/m);
  expect(status.stdout).toMatch(/^implementer +done +2 +-$/m);
  expect(status.stdout).toMatch(
    /^ {2}The working tree differed .*\n {4}baton resolve-drift TASK-1 implementer --accept /m,
  );

  const resolved = await ask(
    'resolve-drift',
    'TASK-1',
    'implementer',
    '--accept',
    'current-tree',
    '--note',
    'By hand.',
  );
  expect(resolved.success).toBe(true);
  const blame = await baton(['attribute', 'TASK-1', 'src/login.js']);
  expect(blame.stdout).toBe('src/login.js\noutside the workflow 1) export const login = () => 3;\n');
  expect((await ask('trail', 'TASK-1', '--limit', '1')).data).toMatchObject({ entries: [{ event: 'drift-resolved' }] });
  expect((await baton(['complete', 'TASK-1'])).stderr).toContain('warning: RoleNeverStarted: TASK-1 was completed');
  expect((await baton(['get', 'TASK-1'])).code).toBe(5);
});

test('wrong usage is 2, says what is wrong, and never prints a stack', async () => {
  const { baton } = createShop({ isRepository: false });
  const lines: readonly (readonly [argv: string[], said: RegExp])[] = [
    [['statsu'], /unknown command 'statsu'\n\(Did you mean status\?\)/],
    [['statsu', '--help'], /unknown command 'statsu'\n\(Did you mean status\?\)/],
    [['task', 'crate'], /Did you mean create\?/],
    [['get'], /get lacks <task-id>\. See baton get --help\./],
    [['start', 'TASK-1'], /start lacks <role>/],
    [['tasks'], /tasks lacks <file>\. See baton tasks --help\./],
    [['plan', 'T'], /plan lacks <file>/],
    [['record-qa', 'T', 'r'], /record-qa lacks <log>/],
    [['resolve-drift', 'T', 'r'], /lacks --note, --accept/],
    [['get', 'T', '--jsno'], /unknown option '--jsno'\n\(Did you mean --json\?\)/],
    [['list', '--frm'], /unknown option '--frm'.*\n\(baton list --help shows its options\)/s],
    [['task', 'show', '7', '--frm'], /\(baton task show --help shows its options\)/],
    [['present', 'T', 'plans'], /present \/checkpoint/],
    [['update', 'T', 'r', '--status', 'gone'], /Allowed choices are pending, in_progress, done, blocked/],
    [['get', '../etc'], /cannot name a task/],
    [['export', 'T', 'r', '--max-tokens', 'many'], /"many" is not a number/],
    [['record-qa', 'T', 'r', 'nowhere.log'], /nowhere\.log cannot be read: there is no such file/],
    [['send', 'T', 'attest', 'condition'], /"condition" is not of the form name=value/],
    [['list', '-C', '/nonexistent-place'], /There is no directory/],
    [['mcp', '--host', '0.0.0.0'], /--host needs --http/],
    [['mcp', '--http', 'many'], /"many" is not a port/],
    [['mcp', '--http', '70000'], /"70000" is not a port/],
    [['completion', 'tcsh'], /there is for bash, zsh and fish/],
    [['claim', 'TASK-1', '--store', 'env:NOT_SET'], /NOT_SET says, and that is not set/],
  ];
  for (const [argv, said] of lines) {
    const { code, stdout, stderr } = await baton(argv);
    expect([argv, code, stdout]).toEqual([argv, 2, '']);
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/\n {4}at |node:internal/);
  }
  const { code, stdout, stderr } = await baton(['statsu', '--json']);
  expect([code, stderr]).toEqual([2, '']);
  expect(JSON.parse(stdout)).toMatchObject({ success: false, data: null, error: { code: 'Usage' } });
});

test('fields come from a JSON file or standard input too; what is no JSON, or too much, is refused', async () => {
  const { baton, directory } = createShop({ isRepository: false });
  const ask = (stdin: string, ...argv: string[]) => baton([...argv, '--from', '-'], { stdin });
  expect((await ask('{"taskId": "TASK-9"}', 'get')).stderr).toContain('TASK-9 has no context');
  expect((await ask('{"taskId": "TASK-9"}', 'get', 'TASK-8')).stderr).toContain('TASK-8 has no context');
  for (const text of ['{"taskId": ', '', '[1]', '"x"', '\u0000']) {
    const { code, stderr } = await ask(text, 'get');
    expect([text, code]).toEqual([text, 2]);
    expect(stderr).toMatch(/Standard input (is not JSON|holds JSON, but not an object)/);
  }
  expect((await ask('{"taskId": "T", "colour": 1}', 'get')).stderr).toMatch(/Unrecognized key/);
  const huge = Buffer.alloc(65 * 1024 * 1024, 97);
  writeFileSync(join(directory, 'huge.log'), huge);
  const given = [
    await baton(['record-qa', 'T', 'r', 'huge.log']),
    await baton(['record-qa', 'T', 'r', '/dev/zero']),
    await baton(['record-qa', 'T', 'r', '-'], { readStdin: () => Promise.resolve(huge) }),
  ];
  for (const { code, stderr } of given) {
    expect(code).toBe(2);
    expect(stderr).toContain('has 65 MiB; at most 64 MiB are read');
  }
  writeFileSync(join(directory, 'latin.log'), Buffer.from([0xe9]));
  expect((await baton(['record-qa', 'T', 'r', 'latin.log'])).stderr).toContain('latin.log is not UTF-8 text');
});

test('several reasons stand below a heading in words, each with its place', async () => {
  const { baton, write } = createShop();
  write('tasks/TASK-2.task.yaml', 'id: TASK-2\ntitle: Fix\nstatus: in_progress\npriority: P9\narea: web\n');
  const { code, stderr } = await baton(['init', 'TASK-2']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: Nothing was captured\. Mend this, then capture again:\n/);
  expect(stderr).toContain('\n  - tasks/TASK-2.task.yaml: The task has no description.\n');
  expect(stderr).toContain('\n  - tasks/TASK-2.task.yaml:4: The priority must be P0, P1 or P2.\n');
  const words = ['--title', ' ', '--requirements', '-', '--criteria', ' '];
  const blank = await baton(['task', 'create', '7', ...words], { stdin: 'Do it.' });
  expect(blank.stderr).toMatch(/^error: The input is wrong, for 2 reasons:\n {2}- .+\n {2}- .+\n$/);
});

test('what is refused leads to what can be done, and what can be done to a line that works', async () => {
  const { baton } = createShop();
  await baton(['init', 'TASK-1']);
  const early = await baton(['start', 'TASK-1', 'reviewer']);
  expect([early.code, early.stderr]).toEqual([4, expect.stringContaining('hint: baton next TASK-1 shows what')]);
  expect((await baton(['next', 'TASK-1'])).stdout).toContain('baton claim TASK-1 --session <name>');
  await baton(['claim', 'TASK-1', '--session', 'run-1']);
  expect((await baton(['next', 'TASK-1'])).stdout).toContain(
    'If you are run-1, say so with --session or BATON_SESSION',
  );
  expect((await baton(['next', 'TASK-1', '--session', 'run-1'])).stdout).not.toContain('If you are');
  expect((await baton(['trail', 'TASK-1', '--limit', '1'])).stdout).toMatch(
    /^TASK-1: 2 entries, none changed or missing/,
  );
  expect((await baton(['task', 'show', '42'])).stderr).toContain('hint: baton task create --help');
  const open = await baton(['mcp', '--http', '--host', '0.0.0.0']);
  expect(open.stderr).toContain('hint: BATON_MCP_TOKEN');
});

test('a compliance check of a task without the protocol is led to the trail', async () => {
  const { baton } = createShop();
  await baton(['init', 'TASK-1']);
  const { stderr } = await baton(['compliance', 'TASK-1', '--session', 's']);
  expect(stderr).toMatch(/^error: Nobody owns TASK-1\. .*\nhint: baton trail TASK-1 shows the trail/);
});

test('outside a repository, looking for tasks says so in one line', async () => {
  const { baton } = createShop({ isRepository: false });
  const listed = await baton(['list']);
  expect([listed.code, listed.stderr]).toEqual([
    0,
    expect.stringMatching(/^warning: .+ is not in a git working tree\.\n$/),
  ]);
  expect((await baton(['status', 'TASK-1'])).stderr).toMatch(/^warning: .+ is not in a git working tree\.\nerror: /);
  expect((await baton(['trail', 'TASK-1'])).stderr).toMatch(/^warning: .+ is not in a git working tree\.\nerror: /);
  expect((await baton(['list', '--json'])).stderr).toBe('');
  expect((await baton(['list', '--store', 'elsewhere'])).stderr).toBe('');
  expect((await createShop().baton(['list'])).stderr).toBe('');
});

test('where a task cannot be found by convention, the options that name its files are told', async () => {
  const { baton, git } = createShop();
  git('mv', 'standards-map.yaml', 'rules.yaml');
  const refused = await baton(['init', 'TASK-9']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('hint: --task-file <path> names the task file');
  expect(refused.stderr).toContain('hint: --standards-map <path> names the map');
  expect((await baton(['init', 'TASK-1', '--standards-map', 'rules.yaml'])).code).toBe(0);
});

test('colour is for terminals, and NO_COLOR and FORCE_COLOR are heard', async () => {
  const { baton, write } = createShop();
  await baton(['init', 'TASK-1']);
  await baton(['start', 'TASK-1', 'implementer']);
  write('src/login.js', 'export const \u001B[31mlogin\u0007 = 2;\n');
  await baton(['hand-off', 'TASK-1', 'implementer']);
  const env = { PATH: process.env.PATH };
  const show = async (isTTY: boolean, more: Record<string, string> = {}) =>
    (await baton(['status', 'TASK-1'], { isTTY, env: { ...env, ...more } })).stdout.includes(ESCAPE);
  expect(await show(false)).toBe(false);
  expect(await show(true)).toBe(true);
  expect(await show(true, { NO_COLOR: '1' })).toBe(false);
  expect(await show(true, { TERM: 'dumb' })).toBe(false);
  expect(await show(false, { FORCE_COLOR: '1' })).toBe(true);
  expect(await show(true, { FORCE_COLOR: '0' })).toBe(false);
  expect((await baton(['status', 'TASK-1', '--json'], { isTTY: true })).stdout).not.toContain(ESCAPE);

  let paged = '';
  const seen = await baton(['diff', 'TASK-1', 'implementer'], {
    isTTY: true,
    page: (text) => Promise.resolve(void (paged += text)),
  });
  expect(seen.stdout).toBe('');
  expect(paged).toContain(
    '\u001B[31m-export const login = () => 1;\u001B[39m\n\u001B[32m+export const ^[[31mlogin^G = 2;\u001B[39m',
  );
});

test.each([[[]], [['claude']], [['--json']], [['claude', 'Lunch']], [['claude', 'PreToolUse', 'more']]])(
  'wrong usage of hook is 1 here too, for 2 would block: %j',
  async (argv) => {
    const { code, stdout, stderr } = await createShop({ isRepository: false }).baton(['hook', ...argv]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Usage: baton hook');
  },
);

test('completion takes --json like every verb', async () => {
  const { baton } = createShop({ isRepository: false });
  const { stdout: script } = await baton(['completion', 'fish']);
  const { stdout } = await baton(['completion', 'fish', '--json']);
  expect(JSON.parse(stdout)).toEqual({ success: true, data: { shell: 'fish', script }, error: null });
  const refused = await baton(['completion', '__proto__', '--json']);
  expect([refused.code, refused.stderr]).toEqual([2, '']);
  expect(JSON.parse(refused.stdout)).toMatchObject({ success: false, error: { code: 'Usage' } });
});

test('a command that cannot be sent is answered with those that can', async () => {
  const { baton } = createShop();
  await baton(['init', 'TASK-1']);
  const { code, stderr } = await baton(['send', 'TASK-1', 'atest']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/Those are .*\battest, .*\babandon\b/);
  expect(stderr).not.toMatch(/record-plan/);
});

test('queue and worktree are tables', async () => {
  const { baton, write, directory } = createShop();
  expect((await baton(['queue'])).stdout).toBe('No task is left to do.\n');
  expect((await baton(['worktree', 'list'])).stdout).toMatch(/^No task has a working tree/);
  write('tasks/TASK-2.yaml', taskFile('TASK-2'));
  for (const id of ['TASK-1', 'TASK-2']) await baton(['init', id]);
  const taken = await baton(['queue', '--take', '--session', 'run-1']);
  expect(taken.stdout).toMatch(/^done: TASK-1 is taken \(claimed\)\ntask +state +owner +since +title\n/);
  expect(taken.stdout).toMatch(/^TASK-1 +yours +run-1 +\S+ +Fix login$/m);
  expect(taken.stdout).toMatch(/^TASK-2 +free +- +\S+ +Fix login$/m);
  expect((await baton(['queue', '--session', 'run-2'])).stdout).toMatch(/^TASK-1 +held +run-1 /m);

  const made = await baton(['worktree', 'create', 'TASK-1', '--session', 'run-1']);
  onTestFinished(() => rmSync(`${directory}.worktrees`, { recursive: true, force: true }));
  expect(made.stdout).toMatch(/^done: made in \/.*\ntask +agent +state +branch +path\nTASK-1 +- +\S+ +\S+ +\/\S+\n$/);
  expect((await baton(['worktree', 'list'])).stdout).toMatch(/^task +agent +state +branch +path\nTASK-1 /);
});

test('mounted in another program it runs there', async () => {
  const printed: string[] = [];
  const codes: number[] = [];
  const { directory } = createShop({ isRepository: false });
  const io = {
    stdout: { write: (text: string) => printed.push(text) },
    stderr: { write: (text: string) => printed.push(text) },
    env: {},
    cwd: directory,
    readStdin: () => Promise.resolve(Buffer.from('')),
    exit: (code: number) => void codes.push(code),
  };
  const host = new Command('host').addCommand(createBatonCommand({ io, name: 'tasks' }));
  await host.parseAsync(['tasks', 'get', 'TASK-1', '--json'], { from: 'user' });
  expect(codes).toEqual([5]);
  expect(JSON.parse(printed.join(''))).toMatchObject({ error: { code: 'ContextNotFound' } });
});

test('warnings are objects for programs and sentences for people', async () => {
  const { baton, ask, write } = createShop();
  for (const id of ['TASK-2', 'TASK-3'])
    write(`tasks/${id}.task.yaml`, taskFile(id).replace('in: [src/**]', 'in: [src/**, The form]'));
  const { data } = await ask('init', 'TASK-2');
  const message = (id: string): string =>
    `tasks/${id}.task.yaml:7: "The form" matches no file; it is kept as text only.`;
  expect(data['warnings']).toContainEqual({
    code: 'ScopeIsProse',
    message: message('TASK-2'),
    where: 'tasks/TASK-2.task.yaml:7',
  });
  expect((await baton(['init', 'TASK-3'])).stderr).toContain(`warning: ScopeIsProse: ${message('TASK-3')}\n`);

  write('docs/tasks.md', '### Task 1.1: Log in\n**Why:** Spec C1.1\n');
  write('docs/plan.md', '# Plan\n');
  const context = ['context', 'docs/tasks.md', '1.1', '--plan', 'docs/plan.md'];
  const whole = 'The plan is given in full: the task does not refer to it.';
  expect((await ask(...context)).data['warnings']).toEqual([
    { code: 'DocumentNotReferenced', message: whole, where: 'plan' },
  ]);
  expect((await baton(context)).stderr).toBe(`warning: ${whole}\n`);
});
