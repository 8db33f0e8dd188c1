import { createFsTaskStore, createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createContextStore, orThrow, type TaskStore } from '@batonkit/core';
import { createRepository } from '../../../core/src/deltas/git-repository.fixture.ts';
import { captureContext, type CaptureError } from './capture-context.ts';
import { inMemory, sampleRepository, sampleRequest } from './sample-repository.fixture.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

async function refusedBy(changes: Readonly<Record<string, string>>): Promise<CaptureError> {
  const files = await inMemory(sampleRepository(changes));
  return (await captureContext({ files, ...sampleRequest }))._unsafeUnwrapErr();
}

const sampleTask = sampleRepository()[sampleRequest.taskFile] ?? '';

describe('bad input', () => {
  test('broken YAML is told with line and column, in the data and in the message', async () => {
    const refused = await refusedBy({ [sampleRequest.taskFile]: 'title: a\nscope: [x\narea: b\n' });
    expect(refused).toMatchObject({
      code: 'CaptureIncomplete',
      data: { unmet: [{ condition: 'yaml-valid', file: sampleRequest.taskFile, line: 3, column: 1 }] },
    });
    expect(refused.message).toContain(`${sampleRequest.taskFile}:3:1: `);
  });

  test('duplicate keys are refused, fields nobody knows are reported', async () => {
    const twice = await refusedBy({ [sampleRequest.taskFile]: `${sampleTask}\ntitle: Again\n` });
    expect(twice).toMatchObject({ data: { unmet: [{ condition: 'key-unique', column: 1 }] } });
    const files = await inMemory(sampleRepository({ [sampleRequest.taskFile]: `${sampleTask}\nestimate: 3 days\n` }));
    const { warnings } = await orThrow(captureContext({ files, ...sampleRequest }));
    expect(warnings.map(({ code }) => code)).toContain('UnknownField');
  });

  test('a YAML bomb in any of the files ends in a problem of that file, soon', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
      .concat(Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${`*a${n === 0 ? '' : n - 1}, `.repeat(9)}]`))
      .join('\n');
    const started = processorTime();
    for (const path of [sampleRequest.taskFile, sampleRequest.standardsMap, sampleRequest.scopeMacros]) {
      const refused = await refusedBy({ [path]: bomb });
      expect(refused).toMatchObject({ data: { unmet: [{ condition: 'yaml-valid', file: path }] } });
    }
    expect(processorTime() - started).toBeLessThan(2000);
  });

  test('a binary standards file is a problem of that file', async () => {
    const repository = createRepository(sampleRepository());
    writeFileSync(repository.path('standards/global.md'), Buffer.from([0xff, 0xfe, 0, 1, 2]));
    const files = createFsWorkspaceFiles({ root: repository.directory });
    const refused = (await captureContext({ files, ...sampleRequest }))._unsafeUnwrapErr();
    repository.remove();
    expect(refused).toMatchObject({
      code: 'CaptureIncomplete',
      data: { unmet: [{ condition: 'file-is-text', file: 'standards/global.md' }] },
    });
  });

  test('a task file of 5 MB is refused before it is parsed', async () => {
    const started = processorTime();
    const refused = await refusedBy({ [sampleRequest.taskFile]: `description: ${'x'.repeat(5_000_000)}` });
    expect(refused).toMatchObject({ data: { unmet: [{ condition: 'file-size', file: sampleRequest.taskFile }] } });
    expect(refused.message.length).toBeLessThan(500);
    expect(processorTime() - started).toBeLessThan(2000);
  });

  test('macros that go in a circle are refused, and the circle is named', async () => {
    const refused = await refusedBy({
      [sampleRequest.scopeMacros]: '{ "mobile-shared-ui": [":a"], "a": ":b", "b": ["src/**", ":mobile-shared-ui"] }',
    });
    expect(refused).toMatchObject({
      data: { unmet: [{ condition: 'macro-acyclic', file: sampleRequest.scopeMacros, line: 1 }] },
    });
    expect(refused.message).toContain(':mobile-shared-ui -> :a -> :b -> :mobile-shared-ui');
  });

  test('a glob that covers 100,000 files stays bounded, and says so', async () => {
    const many = Object.keys(sampleRepository()).concat(
      Array.from({ length: 100_000 }, (_, n) => `mobile/src/ui/shared/f${n}.ts`),
    );
    const files = await inMemory(sampleRepository());
    const started = processorTime();
    const captured = await orThrow(
      captureContext({
        ...sampleRequest,
        files: { read: (path) => files.read(path), list: () => files.list().map(() => many) },
      }),
    );
    expect(processorTime() - started).toBeLessThan(5000);
    expect(captured.immutable.repo_paths).toEqual([
      'mobile/src/store/settingsSlice.ts',
      'mobile/src/theme.d.ts',
      'mobile/src/ui/shared',
    ]);
    const { code, message } = captured.warnings.at(-1) ?? {};
    expect(code).toBe('ScopeTooWide');
    expect(message).toContain('covers 100002 files');
    const contexts = createContextStore({ tasks: createMemoryTaskStore() });
    expect((await contexts.init('TASK-0824', { actor: 'ada', ...captured })).isOk()).toBe(true);
  });

  test('a secret in the description is refused by init and by rebuild, and nothing is written', async () => {
    const token = ['AKIA', 'Q3EGRJ7TMN5V', 'K2XZ'].join('');
    const leaky = sampleTask.replace('Two crash reports', `Key ${token}; two reports`);
    expect(leaky).not.toBe(sampleTask);
    const files = await inMemory(sampleRepository({ [sampleRequest.taskFile]: leaky }));
    const captured = await orThrow(captureContext({ files, ...sampleRequest }));
    const root = mkdtempSync(join(tmpdir(), 'batonkit-secret-'));
    const onDisk = createFsTaskStore({ root });
    const before = readdirSync(root, { recursive: true }).sort();
    const calls: string[] = [];
    const watched: TaskStore = {
      ...onDisk,
      putArtifact: (...given) => (calls.push('putArtifact'), onDisk.putArtifact(...given)),
      commit: (...given) => (calls.push('commit'), onDisk.commit(...given)),
    };
    const contexts = createContextStore({ tasks: watched });
    const refused = (await contexts.init('TASK-0824', { actor: 'ada', ...captured }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({
      code: 'SecretFound',
      data: { findings: [{ path: '/immutable/task_snapshot/description' }] },
    });
    expect(JSON.stringify(refused)).not.toContain(token);
    expect(calls).toEqual([]);
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(before);
    expect(await orThrow(contexts.list())).toEqual([]);

    const clean = await orThrow(captureContext({ files: await inMemory(sampleRepository()), ...sampleRequest }));
    const { revision } = await orThrow(contexts.init('TASK-0824', { actor: 'ada', ...clean }));
    calls.length = 0;
    const rebuilt = (await contexts.rebuild('TASK-0824', { actor: 'ada', ...captured }))._unsafeUnwrapErr();
    expect(rebuilt.code).toBe('SecretFound');
    expect(calls).toEqual([]);
    expect((await orThrow(contexts.get('TASK-0824')))?.revision).toBe(revision);
    rmSync(root, { recursive: true });
  });
});
