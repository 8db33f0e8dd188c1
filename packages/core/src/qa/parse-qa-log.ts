import { encodeUtf8 } from '../text/encode-utf8.ts';
import { parseEslint, parseJest, parseTsc, parseVitest } from './parse-javascript-tools.ts';
import { parseCheckstyle, parsePmd } from './parse-java-linters.ts';
import { cachedGoals, parseMaven } from './parse-maven.ts';
import { parsePytest } from './parse-pytest.ts';
import { MAX_NAMES_BYTES, UNNAMED_COMMAND } from './qa-limits.ts';
import type { QaResult } from './qa-result.ts';
import { readLogLines, splitQaLog, type QaStep } from './split-qa-log.ts';
import { numberOf, toResult, type ToolReport } from './tool-report.ts';

const PARSERS = [parseVitest, parseJest, parseEslint, parseTsc, parsePytest, parseMaven, parseCheckstyle, parsePmd];
/** What a program says of itself, not what it would say: "use --force to exit with code 0" is no outcome. */
const EXIT = /(?<!\bto )\bexit(?:ed|ing)?(?: with)?(?: code| status)?[ :=]+(\d{1,3})\b/i;

/** What a log does not say by itself. */
export interface QaLogHints {
  /** The command whose log this is, where the log does not show it. */
  readonly command?: string;
  /** How it ended; decides where no tool is recognised. */
  readonly exitCode?: number;
}

/**
 * Reads a QA log into one result per command and tool. Knows vitest, jest, eslint, tsc, pytest, and Maven with Checkstyle and PMD; anything
 * else counts by its exit code, printed or given. A step that a cache replayed is `cached` and no run. Never throws; linear in the
 * length of the log.
 *
 * @example
 * ```ts
 * import { parseQaLog } from '@batonkit/core/qa';
 *
 * const [result] = parseQaLog('$ tsc -p .\nsrc/a.ts(3,7): error TS2322: Type mismatch.\n');
 * result?.status; // => 'failed'
 * result?.failures; // => ['src/a.ts: TS2322 Type mismatch.']
 * ```
 */
export function parseQaLog(log: string, hints: QaLogHints = {}): readonly QaResult[] {
  const steps = splitQaLog(readLogLines(log));
  const shown = steps.length === 0 ? [{ command: null, lines: [], cached: false }] : steps;
  const results = shown.flatMap((step, index) => parseStep(step, hints, index === shown.length - 1));
  // A preamble before the first command is no step, unless it is all there is.
  const told = results.filter(({ status, command }) => status !== 'unknown' || command !== UNNAMED_COMMAND);
  return boundNames(told.length > 0 ? told : results);
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
  if (step.cached) return [toResult(command, { tool: 'generic', status: 'cached' })];
  const cached = cachedGoals(step.lines).map((goal) =>
    toResult(goal || command, { tool: 'generic', status: 'cached' }),
  );
  const reports = PARSERS.flatMap((parse): readonly ToolReport[] => {
    const report = parse(step.lines);
    return report === null ? [] : [report];
  });
  if (reports.length > 0) return [...reports.map((report) => toResult(command, report)), ...cached];
  return [toResult(command, byExitCode(step.lines, isLast ? hints.exitCode : undefined)), ...cached];
}

function byExitCode(lines: readonly string[], given: number | undefined): ToolReport {
  const printed = EXIT.exec(lines.findLast((line) => EXIT.test(line)) ?? '')?.[1];
  const code = given ?? (printed === undefined ? null : numberOf(printed));
  if (code === null) return { tool: 'generic', status: 'unknown' };
  return code === 0
    ? { tool: 'generic', status: 'passed' }
    : { tool: 'generic', status: 'failed', failures: [`exit code ${code}`] };
}
