import { encodeUtf8 } from '../text/encode-utf8.ts';
import { parseEslint, parseJest, parseTsc, parseVitest } from './parse-javascript-tools.ts';
import { parseCheckstyle, parsePmd } from './parse-java-linters.ts';
import { cachedGoals, parseMaven } from './parse-maven.ts';
import { parsePytest } from './parse-pytest.ts';
import { MAX_NAMES_BYTES, UNNAMED_COMMAND } from './qa-limits.ts';
import type { QaResult } from './qa-result.ts';
import { findFailedLine, findNothingRan, hasRunTests, isServedFromCache, isTelling } from './runner-lines.ts';
import { readLogLines, splitQaLog, type QaStep } from './split-qa-log.ts';
import { numberOf, toResult, type ToolReport } from './tool-report.ts';

const PARSERS = [parseVitest, parseJest, parseEslint, parseTsc, parsePytest, parseMaven, parseCheckstyle, parsePmd];
/** An end that is told to have gone wrong. That it went well counts only where a build tool or the caller says so. */
const EXITED_BADLY = /(?<!\bto )\bexit(?:ed|ing)?(?: with)?(?: code| status)?[ :=]+0*([1-9]\d{0,2})\b/i;
/** What package managers, make, CI and the shell print behind a command that failed. */
const COMMAND_FAILED =
  /^(?:npm ERR!|npm error) \S|^\s*ELIFECYCLE\s|^error Command failed with exit code|^make(?:\[\d+\])?: \*\*\* |^##\[error\]|^error: script ".*" exited with code|^(?:.*: line \d+: +\d+ )?(?:Segmentation fault|Killed|Terminated|Aborted)(?: |$)|^FATAL ERROR: /;
/** Thresholds of coverage, as vitest and c8, jest, and pytest-cov say that they are missed. */
const BELOW_THRESHOLD =
  /^\s*(?:ERROR:? +)?(?:Coverage for \w+ \([\d.]+%\) does not meet |Uncovered \w+ \(\d+\) exceed )|^Jest: .*\b(?:coverage threshold for|uncovered count for|coverage data for) |^(?:FAIL:? +|ERROR:? +)?(?:Required test coverage of |Coverage failure: )/i;
/** Where wrappers print how a command ended: behind all that it printed itself. */
const LAST_LINES = 20;

/** What a log does not say by itself. */
export interface QaLogHints {
  /** The command whose log this is, where the log does not show it. */
  readonly command?: string;
  /**
   * How the log's last command ended. Anything but 0 is never green, whatever the log says; `null` says that it was ended by a signal. With 0,
   * a command counts as passed unless its log shows a failure.
   */
  readonly exitCode?: number | null;
}

/**
 * Reads a QA log into one result per command and tool. Knows vitest, jest, eslint, tsc, pytest, and Maven with Checkstyle and PMD; anything
 * else counts by its exit code: the one given, or the one that the log itself shows behind the command. What a log says can only make
 * a result worse than its exit code: with any but 0 something has failed, and so it has where a line says so in the words of mocha, node:test,
 * go, cargo, rspec, phpunit, dotnet, ctest, bazel, gradle and their like, or says that no test ran. A step that a build tool or a runner
 * served from its cache is `cached` and no run. A silent linter with exit code 0 passed; a silent test runner, a silent command that is not
 * named, and one that ends in `|| true` are `unknown`. Never throws; linear in the length of the log.
 *
 * @example
 * ```ts
 * import { parseQaLog } from '@batonkit/core/qa';
 *
 * const [result] = parseQaLog('$ tsc -p .\nsrc/a.ts(3,7): error TS2322: Type mismatch.\n');
 * result?.status; // => 'failed'
 * result?.failures; // => ['src/a.ts: TS2322 Type mismatch.']
 * parseQaLog('Tests:       3 passed, 3 total\n', { command: 'jest', exitCode: 1 })[0]?.status; // => 'failed'
 * ```
 */
export function parseQaLog(log: string, hints: QaLogHints = {}): readonly QaResult[] {
  const steps = splitQaLog(readLogLines(log));
  const shown = steps.length === 0 ? [{ command: null, lines: [], cached: false, exitCode: null }] : steps;
  const results = shown.flatMap((step, index) => parseStep(step, hints, index === shown.length - 1));
  // A preamble before the first command is no step, unless it is all there is.
  const told = results.filter(({ status, command }) => status !== 'unknown' || command !== UNNAMED_COMMAND);
  const given = told.length > 0 ? told : results;
  const { exitCode } = hints;
  return boundNames(exitCode === undefined || exitCode === 0 ? given : withFailure(given, nameOf(exitCode)));
}

/** Where no step shows what failed, any of them may have: none counts as passed, nor as spared. */
function withFailure(results: readonly QaResult[], failure: string): readonly QaResult[] {
  if (results.some(({ status }) => status === 'failed')) return results;
  return results.map((result) => ({ ...result, status: 'failed', failures: [failure], failures_total: 1 }));
}

/** However many steps failed, what they name has to fit into a record. */
function boundNames(results: readonly QaResult[]): readonly QaResult[] {
  const share = MAX_NAMES_BYTES / results.filter(({ failures }) => failures.length > 0).length;
  return results.map((result) => {
    let room = share;
    const failures = result.failures.filter((name) => (room -= encodeUtf8(name).length) >= 0);
    return { ...result, failures };
  });
}

function parseStep(step: QaStep, hints: QaLogHints, isLast: boolean): readonly QaResult[] {
  const command = step.command ?? hints.command ?? UNNAMED_COMMAND;
  const cached = cachedGoals(step.lines).map((goal) =>
    toResult(goal || command, { tool: 'generic', status: 'cached' }),
  );
  const reports = PARSERS.flatMap((parse): readonly ToolReport[] => {
    const report = parse(step.lines);
    return report === null ? [] : [report];
  });
  // That of turbo or nx is the exit code of all their tasks, not of the one that they happen to show last.
  const isOwn = isLast && (hints.exitCode === 0 || !/^(?:turbo|nx run) /.test(command));
  const exitCode = isOwn && hints.exitCode !== undefined ? hints.exitCode : step.exitCode;
  const hasPassedTests = reports.some(({ counts }) => (counts?.passed ?? 0) > 0);
  const failure =
    findFailure(step.lines, exitCode, reports.length > 0) ??
    findFailedLine(step.lines) ??
    (hasPassedTests ? undefined : findNothingRan(step.lines)) ??
    null;
  if (step.cached && failure === null && reports.every(({ status }) => status !== 'failed'))
    return [toResult(command, { tool: 'generic', status: 'cached' })];
  if (failure === null && isServedFromCache(step.lines)) {
    cached.push(toResult(command, { tool: 'generic', status: 'cached' }));
    if (reports.length === 0 && !hasRunTests(step.lines)) return cached;
  }
  if (reports.length === 0) {
    const hasPassed = exitCode === 0 && isTelling(step.command ?? hints.command ?? null, step.lines);
    const status = failure === null ? (hasPassed ? 'passed' : 'unknown') : 'failed';
    return [toResult(command, { tool: 'generic', status, failures: failure === null ? [] : [failure] }), ...cached];
  }
  const results = reports.map((report) => toResult(command, report));
  return [...(failure === null ? results : withFailure(results, failure)), ...cached];
}

/** What says that a step failed, besides the report of its tool. */
function findFailure(lines: readonly string[], exitCode: number | null, isReported: boolean): string | null {
  const below = lines.find((line) => BELOW_THRESHOLD.test(line))?.trim();
  if (below !== undefined) return below;
  if (exitCode !== null && exitCode !== 0) return nameOf(exitCode);
  const printed = lines.filter((line) => line !== '');
  // A test may well be about a program that fails, so a run with a report or an exit code is held to what stands behind it.
  const exits = isReported || exitCode === 0 ? printed.slice(-1) : printed;
  const badly = EXITED_BADLY.exec(exits.findLast((line) => EXITED_BADLY.test(line)) ?? '')?.[1];
  if (badly !== undefined) return nameOf(numberOf(badly));
  // Also with 0, which may be the exit code of a pipe.
  return printed.slice(-LAST_LINES).find((line) => COMMAND_FAILED.test(line)) ?? null;
}

function nameOf(exitCode: number | null): string {
  return exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`;
}
