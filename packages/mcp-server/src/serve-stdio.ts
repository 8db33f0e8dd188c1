import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerOptions } from './create-mcp-server.ts';

/** A server on standard input and output. */
export interface StdioServing {
  /** Resolves when the client has gone, or after `close`. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A message above this ends the connection; a tool refuses smaller ones with an answer. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/**
 * Serves one client over standard input and output, which then belong to the protocol: log to standard error. Clients of the 2025 and 2026
 * revisions are served. Unless the kit names a session, this connection is one.
 *
 * @example
 * ```ts
 * import { PassThrough } from 'node:stream';
 * import { createBaton } from 'batonkit';
 * import { serveStdio } from '@batonkit/mcp-server';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const kit = { baton: createBaton({ tasks }), tasks, worktree: null, files: null, root: null, caller: { actor: 'ada' } };
 * const serving = serveStdio({ kit, input: new PassThrough(), output: new PassThrough() });
 * await serving.close();
 * await serving.closed.then(() => 'gone'); // => 'gone'
 * ```
 */
export function serveStdio(
  options: McpServerOptions & { readonly input?: Readable; readonly output?: Writable },
): StdioServing {
  const { kit, input = process.stdin, output = process.stdout, onError } = options;
  const session = kit.caller.session ?? `mcp-${randomUUID()}`;
  // Version negotiation may throw the first server away, so what must last is made here.
  const made: McpServerOptions = {
    sealKey: randomBytes(32),
    ...options,
    kit: { ...kit, caller: { ...kit.caller, session } },
  };
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const closed = new Promise<void>((resolve) => {
    const close = transport.close.bind(transport);
    transport.close = async () => {
      await close();
      resolve();
    };
  });
  const handle = serve(() => createMcpServer(made), {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  return { closed, close: () => handle.close() };
}
