import fs from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltProgram, buildProgram, type Spawned, spawnWith } from './built-program.fixture.ts';
import { createHookRepository, type HookRepository, startTask } from './hook-repository.fixture.ts';
import { installHooks } from './install-hooks.ts';
import { payloadIn, PAYLOADS } from './payloads.fixture.ts';

const PLANNING = { 'batonkit.config.json': '{ "guard": { "profile": "planning" } }\n' };

let program: BuiltProgram;
let repository: HookRepository;
beforeAll(async () => {
  program = await buildProgram();
  repository = createHookRepository(PLANNING);
  await startTask(repository);
});
afterAll(() => {
  program.remove();
  repository.remove();
});

const hook = (
  harness: string,
  event: string,
  payload: object | string,
  more: { cwd?: string; closeOutput?: boolean; env?: Record<string, string> } = {},
): Promise<Spawned> =>
  spawnWith([process.execPath, program.file, 'hook', harness, event], {
    input: typeof payload === 'string' ? payload : JSON.stringify(payload),
    cwd: repository.root,
    ...more,
  });
const recorded = (harness: string, event: string, more: object = {}) => ({
  ...payloadIn(repository.root, PAYLOADS.find((one) => one.harness === harness && one.event === event)?.payload ?? {}),
  ...more,
});
const outOf = (ran: Spawned): unknown => {
  expect([ran.code, ran.err]).toEqual([0, '']);
  return JSON.parse(ran.out);
};
const writing = { tool_name: 'Write', tool_input: { file_path: 'src/app.ts', content: 'x' } };

describe('a recorded payload in a repository with an open turn', () => {
  test('Claude Code: a write outside is denied, the start tells of the task, the stop of the turn', async () => {
    const [guarded, started, stopped] = await Promise.all([
      hook('claude', 'PreToolUse', recorded('claude', 'PreToolUse', writing)),
      hook('claude', 'SessionStart', recorded('claude', 'SessionStart')),
      hook('claude', 'Stop', recorded('claude', 'Stop')),
    ]);
    expect(outOf(guarded)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(JSON.stringify(outOf(started))).toContain('TASK-1 (Login): the turn of implementer is open');
    expect(outOf(stopped)).toEqual({
      systemMessage: expect.stringContaining('the turn of implementer is still open') as string,
    });
  });

  test('Codex: a patch is judged by its files', async () => {
    const patch = (path: string) =>
      recorded('codex', 'PreToolUse', {
        tool_name: 'apply_patch',
        tool_input: {
          command: `*** Begin Patch\n*** Add File: docs/a.md\n+x\n*** Add File: ${path}\n+x\n*** End Patch`,
        },
      });
    const [denied, fine] = await Promise.all([
      hook('codex', 'PreToolUse', patch('src/b.ts')),
      hook('codex', 'PreToolUse', patch('docs/b.md')),
    ]);
    expect(outOf(denied)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('src/b.ts') as string,
      },
    });
    expect(outOf(fine)).toEqual({});
  });

  test('Gemini CLI: what a compression lost is added to the next prompt, once', async () => {
    repository.write('docs/tracks/ACTIVE_TRACK', 'search\n');
    repository.write('docs/tracks/search/PLAN.md', '# Plan\n\n## Goal\n\nFind people.\n');
    const prompt = () => hook('gemini', 'BeforeAgent', recorded('gemini', 'BeforeAgent'));
    expect(outOf(await prompt())).toEqual({});
    expect(outOf(await hook('gemini', 'PreCompress', recorded('gemini', 'PreCompress')))).toEqual({});
    expect(JSON.stringify(outOf(await prompt()))).toContain('Find people.');
    expect(outOf(await prompt())).toEqual({});
    const shell = { tool_name: 'run_shell_command', tool_input: { command: 'rm app.ts', dir_path: 'src' } };
    expect(outOf(await hook('gemini', 'BeforeTool', recorded('gemini', 'BeforeTool', shell)))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('src/app.ts') as string,
    });
  });

  test('Cursor: answers are flat, and no objection is said', async () => {
    const [fine, denied] = await Promise.all([
      hook('cursor', 'preToolUse', recorded('cursor', 'preToolUse')),
      hook('cursor', 'preToolUse', recorded('cursor', 'preToolUse', writing)),
    ]);
    expect(outOf(fine)).toEqual({ permission: 'allow' });
    expect(outOf(denied)).toMatchObject({ permission: 'deny' });
  });
});

test('a log written after a hand-off is no drift', async () => {
  const baton = repository.open();
  repository.write('src/app.ts', 'new\n');
  await orThrow(baton.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));
  await hook('claude', 'PostToolUse', recorded('claude', 'PostToolUse'));
  await hook('claude', 'PreToolUse', recorded('claude', 'PreToolUse', writing));
  await hook('claude', 'Stop', recorded('claude', 'Stop'));
  expect(repository.read('artifacts/sessions/abc123/work_log.md')).toMatch(/Tool: Write .*docs\/file\.txt\n$/);
  expect(repository.git('status', '--porcelain', '--untracked-files=all')).not.toContain('artifacts/sessions');
  const review = await repository.open().startTurn('TASK-1', { role: 'reviewer', actor: 'codex' });
  expect(review.isOk() ? 'no drift' : review.error.message).toBe('no drift');
});

describe('the protocol (P17)', () => {
  test('an agent writes in its own working tree, the coordinator no sources, and nobody while a checkpoint waits', async () => {
    const own = createHookRepository();
    const linked = `${own.root}-agent`;
    try {
      own.git('worktree', 'add', '--quiet', linked);
      await startTask(own);
      // The record is brought to a state by hand: which steps lead there is not what this test is about.
      const store = join(own.root, '.agent-output');
      const { createFsTaskStore } = await import('@batonkit/fs-adapter');
      const tasks = createFsTaskStore({ root: store });
      const put = async (state: string, isPresented: boolean) => {
        const { revision, body } = await orThrow(tasks.read('TASK-1'));
        const record = JSON.parse(body ?? '') as Record<string, unknown>;
        const presented = isPresented ? { covers: 'a'.repeat(64), at: '2026-11-17T09:00:00.000Z', fence: 1 } : null;
        record['protocol'] = {
          state,
          owner: null,
          worktree: null,
          agents: { updater: { kind: 'updater', worktree: linked } },
          plan: null,
          risk: null,
          checkpoints: { plan: { presented, approved: null }, change: { presented: null, approved: null } },
        };
        await orThrow(
          tasks.commit({
            id: 'TASK-1',
            expected: revision,
            operationId: `${state}${revision}`,
            body: JSON.stringify(record),
            audit: ['x'],
            artifacts: [],
          }),
        );
      };
      const write = async (cwd: string, path: string) => {
        const ran = await hook(
          'claude',
          'PreToolUse',
          recorded('claude', 'PreToolUse', { cwd, tool_name: 'Write', tool_input: { file_path: path } }),
          { cwd },
        );
        return /"permissionDecisionReason":"(.*)"/.exec(JSON.stringify(outOf(ran)))?.[1] ?? 'fine';
      };
      await put('IMPLEMENTATION', false);
      expect(
        await Promise.all([
          write(own.root, 'src/a.ts'),
          write(own.root, 'docs/a.md'),
          write(linked, 'src/a.ts'),
          write(linked, join(own.root, 'src/a.ts')),
        ]),
      ).toEqual([
        expect.stringContaining('the coordinator writes no sources'),
        'fine',
        'fine',
        expect.stringContaining('may not be written'),
      ]);
      await put('SYNTHESIS', true);
      expect(
        await Promise.all([write(own.root, 'src/a.ts'), write(linked, 'src/a.ts'), write(own.root, 'docs/a.md')]),
      ).toEqual([expect.stringContaining('A checkpoint waits'), expect.stringContaining('A checkpoint waits'), 'fine']);
      await put('VALIDATION', false);
      expect(await write(own.root, 'src/a.ts')).toBe('fine');
    } finally {
      fs.rmSync(linked, { recursive: true, force: true });
      own.remove();
    }
  });
});

describe('bad surroundings', () => {
  test('malformed input, an unknown event and an enormous payload', async () => {
    const [guard, other, unknown, enormous] = await Promise.all([
      hook('claude', 'PreToolUse', '{"session'),
      hook('claude', 'Stop', '{"session'),
      hook('claude', 'Lunch', '{}'),
      hook('claude', 'PreToolUse', `{"x":"${'y'.repeat(33 * 1024 * 1024)}"}`),
    ]);
    expect([guard.code, other.code, unknown.code, enormous.code]).toEqual([2, 0, 1, 2]);
    expect(guard.err).toContain('The input is not JSON');
    expect(other.out).toBe('{}\n');
    expect(enormous.err).toContain('more than');
  });

  test('a harness that has closed its end', async () => {
    const [denied, other] = await Promise.all([
      hook('claude', 'PreToolUse', recorded('claude', 'PreToolUse', writing), { closeOutput: true }),
      hook('claude', 'SessionStart', recorded('claude', 'SessionStart'), { closeOutput: true }),
    ]);
    expect([denied.code, other.code]).toEqual([2, 0]);
    expect(denied.err).toContain('src/app.ts may not be written');
  });

  test('a damaged store: a person decides about writes, the rest goes on', async () => {
    const own = createHookRepository(PLANNING);
    try {
      await startTask(own);
      const folder = join(own.root, '.agent-output/TASK-1/revisions');
      for (const name of fs.readdirSync(folder)) fs.writeFileSync(join(folder, name), 'damaged');
      const payload = (event: string) => ({ ...recorded('claude', event), cwd: own.root });
      const [guard, other] = await Promise.all([
        hook('claude', 'PreToolUse', payload('PreToolUse'), { cwd: own.root }),
        hook('claude', 'SessionStart', payload('SessionStart'), { cwd: own.root }),
      ]);
      expect([guard.code, JSON.parse(guard.out)]).toMatchObject([
        0,
        { hookSpecificOutput: { permissionDecision: 'ask' } },
      ]);
      expect(guard.out).toContain('TASK-1');
      expect([other.code, other.out]).toEqual([0, expect.stringContaining('TASK-1')]);
    } finally {
      own.remove();
    }
  });

  test('a store and a workspace that cannot be written: the guard still judges, logs are left out', async () => {
    const own = createHookRepository(PLANNING);
    try {
      await startTask(own);
      // A file where the folder of the logs should be cannot be written into by anybody, root included.
      own.write('artifacts', 'in the way\n');
      fs.chmodSync(join(own.root, '.agent-output'), 0o500);
      const payload = (event: string, more: object = {}) => ({ ...recorded('claude', event), cwd: own.root, ...more });
      const [guard, log, stop] = await Promise.all([
        hook('claude', 'PreToolUse', payload('PreToolUse', writing), { cwd: own.root }),
        hook('claude', 'PostToolUse', payload('PostToolUse'), { cwd: own.root }),
        hook('claude', 'Stop', payload('Stop'), { cwd: own.root }),
      ]);
      expect([guard.code, log.code, stop.code]).toEqual([0, 0, 0]);
      expect(guard.out).toContain('"deny"');
      expect(log.err).toContain('artifacts');
      expect(JSON.parse(stop.out)).toHaveProperty('systemMessage');
    } finally {
      fs.chmodSync(join(own.root, '.agent-output'), 0o700);
      own.remove();
    }
  });
});

describe('the installed command line', () => {
  const commandOf = (harness: string, path: string, event: string): string => {
    const text = repository.read(path) ?? '';
    const found = new RegExp(
      String.raw`"command": ("(?:[^"\\\\]|\\\\.)* hook ${harness} ${event}(?:[^"\\\\]|\\\\.)*")`,
    ).exec(text)?.[1];
    return JSON.parse(found ?? '""') as string;
  };
  const settings = [
    ['claude', '.claude/settings.json', 'PreToolUse'],
    ['codex', '.codex/hooks.json', 'PreToolUse'],
    ['gemini', '.gemini/settings.json', 'BeforeTool'],
    ['cursor', '.cursor/hooks.json', 'preToolUse'],
  ] as const;
  const write = (harness: string, more: { command?: string; remove?: boolean } = {}) =>
    installHooks({ harness, directory: repository.root, write: true, file: program.file, ...more })._unsafeUnwrap();
  const say = (harness: string, event: string, command: string) =>
    spawnWith(['sh', '-c', command], {
      input: JSON.stringify(recorded(harness, event, writing)),
      cwd: join(repository.root, 'src'),
      env: harness === 'claude' ? { CLAUDE_PROJECT_DIR: repository.root } : {},
    });

  test.each(settings)('%s: works from a folder inside the repository', async (harness, path, event) => {
    expect(write(harness).isWritten).toBe(true);
    const ran = await say(harness, event, commandOf(harness, path, event));
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain('deny');
    write(harness, { remove: true });
    expect(repository.read(path)).toBeNull();
  });

  test.each(settings.filter(([harness]) => harness !== 'cursor'))(
    '%s: a program that is gone blocks, where it guards',
    async (harness, path, event) => {
      write(harness, { command: '/nowhere/baton' });
      const guard = await say(harness, event, commandOf(harness, path, event));
      expect([guard.code, guard.out]).toEqual([2, '']);
      expect(guard.err).toContain('/nowhere/baton');
      const other = await say(harness, 'SessionStart', commandOf(harness, path, 'SessionStart'));
      expect(other.code).toBe(127);
      write(harness, { remove: true });
    },
  );
});
