import { dirname, join } from 'node:path';
import { commandProblem } from '../native/run-git.ts';
import { removeAbandonedLock } from './abandoned-lock.ts';
import { type RefRepository, syncDirectories } from './ref-repository.ts';

/** What became of an attempt to move a ref. */
export type MoveOutcome =
  | { readonly outcome: 'moved' }
  /** It was not where it should be, and has not been moved. */
  | { readonly outcome: 'elsewhere' }
  /** Another ref that had to be where it was seen is not, and nothing has been moved. */
  | { readonly outcome: 'unmet' }
  /** A lock file was in the way all the time, and the ref has not been moved. */
  | { readonly outcome: 'locked'; readonly waitedMs: number; readonly lock: string }
  /** Git failed, and it cannot be learned whether it had moved the ref before. */
  | { readonly outcome: 'unknown'; readonly cause: unknown };

/**
 * Moves a ref from one object to another: the compare-and-set of the store. Git does it under the lock of the ref; this waits for
 * the lock and clears away one whose owner is proven to be gone. `from` null moves it from wherever it is.
 */
export async function moveRef(
  repository: RefRepository,
  {
    ref,
    from,
    to,
    step,
    needs = new Map(),
  }: {
    readonly ref: string;
    readonly from: string | null;
    readonly to: string;
    readonly step: string;
    /** Other refs that must be where they were seen, in the moment in which this one moves. */
    readonly needs?: ReadonlyMap<string, string>;
  },
): Promise<MoveOutcome> {
  const start = performance.now();
  for (;;) {
    // By an id among its arguments a process is known as the owner of a lock, see abandoned-lock.ts.
    const alone = ['update-ref', '--no-deref', ref, to, ...(from === null ? [] : [from])];
    const verified = [...needs].map(([needed, at]) => `verify ${needed} ${at}\n`).join('');
    const input = Buffer.from(`${verified}update ${ref} ${to}${from === null ? '' : ` ${from}`}\n`);
    const together = ['-c', `batonkit.attempt=${to}`, 'update-ref', '--no-deref', '--stdin'];
    const args = needs.size === 0 ? alone : together;
    const { code, stderr } = await repository.around(step, () =>
      repository.tryGit(args, needs.size === 0 ? undefined : input),
    );
    if (code === 0) return { outcome: 'moved' };

    let now: string;
    try {
      now = (await repository.objects.read(ref))?.id ?? repository.zeroId;
    } catch (cause) {
      return { outcome: 'unknown', cause };
    }
    // Git was killed after it had moved the ref, or failed at something that came later.
    if (now === to) return { outcome: 'moved' };
    if (from !== null && now !== from) return { outcome: 'elsewhere' };
    if (needs.size > 0 && /cannot lock ref '[^']*': (?:unable to resolve|reference|is at)/.test(stderr))
      return { outcome: 'unmet' };
    if (!/\.lock': File exists/.test(stderr)) throw commandProblem(args, code, stderr);
    if (await removeAbandonedLock(repository, ref)) continue;
    const waitedMs = Math.round(performance.now() - start);
    if (waitedMs >= repository.lockTimeoutMs)
      return { outcome: 'locked', waitedMs, lock: join(repository.commonDirectory, `${ref}.lock`) };
  }
}

/** Returns when a ref's name survives a loss of power, with the directories that may have been made for it. */
export async function syncRef({ commonDirectory, around }: RefRepository, ref: string): Promise<void> {
  const folders: string[] = [];
  for (let folder = dirname(ref); folder !== '.'; folder = dirname(folder)) folders.push(join(commonDirectory, folder));
  await around('sync ref names', () => syncDirectories(folders));
}
