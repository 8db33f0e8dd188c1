import { parseQaLog } from '@batonkit/capture/qa';
import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { replayAudit } from '../audit/replay-audit.ts';
import { captureContext, type CapturedContext, recaptureContext } from '@batonkit/capture';
import { inMemory, sampleRepository, sampleRequest } from '../../../capture/src/service/sample-repository.fixture.ts';
import { estimateTokens } from '@batonkit/markdown';
import type { TaskStore } from '../ports/task-store.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import { orThrow } from '../result/or-throw.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { createContextStore, type ContextPolicy, type ContextStore } from './context-store.ts';
import { cutField } from './cut-field.ts';
import { TRIMMING_ORDER } from './export-fields.ts';
import type { RoleExport } from './export-for-role.ts';

const TASK = 'TASK-0824';
const ada = { actor: 'ada' };
const log = (name: string): string =>
  readFileSync(new URL(`../../../capture/src/qa/logs/${name}.log`, import.meta.url), 'utf8');

interface Scene {
  readonly contexts: ContextStore;
  readonly tasks: TaskStore;
  readonly files: WorkspaceFiles;
  readonly taskFileSha: string;
}

async function captured(policy: ContextPolicy = {}): Promise<Scene> {
  const tasks = createMemoryTaskStore();
  const files = await inMemory(sampleRepository());
  const contexts = createContextStore({ tasks, parseQa: parseQaLog, clock: createManualClock(), policy });
  const capture = await orThrow(captureContext({ files, ...sampleRequest }));
  await orThrow(contexts.init(TASK, { ...ada, ...capture }));
  return { contexts, tasks, files, taskFileSha: capture.git.task_file_sha };
}

describe('recordQa', () => {
  test('the first results are the baseline, later ones are judged by it', async () => {
    const { contexts, tasks, taskFileSha } = await captured();
    const qa = { ...ada, role: 'implementer', taskFileSha };
    const first = await orThrow(contexts.recordQa(TASK, { ...qa, log: log('vitest-failing') }));
    expect(first.run).toBeNull();
    expect(first.record.qa.baseline).toMatchObject({ status: 'recorded', role: 'implementer', recorded_by: 'ada' });
    const worse = log('vitest-failing').replaceAll('adds negative numbers', 'adds big numbers');
    const second = await orThrow(contexts.recordQa(TASK, { ...qa, role: 'reviewer', log: worse }));
    expect(second.run).toMatchObject({
      role: 'reviewer',
      verdicts: {
        fixed: ['sum.test.ts > sum > adds negative numbers'],
        regressed: ['sum.test.ts > sum > adds big numbers'],
      },
    });
    const sha = second.run?.log ?? '';
    expect(new TextDecoder().decode(await orThrow(tasks.getArtifact(TASK, sha)))).toBe(worse);
    const passing = await orThrow(contexts.recordQa(TASK, { ...qa, log: log('vitest-passing') }));
    expect(passing.run?.results.map(({ verdict }) => verdict)).toEqual(['fixed']);
    expect(passing.record.qa.runs.length).toBe(2);
  });

  test('is no baseline once the task file changed, and no run when everything came from a cache', async () => {
    const { contexts } = await captured();
    const qa = { ...ada, role: 'implementer', taskFileSha: 'd'.repeat(40) };
    const early = await orThrow(contexts.recordQa(TASK, { ...qa, log: log('vitest-failing') }));
    expect(early.record.qa.baseline).toEqual({ status: 'pending' });
    expect(early.warnings.map(({ code }) => code)).toEqual(['BaselineNotSet']);
    expect(early.run?.results[0]?.verdict).toBe('new');
    for (const empty of [log('nx-cached'), log('turbo-cached'), log('crafted/maven-cached'), '', 'hello']) {
      const refused = (await contexts.recordQa(TASK, { ...qa, log: empty }))._unsafeUnwrapErr();
      expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'qa-ran' }] } });
    }
    expect(
      (await contexts.recordQa(TASK, { ...qa, role: 'nobody', log: log('tsc-failing') }))._unsafeUnwrapErr().code,
    ).toBe('InvalidInput');
    expect((await contexts.recordQa(TASK, { ...qa, log: 7 as never }))._unsafeUnwrapErr().code).toBe('InvalidInput');
  });

  test('keeps the last five runs of each role', async () => {
    const { contexts } = await captured();
    for (let n = 0; n < 8; n += 1) {
      const text = `$ check\nrun ${n}\nexit code: ${n % 2}\n`;
      await orThrow(contexts.recordQa(TASK, { ...ada, role: n === 1 ? 'reviewer' : 'implementer', log: text }));
    }
    const runs = (await orThrow(contexts.get(TASK)))?.record.qa.runs ?? [];
    expect(runs.map(({ role }) => role)).toEqual(['reviewer', ...Array<string>(5).fill('implementer')]);
  });

  test('a suite that fails at length does not fill the record, however often and by however many it is recorded', async () => {
    const { contexts, tasks } = await captured();
    const long = (n: number, packages: number): string =>
      Array.from({ length: packages }, (_, step) => {
        const fails = Array.from(
          { length: 120 },
          (__, at) => ` FAIL  ${`src/${step}/${n}-${at}.test.ts > `.padEnd(150, 'x')}`,
        );
        return `$ npm test -w ${step}\n RUN  v4.0.0 /repo\n${fails.join('\n')}\n Test Files  120 failed (120)\n      Tests  120 failed (120)\n`;
      }).join('\n');
    const roles = ['implementer', 'reviewer', 'validator'];
    for (let n = 0; n < 15; n += 1) {
      const packages = n < 10 ? 1 : 30;
      const { run } = await orThrow(
        contexts.recordQa(TASK, { ...ada, role: roles[n % 3] ?? '', log: long(n, packages) }),
      );
      const shown = run?.results.flatMap(({ failures }) => failures).length;
      if (n > 0 && n < 10) expect(shown).toBe(100);
      if (n >= 10) expect(shown).toBeGreaterThanOrEqual(180);
      if (n > 0) expect(run?.results.map(({ failures_total }) => failures_total)).toEqual(Array(packages).fill(120));
    }
    const { body } = await orThrow(tasks.read(TASK));
    expect(body?.length).toBeLessThan(200 * 1024);
    const { entries, anchor } = await orThrow(contexts.trail(TASK));
    expect(canonicalJson(replayAudit(entries, anchor)._unsafeUnwrap().record)).toBe(body);
  });

  test('a log is refused where nothing can read it', async () => {
    const { tasks } = await captured();
    const contexts = createContextStore({ tasks });
    const refused = await contexts.recordQa(TASK, {
      ...ada,
      role: 'implementer',
      log: log('vitest-passing'),
      exitCode: 0,
    });
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      code: 'InvalidInput',
      message: expect.stringContaining('parseQa') as string,
    });
  });

  test('a secret in the log is refused', async () => {
    const { contexts } = await captured();
    const token = ['AKIA', 'Q3EGRJ7TMN5V', 'K2XZ'].join('');
    const refused = await contexts.recordQa(TASK, {
      ...ada,
      role: 'implementer',
      log: `$ x\nkey ${token}\nexit code: 0\n`,
    });
    expect(refused._unsafeUnwrapErr().code).toBe('SecretFound');
  });
});

describe('exportFor', () => {
  test('gives each role what it needs, and the same bytes every time', async () => {
    const { contexts } = await captured();
    const parsed = async (role: string): Promise<Record<string, unknown>> =>
      JSON.parse((await orThrow(contexts.exportFor(TASK, { role }))).text) as Record<string, unknown>;
    expect(Object.keys(await parsed('implementer'))).toContain('validation_baseline');
    expect(Object.keys(await parsed('reviewer'))).not.toContain('validation_baseline');
    expect(Object.keys(await parsed('validator'))).not.toContain('standards_citations');
    expect(await parsed('validator')).toMatchObject({
      validation_baseline: { initial_results: { status: 'pending' } },
    });
    const first = await orThrow(contexts.exportFor(TASK, { role: 'reviewer' }));
    const again = await orThrow((await captured()).contexts.exportFor(TASK, { role: 'reviewer' }));
    expect(again).toEqual(first);
    expect(first).toMatchObject({ file: 'context-reviewer.json', tokens: estimateTokens(first.text), cuts: [] });
    expect(first.text).toBe(canonicalJson(JSON.parse(first.text)));
  });

  test('follows the policy', async () => {
    const policy = { exportFields: { reviewer: ['commands'] as const }, countTokens: (text: string) => text.length };
    const { contexts } = await captured(policy);
    const { text, tokens } = await orThrow(contexts.exportFor(TASK, { role: 'reviewer' }));
    expect(tokens).toBe(text.length);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'role',
      'task_id',
      'task_snapshot',
      'validation_baseline',
      'version',
    ]);
  });

  test('keeps any budget it can, cuts in order, and marks each cut with a pointer', async () => {
    const { contexts } = await captured();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('implementer', 'reviewer', 'validator'),
        fc.integer({ min: 1, max: 1500 }),
        async (role, maxTokens) => {
          const result = await contexts.exportFor(TASK, { role, maxTokens });
          if (result.isErr()) {
            expect(result.error).toMatchObject({
              code: 'InvalidInput',
              data: { unmet: [{ condition: '/maxTokens' }] },
            });
            return;
          }
          const { text, tokens, cuts } = result.value;
          expect(tokens).toBeLessThanOrEqual(maxTokens);
          for (const pointer of cuts)
            expect(text).toMatch(new RegExp(`cut(": ?"|: )(\\d+ more, )?see ${pointer} of the record`));
          const places = cuts.map((pointer) =>
            TRIMMING_ORDER.findIndex(
              (field) =>
                pointer.endsWith(field) ||
                (field === 'initial_results' && pointer === '/qa/baseline') ||
                (field === 'qa_runs' && pointer === '/qa/runs'),
            ),
          );
          expect(places).toEqual([...places].sort((left, right) => left - right));
        },
      ),
    );
  });

  test('cuts no more than it has to: a text at a word, a list after its first items', async () => {
    const { contexts } = await captured();
    const exported = (maxTokens?: number): Promise<RoleExport> =>
      orThrow(contexts.exportFor(TASK, { role: 'implementer', ...(maxTokens === undefined ? {} : { maxTokens }) }));
    const { tokens: all } = await exported();
    const { immutable } = (await orThrow(contexts.get(TASK)))?.record ?? {};
    const seen = new Set<string>();
    for (let maxTokens = all - 1; maxTokens > all / 2; maxTokens -= 8) {
      const { text, tokens, cuts } = await exported(maxTokens);
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect((await exported(maxTokens)).text).toBe(text);
      const { task_snapshot: task, repo_paths: paths } = JSON.parse(text) as {
        task_snapshot: { description: unknown };
        repo_paths: readonly unknown[];
      };
      if (Array.isArray(paths) && cuts.includes('/immutable/repo_paths')) {
        const kept = paths.slice(0, -1);
        expect(kept).toEqual(immutable?.repo_paths.slice(0, kept.length));
        expect(paths.at(-1)).toEqual({
          cut: `${(immutable?.repo_paths.length ?? 0) - kept.length} more, see /immutable/repo_paths of the record`,
        });
        seen.add('list');
      }
      if (typeof task.description === 'string' && cuts.includes('/immutable/task_snapshot/description')) {
        const [kept = '', mark] = task.description.split('…');
        expect(mark).toBe(' (cut: see /immutable/task_snapshot/description of the record)');
        const whole = immutable?.task_snapshot.description ?? '';
        expect(whole.startsWith(kept)).toBe(true);
        expect(whole.charAt(kept.length)).toMatch(/\s/);
        // One token is four bytes; a word more would not have fitted.
        expect(maxTokens - tokens).toBeLessThan(8);
        seen.add('text');
      }
    }
    expect([...seen].sort()).toEqual(['list', 'text']);
  });

  test('leaves alone what is no longer than the mark of its cut', async () => {
    const { contexts } = await captured({ exportFields: { reviewer: ['scope_out', 'description'] } });
    const { tokens } = await orThrow(contexts.exportFor(TASK, { role: 'reviewer' }));
    const tight = await orThrow(contexts.exportFor(TASK, { role: 'reviewer', maxTokens: tokens - 20 }));
    expect(tight.cuts).toEqual(['/immutable/task_snapshot/description']);
    expect(tight.text).toContain('"scope_out":["backend/**');
  });

  test('of QA runs the newest are kept', () => {
    const runs = [{ role: 'a' }, { role: 'b' }, { role: 'c' }];
    expect(cutField('qa_runs', runs, 2)).toEqual([
      { cut: '1 more, see /qa/runs of the record' },
      { role: 'b' },
      { role: 'c' },
    ]);
  });

  test('fails for a task or role that is not there', async () => {
    const { contexts } = await captured();
    expect((await contexts.exportFor('TASK-9', { role: 'reviewer' }))._unsafeUnwrapErr().code).toBe('ContextNotFound');
    expect((await contexts.exportFor(TASK, { role: 'constructor' }))._unsafeUnwrapErr().code).toBe('InvalidInput');
  });
});

describe('rebuild', () => {
  const recapture = async ({ contexts, files }: Scene): Promise<CapturedContext> =>
    orThrow(recaptureContext({ files, manifest: await orThrow(contexts.readManifest(TASK)) }));

  test('captures again from the manifest, tells what changed, and seals the new section', async () => {
    const scene = await captured();
    const { contexts, files } = scene;
    await orThrow(contexts.markBlocked(TASK, { ...ada, role: 'reviewer', finding: 'unclear' }));
    const text = sampleRepository()['standards/global.md'] ?? '';
    await orThrow(files.write('standards/global.md', text.replace('Every claim', 'Each claim')));
    const before = (await orThrow(contexts.get(TASK)))?.record;
    const rebuilt = await orThrow(contexts.rebuild(TASK, { ...ada, ...(await recapture(scene)) }));
    expect(rebuilt.changes.map(({ field }) => field)).toEqual(['standards_citations']);
    expect(rebuilt.record.immutable_sha).not.toBe(before?.immutable_sha);
    expect(rebuilt.record.coordination).toEqual(before?.coordination);
    const { entries } = await orThrow(contexts.trail(TASK));
    expect(entries.at(-1)?.event.type).toBe('context-rebuilt');
    expect(canonicalJson(replayAudit(entries)._unsafeUnwrap().record)).toBe(canonicalJson(rebuilt.record));
    expect((await orThrow(contexts.get(TASK)))?.record).toEqual(rebuilt.record);
  });

  test('writes nothing when nothing changed', async () => {
    const scene = await captured();
    const rebuilt = await orThrow(scene.contexts.rebuild(TASK, { ...ada, ...(await recapture(scene)) }));
    expect(rebuilt).toMatchObject({ revision: 1, changes: [] });
  });

  test('is refused while a role is at work, unless told why', async () => {
    const scene = await captured();
    const { contexts, files } = scene;
    await orThrow(contexts.updateCoordination(TASK, { ...ada, role: 'implementer', status: 'in_progress' }));
    await orThrow(files.write('mobile/src/ui/shared/new.ts', ''));
    const again = await recapture(scene);
    const refused = (await contexts.rebuild(TASK, { ...ada, ...again }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'no-turn-open' }] } });
    const forced = await orThrow(contexts.rebuild(TASK, { ...ada, ...again, evenInProgress: 'a file was forgotten' }));
    expect(forced.changes.map(({ field }) => field)).toEqual(['repo_paths']);
    expect((await orThrow(contexts.trail(TASK))).entries.at(-1)?.event).toMatchObject({
      reason: 'a file was forgotten',
    });
  });

  test('an unknown task and a context without manifest are told', async () => {
    const { contexts } = await captured();
    const immutable = (await orThrow(contexts.get(TASK)))?.record.immutable;
    if (immutable === undefined) throw new Error('no context');
    expect((await contexts.rebuild('TASK-9', { ...ada, immutable }))._unsafeUnwrapErr().code).toBe('ContextNotFound');
    await orThrow(contexts.init('TASK-2', { ...ada, immutable, git: { head: null, task_file_sha: null } }));
    expect(await orThrow(contexts.readManifest('TASK-2'))).toBeNull();
  });
});
