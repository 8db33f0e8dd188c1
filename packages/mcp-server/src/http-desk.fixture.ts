import { orThrow } from '@batonkit/core';
import type { Operation, OperationKit } from '@batonkit/operations';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { serveHttp, type HttpServing } from './serve-http.ts';

/** A server over HTTP, and a way for clients to reach it. */
export interface HttpDesk {
  readonly serving: HttpServing;
  readonly connect: (client: Client, session?: string) => Promise<Client>;
}

/** Serves a kit over HTTP while `work` lasts, then closes everything. */
export async function withServer(
  given: {
    readonly kit: OperationKit;
    readonly operations?: readonly Operation[];
    readonly onError?: (error: Error) => void;
  },
  work: (desk: HttpDesk) => Promise<void>,
): Promise<void> {
  const serving = await orThrow(serveHttp(given));
  const clients: Client[] = [];
  const connect = async (client: Client, session = 'run-1'): Promise<Client> => {
    await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}?session=${session}`)));
    clients.push(client);
    return client;
  };
  try {
    await work({ serving, connect });
  } finally {
    for (const client of clients) await client.close();
    await serving.close();
  }
}
