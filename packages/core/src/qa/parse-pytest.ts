import { millisecondsOf, numberOf, type ToolParser } from './tool-report.ts';

const SUMMARY = /^=*\s?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in (\d+(?:\.\d+)?s)/;

/** pytest, with and without `-q`. A session without its last line did not end, and that is a failure. */
export const parsePytest: ToolParser = (lines) => {
  const summary = SUMMARY.exec(lines.findLast((line) => SUMMARY.test(line)) ?? '');
  const began = lines.some((line) => /^=+ test session starts =+$/.test(line));
  if (summary === null && !began) return null;
  const failures = lines.flatMap((line) => /^(?:FAILED|ERROR) (\S+(?: \S+)*?)(?: - .*)?$/.exec(line)?.[1] ?? []);
  if (summary === null) return { tool: 'pytest', status: 'failed', failures: [...failures, 'the session did not end'] };
  const count = (what: string): number => numberOf(new RegExp(`(\\d+) ${what}\\b`).exec(summary[1] ?? '')?.[1]);
  const counts = {
    passed: count('passed') + count('xpassed'),
    failed: count('failed'),
    skipped: count('skipped') + count('xfailed'),
    errors: count('errors?'),
    warnings: count('warnings?'),
  };
  const ran = counts.passed + counts.failed + counts.skipped + counts.errors > 0;
  const failed = counts.failed + counts.errors > 0 || !ran;
  return {
    tool: 'pytest',
    status: failed ? 'failed' : 'passed',
    counts,
    failures,
    durationMs: millisecondsOf(summary[2]),
  };
};
