import { match } from 'ts-pattern';
import { rejection } from '../record/rejection.ts';
import type { Failure } from '../result/failure.ts';
import { errAsync, okAsync, type ResultAsync } from '../result/result.ts';
import { sessionNeeded } from './ask-queue.ts';
import type { LinkedTreeFacts, LinkedTrees } from './linked-trees.ts';
import type { OperationKit } from './operation.ts';
import { optionsOf } from './operation-fields.ts';

/** What is to be done with linked working trees. */
export interface TreeRequest {
  readonly action: 'list' | 'create' | 'merge' | 'refresh' | 'land' | 'remove';
  readonly taskId?: string;
  readonly agent?: string;
  readonly base?: string;
  readonly keepBranch?: boolean;
}

type Answer = ResultAsync<{ readonly trees: LinkedTreeFacts[]; readonly outcome: string }, Failure>;

/** Carries out a request about linked working trees, and tells which the task has then. */
export function workOnTrees(kit: OperationKit, request: TreeRequest): Answer {
  const { linked } = kit;
  if (linked === undefined) return invalid('worktree', 'This needs a git repository on this host.');
  const { action, taskId, agent } = request;
  if (action === 'list') return listed(linked, taskId, 'listed');
  if (taskId === undefined) return invalid('/taskId', `worktree ${action} needs a task.`);
  const whose = { taskId, ...(agent === undefined ? {} : { agent }) };
  return match(action)
    .with('create', () => {
      const from = request.base === undefined ? {} : { base: request.base };
      return linked.create({ ...whose, ...from }).andThen(({ path }) => listed(linked, taskId, `made in ${path}`));
    })
    .with('merge', 'refresh', (verb) => {
      if (agent === undefined) return invalid('/agent', `worktree ${verb} needs an agent.`);
      return linked[verb]({ taskId, agent }).andThen(({ how, head }) =>
        listed(linked, taskId, `${how === 'nothing' ? 'nothing to do' : how}, at ${head}`),
      );
    })
    .with('remove', () => {
      const keep = request.keepBranch === undefined ? {} : { keepBranch: request.keepBranch };
      return linked
        .remove({ ...whose, ...keep })
        .andThen(({ removed, path }) => listed(linked, taskId, removed ? `removed ${path}` : 'it was not there'));
    })
    .with('land', () => land(kit, linked, taskId))
    .exhaustive();
}

/**
 * Forwards main to the task and, where the protocol waits for that, records the merge. The main working tree is locked only for as long
 * as this takes.
 */
function land(kit: OperationKit, linked: LinkedTrees, taskId: string): Answer {
  const { protocol } = kit.baton;
  const { mainLock } = protocol;
  const { operationId, ...options } = optionsOf(kit);
  const { session } = options;
  if (session === undefined || session === null) return errAsync(sessionNeeded());
  const record = (commit: string): ResultAsync<unknown, Failure> =>
    protocol.status(taskId, { session }).andThen(({ state }): ResultAsync<unknown, Failure> => {
      if (state !== 'COMPLETE') return okAsync(null);
      return protocol.send(taskId, { ...options, command: { type: 'record-merge', commit, fastForward: true } });
    });
  return mainLock.acquire({ ...options, operation: 'git-operation' }).andThen(() =>
    linked
      .fastForwardMain({ taskId, session, mainLock })
      .andThen(({ branch, to }) => record(to).map(() => `${branch} is at ${to}`))
      .andThen((outcome) => mainLock.release(options).andThen(() => listed(linked, taskId, outcome)))
      .orElse((error) => mainLock.release(options).andThen(() => errAsync(error))),
  );
}

function listed(linked: LinkedTrees, taskId: string | undefined, outcome: string): Answer {
  return linked.list(taskId === undefined ? {} : { taskId }).map((trees) => ({
    trees: trees.map(({ taskId: id, agent, branch, path, state }) => ({ taskId: id, agent, branch, path, state })),
    outcome,
  }));
}

function invalid(condition: string, detail: string): Answer {
  return errAsync(rejection('InvalidInput', [{ condition, detail }]));
}
