import { numberOf, type ToolParser } from './tool-report.ts';

/** Checkstyle, run by itself or by its Maven plugin. An audit that began and did not end is a failure. */
export const parseCheckstyle: ToolParser = (lines) => {
  const byItself = lines.includes('Starting audit...');
  const ran =
    byItself ||
    lines.some((line) =>
      /maven-checkstyle-plugin|checkstyle:[\w.-]+:check|You have \d+ Checkstyle violation/.test(line),
    );
  if (!ran) return null;
  const failures: string[] = [];
  let warnings = 0;
  for (const line of lines) {
    const found =
      /^\[(ERROR|WARN(?:ING)?)\] (\S+\.\w+):\[\d+(?:,\d+)?\] (\([\w.]+\) \w+: .*)$/.exec(line) ??
      /^\[(ERROR|WARN(?:ING)?)\] (\S+\.\w+):\d+(?::\d+)?: (.* \[\w+\])$/.exec(line);
    if (found?.[1] === 'ERROR') failures.push(`${found[2]}: ${found[3]}`);
    else if (found !== null) warnings += 1;
  }
  const count = (mark: string): number => lines.filter((line) => line === mark).length;
  if (byItself && count('Audit done.') < count('Starting audit...')) {
    const reason = lines.find((line) => /^\S*CheckstyleException: /.test(line));
    failures.push(reason ?? 'the audit did not end');
  }
  const violations = lines.flatMap((line) => /You have (\d+) Checkstyle violation/.exec(line)?.[1] ?? []);
  const errors = violations.reduce((most, digits) => Math.max(most, numberOf(digits)), failures.length);
  return { tool: 'checkstyle', status: errors > 0 ? 'failed' : 'passed', counts: { errors, warnings }, failures };
};

/** PMD, run by itself (`text` or `textcolor`) or by its Maven plugin. A file that it cannot read is a failure. */
export const parsePmd: ToolParser = (lines) => {
  const summary = lines.find((line) => /^\[INFO\] Found (?:no|\d+) violations?\./.test(line));
  const ran =
    summary !== undefined ||
    lines.some((line) => /maven-pmd-plugin|pmd:[\w.-]+:check|You have \d+ PMD violation/.test(line));
  if (!ran) return null;
  let file = '';
  let rule = '';
  const failures = lines.flatMap((line) => {
    file = /^\* file: (\S.*)$/.exec(line)?.[1] ?? file;
    rule = /^ {4}rule: (\w+)$/.exec(line)?.[1] ?? rule;
    const message = /^ {4}msg: {2}(\S.*)$/.exec(line)?.[1];
    if (message !== undefined) return [`${file}: ${rule} ${message}`];
    const found =
      /PMD Failure: (\S+?):\d+ Rule:(\w+) Priority:\d+ (.*)$/.exec(line) ??
      /^(\S[^\t]*):\d+:\t(\w+):\t(.*)$/.exec(line) ??
      /^(\S[^\t]*)\t-\t(\w+): (.*)$/.exec(line);
    return found === null ? [] : [`${found[1]}: ${found[2]} ${found[3]}`];
  });
  const counted = lines.flatMap((line) => /(?:You have|\[INFO\] Found) (\d+) (?:PMD )?violation/.exec(line)?.[1] ?? []);
  const errors = counted.reduce((most, digits) => Math.max(most, numberOf(digits)), failures.length);
  return { tool: 'pmd', status: errors > 0 ? 'failed' : 'passed', counts: { errors }, failures };
};
