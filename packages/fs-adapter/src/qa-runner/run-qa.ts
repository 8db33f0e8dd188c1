import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  err,
  failure,
  ok,
  type QaCommandToRun,
  type QaExecuted,
  type QaExecution,
  type QaRequest,
  type QaRunner,
  type QaRunnerFailure,
  type Result,
  ResultAsync,
} from '@batonkit/core';
import { findDoubts } from './find-doubts.ts';
import { watchGroups } from './process-group.ts';
import { requestReport } from './request-report.ts';
import { runCommand } from './run-command.ts';

/** How long one command may take unless the request says otherwise. */
const TIME_LIMIT_MS = 30 * 60 * 1000;

/** What {@link runQa} takes: a request whose commands may be plain lines. */
export interface QaRunOptions extends Omit<QaRequest, 'commands' | 'cwd'> {
  readonly commands: readonly (string | (Pick<QaCommandToRun, 'command'> & Partial<QaCommandToRun>))[];
  /** The directory to run in. */
  readonly cwd: string;
  /** The environment of the commands. Defaults to that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs commands on this host, all of them, and answers how each really ended. See {@link QaRunner} for what it promises.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { runQa } from '@batonkit/fs-adapter';
 *
 * const { executions } = await orThrow(runQa({ commands: ['exit 3', 'echo fine'], cwd: process.cwd() }));
 * executions.map(({ exitCode }) => exitCode); // => [3, 0]
 * ```
 */
export function runQa(options: QaRunOptions): ResultAsync<QaExecuted, QaRunnerFailure> {
  const { env = process.env, ...request } = options;
  const commands = request.commands.map((given) => (typeof given === 'string' ? { command: given } : given));
  return new ResultAsync(runAll({ ...request, commands: commands.map((given) => ({ kind: 'other', ...given })) }, env));
}

/**
 * The {@link QaRunner} of this host: its commands run as processes, with the environment given here, by default that of this process.
 *
 * @example
 * ```ts
 * import { createNodeQaRunner } from '@batonkit/fs-adapter';
 *
 * createNodeQaRunner({ env: { PATH: '/usr/bin:/bin' } }).simulated; // => false
 * ```
 */
export function createNodeQaRunner(options: Pick<QaRunOptions, 'env'> = {}): QaRunner {
  return {
    simulated: false,
    run: ({ cwd, ...request }) =>
      cwd === null
        ? new ResultAsync(Promise.resolve(notStarted('the working tree has no directory on this host')))
        : runQa({ ...options, ...request, cwd }),
  };
}

type Environment = NonNullable<QaRunOptions['env']>;
type Request = QaRequest & { readonly cwd: string };

async function runAll(request: Request, env: Environment): Promise<Result<QaExecuted, QaRunnerFailure>> {
  const { commands, cwd, parallel = false, signal } = request;
  if (signal?.aborted === true) return cancelled(null);
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return notStarted(`there is no directory ${cwd}`);
  const mark = randomBytes(16).toString('hex');
  const watcher = watchGroups(mark);
  const folder = await mkdtemp(join(tmpdir(), 'baton-qa-')).catch(() => null);
  const run = (command: QaCommandToRun, index: number): Promise<QaExecution | 'cancelled'> =>
    runOne(command, index, { request, env, mark, watcher, folder });
  try {
    const executions: (QaExecution | 'cancelled')[] = [];
    if (parallel) {
      // One that can't be started is no reason to leave the others running.
      const settled = await Promise.allSettled(commands.map(run));
      const failed = settled.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      executions.push(...settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    } else
      for (const [index, command] of commands.entries()) {
        const execution = await run(command, index);
        executions.push(execution);
        if (execution === 'cancelled') break;
      }
    const stopped = executions.indexOf('cancelled');
    if (stopped >= 0) return cancelled(commands[stopped]?.command ?? null);
    const environment = Object.keys(env).filter((name) => env[name] !== undefined);
    return ok({
      executions: executions.filter((execution) => execution !== 'cancelled'),
      environment: environment.sort(),
    });
  } catch (cause) {
    return notStarted(cause instanceof Error ? cause.message : String(cause));
  } finally {
    watcher.close();
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

interface Run {
  readonly request: Request;
  readonly env: Environment;
  readonly mark: string;
  readonly watcher: ReturnType<typeof watchGroups>;
  readonly folder: string | null;
}

async function runOne(
  given: QaCommandToRun,
  index: number,
  { request, env, mark, watcher, folder }: Run,
): Promise<QaExecution | 'cancelled'> {
  const { command, kind } = given;
  const { cwd, timeLimitMs = TIME_LIMIT_MS, signal, onOutput, onProgress, commands } = request;
  const doubts = await findDoubts(command, cwd, env);
  if (signal?.aborted === true) return 'cancelled';
  const asked = folder === null ? null : await requestReport(command, cwd, join(folder, `report-${index}`));
  const place = { command, index, of: commands.length };
  onProgress?.({ ...place, execution: null });
  const { output, ended, ...end } = await runCommand({
    ...{ line: asked?.line ?? command, cwd, env, mark: `${mark}-${index}`, watcher, timeLimitMs, signal },
    onText:
      onOutput === undefined ? undefined : (text) => (text === '' ? undefined : onOutput({ command, index, text })),
  });
  if (ended === 'cancelled') return 'cancelled';
  const execution = {
    ...{ command, kind, ended, ...end, doubts },
    ...{ output: output.text, outputBytes: output.bytes, outputSha256: output.sha256 },
    report: (await asked?.read()) ?? null,
  };
  onProgress?.({ ...place, execution });
  return execution;
}

function cancelled(command: string | null): Result<never, QaRunnerFailure> {
  const where = command === null ? 'before the first command' : `during ${command}`;
  return err(
    failure('QaCancelled', `The QA run was cancelled ${where}. Nothing was recorded. Run it again.`, { command }),
  );
}

function notStarted(reason: string): Result<never, QaRunnerFailure> {
  return err(failure('QaNotStarted', `The QA commands could not be started: ${reason}.`, { reason }));
}
