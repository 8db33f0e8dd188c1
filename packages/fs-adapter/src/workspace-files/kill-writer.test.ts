import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContextTiers, createStateFiles } from '@batonkit/workspace';
import { orThrow } from '@batonkit/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFsWorkspaceFiles } from './fs-workspace-files.ts';

// Real processes that kill themselves with SIGKILL. BATONKIT_KILLS=all does so at every call that changes the disk.
const WHICH = process.env['BATONKIT_KILLS'] === 'all' ? 'all' : 'steps';
const WRITER = fileURLToPath(new URL('./kill-writer.fixture.mjs', import.meta.url));

let scratch: string;
beforeAll(() => (scratch = fs.mkdtempSync(join(tmpdir(), 'batonkit-kill-'))));
afterAll(() => fs.rmSync(scratch, { recursive: true }), 60_000);

const LOG = `- 2026-11-16T09:00:00Z Decision: Use a trie
  Reason: prefixes
  Impact: memory
- Risk: Slow
  Severity: high
- Step: Build it
- Invariant: UTF-8
`;
const TRACK: Readonly<Record<string, string>> = {
  'docs/tracks/ACTIVE_TRACK': 'search\n',
  'docs/context/CONTEXT_CORE.md': '# Core\n',
  'docs/tracks/search/PLAN.md': '# Plan\n\n## Goal\n\nFind people.\n',
  'docs/tracks/search/DECISIONS.md':
    '# Decisions\n\n- [2026-11-01] Decision: No server\n  Reason: cost\n  Impact: a file\n',
  'artifacts/sessions/s1/work_log.md': LOG,
};

function makeRoot(name: string, texts: Readonly<Record<string, string>>): string {
  const root = join(scratch, name);
  for (const [path, text] of Object.entries(texts)) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true });
    fs.writeFileSync(join(root, path), text);
  }
  return root;
}

async function everything(root: string): Promise<Record<string, string>> {
  const files = createFsWorkspaceFiles({ root });
  const paths = await orThrow(files.list());
  return Object.fromEntries(paths.map((path) => [path, fs.readFileSync(join(root, path), 'utf8')]));
}

/** Runs the writer; null when it was killed, else the number of its steps. */
function write(root: string, work: string, at: number): Promise<number | null> {
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [WRITER, root, work, String(at), WHICH], (error, stdout, stderr) => {
      if (error === null) resolve(Number(stdout));
      else if (error.signal === 'SIGKILL') resolve(null);
      else reject(new Error(stderr));
    }),
  );
}

/** Every place to be killed at, a few at a time. */
async function atEveryStep(count: number, work: (at: number) => Promise<void>): Promise<void> {
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const worker = async (): Promise<void> => {
    for (let at = places.shift(); at !== undefined; at = places.shift()) await work(at);
  };
  await Promise.all([worker(), worker(), worker()]);
}

test('a compaction killed at every write leaves the old set or the new one', { timeout: 900_000 }, async () => {
  const whole = makeRoot('whole', TRACK);
  const steps = (await write(whole, 'compact', 0)) ?? 0;
  // Journal, four files and the checkpoint come, the journal goes in three steps, and so do the claims on three new files: before and
  // after each.
  if (WHICH === 'steps') expect(steps).toBe(24);
  const expected = await everything(whole);
  const outcomes = new Set<string>();
  await atEveryStep(steps, async (at) => {
    const root = makeRoot(`compact-${at}`, TRACK);
    expect(await write(root, 'compact', at)).toBe(null);
    const tiers = createContextTiers({ files: createFsWorkspaceFiles({ root }) });
    const { state } = await orThrow(tiers.recover());
    const found = await everything(root);
    const isNew = found['docs/tracks/search/RISKS.md'] !== undefined;
    outcomes.add(isNew ? 'new' : 'old');
    expect([at, found]).toEqual([at, isNew ? expected : TRACK]);
    expect(state.decisions).toHaveLength(isNew ? 2 : 1);
    await orThrow(tiers.compact());
    expect(await everything(root)).toEqual(expected);
  });
  expect(outcomes).toEqual(new Set(['old', 'new']));
});

test(
  'a session killed at every write of its archiving is there once, and so are all others',
  { timeout: 900_000 },
  async () => {
    const grown = createFsWorkspaceFiles({ root: makeRoot('grown', {}) });
    const stateFiles = createStateFiles({ files: grown });
    await orThrow(stateFiles.create(1, { title: 'A', requirements: 'B', criteria: ['C'] }));
    for (let index = 1; index < 7; index += 1)
      await orThrow(stateFiles.appendSession(1, { did: 'x'.repeat(11_000), next: 'y', operationId: `s${index}` }));
    await orThrow(stateFiles.appendSession(1, { did: 'small', next: 'y', operationId: 's7' }));
    const texts = await everything(join(scratch, 'grown'));
    expect(Object.keys(texts)).toEqual(['docs/task-states/task-1-state.md']);

    const steps = (await write(makeRoot('appended', texts), 'append', 0)) ?? 0;
    if (WHICH === 'steps') expect(steps).toBe(6);
    const expected = (text: string): string => text.replaceAll(/^### Session 8 - .*$/gm, '### Session 8');
    const whole = await everything(join(scratch, 'appended'));
    expect(Object.keys(whole)).toHaveLength(2);
    await atEveryStep(steps, async (at) => {
      const root = makeRoot(`append-${at}`, texts);
      expect(await write(root, 'append', at)).toBe(null);
      const found = Object.values(await everything(root)).join('\n');
      for (let index = 1; index <= 7; index += 1)
        expect([at, found.includes(`<!-- operation: s${index} -->`)]).toEqual([at, true]);
      await write(root, 'append', 0);
      const after = await everything(root);
      for (const [path, text] of Object.entries(whole))
        expect([at, expected(after[path] ?? '')]).toEqual([at, expected(text)]);
    });
  },
);
