import { once } from 'node:events';
import { err, type Failure, failure } from '@batonkit/core';
import { serveHttp, serveStdio } from '@batonkit/mcp-server';
import type { BatonIo } from '../baton-io.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { openKit, type ShellOptions } from '../kit/open-kit.ts';
import { printOutcome } from '../print/print-outcome.ts';

/** How the server is reached. */
export interface McpOptions extends ShellOptions {
  readonly http?: string | true;
  readonly host?: string;
}

/** Serves until the client goes, or, over HTTP, until a signal. Standard output belongs to the protocol, so notes go to standard error. */
export async function serveMcp(io: BatonIo, options: McpOptions): Promise<void> {
  const refuse = async (error: Failure): Promise<void> =>
    io.exit(await printOutcome(io, { name: 'mcp', input: {}, result: err(error), json: options.json === true }));
  const opened = await openKit(io, options);
  if (opened.isErr()) return refuse(opened.error);
  const { kit, store } = opened.value;
  const onError = (error: Error): void => void io.stderr.write(`error: ${error.message}\n`);
  try {
    if (options.http === undefined) {
      await serveStdio({ kit, onError }).closed;
      return io.exit(EXIT_CODES.done);
    }
    const port = options.http === true ? 0 : Number(options.http);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      return await refuse(failure('Usage', `--http: "${String(options.http)}" is no port.`, {}));
    }
    const token = io.env.BATON_MCP_TOKEN ?? '';
    const serving = await serveHttp({
      kit,
      port,
      onError,
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(token === '' ? {} : { token }),
    });
    if (serving.isErr()) return await refuse(serving.error);
    io.stderr.write(`baton mcp listens on ${serving.value.url}\n`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await serving.value.close();
    io.exit(EXIT_CODES.done);
  } finally {
    await store.close();
  }
}
