import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BatonIo } from '../io/baton-io.ts';
import { processIo } from '../io/process-io.ts';
import { withProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Does work that takes so long, and answers everything that was drawn meanwhile. */
async function drawnIn(ms: number, { isTTY = true, isQuiet = false } = {}): Promise<string> {
  let drawn = '';
  const io: BatonIo = { ...processIo(), stderr: { write: (text) => (drawn += text), isTTY } };
  const done = withProgress(io, 'snapshot', isQuiet, () => new Promise((resolve) => setTimeout(resolve, ms, 'made')));
  await vi.advanceTimersByTimeAsync(ms);
  expect(await done).toBe('made');
  return drawn;
}

test('what takes over half a second shows progress, which is gone at the end', async () => {
  const drawn = await drawnIn(3000);
  expect(drawn.startsWith('\r\u001B[K| snapshot ...')).toBe(true);
  expect(drawn).toContain('snapshot ... (2 s)');
  expect(drawn.endsWith('\r\u001B[K')).toBe(true);
});

test('what is quick shows none', async () => {
  expect(await drawnIn(499)).toBe('');
});

test('neither does anything off a terminal or with --json', async () => {
  expect(await drawnIn(3000, { isTTY: false })).toBe('');
  expect(await drawnIn(3000, { isQuiet: true })).toBe('');
});
