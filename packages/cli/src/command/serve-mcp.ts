import { once } from 'node:events';
import { err, type Failure, ok, type Result } from '@batonkit/core';
import { serveHttp, serveStdio } from '@batonkit/mcp-server';
import type { BatonIo } from '../io/baton-io.ts';
import { EXIT_CODES } from '../io/exit-code.ts';
import { openKit, type ShellOptions } from '../kit/open-kit.ts';
import { printOutcome } from '../print/print-outcome.ts';
import { type InvalidUsage, usage } from './read-input.ts';

/** How the server is reached. */
export interface McpOptions extends ShellOptions {
  readonly http?: string | true;
  readonly host?: string;
}

/** Serves until the client goes, or, over HTTP, until a signal. Standard output belongs to the protocol, so notes go to standard error. */
export async function serveMcp(io: BatonIo, options: McpOptions): Promise<void> {
  const refuse = async (error: Failure): Promise<void> =>
    io.exit(await printOutcome(io, { name: 'mcp', input: {}, result: err(error), json: options.json === true }));
  const port = options.http === undefined ? null : readPort(options.http);
  if (port !== null && port.isErr()) return refuse(port.error);
  if (port === null && options.host !== undefined) {
    const message = '--host needs --http: without it, the server talks over standard input and output.';
    return refuse(usage(message));
  }
  const opened = await openKit(io, options);
  if (opened.isErr()) return refuse(opened.error);
  const { kit, store } = opened.value;
  const onError = (error: Error): void => void io.stderr.write(`error: ${error.message}\n`);
  try {
    if (port === null) {
      await serveStdio({ kit, onError }).closed;
      return io.exit(EXIT_CODES.done);
    }
    const token = io.env.BATON_MCP_TOKEN ?? '';
    const serving = await serveHttp({
      kit,
      port: port.value,
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

/** Without a number a free port is taken. */
function readPort(given: string | true): Result<number, InvalidUsage> {
  const port = given === true ? 0 : Number(given.trim() || Number.NaN);
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  return isPort ? ok(port) : err(usage(`--http: "${String(given)}" is not a port: a number up to 65535.`));
}
