import { millisecondsOf, numberOf, type ToolParser } from './tool-report.ts';

const TESTS = /Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)/;

/** A Maven build with its Surefire tests. */
export const parseMaven: ToolParser = (lines) => {
  const ended = lines.find((line) => /^\[(?:INFO|ERROR)\] BUILD (?:SUCCESS|FAILURE)/.test(line));
  if (ended === undefined && !lines.some((line) => /^\[INFO\] Scanning for projects/.test(line))) return null;
  // Each class has a line of its own with its time; the totals, one for each module, have none.
  const totals = lines.flatMap((line) =>
    line.includes('Time elapsed') ? [] : (TESTS.exec(line)?.slice(1, 5).map(numberOf) ?? []),
  );
  const sum = (place: number): number =>
    totals.filter((_, index) => index % 4 === place).reduce((all, one) => all + one, 0);
  const [run, failed, errors, skipped] = [sum(0), sum(1), sum(2), sum(3)];
  const passed = Math.max(0, run - failed - errors - skipped);
  const tests = lines.flatMap(
    (line) => /^\[ERROR\] (\S+)(?: -- .*|\s+Time elapsed.*)<<< (?:FAILURE|ERROR)!/.exec(line)?.[1] ?? [],
  );
  const goals = lines.flatMap((line) => /^\[ERROR\] Failed to execute goal (\S+)/.exec(line)?.[1] ?? []);
  const success = ended?.includes('BUILD SUCCESS') === true;
  const failures = tests.length > 0 ? tests : goals.length > 0 || success ? goals : ['the build did not end'];
  const time = lines.findLast((line) => /^\[INFO\] Total time:/.test(line));
  return {
    tool: 'maven',
    status: success ? 'passed' : 'failed',
    counts: { passed, failed, errors, skipped },
    failures,
    durationMs: millisecondsOf(time),
  };
};

/** Checkstyle run by its Maven plugin, in the plugin's and in Checkstyle's own form of a line. */
export const parseCheckstyle: ToolParser = (lines) => {
  const ran = lines.some((line) =>
    /maven-checkstyle-plugin|checkstyle:[\w.-]+:check|You have \d+ Checkstyle violation/.test(line),
  );
  if (!ran) return null;
  const failures: string[] = [];
  let warnings = 0;
  for (const line of lines) {
    const byPlugin = /^\[(ERROR|WARN(?:ING)?)\] (\S+\.\w+):\[\d+(?:,\d+)?\] (\([\w.]+\) \w+: .*)$/.exec(line);
    const byItself = /^\[(ERROR|WARN(?:ING)?)\] (\S+\.\w+):\d+(?::\d+)?: (.* \[\w+\])$/.exec(line);
    const found = byPlugin ?? byItself;
    if (found === null) continue;
    if (found[1] === 'ERROR') failures.push(`${found[2]}: ${found[3]}`);
    else warnings += 1;
  }
  const violations = numberOf(
    /You have (\d+) Checkstyle violation/.exec(lines.find((line) => line.includes('Checkstyle violation')) ?? '')?.[1],
  );
  const errors = Math.max(violations, failures.length);
  return { tool: 'checkstyle', status: errors > 0 ? 'failed' : 'passed', counts: { errors, warnings }, failures };
};

/** PMD run by its Maven plugin. */
export const parsePmd: ToolParser = (lines) => {
  const ran = lines.some((line) => /maven-pmd-plugin|pmd:[\w.-]+:check|You have \d+ PMD violation/.test(line));
  if (!ran) return null;
  const failures = lines.flatMap((line) => {
    const found = /PMD Failure: (\S+?):\d+ Rule:(\w+) Priority:\d+ (.*)$/.exec(line);
    return found === null ? [] : [`${found[1]}: ${found[2]} ${found[3]}`];
  });
  const violations = numberOf(
    /You have (\d+) PMD violation/.exec(lines.find((line) => line.includes('PMD violation')) ?? '')?.[1],
  );
  const errors = Math.max(violations, failures.length);
  return { tool: 'pmd', status: errors > 0 ? 'failed' : 'passed', counts: { errors }, failures };
};
