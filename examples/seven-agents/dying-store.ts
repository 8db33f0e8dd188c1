import { type TaskStore, ResultAsync } from '@batonkit/core';

/** What a coordinator dies of in these tests. */
export class Death extends Error {}

/**
 * A store whose caller dies when a commit is due: `before` it reaches the store, or `after` it did, before the answer arrives. Counts on
 * through all the lives of the caller.
 */
export function createDyingStore(
  tasks: TaskStore,
  diesAt: (commit: number) => 'before' | 'after' | null,
): TaskStore & { readonly commits: () => number } {
  let commits = 0;
  return {
    ...tasks,
    capabilities: tasks.capabilities,
    read: (id) => tasks.read(id),
    putArtifact: (id, bytes) => tasks.putArtifact(id, bytes),
    getArtifact: (id, sha) => tasks.getArtifact(id, sha),
    readAudit: (id, options) => tasks.readAudit(id, options),
    list: (options) => tasks.list(options),
    sweep: (options) => tasks.sweep(options),
    commits: () => commits,
    commit: (given) => {
      commits += 1;
      const when = diesAt(commits);
      if (when === null) return tasks.commit(given);
      const die = async (): Promise<never> => {
        const made = when === 'after' ? await tasks.commit(given) : null;
        if (made?.isErr() === true) throw new Error(made.error.message);
        throw new Death(`at commit ${commits}, ${when} it was made`);
      };
      return new ResultAsync(die());
    },
  };
}
