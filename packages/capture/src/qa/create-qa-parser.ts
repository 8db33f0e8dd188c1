import type { QaReading, QaResult, QaTool } from '@batonkit/core';
import { type QaReport, readQaReport } from './parse-qa-report.ts';
import type { QaReportParser } from './qa-report-parser.ts';
import { toResult } from './tool-report.ts';

/** What a QA parser is made with. */
export interface QaParserOptions {
  /** Parsers of your own, asked in order before the built-in ones. */
  readonly parsers?: readonly QaReportParser[];
  /** The folder that checks run in, as an absolute path; it is left out of names. */
  readonly root?: string;
}

const TOOLS: ReadonlySet<string> = new Set<QaTool>([
  ...(['vitest', 'jest', 'eslint', 'tsc', 'pytest', 'maven', 'checkstyle', 'pmd'] as const),
]);

/**
 * Makes what `createContextStore` and `createBaton` take as `parseQa`: it reads logs and structured reports into the results that a record keeps. See
 * {@link parseQaReport} for the formats and what counts.
 *
 * @example
 * ```ts
 * import { createQaParser } from '@batonkit/capture/qa';
 *
 * const parseQa = createQaParser({
 *   parsers: [{ name: 'mine', parse: (text) => (text.startsWith('MINE ') ? { tests: [{ name: text.slice(5), status: 'passed' }] } : null) }],
 * });
 * const { results } = parseQa('MINE adds', { command: 'mine', exitCode: 0 });
 * results[0]?.status; // => 'passed'
 * ```
 */
export function createQaParser({ parsers = [], root }: QaParserOptions = {}): (
  log: string,
  hints: { readonly command?: string; readonly exitCode?: number | null },
) => QaReading {
  return (log, hints) => {
    const { report, steps } = readQaReport(log, { ...hints, parsers, ...(root === undefined ? {} : { root }) });
    const warnings = report.warnings
      .filter(({ code }) => code === 'ParserFailed')
      .map(({ message }) => ({ code: 'QaParser', message }) as const);
    return { results: steps ?? [asResult(report, hints.command ?? '')], warnings, isReport: report.format !== 'log' };
  };
}

function asResult({ status, tool, counts, failures }: QaReport, command: string): QaResult {
  // Reports in TAP don't say who wrote them.
  const named = [tool?.toLowerCase() ?? '', ...command.split(/[\s/=]+/)].find((word) => TOOLS.has(word));
  return toResult(command, { tool: (named ?? 'generic') as QaTool, status, counts, failures });
}
