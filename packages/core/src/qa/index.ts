export { parseQaLog, type QaLogHints } from './parse-qa-log.ts';
export type { QaBaseline, QaResult, QaRun, QaTool, QaVerdict } from './qa-result.ts';
