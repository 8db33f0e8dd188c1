import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltProgram, buildProgram, type Spawned, spawnWith } from './built-program.fixture.ts';
import { createHookRepository, type HookRepository, IMMUTABLE, startTask } from './hook-repository.fixture.ts';

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => program.remove());

type Env = Readonly<Record<string, string>>;

/** A hook as its own process. One that hangs is cut off after ten seconds and has no exit code. */
const hook = (repository: HookRepository, event: string, payload: object, env: Env = {}): Promise<Spawned> =>
  spawnWith(['timeout', '10', process.execPath, program.file, 'hook', 'claude', event], {
    input: JSON.stringify({ session_id: 's1', cwd: repository.root, hook_event_name: event, ...payload }),
    cwd: repository.root,
    env: { ...env },
  });

/** The verdict of the guard: `pass`, `ask`, `deny`, or what went wrong. */
async function judge(
  repository: HookRepository,
  tool: string,
  input: object,
  env: Env = {},
): Promise<{ verdict: string; told: string }> {
  const { code, out, err } = await hook(repository, 'PreToolUse', { tool_name: tool, tool_input: input }, env);
  const verdict = /"permissionDecision":"(\w+)"/.exec(out)?.[1] ?? 'pass';
  return { verdict: code === 0 ? verdict : `exit code ${code}: ${err}`, told: `${out}${err}` };
}

const inRepository = async (work: (repository: HookRepository) => Promise<void>): Promise<void> => {
  const repository = createHookRepository();
  try {
    await work(repository);
  } finally {
    repository.remove();
  }
};

describe('a path that the system cannot follow is judged', () => {
  let repository: HookRepository;
  beforeAll(() => {
    repository = createHookRepository({ 'docs/a.md': 'a\n', 'docs/b.md': 'b\n' });
    fs.symlinkSync('loop', join(repository.root, 'docs/loop'));
    fs.symlinkSync('ping', join(repository.root, 'docs/pong'));
    fs.symlinkSync('pong', join(repository.root, 'docs/ping'));
    fs.mkdirSync(join(repository.root, 'docs/closed/inner'), { recursive: true });
    fs.chmodSync(join(repository.root, 'docs/closed'), 0o000);
  });
  afterAll(() => {
    fs.chmodSync(join(repository.root, 'docs/closed'), 0o700);
    repository.remove();
  });

  test.each([
    ['cp docs/a.md docs/b.md', 'pass'],
    ['mv docs/a.md docs/b.md', 'pass'],
    ['install -m 644 docs/a.md docs/b.md', 'pass'],
    ['rsync -a docs/a.md docs/b.md', 'pass'],
    ['cat docs/a.md/x', 'pass'],
    ['cd docs/a.md && ls', 'pass'],
    ['cat docs/loop/x', 'pass'],
    ['echo x > docs/loop', 'deny'],
    ['echo x > docs/ping/x', 'deny'],
    [`cat docs/${'n'.repeat(300)}`, 'pass'],
    [`cat ${'docs/'.repeat(1000)}x`, 'pass'],
    ['cat docs/closed/inner/x', 'pass'],
  ])('%s', async (command, verdict) => {
    expect((await judge(repository, 'Bash', { command })).verdict).toBe(verdict);
  });

  test.each([
    ['Read', 'docs/a.md/x', 'pass'],
    ['Read', 'docs/loop', 'pass'],
    ['Read', `docs/${'n'.repeat(300)}/x`, 'pass'],
    ['Read', 'docs/closed/inner/x', 'pass'],
    ['Write', 'docs/a.md/x', 'pass'],
    ['Write', 'docs/pong/x', 'deny'],
    ['Write', `docs/${'n'.repeat(300)}/x`, 'pass'],
  ])('%s %s', async (tool, path, verdict) => {
    expect((await judge(repository, tool, { file_path: path })).verdict).toBe(verdict);
  });

  test.each(['docs/a.md', 'docs/loop', 'docs/nowhere/at/all', `docs/${'n'.repeat(300)}`])(
    'a session that says it is in %s',
    async (folder) => {
      const cwd = join(repository.root, folder);
      const { code, err } = await hook(repository, 'PreToolUse', {
        cwd,
        tool_name: 'Read',
        tool_input: { file_path: 'x' },
      });
      expect([code, err]).toEqual([0, '']);
    },
  );
});

describe('a pipe where a file should be', () => {
  const makePipe = (path: string): void => {
    fs.rmSync(path, { force: true });
    fs.mkdirSync(join(path, '..'), { recursive: true });
    execFileSync('mkfifo', [path]);
  };
  const events = [
    ['PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'README.md' } }],
    ['PostToolUse', { tool_name: 'Read', tool_input: { file_path: 'README.md' }, tool_response: {} }],
    ['SessionStart', { source: 'resume' }],
    ['PreCompact', { trigger: 'auto' }],
    ['Stop', {}],
  ] as const;

  test.each([
    'batonkit.config.json',
    'batonkit.config.mjs',
    'artifacts/sessions/s1/hooks.json',
    'artifacts/sessions/s1/work_log.md',
    'artifacts/sessions/s1/guard.log',
    'artifacts/sessions/.gitignore',
    'docs/tracks/ACTIVE_TRACK',
    'transcript.jsonl',
  ])('%s hangs no event', async (path) => {
    await inRepository(async (repository) => {
      await startTask(repository);
      makePipe(join(repository.root, path));
      const transcript_path = join(repository.root, 'transcript.jsonl');
      const ran = await Promise.all(
        events.map(([event, more]) => hook(repository, event, { ...more, transcript_path })),
      );
      const isSettings = path.startsWith('batonkit.config');
      expect(ran.map(({ code }) => code)).toEqual([isSettings ? 2 : 0, 0, 0, 0, 0]);
      if (isSettings) expect(ran[0]?.err).toContain(`${path} cannot be read`);
    });
  });

  test('in the pointers of a linked working tree hangs no event', async () => {
    await inRepository(async (repository) => {
      const linked = `${repository.root}-linked`;
      repository.git('worktree', 'add', '--quiet', linked);
      try {
        makePipe(join(repository.root, '.git/worktrees', linked.split('/').pop() ?? '', 'gitdir'));
        const ran = await Promise.all(events.map(([event, more]) => hook(repository, event, more)));
        expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
      } finally {
        fs.rmSync(linked, { recursive: true, force: true });
      }
    });
  });
});

describe('a damaged task', () => {
  const damage = (repository: HookRepository, id: string): void => {
    const folder = join(repository.root, '.agent-output', id, 'revisions');
    for (const name of fs.readdirSync(folder)) fs.writeFileSync(join(folder, name), 'damaged');
  };
  const two = (work: (repository: HookRepository) => Promise<void>) =>
    inRepository(async (repository) => {
      const baton = await startTask(repository, 'TASK-1');
      const git = { head: repository.git('rev-parse', 'HEAD'), task_file_sha: null };
      await orThrow(baton.contexts.init('TASK-2', { actor: 'ada', immutable: IMMUTABLE, git }));
      await orThrow(baton.startTurn('TASK-2', { role: 'implementer', actor: 'codex', session: 's1' }));
      damage(repository, 'TASK-1');
      await work(repository);
    });

  test('is named, and stops nobody who works on another one', async () => {
    await two(async (repository) => {
      for (const env of [{}, { BATON_TASK: 'TASK-2' }] as const) {
        const write = await judge(repository, 'Write', { file_path: 'docs/a.md' }, env);
        expect(write.verdict).toBe('pass');
        expect((await judge(repository, 'Bash', { command: 'ls' }, env)).verdict).toBe('pass');
        expect((await judge(repository, 'Write', { file_path: '/etc/passwd' }, env)).verdict).toBe('deny');
      }
      expect((await judge(repository, 'Write', { file_path: 'docs/a.md' })).told).toContain('TASK-1');
      const [start, stop] = await Promise.all([
        hook(repository, 'SessionStart', { source: 'startup' }),
        hook(repository, 'Stop', {}),
      ]);
      expect([start.code, stop.code]).toEqual([0, 0]);
      expect(start.out).toContain('TASK-2 (Login)');
      expect(start.out).toContain('TASK-1');
      expect(stop.out).toContain('TASK-2: the turn of implementer is still open');
      expect(stop.out).toContain('TASK-1');
    });
  });

  test('that the session works on lets it read, and asks a person about what it writes', async () => {
    await two(async (repository) => {
      const env = { BATON_TASK: 'TASK-1' };
      const [read, look, write, run] = await Promise.all([
        judge(repository, 'Read', { file_path: 'README.md' }, env),
        judge(repository, 'Bash', { command: 'git log --oneline | head -3' }, env),
        judge(repository, 'Write', { file_path: 'docs/a.md' }, env),
        judge(repository, 'Bash', { command: 'rm docs/a.md' }, env),
      ]);
      expect([read.verdict, look.verdict, write.verdict, run.verdict]).toEqual(['pass', 'pass', 'ask', 'ask']);
      expect(write.told).toContain('TASK-1');
      expect(write.told).toContain('baton doctor');
      expect(write.told).not.toMatch(/\brm\b|purge|--fix|delete/);
    });
  });

  test('that may be the one of the session counts as the one', async () => {
    await inRepository(async (repository) => {
      await startTask(repository);
      damage(repository, 'TASK-1');
      expect((await judge(repository, 'Write', { file_path: 'docs/a.md' })).verdict).toBe('ask');
      expect((await judge(repository, 'Read', { file_path: 'README.md' })).verdict).toBe('pass');
    });
  });
});
