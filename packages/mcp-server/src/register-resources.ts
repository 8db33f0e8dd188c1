import type { ProtocolRecord } from '@batonkit/protocol';
import { errAsync, type Failure, failure, type ResultAsync } from '@batonkit/core';
import { openContext, type OperationKit } from '@batonkit/operations';
import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server';
import type { DescribedTool } from './describe-tools.ts';

/** A kind of resource that tasks have. */
interface TaskResource {
  readonly name: string;
  /** An RFC 6570 template; without `{role}` there is one of it in a task. */
  readonly template: string;
  readonly mimeType: string;
  readonly description: string;
  /** The roles that have one. */
  readonly rolesOf: (record: ProtocolRecord) => readonly string[];
  readonly read: (kit: OperationKit, taskId: string, role: string) => ResultAsync<string, Failure>;
}

const handedOff = ({ roles, tree_chain }: ProtocolRecord): readonly string[] =>
  roles.filter((role) => tree_chain.some((link) => link.role === role && !link.outside));

/** What can be read of a task. */
const TASK_RESOURCES: readonly TaskResource[] = [
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

/** So many tasks are listed; all others can be read too. */
const MAX_LISTED_TASKS = 50;
const MAX_COMPLETIONS = 100;

/** Offers contexts, exports and patches of tasks, and the whole schemas of tools. */
export function registerResources(server: McpServer, kit: OperationKit, tools: readonly DescribedTool[]): void {
  const records = readOnce(kit);
  for (const resource of TASK_RESOURCES) registerTaskResource(server, kit, resource, records);
  server.registerResource(
    'tool',
    new ResourceTemplate('baton://tools/{tool}', { list: undefined }),
    { mimeType: 'application/json', description: 'The whole input and output schema of a tool.' },
    (uri, { tool: name }) => {
      const tool = tools.find(({ listed }) => listed.name === name);
      if (tool === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(tool.full) }] };
    },
  );
}

function registerTaskResource(
  server: McpServer,
  kit: OperationKit,
  { name, template, mimeType, description, rolesOf, read }: TaskResource,
  records: (context: ServerContext) => Promise<readonly ProtocolRecord[]>,
): void {
  const uris = new UriTemplate(template);
  const list = async (context: ServerContext): Promise<ListResourcesResult> => ({
    resources: (await records(context)).flatMap((record) =>
      rolesOf(record).map((role) => ({
        uri: uris.expand({ taskId: record.task_id, role }),
        name: `${record.task_id} ${name}${role === '' ? '' : ` ${role}`}`,
      })),
    ),
  });
  const complete = {
    taskId: async (start: string) => {
      const tasks = await kit.baton.contexts.list();
      if (tasks.isErr()) return [];
      return tasks.value
        .map(({ taskId }) => taskId)
        .filter((id) => id.startsWith(start))
        .slice(0, MAX_COMPLETIONS);
    },
  };
  server.registerResource(
    name,
    new ResourceTemplate(uris, { list, complete }),
    { mimeType, description },
    async (uri, { taskId, role }) => {
      const text = await read(kit, decode(taskId), decode(role));
      if (text.isErr()) throw toProtocolError(text.error, uri.href);
      return { contents: [{ uri: uri.href, mimeType, text: text.value }] };
    },
  );
}

/** The listed tasks, read once for a request although each kind of resource lists its own. */
function readOnce(kit: OperationKit): (context: ServerContext) => Promise<readonly ProtocolRecord[]> {
  const read = new WeakMap<ServerContext, Promise<readonly ProtocolRecord[]>>();
  return (context) => {
    const known = read.get(context) ?? readRecords(kit);
    read.set(context, known);
    return known;
  };
}

async function readRecords(kit: OperationKit): Promise<readonly ProtocolRecord[]> {
  const tasks = await kit.baton.contexts.list();
  if (tasks.isErr()) throw toProtocolError(tasks.error, 'baton://tasks');
  const opened = await Promise.all(
    tasks.value.slice(0, MAX_LISTED_TASKS).map(({ taskId }) => openContext(kit, taskId)),
  );
  // A task that cannot be read must not hide the others; reading it says why.
  return opened.flatMap((one) => (one.isOk() ? [one.value.record] : []));
}

function decode(variable: string | string[] | undefined): string {
  const text = Array.isArray(variable) ? variable.join(',') : (variable ?? '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ABSENT = new Set(['ContextNotFound', 'InvalidTaskId', 'PlanNotFound', 'SnapshotMissing']);

function toProtocolError({ code, message, data }: Failure, uri: string): ProtocolError {
  if (ABSENT.has(code)) return new ResourceNotFoundError(uri, `${code}: ${message}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${message}`, { code, data });
}

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

function readPlan({ tasks }: OperationKit, { task_id, protocol }: ProtocolRecord): ResultAsync<string, Failure> {
  const sha = protocol?.plan?.sha;
  if (sha === undefined) return errAsync(failure('PlanNotFound', `${task_id} has no plan yet.`, { taskId: task_id }));
  return tasks.getArtifact(task_id, sha).map((bytes) => new TextDecoder().decode(bytes));
}
