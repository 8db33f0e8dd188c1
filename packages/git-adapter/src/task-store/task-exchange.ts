import { type Failure, failure, type StoreError } from '@batonkit/core';

/** What {@link pushTasks} and {@link fetchTasks} take. */
export interface ExchangeOptions {
  /** A directory in the repository, as for the store. */
  readonly directory: string;
  /** The other repository: the name of a remote, an address or a path, as git takes it. */
  readonly remote: string;
  /** The tasks to exchange; all of the sending side, when left out. */
  readonly ids?: readonly string[];
}

/** What {@link pushTasks} and {@link fetchTasks} did. */
export interface TaskExchange {
  /** Each task that was asked for, by code unit. */
  readonly tasks: readonly ExchangedTask[];
}

/** What an exchange found for one task. */
export interface ExchangedTask {
  readonly id: string;
  /** `moved`: the receiving side has the newer revisions now. `same`: it had them. `ahead`: its own are newer. */
  readonly outcome: 'moved' | 'same' | 'ahead';
  /** The revision in this repository, afterwards. */
  readonly local: number;
  /** The revision in the other one, afterwards. */
  readonly remote: number;
}

/** A task that both sides have written since revision `shared`. */
export interface DivergedTask {
  readonly id: string;
  readonly local: number;
  readonly remote: number;
  readonly shared: number;
}

/** Both sides have written the same tasks. Nothing of them was moved; the others were. */
export type TasksDiverged = Failure<
  'Conflict',
  { readonly diverged: readonly DivergedTask[]; readonly tasks: readonly ExchangedTask[] }
>;

/** What kept an exchange from success. */
export type ExchangeError = Exclude<StoreError, { code: 'Conflict' }> | TasksDiverged;

/** Both sides have written some tasks; says which, and that nothing of them is lost. */
export function tasksDiverged(diverged: readonly DivergedTask[], tasks: readonly ExchangedTask[]): TasksDiverged {
  const named = diverged
    .slice(0, 5)
    .map(({ id, local, remote, shared }) => `${id} (revision ${local} here, ${remote} there, ${shared} in common)`);
  const more = diverged.length > named.length ? ` and ${diverged.length - named.length} more` : '';
  return failure(
    'Conflict',
    `Both sides have written ${named.join(', ')}${more}. Neither side was changed, and both histories are kept here, the other ` +
      'one below refs/batonkit/remotes/. Decide which one goes on, and repeat the work of the other on top of it.',
    { diverged, tasks },
  );
}
