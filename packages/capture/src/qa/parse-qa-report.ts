import * as z from 'zod';
import type { QaResult, Warning } from '@batonkit/core';
import { MAX_FAILURES } from '@batonkit/core/internal';
import { detectFormat, type QaReportFormat } from './detect-format.ts';
import { parseQaLog } from './parse-qa-log.ts';
import type { QaReportParser } from './qa-report-parser.ts';
import { findNothingRan } from './runner-lines.ts';
import { readCtrf } from './reports/read-ctrf.ts';
import { readEslintJson } from './reports/read-eslint-json.ts';
import { readJunit } from './reports/read-junit.ts';
import { readSarif } from './reports/read-sarif.ts';
import { readTap } from './reports/read-tap.ts';
import { readTestJson } from './reports/read-test-json.ts';
import {
  EMPTY_REPORT,
  type ReportedTest,
  type ReportReader,
  type StructuredReport,
} from './reports/structured-report.ts';

/** What is known about a report beside its text. */
export interface QaReportOptions {
  /** How the run ended; `null`: by a signal. Anything but 0 is never green, and without it a structured report isn't either. */
  readonly exitCode?: number | null;
  /** The command that wrote it. */
  readonly command?: string;
  /** Defaults to `auto`: the format is found in the text. */
  readonly format?: 'auto' | QaReportFormat;
  /** Parsers of your own, asked in order before the built-in ones. */
  readonly parsers?: readonly QaReportParser[];
  /** The folder that the run was in, as an absolute path; it is left out of names. */
  readonly root?: string;
}

/** The codes of warnings about a QA report. */
export type QaReportWarningCode =
  'ExitCodeMissing' | 'NoTests' | 'Malformed' | 'Inconsistent' | 'PartlyCached' | 'Unclear' | 'ParserFailed';

/** Why a report is not green, or what is odd about it. */
export type QaReportWarning = Warning<QaReportWarningCode>;

/** What a report or a log came to. */
export interface QaReport {
  readonly status: QaResult['status'];
  readonly format: QaReportFormat | 'custom';
  /** The tool that wrote it, where that is known. */
  readonly tool: string | null;
  /** Each test by name; of a log only those that failed, because most logs don't name the others. */
  readonly tests: readonly ReportedTest[];
  readonly counts: QaResult['counts'];
  /** Everything that failed: tests, files that did not load, findings, thresholds, the exit code. */
  readonly failures: readonly string[];
  readonly warnings: readonly QaReportWarning[];
}

const NO_TEST = /^no tests? (?:ran|found)$/i;

const READERS: Record<Exclude<QaReportFormat, 'log'>, ReportReader> = {
  junit: readJunit,
  ctrf: readCtrf,
  tap: readTap,
  sarif: readSarif,
  'vitest-json': readTestJson,
  'jest-json': readTestJson,
  'eslint-json': readEslintJson,
};

/**
 * Reads a report of a QA run: JUnit XML, CTRF, TAP, SARIF, the JSON of vitest, jest and ESLint, or a log. Reports are green too when a coverage
 * threshold was missed, when an error came after the last test, and when nothing ran, so a report only makes the verdict worse: `passed` takes exit code
 * 0, no failure in the report, and at least one test that ran. A log may show its own exit code and its own summary; see {@link parseQaLog}. Never throws.
 *
 * @example
 * ```ts
 * import { parseQaReport } from '@batonkit/capture/qa';
 *
 * const xml = '<testsuite name="sum"><testcase name="adds"/><testcase name="divides"><failure/></testcase></testsuite>';
 * const report = parseQaReport(xml, { exitCode: 1 });
 * report.status; // => 'failed'
 * report.tests; // => [{ name: 'adds', status: 'passed' }, { name: 'divides', status: 'failed' }]
 * parseQaReport('TAP version 14\n1..0\n', { exitCode: 0 }).status; // => 'unknown'
 * ```
 */
export function parseQaReport(text: string, options: QaReportOptions = {}): QaReport {
  return readQaReport(text, options).report;
}

/** {@link parseQaReport}, with the result of each step where the text is a log of several. */
export function readQaReport(
  text: string,
  options: QaReportOptions,
): { readonly report: QaReport; readonly steps: readonly QaResult[] | null } {
  const custom = askParsers(text, options);
  if ('report' in custom) return { report: custom.report, steps: null };
  const { warnings } = custom;
  const { format: asked = 'auto' } = options;
  const found = asked === 'auto' ? detectFormat(text) : { format: asked, text };
  const { report, steps } =
    found.format === 'log'
      ? readLog(text, options)
      : { report: judge(found.format, read(found.format, found.text), options), steps: null };
  return { report: { ...report, warnings: [...warnings, ...report.warnings] }, steps };
}

/** A parser of the caller's may answer anything. */
const ParsedSchema = z.object({
  tests: z.array(z.object({ name: z.string().min(1), status: z.enum(['passed', 'failed', 'skipped']) })),
  failures: z.array(z.string().min(1)).default([]),
  warnings: z.int().nonnegative().default(0),
  isLinter: z.boolean().default(false),
});

function askParsers(
  text: string,
  options: QaReportOptions,
): { readonly report: QaReport } | { readonly warnings: readonly QaReportWarning[] } {
  const warnings: QaReportWarning[] = [];
  for (const parser of options.parsers ?? []) {
    try {
      const parsed = parser.parse(text, options.command === undefined ? {} : { command: options.command });
      if (parsed === null) continue;
      const { failures, isLinter, ...rest } = ParsedSchema.parse(parsed);
      const report = { ...EMPTY_REPORT, tool: parser.name, problems: failures, isLinter, ...rest };
      return { report: judge('custom', isLinter ? { ...report, files: 1 } : report, options) };
    } catch (error) {
      const why =
        error instanceof z.ZodError
          ? `it answered something else than a report (${z.prettifyError(error)})`
          : error instanceof Error
            ? error.message
            : String(error);
      warnings.push({ code: 'ParserFailed', message: `The parser ${parser.name} failed: ${why}` });
    }
  }
  return { warnings };
}

function read(format: Exclude<QaReportFormat, 'log'>, text: string): ReturnType<ReportReader> {
  try {
    return READERS[format](text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

function judge(
  format: QaReport['format'],
  given: ReturnType<ReportReader>,
  { exitCode, root }: QaReportOptions,
): QaReport {
  const isUnreadable = 'unreadable' in given;
  const report: StructuredReport = isUnreadable ? EMPTY_REPORT : given;
  const short = (name: string): string =>
    root === undefined ? name : name.replaceAll(`${root.replace(/\/$/, '')}/`, '');
  const tests = report.tests.map((test) => ({ ...test, name: short(test.name) }));
  const count = (status: ReportedTest['status']): number => tests.filter((test) => test.status === status).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  const failures = [
    ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
    ...report.problems.map(short),
  ];
  if (failures.length === 0 && report.saysFailed === true) failures.push('the tool says that the run failed');
  if (failures.length === 0 && exitCode !== undefined && exitCode !== 0) failures.push(nameOfEnd(exitCode));
  const ran = report.isLinter ? (report.files ?? tests.length) > 0 : passed + failed > 0;
  const warnings: QaReportWarning[] = report.remarks.map((message) => ({ code: 'Inconsistent', message }));
  if (isUnreadable)
    warnings.push({ code: 'Malformed', message: `This is not readable as ${format}: ${given.unreadable}.` });
  else if (report.damage !== undefined)
    warnings.push({ code: 'Malformed', message: `The ${format} report is not whole: ${report.damage}.` });
  else if (!ran && failures.length === 0)
    warnings.push({ code: 'NoTests', message: 'The report names no test that ran. Nothing was proven.' });
  if (exitCode === undefined && failures.length === 0)
    warnings.push({
      code: 'ExitCodeMissing',
      message:
        'Reports are green too when a threshold was missed or an error came late. Pass the exit code of the run.',
    });
  const isGreen = exitCode === 0 && ran && !isUnreadable && report.damage === undefined;
  return {
    status: failures.length > 0 ? 'failed' : isGreen ? 'passed' : 'unknown',
    format,
    tool: report.tool,
    tests,
    counts: {
      passed,
      failed: failed - report.errors,
      skipped,
      errors: report.errors + report.problems.length,
      warnings: report.warnings,
    },
    failures,
    warnings,
  };
}

function readLog(
  text: string,
  { exitCode, command }: QaReportOptions,
): { readonly report: QaReport; readonly steps: readonly QaResult[] } {
  const results = parseQaLog(text, {
    ...(command === undefined ? {} : { command }),
    ...(exitCode === undefined ? {} : { exitCode }),
  }).map((result) =>
    hasEndedWell(exitCode) && ranNothing(result) ? { ...result, status: 'unknown' as const } : result,
  );
  const has = (status: QaResult['status']): boolean => results.some((result) => result.status === status);
  const status = has('failed') ? 'failed' : has('unknown') ? 'unknown' : has('passed') ? 'passed' : 'cached';
  const failures = results.flatMap((result) => result.failures);
  const sum = (key: keyof QaResult['counts']): number => results.reduce((all, { counts }) => all + counts[key], 0);
  const warnings: QaReportWarning[] = [];
  if (status === 'unknown')
    warnings.push({
      code: 'Unclear',
      message: `The log does not prove how the run ended. ${exitCode === undefined ? 'Pass its exit code, and its whole output.' : 'Pass its whole output.'}`,
    });
  if (status === 'passed' && has('cached'))
    warnings.push({ code: 'PartlyCached', message: 'A part of the run came from a cache. It was not run.' });
  const report: QaReport = {
    status,
    format: 'log',
    tool: results.find(({ tool }) => tool !== 'generic')?.tool ?? null,
    tests: status === 'failed' ? failures.slice(0, MAX_FAILURES).map((name) => ({ name, status: 'failed' })) : [],
    counts: {
      passed: sum('passed'),
      failed: sum('failed'),
      skipped: sum('skipped'),
      errors: sum('errors'),
      warnings: sum('warnings'),
    },
    failures,
    warnings,
  };
  return { report, steps: results };
}

function hasEndedWell(exitCode: number | null | undefined): boolean {
  return exitCode === undefined || exitCode === 0;
}

/** Whether all that is wrong with a run is that it ran no test. */
function ranNothing({ status, failures }: QaResult): boolean {
  return (
    status === 'failed' &&
    failures.length > 0 &&
    failures.every((name) => NO_TEST.test(name) || (findNothingRan([name]) === name && !/ code [1-9]/.test(name)))
  );
}

function nameOfEnd(exitCode: number | null): string {
  return exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`;
}
