import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A directory for one test at a time, at a path that comes back: what takes hundreds of git processes to set up is made once, kept as a
 * copy, and put back for the next test that needs it. The path stays the same because git and Batonkit store absolute paths.
 */
export interface Stage {
  readonly directory: string;
  /** Puts back what was kept under a name; `false` when nothing was. */
  readonly restore: (name: string) => boolean;
  /** Keeps the directory as it is now, for all later stages at this path. */
  readonly keep: (name: string) => void;
}

/** One run of vitest shares its stages (`scripts/share-stages.ts`); without that, a process has its own. */
const folder = (): string => (process.env['BATONKIT_STAGES'] ??= mkdtempSync(join(tmpdir(), 'baton-stages-')));

/** Takes the first stage that no other test has. It is free again when this test has passed. */
export function takeStage(): Stage {
  const stages = realpathSync(folder());
  for (let number = 1; ; number += 1) {
    const lock = join(stages, `${number}.lock`);
    if (!acquire(lock)) continue;
    const directory = join(stages, String(number));
    const kept = (name: string): string => join(stages, `${number}.kept`, name);
    const clear = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    let isOver = false;
    onTestFinished(({ task }) => {
      isOver = true;
      // A test that ran out of time may still be at work in here, so only one that passed gives its stage to others.
      if (task.result?.state !== 'pass') return;
      clear();
      rmSync(lock);
    });
    clear();
    mkdirSync(directory);
    return {
      directory,
      restore: (name) => {
        if (!existsSync(kept(name))) return false;
        clear();
        copy(kept(name), directory);
        return true;
      },
      keep: (name) => {
        if (isOver) throw new Error('The test that set this stage up is over.');
        mkdirSync(join(stages, `${number}.kept`), { recursive: true });
        rmSync(`${kept(name)}.new`, { recursive: true, force: true });
        copy(directory, `${kept(name)}.new`);
        renameSync(`${kept(name)}.new`, kept(name));
      },
    };
  }
}

function acquire(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch {
    return false; // A killed worker leaves its lock; the next test takes another number.
  }
}

/** With modes, times and links, as a file system allows. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}
