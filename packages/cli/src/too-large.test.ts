import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPreparedShop, type Shop } from './scratch-shop.fixture.ts';

const started = (engine: string): Promise<Shop> =>
  createPreparedShop(`limits-${engine}`, async ({ write, git, ask }) => {
    write('batonkit.config.json', JSON.stringify({ engine }));
    git('add', '-A');
    git('commit', '-qm', 'Before');
    for (const argv of [
      ['init', 'TASK-1'],
      ['start', 'TASK-1', 'implementer'],
    ])
      expect((await ask(...argv)).error).toBeNull();
  });

test.each(['native', 'isomorphic'])(
  '%s engine: a file above the limit is refused by name, and can be let in',
  async (engine) => {
    const { directory, write, git, ask, baton } = await started(engine);
    write('src/work.txt', 'work\n');
    write('model.bin', '');
    truncateSync(join(directory, 'model.bin'), 51 * 1024 * 1024);
    const before = git('count-objects', '-v');

    const refused = await ask('hand-off', 'TASK-1', 'implementer');
    expect((await baton(['hand-off', 'TASK-1', 'implementer'])).code).toBe(4);
    expect(refused.error).toMatchObject({
      code: 'FileTooLarge',
      data: { limit: 'fileBytes', files: [{ path: 'model.bin', bytes: 51 * 1024 * 1024 }] },
    });
    expect(refused.error?.message).toContain('model.bin (51.0 MB)');
    expect(git('count-objects', '-v')).toBe(before);

    const limited = [
      'hand-off',
      'TASK-1',
      'implementer',
      '--max-file-bytes',
      '60000000',
      '--max-snapshot-bytes',
      '100',
    ];
    expect((await ask(...limited)).error).toMatchObject({ code: 'FileTooLarge', data: { limit: 'totalBytes' } });

    write('batonkit.config.json', JSON.stringify({ engine, maxFileBytes: 4 }));
    truncateSync(join(directory, 'model.bin'), 2);
    const small = await ask('hand-off', 'TASK-1', 'implementer');
    expect(small.error?.data).toMatchObject({ limit: 'fileBytes', allowed: 4 });
    expect((await ask('hand-off', 'TASK-1', 'implementer', '--max-file-bytes', '1000')).error).toBeNull();

    // What is too large to be stored is drift all the same.
    truncateSync(join(directory, 'model.bin'), 200);
    const drifted = await ask('verify', 'TASK-1', 'implementer');
    expect(drifted.error?.code).toBe('DriftDetected');
    expect(drifted.error?.message).toContain('model.bin');
    expect((await ask('diff', 'TASK-1', 'implementer', '--type', 'drift')).error?.code).toBe('FileTooLarge');
  },
);
