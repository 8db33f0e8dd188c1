import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { okAsync, orThrow, type TaskStore } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeStore, type Verdict } from './judge-store.ts';
import { labCommit, performCommit } from './lab-commit.ts';
import { openSideLog, type SideLog } from './side-log.ts';

describe('judgeStore', () => {
  let scratch: string;
  let log: SideLog;
  let store: TaskStore;
  beforeEach(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'batonkit-judge-'));
    log = openSideLog(join(scratch, 'log'));
    store = createMemoryTaskStore();
    for (const revision of [0, 1, 2]) await performCommit(store, log, labCommit('T', revision, `op-${revision}`));
  });
  afterEach(() => {
    log.close();
    rmSync(scratch, { recursive: true });
  });
  const judge = (judged: TaskStore): Promise<Verdict> => judgeStore(judged, ['T'], [join(scratch, 'log')]);

  test('finds nothing in a sound store', async () => {
    const replayed = await performCommit(store, log, labCommit('T', 1, 'op-1'));
    expect(replayed.replayed).toBe(true);
    expect(await judge(store)).toEqual({ acknowledged: 4, lost: 0, torn: 0, replays: 1, violations: [] });
  });

  test('sees an acknowledged operation that is gone', async () => {
    log.note({ at: 0, ...labCommit('T', 3, 'op-gone') });
    log.note({ at: 0, acknowledged: 'op-gone', revision: 4, replayed: false });
    expect((await judge(store)).lost).toBe(1);
  });

  test('sees an operation that was applied twice, and one that was refused and is there', async () => {
    const again = labCommit('T', 3, 'op-1');
    await orThrow(store.putArtifact('T', new TextEncoder().encode(again.artifact ?? '')));
    await orThrow(store.commit({ ...again.intent, expected: 3 }));
    log.note({ at: 0, refused: 'op-2', code: 'Conflict' });
    const { violations } = await judge(store);
    expect(violations).toContain('T op-1 was applied 2 times');
    expect(violations).toContain('op-2 was refused with Conflict and is there');
  });

  test.each<{ fault: string; broken: (sound: TaskStore) => TaskStore }>([
    {
      fault: 'a gap',
      broken: (sound) => ({ ...sound, readAudit: (id, page) => sound.readAudit(id, page).map((all) => all.slice(1)) }),
    },
    {
      fault: 'an old body',
      broken: (sound) => ({
        ...sound,
        read: () => okAsync({ revision: 3, body: labCommit('T', 1, 'op-1').intent.body }),
      }),
    },
    {
      fault: 'a lost tail',
      broken: (sound) => ({ ...sound, read: (id) => sound.read(id).map((task) => ({ ...task, revision: 2 })) }),
    },
    {
      fault: 'no artifact',
      broken: (sound) => ({ ...sound, getArtifact: (_, sha) => sound.getArtifact('OTHER', sha) }),
    },
    { fault: 'another artifact', broken: (sound) => ({ ...sound, getArtifact: () => okAsync(new Uint8Array([1])) }) },
    { fault: 'damage', broken: (sound) => ({ ...sound, read: () => sound.read('../damaged') }) },
  ])('sees $fault', async ({ broken }) => {
    expect((await judge(broken(store))).torn).toBeGreaterThan(0);
  });
});
