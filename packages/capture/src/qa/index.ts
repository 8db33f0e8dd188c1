export { parseQaLog } from './parse-qa-log.ts';
