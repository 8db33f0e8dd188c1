import type { Failure, TaskRecord } from '@batonkit/core';
import { openContext, type OperationKit } from '@batonkit/core/operations';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  UriTemplate,
  type ListResourcesResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { DescribedTool } from './describe-tools.ts';
import { TASK_RESOURCES, type TaskResource } from './task-resources.ts';

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
  records: (context: ServerContext) => Promise<readonly TaskRecord[]>,
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
function readOnce(kit: OperationKit): (context: ServerContext) => Promise<readonly TaskRecord[]> {
  const read = new WeakMap<ServerContext, Promise<readonly TaskRecord[]>>();
  return (context) => {
    const known = read.get(context) ?? readRecords(kit);
    read.set(context, known);
    return known;
  };
}

async function readRecords(kit: OperationKit): Promise<readonly TaskRecord[]> {
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
