import { match } from 'ts-pattern';
import {
  err,
  errAsync,
  type Failure,
  type LinkedTreeFacts,
  type LinkedTrees,
  okAsync,
  rejection,
  ResultAsync,
} from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { findOperation } from '@batonkit/core/internal';
import { fenced } from '../operation/fenced.ts';
import type { OperationKit } from '../operation/operation.ts';
import { optionsOf, toWarnings } from '../operation/operation-fields.ts';

/** What is to be done with linked working trees. */
export interface TreeRequest {
  readonly action: 'list' | 'create' | 'merge' | 'refresh' | 'land' | 'remove';
  readonly taskId?: string;
  readonly agent?: string;
  readonly base?: string;
  readonly keepBranch?: boolean;
}

type Answer = ResultAsync<
  {
    readonly trees: LinkedTreeFacts[];
    readonly outcome: string;
    readonly replayed: boolean;
    readonly warnings: ReturnType<typeof toWarnings>;
  },
  Failure
>;

/** Carries out a request about linked working trees, and tells which the task has then. */
export function workOnTrees(kit: OperationKit, request: TreeRequest): Answer {
  const { linked } = kit;
  if (linked === undefined) return invalid('worktree', 'This needs a git repository on this host.');
  const { action, taskId } = request;
  if (action === 'list') return listed(linked, taskId, 'listed');
  if (taskId === undefined) return invalid('/taskId', `worktree ${action} needs a task.`);
  return new ResultAsync(changeOnce(kit, linked, { ...request, action, taskId }));
}

type TreeChange = TreeRequest & { readonly action: Exclude<TreeRequest['action'], 'list'>; readonly taskId: string };

async function changeOnce(kit: OperationKit, linked: LinkedTrees, request: TreeChange): Promise<Awaited<Answer>> {
  const { action, taskId, agent } = request;
  const allowed = await fenced(kit, taskId, { type: `${action}-tree`, agent });
  if (allowed.isErr()) return err(allowed.error);
  if (action === 'create' || action === 'remove') {
    const replayed = await repeat(kit, { action, taskId, agent });
    if (replayed.isErr()) return err(replayed.error);
    if (replayed.value) return listed(linked, taskId, 'done before', true);
  }
  return change(kit, linked, request);
}

/** Whether an earlier call with the same operation id did it. Then no tree is touched: the one that is there now may be another. */
function repeat(
  kit: OperationKit,
  { action, taskId, agent = null }: { action: 'create' | 'remove'; taskId: string; agent: string | null | undefined },
): ResultAsync<boolean, Failure> {
  const options = optionsOf(kit);
  return new ResultAsync(findOperation(kit.tasks, taskId, options.operationId)).andThen(
    (known): ResultAsync<boolean, Failure> => {
      if (known === null) return okAsync(false);
      const { worktree, path } = (known.events.find(({ type }) => type === 'worktree-recorded') ?? {}) as {
        readonly worktree?: string | null;
        readonly path?: string;
      };
      const where = action === 'create' && path !== undefined ? { path } : {};
      const tree = action === 'create' ? (worktree ?? '') : null;
      const command = { type: 'record-worktree', agent, worktree: tree, ...where } as const;
      return kit.baton.protocol.send(taskId, { ...options, command }).map(({ replayed }) => replayed);
    },
  );
}

function change(kit: OperationKit, linked: LinkedTrees, request: TreeChange): Answer {
  const { action, taskId, agent } = request;
  const whose = { taskId, ...(agent === undefined ? {} : { agent }) };
  return match(action)
    .with('create', () => {
      const from = request.base === undefined ? {} : { base: request.base };
      const create = async (): Promise<Awaited<Answer>> => {
        const made = await linked.create({ ...whose, ...from });
        if (made.isErr()) return err(made.error);
        const { path, warnings = [] } = made.value;
        const recorded = await recordTree(kit, whose, path, 'made');
        if (recorded.isErr()) return err(recorded.error);
        const trees = await listed(linked, taskId, `made in ${path}`);
        return trees.map((answer) => ({ ...answer, warnings: toWarnings(warnings) }));
      };
      return new ResultAsync(create());
    })
    .with('merge', 'refresh', (verb) => {
      if (agent === undefined) return invalid('/agent', `worktree ${verb} needs an agent.`);
      return linked[verb]({ taskId, agent }).andThen(({ how, head }) =>
        listed(linked, taskId, `${how === 'nothing' ? 'nothing to do' : how}, at ${head}`),
      );
    })
    .with('remove', () => {
      const keep = request.keepBranch === undefined ? {} : { keepBranch: request.keepBranch };
      const remove = async (): Promise<Awaited<Answer>> => {
        const gone = await linked.remove({ ...whose, ...keep });
        if (gone.isErr()) return err(gone.error);
        const { removed, path } = gone.value;
        const recorded = await recordTree(kit, whose, path, 'removed');
        if (recorded.isErr()) return err(recorded.error);
        return listed(linked, taskId, removed ? `removed ${path}` : 'it was not there');
      };
      return new ResultAsync(remove());
    })
    .with('land', () => land(kit, linked, taskId))
    .exhaustive();
}

/** Moves main forward to what was approved of the task, and records it. */
function land(kit: OperationKit, linked: LinkedTrees, taskId: string): Answer {
  return kit.baton.protocol
    .land(taskId, optionsOf(kit))
    .andThen(({ branch, from, to, replayed, warnings }) =>
      listed(
        linked,
        taskId,
        from === to
          ? `landed before: main has ${to}`
          : replayed
            ? `landed before: ${branch ?? 'main'} went to ${to}`
            : `${branch ?? 'main'} is at ${to}`,
        replayed,
      ).map((answer) => ({ ...answer, warnings: toWarnings(warnings) })),
    );
}

/**
 * Notes in the record of a task that its owner made or removed a tree. Before CLEANUP only the tree that is recorded counts as removed; there,
 * none is left, whichever was.
 */
function recordTree(
  kit: OperationKit,
  { taskId, agent = null }: { readonly taskId: string; readonly agent?: string | null },
  path: string,
  what: 'made' | 'removed',
): ResultAsync<unknown, Failure> {
  const options = optionsOf(kit);
  const session = options.session ?? null;
  return kit.baton.protocol
    .status(taskId, { session })
    .andThen(({ record, owner, state }): ResultAsync<unknown, Failure> => {
      const protocol = record?.completion === null ? record.protocol : null;
      const isOwn = session !== null && owner?.session === session;
      if (protocol === null || !isOwn || (agent !== null && !Object.hasOwn(protocol.agents, agent)))
        return okAsync(null);
      const recorded = agent === null ? protocol.worktree : (protocol.agents[agent]?.worktree ?? null);
      const id = worktreeIdOf(path);
      if (what === 'removed' && recorded !== id && state !== 'CLEANUP') return okAsync(null);
      const worktree = what === 'made' ? id : null;
      const where = what === 'made' ? { path } : {};
      const command = { type: 'record-worktree', agent, worktree, ...where } as const;
      return kit.baton.protocol.send(taskId, { ...options, command });
    });
}

function listed(linked: LinkedTrees, taskId: string | undefined, outcome: string, replayed = false): Answer {
  return linked.list(taskId === undefined ? {} : { taskId }).map((trees) => ({
    trees: trees.map(({ taskId: id, agent, branch, path, state }) => ({ taskId: id, agent, branch, path, state })),
    outcome,
    replayed,
    warnings: [],
  }));
}

/** The id of the working tree at a path, as `worktreeId` of `@batonkit/git-adapter` names it. */
export function worktreeIdOf(path: string): string {
  return `${sha256Hex(path).slice(0, 16)}-${path.split(/[\\/]/).at(-1) ?? ''}`;
}

function invalid(condition: string, detail: string): Answer {
  return errAsync(rejection('InvalidInput', [{ condition, detail }]));
}
