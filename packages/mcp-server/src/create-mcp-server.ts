import { randomBytes } from 'node:crypto';
import { failure } from '@batonkit/core';
import { type Operation, type OperationKit, OPERATIONS } from '@batonkit/operations';
import {
  type CallToolResult,
  createRequestStateCodec,
  type ElicitResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type RequestStateCodec,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import manifest from '../package.json' with { type: 'json' };
import type { ObjectSchema } from './compact-schema.ts';
import { type DescribedTool, describeTool } from './describe-tools.ts';
import { actAs, readClient } from './name-caller.ts';
import { registerResources } from './register-resources.ts';
import { runTool } from './run-tool.ts';
import type { Question, ToolAnswer } from './tool-request.ts';
import { toErrorResult } from './tool-result.ts';

const ANSWER_TIMEOUT_MS = 60 * 60 * 1000;

/** What a server of Batonkit's operations needs. */
export interface McpServerOptions {
  /** The ports, and the session in which clients act unless they name one. Its actor is not used: the actor is always the client. */
  readonly kit: OperationKit;
  /** The tools to offer; all operations unless told. */
  readonly operations?: readonly Operation[];
  /** Seals questions to people while they are with the client; 32 bytes. Servers that answer for each other must share it. */
  readonly sealKey?: Uint8Array;
  /** Told of exceptions, which are bugs. Clients are told only that there was one. */
  readonly onError?: (error: Error) => void;
}

const INSTRUCTIONS =
  'Batonkit hands tasks from one agent to the next. A turn: `start`, work, `hand_off`. On DriftDetected show the report to your user. ' +
  'Writes answer { taskId, revision, warnings } and more. Whole schemas, rare fields included: resource baton://tools/<tool>. ' +
  'Failures are { code, message, data }. `present`, `approve`, `take_over`, `resolve_drift`, `purge` and what overrides a check ask your user; do not answer for them.';

/** People decide in their own time; the seal only has to outlive a working day. */
const SEAL_SECONDS = 24 * 60 * 60;

/**
 * Makes an MCP server that offers Batonkit's operations as tools, and contexts, exports and patches as resources. One server serves one
 * connection, or one HTTP request; `serveStdio` and `serveHttp` make them as they need them.
 *
 * @example
 * ```ts
 * import { createBaton } from 'batonkit';
 * import { createMcpServer } from '@batonkit/mcp-server';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const kit = { baton: createBaton({ tasks }), tasks, worktree: null, files: null, root: null, caller: { actor: 'ada' } };
 * const server = createMcpServer({ kit });
 * server.isConnected(); // => false
 * ```
 */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { kit, operations = OPERATIONS, sealKey = randomBytes(32) } = options;
  const seal = createRequestStateCodec<Question>({ key: sealKey, ttlSeconds: SEAL_SECONDS });
  const server = new McpServer(
    { name: 'batonkit', version: manifest.version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      // `runTool` counts them, and refuses with a code.
      maxToolInputElements: Infinity,
      requestState: { verify: (state, context) => seal.verify(state, context) },
    },
  );
  const tools = operations.map(describeTool);
  for (const tool of tools) registerTool(server, tool, { ...options, kit }, seal);
  registerResources(server, kit, tools);
  return server;
}

function registerTool(
  server: McpServer,
  tool: DescribedTool,
  { kit, onError }: McpServerOptions,
  seal: RequestStateCodec<Question>,
): void {
  const { name, description = '', inputSchema, outputSchema, annotations = {} } = tool.listed;
  const call = async (given: unknown, context: ServerContext): Promise<ToolAnswer> => {
    const initialized = { info: server.server.getClientVersion(), capabilities: server.server.getClientCapabilities() };
    const client = readClient(context, initialized);
    try {
      const acting = actAs(kit, client, context);
      if (acting.isErr()) return toErrorResult(acting.error);
      const answer = await runTool(tool, given, { kit: acting.value, client, context, seal });
      if (!isInputRequiredResult(answer) || context.mcpReq.envelope !== undefined) return answer;
      const answered = await askOverConnection(answer, context, seal);
      return await runTool(tool, given, { kit: acting.value, client, context: answered, seal });
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      return internalError(name);
    }
  };
  const config = { description, inputSchema: asListed(inputSchema), outputSchema: asListed(outputSchema), annotations };
  server.registerTool(name, config, call);
}

/**
 * A schema that is listed as it is and accepts everything: inputs are checked by the zod schema of the operation, whose refusal has a code and
 * names every field, and outputs are typed by it.
 */
function asListed(schema: ObjectSchema): StandardSchemaWithJSON {
  const show = (): Record<string, unknown> => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'batonkit',
      validate: (value) => ({ value }),
      jsonSchema: { input: show, output: show },
    },
  };
}

function internalError(tool: string): CallToolResult {
  const message = `${tool} failed in a way that is a mistake of Batonkit. What was acknowledged before is safe; the log of the server says more.`;
  return toErrorResult(failure('InternalError', message, { tool }));
}

/**
 * Puts a question to the user of a 2025 client, over the connection, and returns the context in which the tool goes on. The SDK would ask as well,
 * but answers a failed or malformed reply with a text of its own, without a code.
 */
async function askOverConnection(
  { inputRequests = {}, requestState = '' }: InputRequiredResult,
  context: ServerContext,
  seal: RequestStateCodec<Question>,
): Promise<ServerContext> {
  const { mcpReq } = context;
  const question = await seal.verify(requestState, context);
  const inputResponses: Record<string, ElicitResult> = {};
  for (const [key, request] of Object.entries(inputRequests)) {
    if (request.method !== 'elicitation/create') continue;
    try {
      const options = { timeout: ANSWER_TIMEOUT_MS, signal: mcpReq.signal };
      inputResponses[key] = await mcpReq.send({ method: request.method, params: { ...request.params } }, options);
    } catch (error) {
      if (mcpReq.signal.aborted) throw error;
      // No answer is an answer: the tool says that nothing was done.
    }
  }
  const requestStateOf = <T>(): T => question as T;
  return { ...context, mcpReq: { ...mcpReq, inputResponses, requestState: requestStateOf } };
}
