import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { createGuard } from './create-guard.ts';
import { DEFAULT_GUARD_POLICY } from '../policy/guard-policy.ts';
import { LINKS, PATHS } from './guard-tricks.fixture.ts';
import { guard } from './guard.ts';

const FACTS = { root: '/work/repo', home: '/home/me' };
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-guard-'));
  mkdirSync(join(root, 'docs'));
  mkdirSync(join(root, 'src'));
  for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, join(root, path.slice('/work/repo/'.length)));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('logs every refusal, and nothing else', async () => {
  const files = createMemoryWorkspaceFiles();
  const gate = createGuard({ files, clock: createManualClock({ start: 0 }) });
  expect((await orThrow(gate.check({ tool: 'Write', input: { file_path: 'docs/a' } }, FACTS))).decision).toBe('allow');
  expect((await orThrow(gate.check({ tool: 'Bash', input: { command: 'make install' } }, FACTS))).decision).toBe('ask');
  expect(await orThrow(files.read('artifacts/guard.log'))).toBeNull();
  await orThrow(gate.check({ tool: 'Write', input: { file_path: '.git/a', content: 'password' } }, FACTS));
  await orThrow(gate.check({ tool: 'Deploy', input: {} }, FACTS));
  const log = (await orThrow(files.read('artifacts/guard.log')))?.text ?? '';
  expect(
    log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      decision: 'deny',
      tool: 'Write',
      reason: ".git/a may not be written: it belongs to git. Use git's own commands; no setting opens it to agents.",
    },
    {
      time: '1970-01-01T00:00:00.000Z',
      decision: 'deny',
      tool: 'Deploy',
      reason:
        'The tool Deploy is not allowed here: it is not listed. To allow one that touches no files, a person adds "Deploy": { "kind": "other", "fields": [] } to guard.tools in batonkit.config.json.',
    },
  ]);
});

test('the workspace finds links the facts did not know of', async () => {
  const gate = createGuard({ files: createFsWorkspaceFiles({ root }) });
  for (const path of ['docs/etc/x', 'docs/up/a.ts', 'docs/up', 'docs/loop/x']) {
    const verdict = await orThrow(gate.check({ tool: 'Write', input: { file_path: path } }, { root }));
    expect([path, verdict.decision]).toEqual([path, 'deny']);
  }
  expect((await orThrow(gate.check({ tool: 'Write', input: { file_path: 'docs/new/a.md' } }, { root }))).decision).toBe(
    'allow',
  );
});

test('no path of the table gets out of the workspace files, whatever the guard says of it', async () => {
  const disk = createFsWorkspaceFiles({ root });
  const memory = createMemoryWorkspaceFiles();
  const all = `${PATHS.allow}${PATHS.deny}`.split('\n').filter((path) => path !== '');
  for (const path of all.map((text) => text.replaceAll('\\n', '\n'))) {
    const { decision } = guard({ tool: 'Write', input: { file_path: path } }, DEFAULT_GUARD_POLICY, {
      ...FACTS,
      readLink: (absolute) => LINKS[absolute] ?? null,
    });
    const leaves = path.split(/[/\\]/).includes('..') || /^[/\\]|^[A-Za-z]:/.test(path);
    for (const files of [disk, memory]) {
      const written = await files.write(path, 'x');
      if (leaves) expect([path, written.isErr() && written.error.code]).toEqual([path, 'PathEscapesRoot']);
      // Inside the root the guard decides by policy; what it allows and the files refuse is a name that is not portable.
      else if (written.isErr())
        expect([path, ['PathEscapesRoot', 'InvalidInput', 'StorageFailure'].includes(written.error.code)]).toEqual([
          path,
          true,
        ]);
      else if (files === disk)
        expect([path, decision === 'allow' || !path.startsWith('docs/') || /env|pem|rsa|ENV/.test(path)]).toEqual([
          path,
          true,
        ]);
    }
  }
  const outside = await createFsWorkspaceFiles({ root: join(root, 'src') }).list();
  expect(outside._unsafeUnwrap()).toEqual(['a.ts']);
});
