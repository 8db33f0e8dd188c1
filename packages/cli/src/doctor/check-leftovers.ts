import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { ageOf } from './check-git.ts';
import { type DoctorCheck, type DoctorFinding, fine, found } from './doctor-check.ts';

/** A lock is renewed every second while its holder lives. */
const STALE_LOCK_MS = 60 * 1000;
/** No write takes as long. */
const LEFTOVER_MS = 60 * 60 * 1000;

/** What writers that were killed have left behind. Correctness does not depend on any of it. */
export const checkLeftovers: DoctorCheck = async ({ store, kit }) => {
  const listed = await kit.tasks.list({ limit: 1 });
  if (listed.isErr() && listed.error.code !== 'Corrupt') {
    const advice = 'Check that the place exists and may be read and written.';
    return [found('store', 'problem', `${store.place}: ${listed.error.message}`, advice)];
  }
  const isMade = store.directory === null || existsSync(store.directory);
  const findings: DoctorFinding[] = [fine('store', `${store.place}${isMade ? '' : ', not made yet'}`)];
  if (store.directory === null) return findings;
  const tasks = directoriesIn(store.directory);
  const { directory } = store;
  const locks = tasks
    .filter((task) => directoriesIn(join(directory, task)).includes('lock'))
    .map((task) => join(directory, task, 'lock'))
    .filter((path) => (ageOf(path) ?? 0) > STALE_LOCK_MS);
  const leftovers = tasks
    .filter((task) => directoriesIn(join(directory, task)).includes('tmp'))
    .flatMap((task) => filesIn(join(directory, task, 'tmp')))
    .filter((path) => (ageOf(path) ?? 0) > LEFTOVER_MS);
  findings.push(
    locks.length === 0
      ? fine('locks', 'none left over')
      : found(
          'locks',
          'note',
          `${locks.length} left over by writers that are gone: ${locks.join(', ')}.`,
          'Writers go on without them.',
          {
            plan: `remove ${locks.length} empty lock director${locks.length === 1 ? 'y' : 'ies'}`,
            run: () => Promise.resolve(removeLocks(locks)),
          },
        ),
    leftovers.length === 0
      ? fine('unfinished files', 'none left over')
      : found(
          'unfinished files',
          'note',
          `${leftovers.length} left over by writers that are gone.`,
          'They take space, nothing else.',
          {
            plan: `sweep what is older than an hour and no record names`,
            run: async () =>
              (await kit.tasks.sweep({ olderThanMs: LEFTOVER_MS })).match(
                ({ removed }) => `${removed} removed`,
                (error) => error.message,
              ),
          },
        ),
  );
  return findings;
};

/** A directory that is not empty, or renewed by now, stays. */
function removeLocks(locks: readonly string[]): string {
  let removed = 0;
  for (const lock of locks) {
    if ((ageOf(lock) ?? 0) <= STALE_LOCK_MS) continue;
    try {
      rmdirSync(lock);
      removed += 1;
    } catch {
      // Somebody took it meanwhile.
    }
  }
  return `${removed} of ${locks.length} removed`;
}

function directoriesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}

/** The files that a writer may have left; others are not ours. */
function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && /^(?:revision|other)-/.test(entry.name) ? [join(directory, entry.name)] : [],
    );
  } catch {
    return [];
  }
}
