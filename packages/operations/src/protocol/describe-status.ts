import type { ProtocolRecord, ProtocolStatus } from '@batonkit/protocol';
import * as z from 'zod';
import { err, type Failure, type Inspection, ok, okAsync, type Result, ResultAsync } from '@batonkit/core';
import { contextNotFound, findQaStanding, ownTree, type QaStanding } from '@batonkit/core/internal';
import { nextTurn } from './next-turn.ts';
import type { OperationKit } from '../operation/operation.ts';
import { role, taskId, toUnseen, unseen } from '../operation/operation-fields.ts';

/** What can be done next, as an operation answers it. */
export const NextActions = z.array(
  z.object({
    action: z.string(),
    subject: z.string().nullable(),
    condition: z.string().nullable(),
    detail: z.string(),
    who: z.enum(['owner', 'agent', 'person']),
  }),
);

/** Where a task is, on one screen. */
export const StatusOutput = z.object({
  taskId,
  revision: z.number(),
  title: z.string(),
  state: z.string().nullable(),
  /** The states that this task goes through. */
  path: z.array(z.string()),
  owner: z.string().nullable(),
  plan: z.string(),
  change: z.string(),
  /** Who approved what, and when; also what lapsed since. */
  approvals: z.array(z.object({ checkpoint: z.string(), by: z.string(), at: z.string() })),
  compliancePending: z.boolean(),
  roles: z.array(z.object({ role, status: z.string(), drift: z.number(), findings: z.array(z.string()) })),
  tree: z.string(),
  lines: z.array(z.string()).optional(),
  gone: z.boolean().optional(),
  ...unseen,
  /** The last QA run: how far it can be trusted, and whether the content is still what it ran on. */
  qa: z
    .object({
      grade: z.enum(['executed', 'reported', 'claimed']),
      status: z.enum(['passed', 'failed', 'cached', 'unknown']),
      role,
      at: z.string(),
      treeId: z.string().nullable(),
      tree: z.enum(['same', 'changed', 'unknown']),
      unproven: z.array(z.string()),
    })
    .nullable(),
  /** What slices of your own say. */
  slices: z.array(z.object({ slice: z.string(), text: z.string() })),
  /** Fields of the record that no loaded slice knows: the task can be read, and not changed. */
  unknown: z.array(z.string()),
  violations: z.array(z.string()),
  next: NextActions,
});

/** Naming no session does not make a person of who runs in one. */
function sessionOf({ caller }: OperationKit): string | null {
  return caller.session ?? caller.ambientSession ?? null;
}

/** Looks at the record, the protocol and the tree. Changes nothing. */
export function describeStatus(kit: OperationKit, id: string): ResultAsync<z.infer<typeof StatusOutput>, Failure> {
  const { protocol } = kit.baton;
  return protocol
    .status(id, { session: sessionOf(kit) })
    .andThen((status) => new ResultAsync(describe(kit, id, status)));
}

async function describe(
  kit: OperationKit,
  id: string,
  status: ProtocolStatus,
): Promise<Result<z.infer<typeof StatusOutput>, Failure>> {
  const { record, revision, state, owner, checkpoints, compliancePending, violations, next } = status;
  if (record === null) return err(contextNotFound(id, revision));
  const tree = await lookAtTree(kit, record);
  const qa = await findQaStanding({ worktree: kit.worktree, machine: kit.baton.machine }, record);
  const turns = record.protocol === null ? withQa(id, nextTurn(record, tree.drifted), qa) : [];
  return ok({
    taskId: id,
    revision,
    title: record.immutable.task_snapshot.title,
    state,
    path: [...(record.protocol?.risk?.path ?? [])],
    owner: owner === null ? null : owner.session,
    plan: checkpoints.plan,
    change: checkpoints.change,
    approvals: (['plan', 'change'] as const).flatMap((checkpoint) => {
      const approved = record.protocol?.checkpoints[checkpoint].approved ?? null;
      return approved === null ? [] : [{ checkpoint, by: approved.by, at: approved.at }];
    }),
    compliancePending,
    roles: rolesOf(record),
    tree: tree.text,
    ...(tree.lines.length > 0 && { lines: [...tree.lines] }),
    ...(tree.isGone && { gone: true }),
    ...toUnseen(tree.unseen),
    qa: qa === null ? null : toQa(qa),
    slices: [...kit.baton.machine.statusLines(record)],
    unknown: [...kit.baton.machine.unknownSections(record)],
    violations: violations.map(({ check, detail }) => `${check}: ${detail}`),
    next: [
      ...turns.map((turn) => ({ ...turn, condition: null, who: 'agent' as const })),
      ...(record.protocol === null ? next.map((action) => asAnOffer(action, id)) : withTurn(record, next)),
    ],
  });
}

function toQa({ proof, unproven, status, role: by, at, tree }: QaStanding): z.infer<typeof StatusOutput>['qa'] {
  const treeId = proof.tree?.after ?? null;
  return { grade: proof.grade, status, role: by, at, treeId, tree, unproven: [...unproven] };
}

/** A run that was executed proves nothing of what came after it: while a role is at work, it is to be repeated before the hand-off. */
function withQa(id: string, turns: ReturnType<typeof nextTurn>, qa: QaStanding | null): ReturnType<typeof nextTurn> {
  if (qa === null || qa.proof.grade !== 'executed' || qa.tree !== 'changed') return turns;
  const detail = `The content changed since QA ran (${qa.at}), so that run is stale. Run it again: baton qa run ${id}`;
  const handOff = turns.findIndex(({ action }) => action === 'hand-off');
  const stale = { action: 'run-qa', subject: null, detail };
  return handOff < 0 ? [...turns, stale] : [...turns.slice(0, handOff), stale, ...turns.slice(handOff)];
}

/** Only an open turn can be handed off: where there is none, starting one comes first. */
function withTurn(record: ProtocolRecord, next: ProtocolStatus['next']): z.infer<typeof NextActions> {
  const { roles, coordination, tree_chain } = record;
  const statusOf = (role: string): string | undefined => coordination[role]?.status;
  const atWork = roles.find((role) => statusOf(role) === 'in_progress');
  const subject =
    atWork ?? tree_chain.at(-1)?.role ?? roles.find((role) => statusOf(role) === 'pending') ?? roles[0] ?? null;
  return next.flatMap((action) => {
    if (action.action !== 'hand-off') return [action];
    const start = { ...action, action: 'start', subject, detail: 'No turn is open. Start one.' };
    return [...(atWork === undefined ? [start] : []), { ...action, subject }];
  });
}

/** A task that is handed from turn to turn need not be owned by anybody. */
function asAnOffer<Action extends { readonly action: string; readonly detail: string }>(
  next: Action,
  id: string,
): Action {
  return next.action === 'claim' ? { ...next, detail: `Only to put ${id} under the protocol.` } : next;
}

/**
 * What can be done next, in the order of `status`: a task that nobody claimed goes from turn to turn, and claiming it is an offer. A program
 * that leads tasks through the protocol claims first. Changes nothing.
 */
export function describeNext(kit: OperationKit, id: string): ResultAsync<z.infer<typeof NextActions>, Failure> {
  const { protocol } = kit.baton;
  return protocol.status(id, { session: sessionOf(kit) }).andThen((status) => {
    if (status.record === null) return okAsync([...status.next]);
    if (status.record.protocol !== null) return okAsync(withTurn(status.record, status.next));
    return new ResultAsync(describe(kit, id, status)).map(({ next }) => next);
  });
}

function rolesOf({ roles, coordination }: ProtocolRecord): z.infer<typeof StatusOutput>['roles'] {
  return roles.flatMap((name) => {
    const found = coordination[name];
    if (found === undefined) return [];
    const { status, drift_budget, blocking_findings } = found;
    return [{ role: name, status, drift: drift_budget, findings: [...blocking_findings] }];
  });
}

interface TreeLook {
  readonly text: string;
  /** The first changed lines, each file after its name. */
  readonly lines: readonly string[];
  /** Whether a drift was counted that is there no more. */
  readonly isGone: boolean;
  /** The role whose hand-off the tree no longer is. */
  readonly drifted: string | null;
  /** What the look did not see. */
  readonly unseen: Pick<Inspection, 'ignored' | 'warnings'>;
}

/** How the tree stands to the last hand-off; while a role is at work it may differ. */
async function lookAtTree({ baton, worktree }: OperationKit, record: ProtocolRecord): Promise<TreeLook> {
  const say = (text: string): TreeLook => ({ text, lines: [], isGone: false, drifted: null, unseen: {} });
  if (baton.deltas === null) return say('no working tree here');
  if (record.completion !== null) return say('the task is complete');
  const own = worktree === null ? ok(null) : ownTree(worktree, record, baton.machine.homeOf(record));
  if (own.isErr()) return say(own.error.message);
  const where = own.value === null || own.value.id === worktree?.id ? '' : `${own.value.path ?? own.value.id}: `;
  if (record.tree_chain.length === 0) return say(`${where}nothing was handed off yet`);
  const atWork = record.roles.find((name) => record.coordination[name]?.status === 'in_progress');
  if (atWork !== undefined) return say(`${where}${atWork} is at work`);
  return baton.deltas.inspect(record.task_id).match(
    ({ verdict, role: by, counted, lines, ...rest }) => ({
      text: `${where}${verdict} since ${by} handed off`,
      lines: verdict === 'drift' ? firstLines(lines) : [],
      isGone: verdict === 'unchanged' && counted,
      drifted: verdict === 'drift' ? by : null,
      unseen: rest,
    }),
    (error) => say(error.message),
  );
}

const MOST_LINES = 8;

/** The first changed lines of a drift, without what a patch says about files. */
function firstLines(patch = ''): readonly string[] {
  const all = patch.split('\n').filter((line) => /^(?:[-+](?![-+]{2} )|\+\+\+ )/.test(line));
  const shown = all
    .slice(0, MOST_LINES)
    .map((line) => (line.startsWith('+++ ') ? line.slice(4).replace(/^b\//, '') : line));
  return all.length > MOST_LINES ? [...shown, '...'] : shown;
}
