/** One test of a report, named as its tool names it, without line numbers. */
export interface ReportedTest {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

/** What a structured report says, before anybody knows how its run ended. */
export interface StructuredReport {
  /** Who wrote it, where the report says so. */
  readonly tool: string | null;
  readonly tests: readonly ReportedTest[];
  /** What went wrong beside tests that failed: a file that did not load, a crash, a finding of a linter. */
  readonly problems: readonly string[];
  /** How many of the failed tests are errors outside an assertion, as JUnit tells them apart. */
  readonly errors: number;
  readonly warnings: number;
  /** Where the report contradicts itself or its format, in sentences. */
  readonly remarks: readonly string[];
  /** True where the tool looks at files rather than running tests, so that no test is no lack. */
  readonly isLinter: boolean;
  /** How many files a linter looked at, where the report lists them. */
  readonly files?: number;
  /** True where the tool itself says that the run went wrong, whatever it counts. */
  readonly saysFailed?: boolean;
  /** Where the text ends or breaks before the report does: how. */
  readonly damage?: string;
}

/** A report that could not be read, and why. */
export interface UnreadableReport {
  readonly unreadable: string;
}

/** Reads the whole text of one report. */
export type ReportReader = (text: string) => StructuredReport | UnreadableReport;

/** A report with nothing in it. */
export const EMPTY_REPORT: StructuredReport = {
  tool: null,
  tests: [],
  problems: [],
  errors: 0,
  warnings: 0,
  remarks: [],
  isLinter: false,
};
