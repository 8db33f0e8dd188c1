import { describe, expect, test } from 'vitest';
import { failure } from './failure.ts';
import { BatonError, orThrow } from './or-throw.ts';
import { err, errAsync, ok, okAsync } from './result.ts';

describe('orThrow', () => {
  test('gives the value of any kind of result', async () => {
    expect(await orThrow(ok(1))).toBe(1);
    expect(await orThrow(okAsync(2))).toBe(2);
    expect(await orThrow(Promise.resolve(ok(3)))).toBe(3);
  });

  test('throws the failure with code, message, data and cause', async () => {
    const cause = new Error('EIO');
    const failed = failure('StorageFailure', 'The disk is gone.', { operation: 'read' }, cause);
    const thrown: unknown = await orThrow(err(failed)).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(BatonError);
    expect(thrown).toMatchObject({
      code: 'StorageFailure',
      message: 'The disk is gone.',
      data: { operation: 'read' },
      cause,
    });
    await expect(orThrow(errAsync(failed))).rejects.toThrow('The disk is gone.');
  });
});

describe('failure', () => {
  test('is frozen and keeps its cause out of JSON', () => {
    const failed = failure('X', 'message', { a: 1 }, new Error('secret path'));
    expect(Object.isFrozen(failed) && Object.isFrozen(failed.data)).toBe(true);
    expect(JSON.stringify(failed)).toBe('{"code":"X","message":"message","data":{"a":1}}');
    expect(failed.cause).toBeInstanceOf(Error);
    expect('cause' in failure('X', 'm', {})).toBe(false);
  });
});
