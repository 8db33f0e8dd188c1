import { errAsync, failure, type Failure, type ResultAsync, type TaskRecord } from '@batonkit/core';
import { openContext, type OperationKit } from '@batonkit/core/operations';

/** A kind of resource that tasks have. */
export interface TaskResource {
  readonly name: string;
  /** An RFC 6570 template; without `{role}` there is one of it in a task. */
  readonly template: string;
  readonly mimeType: string;
  readonly description: string;
  /** The roles that have one. */
  readonly rolesOf: (record: TaskRecord) => readonly string[];
  readonly read: (kit: OperationKit, taskId: string, role: string) => ResultAsync<string, Failure>;
}

const handedOff = ({ roles, tree_chain }: TaskRecord): readonly string[] =>
  roles.filter((role) => tree_chain.some((link) => link.role === role && !link.outside));

/** What can be read of a task. */
export const TASK_RESOURCES: readonly TaskResource[] = [
  {
    name: 'context',
    template: 'baton://tasks/{taskId}/context',
    mimeType: 'application/json',
    description: 'The record of a task.',
    rolesOf: () => [''],
    read: (kit, taskId) => openContext(kit, taskId).map(({ record }) => JSON.stringify(record)),
  },
  {
    name: 'export',
    template: 'baton://tasks/{taskId}/export/{role}',
    mimeType: 'application/json',
    description: 'What a role needs to read.',
    rolesOf: ({ roles }) => roles,
    read: ({ baton }, taskId, role) => baton.contexts.exportFor(taskId, { role }).map(({ text }) => text),
  },
  {
    name: 'plan',
    template: 'baton://tasks/{taskId}/plan',
    mimeType: 'text/markdown',
    description: 'The plan document of a task, as approvals cover it.',
    rolesOf: ({ protocol }) => ((protocol?.plan ?? null) === null ? [] : ['']),
    read: (kit, taskId) => openContext(kit, taskId).andThen(({ record }) => readPlan(kit, record)),
  },
  {
    name: 'diff',
    template: 'baton://tasks/{taskId}/diff/{role}',
    mimeType: 'text/x-diff',
    description: 'The patch of a role against the base commit.',
    rolesOf: handedOff,
    read: (kit, taskId, role) => readDiff(kit, taskId, role, 'from_base'),
  },
  {
    name: 'incremental',
    template: 'baton://tasks/{taskId}/incremental/{role}',
    mimeType: 'text/x-diff',
    description: 'The patch of a role against the hand-off before.',
    rolesOf: (record) => handedOff(record).slice(1),
    read: (kit, taskId, role) => readDiff(kit, taskId, role, 'incremental'),
  },
];

function readDiff(
  { baton }: OperationKit,
  taskId: string,
  role: string,
  type: 'from_base' | 'incremental',
): ResultAsync<string, Failure> {
  if (baton.deltas === null) {
    return errAsync(failure('InvalidInput', 'This server has no working tree, so there are no patches.', { taskId }));
  }
  return baton.deltas.diff(taskId, { role, type }).map(({ text }) => text);
}

function readPlan({ tasks }: OperationKit, { task_id, protocol }: TaskRecord): ResultAsync<string, Failure> {
  const sha = protocol?.plan?.sha;
  if (sha === undefined) return errAsync(failure('PlanNotFound', `${task_id} has no plan yet.`, { taskId: task_id }));
  return tasks.getArtifact(task_id, sha).map((bytes) => new TextDecoder().decode(bytes));
}
