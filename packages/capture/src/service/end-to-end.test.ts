import { createFsTaskStore, createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ContextManifestSchema,
  createContextStore,
  type GitWorktree,
  orThrow,
  type TaskStore,
  type WorkspaceFiles,
} from '@batonkit/core';
import { canonicalJson, sha256Hex } from '@batonkit/core/text';
import { createRepository } from '../../../core/src/deltas/git-repository.fixture.ts';
import { hashImmutable } from '../../../core/src/machine/read-record.ts';
import { captureContext, type CapturedContext } from './capture-context.ts';
import { inMemory, sampleRepository, sampleRequest } from './sample-repository.fixture.ts';

const cleanUp: (() => void)[] = [];
afterEach(() => cleanUp.splice(0).forEach((step) => step()));

/** Captures, initialises and exports the sample task; all that ends up in a store or a prompt, as bytes. */
async function run(ports: {
  readonly tasks: TaskStore;
  readonly files: WorkspaceFiles;
  readonly worktree?: GitWorktree;
}): Promise<{ readonly captured: CapturedContext; readonly bytes: Readonly<Record<string, string>> }> {
  const { tasks, files, worktree } = ports;
  const captured = await orThrow(
    captureContext({ files, ...(worktree === undefined ? {} : { worktree }), ...sampleRequest }),
  );
  const contexts = createContextStore({ tasks, files, clock: createManualClock() });
  // Which commit a repository is at is the one thing that differs between two places.
  const git = { ...captured.git, head: 'a'.repeat(40), branch: 'main' };
  const { record } = await orThrow(contexts.init('TASK-0824', { actor: 'ada', ...captured, git }));
  const bytes: Record<string, string> = { record: canonicalJson(record) };
  bytes.manifest = new TextDecoder().decode(await orThrow(tasks.getArtifact('TASK-0824', record.manifest_sha ?? '')));
  bytes.body = (await orThrow(tasks.read('TASK-0824'))).body ?? '';
  bytes.audit = (await orThrow(tasks.readAudit('TASK-0824', { afterRevision: 0, limit: 10 })))
    .flatMap(({ lines }) => lines)
    .join('\n');
  for (const role of record.roles) {
    const { file, text } = await orThrow(contexts.exportFor('TASK-0824', { role }));
    bytes[file] = text;
  }
  return { captured, bytes };
}

describe('the sample repository, end to end', () => {
  test('gives identical bytes on disk with git and in memory', async () => {
    const repository = createRepository(sampleRepository());
    const root = mkdtempSync(join(tmpdir(), 'batonkit-capture-'));
    cleanUp.push(
      () => repository.remove(),
      () => rmSync(root, { recursive: true }),
    );
    const onDisk = await run({
      tasks: createFsTaskStore({ root }),
      files: createFsWorkspaceFiles({ root: repository.directory }),
      worktree: createGitWorktree({ directory: repository.directory }),
    });
    const memory = await run({
      tasks: createMemoryTaskStore(),
      files: await inMemory(sampleRepository()),
      worktree: createMemoryWorktree({ files: sampleRepository() }),
    });
    expect(Object.keys(onDisk.bytes)).toEqual([
      'record',
      'manifest',
      'body',
      'audit',
      'context-implementer.json',
      'context-reviewer.json',
      'context-validator.json',
    ]);
    expect(onDisk.bytes).toEqual(memory.bytes);
    expect(onDisk.captured.git).toEqual({
      head: repository.git('rev-parse', 'HEAD'),
      branch: 'main',
      task_file_sha: repository.git('hash-object', sampleRequest.taskFile),
    });
  });

  test('gives the same bytes a second time', async () => {
    const twice = [1, 2].map(async () =>
      run({ tasks: createMemoryTaskStore(), files: await inMemory(sampleRepository()) }),
    );
    const [first, second] = await Promise.all(twice);
    expect(second?.bytes).toEqual(first?.bytes);
  });

  test('has a manifest that lists the immutable section and every role export with its sha', async () => {
    const { captured, bytes } = await run({
      tasks: createMemoryTaskStore(),
      files: await inMemory(sampleRepository()),
    });
    const manifest = ContextManifestSchema.parse(JSON.parse(bytes.manifest ?? ''));
    expect(manifest.sources).toEqual(captured.manifest.sources);
    expect(manifest.derived).toEqual([
      { name: 'immutable', sha256: hashImmutable(captured.immutable) },
      ...['implementer', 'reviewer', 'validator'].map((role) => ({
        name: `context-${role}.json`,
        sha256: sha256Hex(bytes[`context-${role}.json`] ?? ''),
      })),
    ]);
  });

  test('a CRLF checkout gives the same immutable section as an LF one', async () => {
    const lf = createRepository(sampleRepository());
    const crlf = createRepository(
      Object.fromEntries(
        Object.entries(sampleRepository()).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
      ),
    );
    cleanUp.push(
      () => lf.remove(),
      () => crlf.remove(),
    );
    const shas = await Promise.all(
      [lf, crlf].map(async ({ directory }) => {
        const files = createFsWorkspaceFiles({ root: directory });
        const worktree = createGitWorktree({ directory });
        return hashImmutable((await orThrow(captureContext({ files, worktree, ...sampleRequest }))).immutable);
      }),
    );
    expect(shas[1]).toBe(shas[0]);
  });
});
