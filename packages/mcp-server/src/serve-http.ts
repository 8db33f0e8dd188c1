import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errAsync, failure, ResultAsync, type Failure } from '@batonkit/core';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { createMcpServer, type McpServerOptions } from './create-mcp-server.ts';

/** How a server listens. */
export interface HttpOptions extends McpServerOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Loopback unless told; anything else needs a `token`. */
  readonly host?: string;
  /** Clients must send it as `Authorization: Bearer <token>`. Without one every program on this machine can use the server. */
  readonly token?: string;
  /** Names under which the server is reached besides those of loopback and `host`, without port. Requests for other names are refused. */
  readonly allowedHosts?: readonly string[];
  /** Host names of web pages that may use the server; none unless told. */
  readonly allowedOrigins?: readonly string[];
}

/** A server that listens. */
export interface HttpServing {
  /** Where clients find it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Why a server does not listen. */
export type ServeHttpError =
  | Failure<'TokenNeeded', { readonly host: string }>
  | Failure<'ListenFailure', { readonly host: string; readonly port: number; readonly reason: string }>;

const PATH = '/mcp';
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Serves clients over HTTP. Every request stands alone, so servers can be restarted and put side by side (with one `sealKey`). A client names the
 * session in which it acts in the address: `http://127.0.0.1:3920/mcp?session=run-7`. Requests for foreign host names and from web pages are
 * refused, so that a page cannot reach the server by DNS rebinding. Fails with `TokenNeeded` and `ListenFailure`.
 *
 * @example
 * ```ts
 * import { createBaton } from 'batonkit';
 * import { orThrow } from '@batonkit/core';
 * import { serveHttp } from '@batonkit/mcp-server';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const kit = { baton: createBaton({ tasks }), tasks, worktree: null, files: null, root: null, caller: { actor: 'ada' } };
 * const serving = await orThrow(serveHttp({ kit }));
 * const stranger = await fetch(serving.url, { method: 'POST', headers: { origin: 'https://example.com' } });
 * stranger.status; // => 403
 * await serving.close();
 * ```
 */
export function serveHttp(options: HttpOptions): ResultAsync<HttpServing, ServeHttpError> {
  const { kit, host = '127.0.0.1', port = 0, token, allowedHosts = [], allowedOrigins = [], onError } = options;
  if (!localhostAllowedHostnames().includes(toHostname(host)) && token === undefined) {
    const message = `Other machines can reach ${host}, so clients need a token. Give one, or listen on 127.0.0.1.`;
    return errAsync(failure('TokenNeeded', message, { host }));
  }
  const sealKey = options.sealKey ?? randomBytes(32);
  const report = onError === undefined ? {} : { onerror: onError };
  const limits = { maxRequestBodySize: MAX_BODY_BYTES, ...report };
  const handler = createMcpHandler(({ requestInfo }) => {
    const session = sessionOf(requestInfo) ?? kit.caller.session ?? null;
    return createMcpServer({ ...options, sealKey, kit: { ...kit, caller: { ...kit.caller, session } } });
  }, limits);
  const handle = toNodeHandler(handler, limits);
  const isHostAllowed = hostHeaderValidation([...localhostAllowedHostnames(), toHostname(host), ...allowedHosts]);
  const isOriginAllowed = originValidation([...allowedOrigins]);
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (token !== undefined && !hasToken(request, token))
      return refuse(response, 401, 'A valid bearer token is needed.');
    if (pathOf(request) !== PATH) return refuse(response, 404, `The server is at ${PATH}.`);
    // A request that a server got always has both.
    void handle(request as typeof request & { method: string; url: string }, response);
  });
  return listen(server, host, port).map((found) => ({
    url: `http://${toHostname(host)}:${found}${PATH}`,
    close: async () => {
      await handler.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  }));
}

function listen(server: Server, host: string, port: number): ResultAsync<number, ServeHttpError> {
  const listening = new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
  return ResultAsync.fromPromise(listening, (error) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const message = `Cannot listen on ${host} port ${port} (${reason}). Choose another port, or 0 for any that is free.`;
    return failure('ListenFailure', message, { host, port, reason }, error);
  });
}

function sessionOf(request: Request | undefined): string | null {
  return request === undefined ? null : new URL(request.url).searchParams.get('session') || null;
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

/** As it stands in a URL and in a Host header. */
function toHostname(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** Compares digests, so that time tells nothing about the token. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }));
}
