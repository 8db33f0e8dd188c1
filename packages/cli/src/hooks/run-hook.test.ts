import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODECS } from './find-codec.ts';
import { createHookRepository, type HookRepository, startTask } from './hook-repository.fixture.ts';
import { payloadIn, PAYLOADS } from './payloads.fixture.ts';
import { type AnswerCall, type HookIo, runHook } from './run-hook.ts';

let repository: HookRepository;
beforeAll(async () => {
  repository = createHookRepository();
  await startTask(repository);
});
afterAll(() => repository.remove());

const PAIRS = CODECS.flatMap(({ harness, events }) =>
  Object.entries(events).map(([event, kind]) => ({ harness, event, isGuard: kind === 'before-tool' })),
);

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  argv: readonly string[],
  input: HookIo['stdin'] | object,
  given: Partial<HookIo> = {},
  answer?: AnswerCall,
): Promise<Ran> {
  let [out, err] = ['', ''];
  const stdin =
    Symbol.iterator in input || Symbol.asyncIterator in input ? (input as HookIo['stdin']) : [JSON.stringify(input)];
  const io: HookIo = {
    stdin,
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: {},
    cwd: repository.root,
    ...given,
  };
  const code = await runHook(argv, io, answer);
  return { code, out, err };
}

const recorded = (harness: string, event: string): object => {
  const found = PAYLOADS.find((one) => one.harness === harness && one.event === event);
  return payloadIn(repository.root, found?.payload ?? {});
};

test.each(PAYLOADS)('$harness $event is answered with JSON and 0', async ({ harness, event, payload }) => {
  const { code, out, err } = await run([harness, event], payloadIn(repository.root, payload));
  expect([code, err]).toEqual([0, '']);
  expect(typeof JSON.parse(out)).toBe('object');
});

describe('whatever goes wrong, a guard blocks and nothing else does', () => {
  const crash: AnswerCall = () => Promise.reject(new RangeError('a bug in the guard'));
  const huge = function* () {
    for (let megabyte = 0; megabyte < 40; megabyte += 1) yield Buffer.alloc(1024 * 1024, ' ');
  };
  const cases: readonly [string, (pair: { harness: string; event: string }) => Promise<Ran>, RegExp][] = [
    ['malformed JSON', ({ harness, event }) => run([harness, event], ['{"session_id":']), /is not JSON/],
    ['no input at all', ({ harness, event }) => run([harness, event], []), /is not JSON/],
    ['JSON that is no object', ({ harness, event }) => run([harness, event], ['[1]']), /not a JSON object/],
    [
      'a crash',
      ({ harness, event }) => run([harness, event], recorded(harness, event), {}, crash),
      /a bug in the guard/,
    ],
    [
      'no repository',
      ({ harness, event }) => {
        const elsewhere = fs.realpathSync(tmpdir());
        return run(
          [harness, event],
          payloadIn(elsewhere, PAYLOADS.find((one) => one.harness === harness && one.event === event)?.payload ?? {}),
          { cwd: elsewhere },
        );
      },
      /no git repository/,
    ],
  ];
  describe.each(cases)('%s', (_name, attempt, reason) => {
    test.each(PAIRS)('$harness $event', async ({ harness, event, isGuard }) => {
      const { code, out, err } = await attempt({ harness, event });
      expect(err).toMatch(reason);
      expect([code, out]).toEqual(isGuard ? [2, ''] : [0, '{}\n']);
    });
  });

  test.each(PAIRS.filter(({ harness }) => harness === 'claude'))(
    'an enormous payload: $event',
    async ({ harness, event, isGuard }) => {
      const { code, err } = await run([harness, event], huge());
      expect(code).toBe(isGuard ? 2 : 0);
      expect(err).toContain('more than 33554432 bytes');
    },
  );

  test('a payload without a tool', async () => {
    expect((await run(['claude', 'PreToolUse'], { session_id: 'a', cwd: repository.root })).code).toBe(2);
    expect((await run(['claude', 'PostToolUse'], { session_id: 'a', cwd: repository.root })).code).toBe(0);
  });
});

test.each([
  [[]],
  [['claude']],
  [['claude', 'Lunch']],
  [['vim', 'PreToolUse']],
  [['opencode', 'PreToolUse']],
  [['claude', 'Stop', 'more']],
  [['claude', '__proto__']],
])('wrong usage %j is 1, never 2', async (argv) => {
  const { code, out, err } = await run(argv, {});
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('Usage: baton hook');
});

describe('a closed stdout', () => {
  const stdout = {
    write: () => {
      throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    },
  };
  const use = (path: string) => ({
    session_id: 'a',
    cwd: repository.root,
    tool_name: 'Write',
    tool_input: { file_path: path },
  });

  test('does not lose a denial: the exit code says it', async () => {
    const { code, err } = await run(['claude', 'PreToolUse'], use('/etc/passwd'), { stdout });
    expect(code).toBe(2);
    expect(err).toContain('/etc/passwd may not be written');
  });

  test('disturbs nothing else', async () => {
    expect((await run(['claude', 'PreToolUse'], use('docs/a.md'), { stdout })).code).toBe(0);
    expect((await run(['claude', 'Stop'], recorded('claude', 'Stop'), { stdout, stderr: stdout })).code).toBe(0);
  });
});

describe('the guard of a workspace', () => {
  const judge = async (file: string, given: { cwd?: string; env?: Record<string, string>; tool?: string } = {}) => {
    const input = {
      session_id: 'a',
      cwd: given.cwd ?? repository.root,
      tool_name: given.tool ?? 'Write',
      tool_input: { file_path: file },
    };
    const ran = await run(['claude', 'PreToolUse'], input, { env: given.env ?? {} });
    return ran.code === 2
      ? `blocked ${ran.err}`
      : ran.out.includes('"deny"')
        ? 'deny'
        : ran.out.includes('"ask"')
          ? 'ask'
          : 'none';
  };
  const withConfig = async (config: unknown, work: () => Promise<void>) => {
    repository.write('batonkit.config.json', typeof config === 'string' ? config : JSON.stringify(config));
    try {
      await work();
    } finally {
      fs.rmSync(join(repository.root, 'batonkit.config.json'));
    }
  };

  test("writes in the repository, from any folder, but not what is not the agents' to write", async () => {
    const cwd = join(repository.root, 'src');
    expect(await judge('src/a.ts')).toBe('none');
    expect(await judge('../docs/a.md', { cwd })).toBe('none');
    expect(await judge('../../a.md', { cwd })).toBe('deny');
    expect(await judge('artifacts/sessions/a/guard.log')).toBe('deny');
    expect(await judge('docs/tracks/search/DECISIONS.md')).toBe('deny');
    expect(await judge('.git/hooks/pre-commit')).toBe('deny');
    expect(await judge('.agent-output/x', { tool: 'Read' })).toBe('deny');
  });

  test('writes below docs and artifacts with the profile planning', async () => {
    await withConfig({ guard: { profile: 'planning' } }, async () => {
      const cwd = join(repository.root, 'src');
      expect(await judge('docs/a.md')).toBe('none');
      expect(await judge('../docs/a.md', { cwd })).toBe('none');
      expect(await judge('docs/a.md', { cwd })).toBe('deny');
      expect(await judge('src/a.ts')).toBe('deny');
    });
  });

  test('goes by the configuration, which no agent may write, nor the settings of a harness', async () => {
    await withConfig({ guard: { writableRoots: ['src', '.claude', '.'] } }, async () => {
      expect(await judge('src/a.ts')).toBe('none');
      for (const path of [
        'batonkit.config.json',
        'BATONKIT.config.json',
        '.claude/settings.json',
        '.claude/settings.local.json',
        '.codex/hooks.json',
        '.gemini/settings.json',
        '.cursor/hooks.json',
        '.opencode/plugins/batonkit.js',
        'docs/../.claude/settings.json',
      ])
        expect([path, await judge(path)]).toEqual([path, 'deny']);
    });
  });

  test('knows a store in another folder, and in git refs', async () => {
    await withConfig({ store: 'elsewhere/tasks' }, async () => {
      expect(await judge('elsewhere/tasks/x', { tool: 'Read' })).toBe('deny');
      expect(await judge('.agent-output/x', { tool: 'Read' })).toBe('deny');
      expect(await judge('docs/a.md', { env: { BATON_TASK: 'TASK-1' } })).toBe('ask');
    });
    await withConfig({ store: 'git' }, async () => {
      expect(await judge('docs/a.md')).toBe('none');
      expect(await judge('docs/a.md', { env: { BATON_TASK: 'TASK-1' } })).toBe('ask');
    });
    await withConfig({ store: 'env:NO_SUCH_VARIABLE' }, async () => {
      expect(await judge('docs/a.md')).toMatch(/^blocked .*NO_SUCH_VARIABLE/);
    });
  });

  test('goes by settings that are a module', async () => {
    repository.write('batonkit.config.mjs', "export default { guard: { writableRoots: ['src'] } };\n");
    expect([await judge('src/a.ts'), await judge('docs/a.md'), await judge('batonkit.config.mjs')]).toEqual([
      'none',
      'deny',
      'deny',
    ]);
    fs.rmSync(join(repository.root, 'batonkit.config.mjs'));
  });

  test.each(['{', '[]', { store: 7 }, { guard: { writeableRoots: ['.'] } }, { guard: 7 }])(
    'blocks with the configuration %j',
    async (config) => {
      await withConfig(config, async () => {
        expect(await judge('docs/a.md')).toMatch(
          /^blocked .*(?:batonkit\.config\.json (?:is not|cannot|names no)|The guard in batonkit\.config is wrong)/,
        );
        expect((await run(['claude', 'Stop'], recorded('claude', 'Stop'))).code).toBe(0);
      });
    },
  );

  test('follows links', async () => {
    fs.mkdirSync(join(repository.root, 'docs'), { recursive: true });
    fs.symlinkSync('../.git/hooks', join(repository.root, 'docs/link'));
    expect(await judge('docs/link/pre-commit')).toBe('deny');
    fs.rmSync(join(repository.root, 'docs/link'));
  });

  test('keeps to the project when the session has gone elsewhere', async () => {
    const cwd = fs.realpathSync(tmpdir());
    expect(await judge('x.md', { cwd, env: { CLAUDE_PROJECT_DIR: repository.root } })).toBe('deny');
    expect(await judge(join(repository.root, 'docs/x.md'), { cwd, env: { CLAUDE_PROJECT_DIR: repository.root } })).toBe(
      'none',
    );
  });

  test('knows a linked working tree, and keeps the store of the main one from it', async () => {
    const linked = `${repository.root}-linked`;
    repository.git('worktree', 'add', '--quiet', linked);
    try {
      expect(await judge('docs/a.md', { cwd: linked })).toBe('none');
      expect(await judge('src/a.ts', { cwd: linked })).toBe('none');
      expect(await judge(join(linked, 'src/a.ts'))).toBe('deny');
      expect(await judge(join(repository.root, 'docs/a.md'), { cwd: linked })).toBe('deny');
      expect(
        await judge(join(repository.root, '.agent-output/TASK-1/context.json'), { cwd: linked, tool: 'Read' }),
      ).toBe('deny');
      expect(await judge('.agent-output/x', { cwd: linked })).toBe('deny');
    } finally {
      repository.git('worktree', 'remove', '--force', linked);
    }
  });

  test('goes by the task it was told, and asks about writes when there is none', async () => {
    expect(await judge('docs/a.md', { env: { BATON_TASK: 'TASK-1' } })).toBe('none');
    expect(await judge('docs/a.md', { env: { BATON_TASK: 'TASK-77' } })).toBe('ask');
    expect(await judge('docs/a.md', { env: { BATON_TASK: 'TASK-77' }, tool: 'Read' })).toBe('none');
    expect(await judge('docs/a.md', { env: { BATON_TASK: '' } })).toBe('none');
  });
});

test('a transcript tells what survived a compaction', async () => {
  repository.write('docs/tracks/ACTIVE_TRACK', 'search\n');
  repository.write('docs/tracks/search/PLAN.md', '# Plan\n\n## Goal\n\nFind people.\n');
  const begin = async (source: string, transcript: string | null) => {
    if (transcript !== null) repository.write('transcript.jsonl', transcript);
    const input = {
      session_id: 'b',
      cwd: repository.root,
      source,
      transcript_path: transcript === null ? null : join(repository.root, 'transcript.jsonl'),
    };
    return (await run(['claude', 'SessionStart'], input)).out;
  };
  const first = await begin('startup', null);
  expect(first).toContain('Find people.');
  const line = `${first.trim()}\n`;
  const boundary = '{"type":"system","subtype":"compact_boundary"}\n';
  expect(await begin('resume', line)).not.toContain('Find people.');
  expect(await begin('compact', `${line}${boundary}{"type":"user","isCompactSummary":true,"text":"gone"}\n`)).toContain(
    'Find people.',
  );
  expect(await begin('compact', `${boundary}${line}`)).not.toContain('Find people.');
  // A transcript that does not show the compaction yet tells nothing.
  expect(await begin('compact', line)).toContain('Find people.');
});
