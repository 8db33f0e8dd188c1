import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCommit } from './check-commit.ts';
import { systemClock } from './clock.ts';
import type { TaskCommit } from './task-store.ts';
import { workspaceErrors } from './workspace-errors.ts';

const commit: TaskCommit = {
  id: 'TASK-1',
  expected: 0,
  operationId: 'op-1',
  body: '{}',
  audit: ['{"seq":1}'],
  artifacts: ['a'.repeat(64)],
};
const capabilities = { durable: false, scope: 'process', maxBodyBytes: 100, maxArtifactBytes: 100 } as const;

describe('what a store is given', () => {
  test('is taken when it is in order, deletions too', () => {
    expect(checkCommit(commit, capabilities)._unsafeUnwrap()).toBe(commit);
    expect(checkCommit({ ...commit, body: null }, capabilities).isOk()).toBe(true);
  });

  test.each<[string, unknown[]]>([
    ['expected', [-1, 0.5, '0', null]],
    ['operationId', ['', 'a b', 'é', 'x'.repeat(129), 7]],
    ['body', ['\ud800', 7, undefined]],
    ['audit', [['two\nlines'], ['\r'], ['\udc00'], [7], 'line']],
    ['artifacts', [['A'.repeat(64)], ['a'.repeat(63)], [null], 'a'.repeat(64)]],
  ])('is refused for its %s, by name', (field, values) => {
    for (const value of values) {
      const refused = checkCommit({ ...commit, [field]: value }, capabilities)._unsafeUnwrapErr();
      expect(refused).toMatchObject({ code: 'InvalidInput', data: { unmet: [{ condition: `/${field}` }] } });
    }
  });

  test('is refused for everything at once, and for an id that is none before anything else', () => {
    const wrong = { ...commit, expected: -1, operationId: '' };
    expect(checkCommit(wrong, capabilities)._unsafeUnwrapErr()).toMatchObject({
      data: { unmet: [{ condition: '/expected' }, { condition: '/operationId' }] },
    });
    expect(checkCommit({ ...wrong, id: '../x' }, capabilities)._unsafeUnwrapErr().code).toBe('InvalidTaskId');
  });

  test('law: a body is too large exactly when its bytes are more than the store takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat({ max: 200 }), (body, maxBodyBytes) => {
        const bytes = Buffer.byteLength(body);
        const checked = checkCommit({ ...commit, body }, { ...capabilities, maxBodyBytes });
        expect(checked.isErr()).toBe(bytes > maxBodyBytes);
        if (checked.isErr()) expect(checked.error).toMatchObject({ code: 'RecordTooLarge', data: { bytes } });
      }),
    );
  });
});

test('a text with half a character is no text for a workspace', () => {
  expect(workspaceErrors.checkText('whole 😀')._unsafeUnwrap()).toBe('whole 😀');
  for (const text of ['\ud83d', 7, null]) {
    expect(workspaceErrors.checkText(text)._unsafeUnwrapErr()).toMatchObject({
      code: 'InvalidInput',
      data: { unmet: [{ condition: '/text' }] },
    });
  }
});

test('whoever has been called off already does not sleep, nor does who is called off meanwhile', async () => {
  const begun = performance.now();
  await systemClock.sleep(60_000, AbortSignal.abort());
  const called = new AbortController();
  const asleep = systemClock.sleep(60_000, called.signal);
  called.abort();
  await asleep;
  expect(performance.now() - begun).toBeLessThan(10_000);
});
