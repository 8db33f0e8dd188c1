import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASKED, EVERYDAY, linesOf, OWN_EVERYDAY, SNEAKY } from '../../../guard/src/shell/command-corpora.fixture.ts';
import { type BuiltProgram, buildProgram, spawnWith } from './built-program.fixture.ts';
import { createHookRepository, type HookRepository, startTask } from './hook-repository.fixture.ts';

let program: BuiltProgram;
let repository: HookRepository;
beforeAll(async () => {
  program = await buildProgram();
  repository = createHookRepository({
    ...Object.fromEntries(
      [
        ...['src/other.ts', 'docs/x', 'docs/hook', 'scripts/check.sh', 'packages/web/package.json', 'package.json'],
        ...[
          'docs/tracks/search/DECISIONS.md',
          'docs/context/GUARDRAILS.md',
          '.claude/settings.json',
          'src/.claude/settings.json',
        ],
      ].map((path) => [path, 'x\n']),
    ),
    '.gitignore': 'worktrees/\nartifacts/\n',
  });
  await startTask(repository);
  repository.git('worktree', 'add', '--quiet', join(repository.root, 'worktrees/agent'));
  for (const path of [
    'artifacts/guard.log',
    'artifacts/sessions/s1/guard.log',
    'artifacts/checkpoints/search/latest.json',
  ])
    repository.write(path, 'x\n');
  for (const name of ['HEAD', 'objects', 'refs', 'config']) repository.write(`docs/evil/${name}`, 'x\n');
  // A link into git and one into the store, made before the agent came.
  fs.symlinkSync('../.git', join(repository.root, 'docs/gitlink'));
  fs.symlinkSync('../.agent-output', join(repository.root, 'docs/storelink'));
});
afterAll(() => {
  program.remove();
  repository.remove();
});

async function judge(tool: string, input: object, cwd = repository.root): Promise<string> {
  const { code, out, err } = await spawnWith([process.execPath, program.file, 'hook', 'claude', 'PreToolUse'], {
    input: JSON.stringify({ session_id: 's1', cwd, tool_name: tool, tool_input: input }),
    cwd,
  });
  return code === 0 ? (/"permissionDecision":"(\w+)"/.exec(out)?.[1] ?? 'pass') : `exit code ${code}: ${err}`;
}

/** Each line with its verdict, some at a time. */
async function judgeAll(lines: readonly string[]): Promise<readonly string[]> {
  const verdicts: string[] = [];
  for (let start = 0; start < lines.length; start += 8) {
    const some = lines.slice(start, start + 8);
    verdicts.push(
      ...(await Promise.all(some.map(async (command) => `${await judge('Bash', { command })}: ${command}`))),
    );
  }
  return verdicts;
}

const expected = (verdict: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${verdict}: ${line}`);

test.each([
  ['everyday commands', 'pass', EVERYDAY, []],
  ["Batonkit's own commands", 'pass', OWN_EVERYDAY, []],
  ['what a person decides', 'ask', ASKED, ['cd docs/evil && git status', 'git -C docs/evil log']],
  [
    'sneaky commands',
    'deny',
    SNEAKY,
    [
      'echo x > docs/gitlink/config',
      'cd docs/gitlink && echo x > config',
      'cat docs/storelink/TASK-1/context.json',
      'cp docs/x docs/gitlink/hooks/pre-commit',
    ],
  ],
])(
  '%s: %s',
  async (_name, verdict, corpus, more) => {
    const lines = [...linesOf(corpus), ...more];
    expect(await judgeAll(lines)).toEqual(expected(verdict, lines));
  },
  120_000,
);

test('an agent edits sources out of the box, in a linked tree too, and a refusal says what changes it', async () => {
  const linked = join(repository.root, 'worktrees/agent');
  expect(
    await Promise.all([
      judge('Write', { file_path: 'src/app.ts' }),
      judge('Edit', { file_path: join(repository.root, 'src/app.ts') }),
      judge('Write', { file_path: 'src/app.ts' }, linked),
      judge('Bash', { command: 'npm test && git commit -am x' }, linked),
      judge('Write', { file_path: join(linked, 'src/app.ts') }),
      judge('Write', { file_path: join(repository.root, 'src/app.ts') }, linked),
      judge('Write', { file_path: '.git' }, linked),
      judge('mcp__batonkit__hand_off', { taskId: 'TASK-1', role: 'implementer' }),
      judge('mcp__batonkit__approve', { taskId: 'TASK-1', checkpoint: 'plan' }),
    ]),
  ).toEqual(['pass', 'pass', 'pass', 'pass', 'deny', 'deny', 'deny', 'pass', 'ask']);
});

test.each([
  ...['.mcp.json', '.cursor/mcp.json', '.gemini/extensions/x/gemini-extension.json', '.codex/rules/x.rules'],
  ...['.opencode/tool/x.ts', '.opencode/tools/x.ts', '.opencode/opencode.json', 'packages/web/.mcp.json'],
])('no agent adds a server that is called like ours, or a tool of its own: %s', async (path) => {
  expect([await judge('Write', { file_path: path }), await judge('Bash', { command: `echo {} > ${path}` })]).toEqual([
    'deny',
    'deny',
  ]);
});

test.each([
  ['codex', 'PreToolUse', 'mcp__batonkit__', 'deny'],
  ['gemini', 'BeforeTool', 'mcp_batonkit_', 'ask'],
  ['cursor', 'preToolUse', 'MCP:', 'deny'],
])('the tools of the MCP server in %s', async (harness, event, prefix, asked) => {
  const answer = async (tool: string, input: object): Promise<string> => {
    const { out } = await spawnWith([process.execPath, program.file, 'hook', harness, event], {
      input: JSON.stringify({
        ...{ session_id: 's1', conversation_id: 's1', cwd: repository.root, hook_event_name: event, model: 'm' },
        ...{ workspace_roots: [repository.root], tool_name: tool, tool_input: input },
      }),
      cwd: repository.root,
    });
    return /"(?:permissionDecision|permission|decision)":"(\w+)"/.exec(out)?.[1]?.replace('allow', 'pass') ?? 'pass';
  };
  const taskId = 'TASK-1';
  expect(
    await Promise.all([
      answer(`${prefix}hand_off`, { taskId, role: 'implementer' }),
      answer(`${prefix}status`, { taskId }),
      answer(`${prefix}tiers_load`, {}),
      answer(`${prefix}approve`, { taskId, checkpoint: 'plan' }),
      answer(`${prefix}worktree`, { action: 'land', taskId }),
      answer(`${prefix.replace('batonkit', 'other')}update`, { id: 7 }),
    ]),
  ).toEqual(['pass', 'pass', 'pass', asked, asked, 'deny']);
});

/** The verdict of a harness, and what it says. */
async function ask(
  harness: string,
  event: string,
  tool: string,
  input: object,
): Promise<{ verdict: string; said: string }> {
  const { code, out, err } = await spawnWith([process.execPath, program.file, 'hook', harness, event], {
    input: JSON.stringify({
      ...{ session_id: 's1', conversation_id: 's1', cwd: repository.root, hook_event_name: event, model: 'm' },
      ...{ workspace_roots: [repository.root], tool_name: tool, tool_input: input },
    }),
    cwd: repository.root,
  });
  const found = /"(?:permissionDecision|permission|decision)":"(\w+)"/.exec(out)?.[1] ?? 'pass';
  return { verdict: code === 0 ? found.replace('allow', 'pass') : `exit code ${code}`, said: out + err };
}

const SHELLS = [
  ['claude', 'PreToolUse', 'Bash'],
  ['codex', 'PreToolUse', 'Bash'],
  ['gemini', 'BeforeTool', 'run_shell_command'],
  ['cursor', 'preToolUse', 'Shell'],
] as const;

test.each(
  ['working_directory', 'directory', 'dir_path', 'cwd', 'workdir', 'working_dir'].flatMap((field) =>
    SHELLS.map((shell) => [...shell, field] as const),
  ),
)('%s %s: a command of %s is judged where %s says that it runs', async (harness, event, tool, field) => {
  const run = (command: string, folder: string) => ask(harness, event, tool, { command, [field]: folder });
  const verdicts = await Promise.all([
    run('echo x > config', '.git'),
    run('echo x > config', join(repository.root, '.git')),
    run('echo x > config', 'docs/gitlink'),
    run('echo x > settings.json', '.claude'),
    run('echo x > ../x.txt', 'src/../..'),
    run('echo x > x.txt', 'src'),
  ]);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['deny', 'deny', 'deny', 'deny', 'deny', 'pass']);
});

test('what a harness need not heed does not hide where a command runs', async () => {
  const inGit = { command: 'echo x > .git/config', cwd: 'src' };
  expect((await ask('claude', 'PreToolUse', 'Bash', inGit)).verdict).toBe('deny');
  const both = { command: 'echo x > config', working_directory: 'src', cwd: '.git' };
  expect((await ask('cursor', 'preToolUse', 'Shell', both)).verdict).toBe('deny');
});

test("Gemini's tools that read many files and remember", async () => {
  const use = async (tool: string, input: object) => (await ask('gemini', 'BeforeTool', tool, input)).verdict;
  expect(
    await Promise.all([
      use('read_many_files', { include: ['src/**', 'README.md'] }),
      use('read_many_files', { paths: ['src'] }),
      use('read_many_files', { include: ['src/**', '.agent-output/**'] }),
      use('read_many_files', { paths: ['.agent-output/TASK-1/context.json'] }),
      use('save_memory', { fact: 'x' }),
      use('tracker_create_task', { title: 'x' }),
      use('codebase_investigator', { objective: 'x' }),
    ]),
  ).toEqual(['pass', 'pass', 'deny', 'deny', 'pass', 'pass', 'pass']);
});

test.each([
  ['claude', 'PreToolUse', 'mcp__batonkit__', 'Bash'],
  ['codex', 'PreToolUse', 'mcp__batonkit__', 'Bash'],
  ['gemini', 'BeforeTool', 'mcp_batonkit_', 'run_shell_command'],
  ['cursor', 'preToolUse', 'MCP:', 'Shell'],
])(
  '%s: each refusal names the setting that changes it, or says that none does',
  async (harness, event, prefix, shell) => {
    const taskId = 'TASK-1';
    const refusals = await Promise.all([
      ...['approve', 'purge', 'take_over', 'restore', 'resolve_drift', 'rebuild'].map((tool) =>
        ask(harness, event, prefix + tool, { taskId }),
      ),
      ask(harness, event, `${prefix}send`, { taskId, command: 'abandon' }),
      ask(harness, event, `${prefix}worktree`, { taskId, action: 'land' }),
      ask(harness, event, `${prefix}complete`, { taskId, force: true }),
    ]);
    for (const { verdict, said } of refusals) {
      expect(verdict).toMatch(/ask|deny/);
      expect(said).toContain('guard.tools in batonkit.config.json');
      expect(said).not.toContain('trustedCommands');
    }
    const command = await ask(harness, event, shell, { command: 'git push' });
    expect(command.said).toContain('guard.trustedCommands in batonkit.config.json');
    const sent = await ask(harness, event, `${prefix}send`, { taskId, command: 'attest', condition: 'clean-build' });
    expect(sent.verdict).toBe('pass');
  },
);

test('what steers a harness, and the program of the guard itself, is closed to tools that write', async () => {
  const closed = [
    ...['cli', 'permissions', 'sandbox', 'environment', 'hooks', 'mcp'].map((name) => `.cursor/${name}.json`),
    ...['.gemini/policies/x.toml', '.gemini/settings.json', '.codex/config.toml', '.codex/hooks.json'],
    ...['.claude/plugins/x/plugin.json', '.claude-plugin/plugin.json', '.opencode/package.json', '.mcp.json'],
    ...['node_modules/@batonkit/cli/dist/baton.js', 'node_modules/.bin/baton', 'node_modules/.bin/baton.cmd'],
  ].flatMap((path) => [path, `packages/web/${path}`]);
  const asked = [
    ...['.claude/agents/x.md', '.claude/commands/x.md', '.claude/skills/x/SKILL.md', '.gemini/commands/x.toml'],
    ...['.codex/agents/x.toml', '.cursor/rules/x.mdc', '.opencode/command/x.md', '.opencode/agent/x.md'],
  ].flatMap((path) => [path, `packages/web/${path}`]);
  const open = ['.env.example', '.env.sample', 'src/.env.template', 'CLAUDE.md', 'AGENTS.md', 'DECISIONS.md'];
  const verdictsOf = (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => `${await judge('Write', { file_path: path })}: ${path}`));
  expect(await verdictsOf(closed)).toEqual(expected('deny', closed));
  expect(await verdictsOf(asked)).toEqual(expected('ask', asked));
  expect(await verdictsOf(open)).toEqual(expected('pass', open));
}, 60_000);

test('a program of Batonkit that lies in the repository is closed, wherever that is', async () => {
  const folder = join(repository.root, 'tools/baton/dist');
  fs.cpSync(join(program.file, '..'), folder, { recursive: true });
  const use = async (tool: string, input: object): Promise<string> => {
    const { out } = await spawnWith([process.execPath, join(folder, 'baton.js'), 'hook', 'claude', 'PreToolUse'], {
      input: JSON.stringify({ session_id: 's1', cwd: repository.root, tool_name: tool, tool_input: input }),
      cwd: repository.root,
    });
    return /"permissionDecision":"(\w+)"/.exec(out)?.[1] ?? 'pass';
  };
  expect(
    await Promise.all([
      use('Write', { file_path: 'tools/baton/dist/baton.js' }),
      use('Edit', { file_path: join(folder, 'hook/run-hook.js') }),
      use('Bash', { command: 'sed -i s/deny/allow/ tools/baton/dist/hook/run-hook.js' }),
      use('Bash', { command: 'rm -rf tools/baton' }),
      use('Bash', { command: 'cp -r docs/x tools/baton' }),
      use('Bash', { command: 'node tools/baton/dist/baton.js list' }),
      use('Write', { file_path: 'tools/other.js' }),
    ]),
  ).toEqual(['deny', 'deny', 'deny', 'deny', 'ask', 'pass', 'pass']);
});
