export { createQaParser, type QaParserOptions } from './create-qa-parser.ts';
export type { QaReportFormat } from './detect-format.ts';
export { parseQaLog } from './parse-qa-log.ts';
export {
  parseQaReport,
  type QaReport,
  type QaReportOptions,
  type QaReportWarning,
  type QaReportWarningCode,
} from './parse-qa-report.ts';
export type { ParsedQaReport, QaReportParser } from './qa-report-parser.ts';
export { traceQa } from './trace-qa.ts';
export type { ReportedTest } from './reports/structured-report.ts';
