import type { Failure } from '../result/failure.ts';
import type { ResultAsync } from '../result/result.ts';

/** What a QA command is for. */
export type QaKind = 'test' | 'lint' | 'build' | 'other';

/** A QA command to run. */
export interface QaCommandToRun {
  /** A command line, as a shell takes it. */
  readonly command: string;
  readonly kind: QaKind;
}

/** A piece of output, as it comes. */
export interface QaOutput {
  readonly command: string;
  /** The place of the command in the list, from 0. */
  readonly index: number;
  readonly text: string;
}

/** A command that begins, or that has ended. */
export interface QaProgress {
  readonly command: string;
  /** The place of the command in the list, from 0, and how many there are. */
  readonly index: number;
  readonly of: number;
  /** `null` while it runs. */
  readonly execution: QaExecution | null;
}

/** What {@link QaRunner.run} takes. */
export interface QaRequest {
  readonly commands: readonly QaCommandToRun[];
  /** The directory to run in, as an absolute path; `null` where the working tree has none. */
  readonly cwd: string | null;
  /** Run all commands at once. Defaults to one after the other. */
  readonly parallel?: boolean;
  /** How long one command may take. Defaults to 30 minutes. */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (output: QaOutput) => void;
  /** Called when a command begins, and when it has ended. */
  readonly onProgress?: (progress: QaProgress) => void;
}

/** One command that was run. */
export interface QaExecution extends QaCommandToRun {
  /** `exited`: with `exitCode`. `signalled`: ended by `signal`. `timed-out`: it took too long and was ended. */
  readonly ended: 'exited' | 'signalled' | 'timed-out';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** By the clock of the host, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** What it printed, in the order in which it came. The middle of a long output is left out, and a line says so. */
  readonly output: string;
  /** How many bytes it printed in all, and their SHA-256. */
  readonly outputBytes: number;
  readonly outputSha256: string;
  /** The structured report that the tool was asked for; `null` where none was written. */
  readonly report: string | null;
  /** Processes that the command left running. The runner ended them. */
  readonly leftRunning: number;
  /** Why the program that ran may not be the one that the command means: a sentence each. Empty: no doubt. */
  readonly doubts: readonly string[];
}

/** What {@link QaRunner.run} answers. */
export interface QaExecuted {
  /** In the order of the request. */
  readonly executions: readonly QaExecution[];
  /** Names of the environment variables that the commands saw, by code point. Never their values. */
  readonly environment: readonly string[];
}

/** Why commands were not run to their end. No result of such a run is recorded. */
export type QaRunnerFailure =
  Failure<'QaCancelled', { readonly command: string | null }> | Failure<'QaNotStarted', { readonly reason: string }>;

/**
 * Runs QA commands. What it answers is evidence, so it must be true:
 *
 * - Every command runs, also after one that failed. Exit codes and signals are those of the command, not of a pipe or a wrapper.
 * - Nothing that a command started goes on after `run` answers, on whatever way it answers: the whole process group is ended, and what
 *   left the group as far as the host can find it.
 * - An aborted `signal` ends in `QaCancelled`; a command over the time limit is `timed-out`, and the next one runs.
 * - Memory does not grow with the output.
 * - Values of the environment are in no answer.
 * - A command that can't be started for want of its directory or a shell is `QaNotStarted`; a program that isn't found is exit code 127.
 */
export interface QaRunner {
  /** True where nothing runs really. Such runs prove nothing and do not count for landing. */
  readonly simulated: boolean;
  run(request: QaRequest): ResultAsync<QaExecuted, QaRunnerFailure>;
}
