import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labCommit } from './lab-commit.ts';
import { openIntent, openSideLog, readSideLog } from './side-log.ts';

test('an entry that a kill cut short is left out, and takes no other with it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'batonkit-side-log-'));
  try {
    const path = join(directory, 'writer.log');
    const first = { at: 0, ...labCommit('TASK-1', 0, 'w1-1') };
    const second = { at: 2, ...labCommit('TASK-1', 1, 'w1-2') };
    const life = openSideLog(path);
    life.note(first);
    life.note({ at: 1, acknowledged: 'w1-1', revision: 1, replayed: false });
    life.close();
    appendFileSync(path, JSON.stringify(second).slice(0, 60));
    expect(openIntent(readSideLog(path))).toBeNull();

    const next = openSideLog(path);
    next.note(second);
    next.close();
    expect(readSideLog(path)).toEqual([first, { at: 1, acknowledged: 'w1-1', revision: 1, replayed: false }, second]);
    expect(openIntent(readSideLog(path))).toEqual(second);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
