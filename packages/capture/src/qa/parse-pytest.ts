import { millisecondsOf, numberOf, type ToolParser } from './tool-report.ts';

const SUMMARY = /^=*\s?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in (\d+(?:\.\d+)?s)/;

/** pytest, with and without `-q`. A session without its last line did not end, and that is a failure. */
export const parsePytest: ToolParser = (lines) => {
  const summaries = lines.flatMap((line) => {
    const found = SUMMARY.exec(line);
    return found === null ? [] : [{ counts: found[1] ?? '', time: found[2] }];
  });
  const began = lines.filter((line) => /^=+ test session starts =+$/.test(line)).length;
  if (summaries.length === 0 && began === 0) return null;
  const headings = new Set(lines.flatMap((line) => /^_{2,} (?:ERROR at \w+ of )?(\S.*?) _{2,}$/.exec(line)?.[1] ?? []));
  const failures = lines.flatMap((line) => {
    const told = /^(?:FAILED|ERROR) (\S.*)$/.exec(line)?.[1];
    return told === undefined ? [] : [idOf(told, headings)];
  });
  const last = summaries.at(-1);
  if (last === undefined || summaries.length < began)
    return { tool: 'pytest', status: 'failed', failures: [...failures, 'the session did not end'] };
  const count = (what: string): number =>
    summaries.reduce((sum, { counts: of }) => sum + numberOf(new RegExp(`(\\d+) ${what}\\b`).exec(of)?.[1]), 0);
  const stopped = lines.find((line) => /^!+ .*(?:Interrupt|Exit|stopping after|INTERNALERROR).* !+$/.test(line));
  if (stopped !== undefined && failures.length === 0) failures.push(stopped.replaceAll(/^!+ | !+$/g, ''));
  const counts = {
    passed: count('passed') + count('xpassed'),
    failed: count('failed'),
    skipped: count('skipped') + count('xfailed'),
    errors: count('errors?'),
    warnings: count('warnings?'),
  };
  const ran = counts.passed + counts.failed + counts.errors + count('xfailed');
  const isEmpty =
    ran === 0 ||
    summaries.some(({ counts: of }) => !/\d+ (?:passed|failed|skipped|xfailed|xpassed|errors?)\b/.test(of));
  if (isEmpty && failures.length === 0) failures.push('no test ran');
  const failed = counts.failed + counts.errors > 0 || isEmpty || stopped !== undefined;
  return {
    tool: 'pytest',
    status: failed ? 'failed' : 'passed',
    counts,
    failures,
    durationMs: millisecondsOf(last.time),
  };
};

/** What stands before ` - ` and the message; the id may hold ` - ` itself, and a heading further up then says how long it is. */
function idOf(told: string, headings: ReadonlySet<string>): string {
  const ends = [...told.matchAll(/ - /g)].map(({ index }) => index);
  const ids = [...ends.map((end) => told.slice(0, end)), told];
  const known = ids.findLast((id) => headings.has(id.split('::').slice(1).join('.')));
  // Without headings, a parameter in brackets belongs to the id.
  return known ?? /^[^[]*?\[.*?\](?= - |$)/.exec(told)?.[0] ?? ids[0] ?? told;
}
