import {
  err,
  failure,
  ok,
  type QaCommandToRun,
  type QaExecution,
  type QaRequest,
  type QaRunner,
  type QaRunnerFailure,
  type Result,
  ResultAsync,
} from '@batonkit/core';
import { encodeUtf8, sha256Hex } from '@batonkit/core/text';

/** How a scripted command ends; what is left out is as after a command that succeeds without a word. */
export type ScriptedEnd = Partial<Omit<QaExecution, 'command' | 'kind' | 'outputBytes' | 'outputSha256'>>;

/**
 * A {@link QaRunner} that runs nothing: it answers what it was told, for tests and for batons in memory. Its runs are `simulated`, and do not
 * count for landing on a real repository.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createScriptedQaRunner } from '@batonkit/memory-adapter';
 *
 * const runner = createScriptedQaRunner({ 'npm test': { exitCode: 1, output: '1 failed' } });
 * const commands = [{ command: 'npm test', kind: 'test' }, { command: 'npm run lint', kind: 'lint' }] as const;
 * const { executions } = await orThrow(runner.run({ commands, cwd: null }));
 * executions.map(({ exitCode }) => exitCode); // => [1, 0]
 * ```
 *
 * @param script What each command comes to, by its line. Every other command exits with 0.
 */
export function createScriptedQaRunner(
  script: Readonly<Record<string, ScriptedEnd>> | ((command: QaCommandToRun) => ScriptedEnd) = {},
): QaRunner {
  const endOf = typeof script === 'function' ? script : ({ command }: QaCommandToRun) => script[command] ?? {};
  return { simulated: true, run: (request) => new ResultAsync(play(request, endOf)) };
}

async function play(
  { commands, signal, onOutput, onProgress }: QaRequest,
  endOf: (command: QaCommandToRun) => ScriptedEnd,
): Promise<Result<{ executions: readonly QaExecution[]; environment: readonly string[] }, QaRunnerFailure>> {
  const executions: QaExecution[] = [];
  for (const [index, given] of commands.entries()) {
    // As with commands that run, the caller may abort meanwhile.
    await Promise.resolve();
    const { command } = given;
    if (signal?.aborted === true)
      return err(
        failure('QaCancelled', `The QA run was cancelled before ${command}. Nothing was recorded.`, { command }),
      );
    const place = { command, index, of: commands.length };
    onProgress?.({ ...place, execution: null });
    const end = endOf(given);
    const { output = '' } = end;
    if (output !== '') onOutput?.({ command, index, text: output });
    const bytes = encodeUtf8(output);
    const execution: QaExecution = {
      ...{
        ended: 'exited',
        exitCode: 0,
        signal: null,
        startedAt: 0,
        durationMs: 0,
        report: null,
        leftRunning: 0,
        doubts: [],
      },
      ...given,
      ...end,
      ...{ output, outputBytes: bytes.length, outputSha256: sha256Hex(bytes) },
    };
    executions.push(execution);
    onProgress?.({ ...place, execution });
  }
  return ok({ executions, environment: [] });
}
