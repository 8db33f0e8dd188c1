import { encodeUtf8 } from '@batonkit/core/text';
import { MAX_NAMES_BYTES, UNNAMED_COMMAND } from '@batonkit/core/internal';
import type { QaLogHints, QaResult } from '@batonkit/core';
import { findFailureSign, findSignBehind, saysAllWell } from './find-failure-sign.ts';
import { parseEslint, parseJest, parseTsc, parseVitest } from './parse-javascript-tools.ts';
import { nameFailures } from './name-failures.ts';
import { parseCheckstyle, parsePmd } from './parse-java-linters.ts';
import { cachedGoals, parseMaven } from './parse-maven.ts';
import { parsePytest } from './parse-pytest.ts';
import { readQaCommand } from './qa-command.ts';
import { isMachineLine, readMachineFormat } from './read-machine-format.ts';
import {
  findFailedLine,
  findNothingRan,
  findUnmetPlan,
  findVulnerabilities,
  hasRunTests,
  isAllCached,
  isServedFromCache,
  isTelling,
} from './runner-lines.ts';
import { readLogLines, splitQaLog, type QaStep } from './split-qa-log.ts';
import { numberOf, toResult, type ToolReport } from './tool-report.ts';

const PARSERS = [parseVitest, parseJest, parseEslint, parseTsc, parsePytest, parseMaven, parseCheckstyle, parsePmd];
/** An end that is told to have gone wrong. That it went well counts only where a build tool or the caller says so. */
const EXITED_BADLY = /(?<!\bto )\bexit(?:ed|ing)?(?: with)?(?: code| status)?[ :=]+0*([1-9]\d{0,2})\b/i;
/** Thresholds of coverage, as vitest and c8, jest, and pytest-cov say that they are missed. */
const BELOW_THRESHOLD =
  /^\s*(?:ERROR:? +)?(?:Coverage for \w+ \([\d.]+%\) does not meet |Uncovered \w+ \(\d+\) exceed )|^Jest: .*\b(?:coverage threshold for|uncovered count for|coverage data for|does not meet) |^(?:FAIL:? +|ERROR:? +)?(?:Required test coverage of |Coverage failure: )/i;
/** Where wrappers print how a command ended: behind all that it printed itself. */
const LAST_LINES = 20;
const NOTHING_SHOWN: QaStep = { command: null, lines: [], cached: false, exitCode: null, typed: null, wraps: false };

/**
 * Reads a QA log into one result per command and tool. Knows vitest, jest, eslint, tsc, pytest, and Maven with Checkstyle and PMD; anything
 * else counts by its exit code: the one given, or the one that the log itself shows behind the command. What a log says can only make
 * a result worse than its exit code: with any but 0 something has failed, and so it has where a line says so in the words of mocha, node:test,
 * go, cargo, rspec, phpunit, dotnet, ctest, bazel, gradle and their like, counts failures in the words of any tool, says that a command was
 * not found, crashed or gave up, or says that no test ran. A report in JSON, XML or TeamCity's format is read for what it counts; one that
 * counts nothing known is `unknown`. With a line that only looks like a failure, and no summary that says otherwise, it is `unknown`. A step
 * that a build tool or a runner served from its cache is `cached` and no run. A silent linter with exit code 0 passed; a silent test runner, a
 * silent command that is not named, and one that runs nothing (`--version`, `--collect-only`, `echo`) are `unknown`, and so is one that
 * swallows its exit code (`|| true`, `| tee`), unless the log has a summary that says that all is well. Never throws; linear in the length of
 * the log.
 *
 * @example
 * ```ts
 * import { parseQaLog } from '@batonkit/capture/qa';
 *
 * const [result] = parseQaLog('$ tsc -p .\nsrc/a.ts(3,7): error TS2322: Type mismatch.\n');
 * result?.status; // => 'failed'
 * result?.failures; // => ['src/a.ts: TS2322 Type mismatch.']
 * parseQaLog('Tests:       3 passed, 3 total\n', { command: 'jest', exitCode: 1 })[0]?.status; // => 'failed'
 * ```
 */
export function parseQaLog(log: string, hints: QaLogHints = {}): readonly QaResult[] {
  const steps = splitQaLog(readLogLines(log));
  const shown = steps.length === 0 ? [NOTHING_SHOWN] : steps;
  // A preamble before the first command is no step, unless it is all there is or looks like a failure.
  const { command, ...others } = hints;
  const own = shown.length === 1 && command !== undefined ? hints : others;
  const { exitCode } = hints;
  const results = shown.flatMap((step, index) => {
    // So is a command that only runs others, and once it is told how the log ended, one that checks nothing, such as `node --version`.
    const isAside =
      step.command === null || step.wraps || (exitCode !== undefined && readQaCommand(step.command).runsNothing);
    return parseStep(step, own, index === shown.length - 1).map((result) => ({ result, isAside }));
  });
  const told = results.filter(
    ({ result, isAside }) => result.status !== 'unknown' || !isAside || result.failures.length > 0,
  );
  const given = (told.length > 0 ? told : results).map(({ result }) => result);
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
  const given = isOwn ? hints.exitCode : undefined;
  // The 0 may be that of a pipe, where the log itself says how the step ended.
  const exitCode = given === undefined || given === 0 ? (step.exitCode ?? given ?? null) : given;
  const hasPassedTests = reports.some(({ counts }) => (counts?.passed ?? 0) > 0);
  const hasSummary = reports.length > 0 || step.lines.some(saysAllWell) || hasRunTests(step.lines);
  const machine = readMachineFormat(step.lines, hasSummary);
  const typed = [step.command ?? hints.command ?? null, step.typed].flatMap((line) =>
    line === null ? [] : [readQaCommand(line)],
  );
  const runsNothing = typed.some((line) => line.runsNothing);
  const named =
    findFailure(step.lines, exitCode, reports.length > 0) ??
    findFailedLine(step.lines) ??
    findUnmetPlan(step.lines) ??
    findVulnerabilities(step.lines) ??
    (machine?.status === 'failed' ? machine.field : null) ??
    (hasPassedTests ? undefined : findNothingRan(step.lines)) ??
    null;
  const words = machine?.status === 'passed' ? step.lines.filter((line) => !isMachineLine(line)) : step.lines;
  const sign = named === null && reports.length === 0 ? findFailureSign(words) : null;
  const failure = sign?.isClear === true ? sign.line : named;
  if (step.cached && failure === null && reports.every(({ status }) => status !== 'failed'))
    return [toResult(command, { tool: 'generic', status: 'cached' })];
  if (failure === null && isAllCached(step.lines) && !/^nx run /.test(command))
    return [toResult(command, { tool: 'generic', status: 'cached' })];
  if (failure === null && isServedFromCache(step.lines)) {
    cached.push(toResult(command, { tool: 'generic', status: 'cached' }));
    if (reports.length === 0 && !hasRunTests(step.lines)) return cached;
  }
  if (reports.length === 0) {
    // A summary that says that all is well stands by itself.
    const isProven = hasSummary || machine?.status === 'passed' || !typed.some((line) => line.hidesExitCode);
    const isTold = isProven && isTelling(step.command ?? hints.command ?? null, step.lines);
    const hasPassed = exitCode === 0 && sign === null && machine?.status !== 'unknown' && !runsNothing && isTold;
    const status = failure === null ? (hasPassed ? 'passed' : 'unknown') : 'failed';
    const shown = failure ?? sign?.line;
    const names = failure === null ? [] : nameFailures(step.lines);
    const failures = names.length > 0 ? names : shown === undefined ? [] : [shown];
    return [toResult(command, { tool: 'generic', status, failures }), ...cached];
  }
  const results = reports.map((report) =>
    toResult(command, report.status === 'passed' && runsNothing ? { ...report, status: 'unknown' } : report),
  );
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
  return isReported ? (findSignBehind(printed.slice(-LAST_LINES)) ?? null) : null;
}

function nameOf(exitCode: number | null): string {
  return exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`;
}
