import { expect, test } from 'vitest';
import { err, ok, type Result } from '../result/result.ts';
import { againOnConflict } from './again-on-conflict.ts';

async function run(codes: readonly string[]): Promise<{ readonly attempts: number; readonly end: string }> {
  let attempts = 0;
  const outcome = await againOnConflict((count): Promise<Result<string, { code: string }>> => {
    attempts = count;
    const code = codes[Math.min(count, codes.length) - 1] ?? 'ok';
    return Promise.resolve(code === 'ok' ? ok(code) : err({ code }));
  });
  return { attempts, end: outcome.isOk() ? outcome.value : outcome.error.code };
}

test.each([
  [['ok'], { attempts: 1, end: 'ok' }],
  [['Conflict', 'Conflict', 'ok'], { attempts: 3, end: 'ok' }],
  [['Conflict', 'StorageFailure', 'ok'], { attempts: 2, end: 'StorageFailure' }],
  [['Conflict'], { attempts: 100, end: 'Conflict' }],
])('%j', async (codes, expected) => {
  expect(await run(codes)).toEqual(expected);
});
