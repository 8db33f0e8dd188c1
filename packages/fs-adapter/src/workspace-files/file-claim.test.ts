import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFsWorkspaceFiles } from './fs-workspace-files.ts';

const TAKER = fileURLToPath(new URL('./claim-taker.fixture.mjs', import.meta.url));

let root: string;
beforeEach(() => (root = fs.mkdtempSync(join(tmpdir(), 'batonkit-claim-'))));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

/** Takes every claim away once it is written, as another process would, as long as `goesOn` says so. */
function takeClaims(goesOn: () => boolean): void {
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    if (!goesOn()) return;
    for (const name of fs.readdirSync(root)) if (name.startsWith('.batonkit-')) fs.unlinkSync(join(root, name));
  });
}

test('timers of this process run while a write waits for another process', { timeout: 60_000 }, async () => {
  const taker = spawn(process.execPath, [TAKER, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(taker.stdout, 'data');
    const files = createFsWorkspaceFiles({ root });
    const text = 'x'.repeat(4 * 1024 * 1024);
    // The rival may miss a claim, and then there is nothing to wait for; of twenty it does not miss all.
    let ranMeanwhile = false;
    for (let attempt = 0; attempt < 20 && !ranMeanwhile; attempt += 1) {
      let isWriting = true;
      const timer = setTimeout(() => (ranMeanwhile ||= isWriting), 0);
      await orThrow(files.write('a.md', text));
      isWriting = false;
      clearTimeout(timer);
    }
    expect(ranMeanwhile).toBe(true);
  } finally {
    taker.kill('SIGKILL');
    await once(taker, 'exit');
  }
});

test('calls on one file take effect in the order in which they were made, also behind one that waits', async () => {
  const files = createFsWorkspaceFiles({ root });
  let isFirst = true;
  takeClaims(() => {
    const wasFirst = isFirst;
    isFirst = false;
    return wasFirst;
  });
  const calls = [
    files.write('a.md', 'one'),
    files.append('a.md', ', two'),
    files.write('b.md', 'beside'),
    files.append('a.md', ', three'),
    files.read('a.md'),
  ] as const;
  // A call on another file does not wait.
  expect(fs.readdirSync(root)).toEqual(['b.md']);
  const found = await orThrow(calls[4]);
  expect(found?.text).toBe('one, two, three');
  for (const call of calls) expect((await call).isOk()).toBe(true);
  expect(fs.readdirSync(root)).toEqual(['a.md', 'b.md']);
});

test('a write whose claim is taken away for ten seconds is refused, and leaves nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  takeClaims(() => true);
  const answer = createFsWorkspaceFiles({ root }).write('a.md', 'one');
  let isSettled = false;
  void answer.then(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(9_900);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect((await answer)._unsafeUnwrapErr()).toMatchObject({
    code: 'StorageFailure',
    message: expect.stringContaining('others kept changing the file') as string,
  });
  expect(fs.readdirSync(root)).toEqual([]);
});
