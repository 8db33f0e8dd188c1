import { dropSnapshots } from '@batonkit/core';
import { listKeptTrees } from '@batonkit/git-adapter';
import { type DoctorCheck, fine, found } from './doctor-check.ts';
import { listEveryTask } from './list-every-task.ts';

/** Are there snapshots that no task needs? */
export const checkSnapshots: DoctorCheck = async ({ kit, repository }) => {
  const { worktree, tasks } = kit;
  if (repository === null || worktree === null) return [];
  const kept = await listKeptTrees({ directory: repository.root });
  if (kept.isErr()) return [found('snapshots', 'note', kept.error.message, '')];
  // Those of completed tasks go by themselves.
  const lasting = kept.value.filter(({ name }) => !name.includes('/until-'));
  const named = [...new Set(lasting.map(({ name }) => name.slice(0, name.lastIndexOf('/'))))];
  const owners = named.filter((name) => !name.startsWith(LOST));
  const lost = named.filter((name) => name.startsWith(LOST)).map((name) => name.slice(LOST.length));
  const trees = kept.value.flatMap(({ name }) =>
    name.startsWith(LOST) ? [name.slice(name.lastIndexOf('/') + 1)] : [],
  );
  const { purged: known, damaged } = await listEveryTask(tasks);
  // What cannot be listed may well be needed.
  if (damaged.length > 0) return [found('snapshots', 'note', 'Not looked at, because a record is damaged.', '')];
  const isPurged = (id: string): boolean => known.get(id) === true;
  const orphans = owners.filter(isPurged);
  const strangers = owners.filter((id) => !known.has(id));
  return [
    orphans.length === 0
      ? fine('snapshots', kept.value.length === 0 ? 'none kept' : `${kept.value.length} kept, each for a task`)
      : found(
          'snapshots',
          'note',
          `Those of ${orphans.join(', ')} are kept though the tasks are purged.`,
          'They take space, nothing else.',
          {
            plan: `drop the snapshots of ${orphans.join(', ')}`,
            run: async () => {
              let dropped = 0;
              let freed = 0;
              const rest: string[] = [];
              for (const id of orphans) {
                const done = await dropSnapshots({ tasks, worktree }, id, { olderThanMs: LEFTOVER_MS });
                if (done.isErr()) {
                  rest.push(` Those of ${id} stay: ${done.error.message}`);
                  continue;
                }
                dropped += done.value.dropped;
                freed += done.value.freedBytes;
                for (const { tree } of done.value.kept)
                  rest.push(` Tree ${tree} of ${id} is kept: it is the only copy of work that was handed off.`);
              }
              return `${dropped} dropped, ${freed} bytes freed.${rest.join('')}`;
            },
          },
        ),
    ...(lost.length === 0
      ? []
      : [
          found(
            'snapshots',
            'note',
            `Work of ${lost.join(', ')} is kept that was nowhere else when the task went.`,
            `To get it as an archive: ${trees.map((tree) => archiveLine(tree)).join(' ; ')}`,
          ),
        ]),
    // They may belong to tasks that are kept in another store, so nobody drops them for being unknown here.
    ...(strangers.length === 0
      ? []
      : [
          found(
            'snapshots',
            'note',
            `This store does not know ${strangers.join(', ')}, whose snapshots are kept.`,
            'They take space, nothing else. baton list --store <place> shows whether another store knows the task.',
          ),
        ]),
  ];
};

/** Snapshots are git's objects, in a place of their own that git has to be told of. */
function archiveLine(tree: string): string {
  const objects = '$(git rev-parse --git-common-dir)/batonkit/snapshots.git/objects';
  return `GIT_ALTERNATE_OBJECT_DIRECTORIES=${objects} git archive -o kept-${tree.slice(0, 8)}.tar ${tree}`;
}

/** Where `complete` keeps work that it was forced to leave behind. */
const LOST = '_lost/';
const LEFTOVER_MS = 60 * 60 * 1000;
