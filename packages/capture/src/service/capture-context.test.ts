import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { canonicalJson, sha256Hex } from '@batonkit/core/text';
import { createRepository, type Repository } from '../../../core/src/deltas/git-repository.fixture.ts';
import { hashImmutable } from '../../../core/src/machine/read-record.ts';
import { captureContext, type CapturedContext, type CaptureOptions } from './capture-context.ts';
import type { CaptureProblem } from '../sources/capture-problem.ts';
import { formatCaptureSummary } from '../brief/capture-summary.ts';
import { inMemory, sampleRepository, sampleRequest } from './sample-repository.fixture.ts';

type Changes = Readonly<Record<string, string | null>>;

async function captureSample(changes: Changes = {}, options: Partial<CaptureOptions> = {}): Promise<CapturedContext> {
  const files = await inMemory(sampleRepository(changes));
  return orThrow(captureContext({ files, ...sampleRequest, ...options }));
}

async function problemsOf(changes: Changes, options: Partial<CaptureOptions> = {}): Promise<readonly CaptureProblem[]> {
  const files = await inMemory(sampleRepository(changes));
  const refused = (await captureContext({ files, ...sampleRequest, ...options }))._unsafeUnwrapErr();
  if (refused.code !== 'CaptureIncomplete') throw new Error(refused.message);
  return refused.data.unmet;
}

function sampleTask(edit: (text: string) => string): Changes {
  return { [sampleRequest.taskFile]: edit(sampleRepository()[sampleRequest.taskFile] ?? '') };
}

const repositories: Repository[] = [];
afterEach(() => repositories.splice(0).forEach((repository) => repository.remove()));

function sampleGit(): Repository {
  const repository = createRepository(sampleRepository());
  repositories.push(repository);
  return repository;
}

describe('the sample repository', () => {
  test('becomes an immutable section with everything in its place', async () => {
    const { immutable, taskId, warnings, summary } = await captureSample();
    expect(taskId).toBe('TASK-0824');
    expect(immutable.task_snapshot).toMatchObject({
      title: 'Keep the theme setting between restarts',
      priority: 'P1',
      area: 'mobile',
      scope_in: [
        'mobile/src/store/settingsSlice.ts\n',
        ':mobile-shared-ui\n',
        'The settings screen shows the stored choice\n',
      ],
    });
    expect(immutable.task_snapshot.description).toContain('\n## What we know\n');
    expect(immutable.task_snapshot.description).not.toContain('long form');
    expect(immutable.repo_paths).toEqual([
      'mobile/src/store/settingsSlice.ts',
      'mobile/src/theme.d.ts',
      'mobile/src/ui/shared/button.ts',
      'mobile/src/ui/shared/storage.ts',
    ]);
    expect(immutable.scope_patterns).toEqual([
      'mobile/src/store/settingsSlice.ts',
      'mobile/src/ui/shared/**',
      'mobile/src/**/*.d.ts',
    ]);
    expect(immutable.validation_baseline.commands).toEqual(['npm run lint', 'npm run typecheck', 'npm test -- mobile']);
    expect(warnings.map(({ code }) => code)).toEqual(['ScopeIsProse', 'ScopeIsProse']);
    expect(formatCaptureSummary(summary)).toContain(
      'validation_baseline.commands           3  tasks/TASK-0824.task.yaml#L45 (task)',
    );
  });

  test('cites what area, priority and task ask for, and the lines are those of the file', async () => {
    const { immutable } = await captureSample();
    expect(immutable.standards_citations.map(({ file, section }) => `${file}#${section}`)).toEqual([
      'standards/agents.md#hand-offs',
      'standards/frontend-tier.md#component-standards',
      'standards/frontend-tier.md#state-management',
      'standards/global.md#evidence',
      'standards/global.md#governance',
      'standards/testing.md#mobile-qa-commands',
      'standards/typescript.md#strict-configuration',
      'standards/typescript.md#zod-boundaries',
    ]);
    for (const { file, line_span, content_sha } of immutable.standards_citations) {
      const [first = 0, last = 0] = (line_span ?? '').split('-').map((part) => Number(part.slice(1)));
      const lines = (sampleRepository()[file] ?? '').split('\n').slice(first - 1, last);
      expect(lines[0]).toMatch(/^## /);
      expect(lines.at(-1)).not.toBe('');
      expect(content_sha).toBe(sha256Hex(lines.join('\n')).slice(0, 16));
    }
    const requirements = immutable.standards_citations.map(({ requirement }) => requirement);
    expect(requirements).toContain('Parse what comes from storage with a schema; never cast it.');
    expect(requirements).toContain('Reducers are pure: the same state and action always give the same state.');
  });

  test('has a manifest that names every source, the serializer and the normalizer', async () => {
    const { manifest, immutable } = await captureSample();
    expect(manifest).toMatchObject({
      serializer: { name: 'canonical-json', version: '1.0.0' },
      normalizer: { name: 'normalize-multiline', version: '2.0.0' },
      derived: [{ name: 'immutable', sha256: hashImmutable(immutable) }],
    });
    expect(manifest.sources.map(({ path }) => path)).toEqual([
      'docs/scope-globs.json',
      'standards/agents.md',
      'standards/frontend-tier.md',
      'standards/global.md',
      'standards/map.yaml',
      'standards/testing.md',
      'standards/typescript.md',
      'tasks/TASK-0824.task.yaml',
    ]);
    for (const { path, sha256 } of manifest.sources) expect(sha256).toBe(sha256Hex(sampleRepository()[path] ?? ''));
  });

  test('gives the same immutable section from CRLF and LF, and with a byte order mark', async () => {
    const crlf = Object.fromEntries(
      Object.entries(sampleRepository()).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
    );
    const marked = Object.fromEntries(
      Object.entries(sampleRepository()).map(([path, text]) => [path, path.endsWith('.ts') ? text : `\ufeff${text}`]),
    );
    const expected = canonicalJson((await captureSample()).immutable);
    expect(canonicalJson((await captureSample(crlf)).immutable)).toBe(expected);
    expect(canonicalJson((await captureSample(marked)).immutable)).toBe(expected);
  });

  test('gives the same immutable section in other time zones and locales', async () => {
    const root = fileURLToPath(new URL('../../../../examples/capture/repository', import.meta.url));
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { captureContext } from '@batonkit/capture';
          import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
          const files = createFsWorkspaceFiles({ root: ${JSON.stringify(root)} });
          captureContext({ files, ...${JSON.stringify(sampleRequest)} }).then(({ value }) => {
            console.log(JSON.stringify({ hour: new Date(0).getHours(), sha: value.manifest.derived[0].sha256 }));
          });`,
        resolveDir: fileURLToPath(new URL('../../../..', import.meta.url)),
      },
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      conditions: ['@batonkit/source'],
    });
    const expected = hashImmutable((await captureSample()).immutable);
    const runs = [
      { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
      { TZ: 'America/Los_Angeles', LC_ALL: 'C', LANG: 'C' },
    ].map((env) => {
      const options = { env: { ...process.env, ...env }, input: outputFiles[0]?.contents, encoding: 'utf8' } as const;
      return JSON.parse(execFileSync(process.execPath, ['-'], options)) as { hour: number; sha: string };
    });
    expect(runs[0]?.hour).not.toBe(runs[1]?.hour);
    expect(runs.map(({ sha }) => sha)).toEqual([expected, expected]);
  });
});

describe('what is missing', () => {
  test('is listed all at once, with file and line', async () => {
    const broken = {
      [sampleRequest.taskFile]:
        'title: ""\nstatus: todo\npriority: P9\nscope_in: [":nowhere"]\nacceptance_criteria:\n  - Given: a mapping\n',
      'standards/agents.md': '# Agents\n',
    };
    const unmet = await problemsOf(broken);
    expect(unmet.map(({ condition, file, line }) => `${file}:${line} ${condition}`).sort()).toEqual([
      'standards/map.yaml:21 heading-exists',
      'tasks/TASK-0824.task.yaml:1 title-present',
      'tasks/TASK-0824.task.yaml:2 status-allowed',
      'tasks/TASK-0824.task.yaml:3 priority-known',
      'tasks/TASK-0824.task.yaml:4 macro-known',
      'tasks/TASK-0824.task.yaml:6 /acceptance_criteria/0',
      'tasks/TASK-0824.task.yaml:null area-present',
      'tasks/TASK-0824.task.yaml:null description-present',
    ]);
  });

  test('a map that covers nothing leaves no citations, and that is refused', async () => {
    const unmet = await problemsOf({
      'standards/map.yaml': 'citations: []\n',
      ...sampleTask((text) => text.replace(/^standards:[^]*?\n\n/m, '')),
    });
    expect(unmet.map(({ condition }) => condition)).toEqual(['citations-present']);
  });

  test('files that are not there are named', async () => {
    const unmet = await problemsOf({
      [sampleRequest.taskFile]: null,
      'standards/map.yaml': null,
      'docs/scope-globs.json': null,
    });
    expect(unmet.map(({ condition, file }) => [condition, file])).toEqual([
      ['task-file-exists', 'tasks/TASK-0824.task.yaml'],
      ['standards-map-file-exists', 'standards/map.yaml'],
      ['scope-macros-file-exists', 'docs/scope-globs.json'],
    ]);
    expect((await problemsOf({ 'standards/global.md': null })).map(({ condition, line }) => [condition, line])).toEqual(
      [['standards-file-exists', 18]],
    );
  });

  test('the status must be in_progress unless the caller waives that', async () => {
    const todo = sampleTask((text) => text.replace('in_progress', 'todo'));
    expect((await problemsOf(todo)).map(({ condition }) => condition)).toEqual(['status-allowed']);
    expect((await problemsOf(todo, { allowStatus: ['done'] })).length).toBe(1);
    for (const allowStatus of [true, 'todo', ['todo', 'in_progress']]) {
      expect((await captureSample(todo, { allowStatus })).taskId).toBe('TASK-0824');
    }
  });
});

describe('warnings', () => {
  test('a long field warns, and is cut with a pointer when asked for', async () => {
    const long = sampleTask((text) => text.replace('People choose', `${'é'.repeat(600)} `.repeat(2)));
    const whole = await captureSample(long);
    const at = { code: 'LongField', where: 'tasks/TASK-0824.task.yaml:8' };
    expect(whole.warnings).toContainEqual(expect.objectContaining(at));
    expect(whole.immutable.task_snapshot.description.length).toBeGreaterThan(1200);
    const { description } = (await captureSample(long, { cutLongFields: true })).immutable.task_snapshot;
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(2048);
    expect(description).toMatch(/… \(see tasks\/TASK-0824\.task\.yaml#L8\)\n$/);
  });

  test('modified tracked files warn; untracked and staged ones do not', async () => {
    const repository = sampleGit();
    const files = createFsWorkspaceFiles({ root: repository.directory });
    const worktree = createGitWorktree({ directory: repository.directory });
    const codes = async (): Promise<string[]> =>
      (await orThrow(captureContext({ files, worktree, ...sampleRequest }))).warnings.map(({ code }) => code);
    repository.write('notes.txt', 'untracked');
    repository.write('backend/src/server.ts', 'staged');
    repository.git('add', 'backend');
    expect(await codes()).toEqual(['ScopeIsProse', 'ScopeIsProse']);
    repository.write('mobile/src/store/settingsSlice.ts', 'edited');
    const { warnings } = await orThrow(captureContext({ files, worktree, ...sampleRequest }));
    expect(warnings.at(-1)?.code).toBe('DirtyTree');
    expect(warnings.at(-1)?.message).toContain('mobile/src/store/settingsSlice.ts');
    expect(warnings.at(-1)?.message).not.toContain('server.ts');
  });

  test('only files that git would look at count as scope', async () => {
    const repository = sampleGit();
    repository.write('.gitignore', '*.log\n');
    repository.write('mobile/src/ui/shared/ignored.log', '');
    repository.write('mobile/src/ui/shared/untracked.ts', '');
    const files = createFsWorkspaceFiles({ root: repository.directory });
    const worktree = createGitWorktree({ directory: repository.directory });
    const { immutable } = await orThrow(captureContext({ files, worktree, ...sampleRequest }));
    expect(immutable.repo_paths.filter((path) => path.includes('shared/'))).toEqual([
      'mobile/src/ui/shared/button.ts',
      'mobile/src/ui/shared/storage.ts',
      'mobile/src/ui/shared/untracked.ts',
    ]);
  });

  test('QA commands come from the task, else its area, else the repository', async () => {
    const without = (text: string): string => text.replace(/^qa:[^]*$/m, '');
    const commands = async (changes: Changes): Promise<readonly string[]> =>
      (await captureSample(changes)).immutable.validation_baseline.commands;
    expect(await commands(sampleTask(without))).toEqual(['npm run lint', 'npm test -- mobile']);
    const own = await captureSample();
    expect(own.qaCommands[0]).toEqual({
      command: 'npm run lint',
      source: 'task',
      from: 'tasks/TASK-0824.task.yaml#L45',
    });
    const ofArea = await captureSample(sampleTask(without));
    expect(ofArea.qaCommands.map(({ source, from }) => [source, from.split('#')[0]])).toEqual([
      ['area', 'standards/map.yaml'],
      ['area', 'standards/map.yaml'],
    ]);
    const backend = sampleTask((text) => without(text).replace('area: mobile', 'area: backend'));
    expect(await commands(backend)).toEqual(['npm test']);
    const none = await captureSample({
      ...sampleTask(without),
      'standards/map.yaml': (sampleRepository()['standards/map.yaml'] ?? '').replace(/^qa:[^]*$/m, ''),
    });
    expect(none.immutable.validation_baseline.commands).toEqual([]);
    expect(none.warnings.map(({ code }) => code)).toContain('NoQaCommands');
  });
});
