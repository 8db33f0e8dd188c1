import type { ReportedTest } from './reports/structured-report.ts';

/** What a parser of your own reads from a report. */
export interface ParsedQaReport {
  /** Each test with its name, which must be the same in the next run: without line numbers, times and counters. */
  readonly tests: readonly ReportedTest[];
  /** What failed beside tests. */
  readonly failures?: readonly string[];
  readonly warnings?: number;
  /** True for a tool that looks at files and runs no tests. */
  readonly isLinter?: boolean;
}

/** A parser for a format that Batonkit does not know. `qaReportParserSuite` tests it. */
export interface QaReportParser {
  /** Names the tool in results. */
  readonly name: string;
  /** `null` when the text is not in this format. Verdict and exit code are not its business. */
  parse(text: string, hints: { readonly command?: string }): ParsedQaReport | null;
}
