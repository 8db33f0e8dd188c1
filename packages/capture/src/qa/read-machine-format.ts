/** What a report that is made for machines comes to. */
export interface MachineReport {
  /** `unknown` where it counts nothing that is understood here. */
  readonly status: 'passed' | 'failed' | 'unknown';
  /** The field that says so. */
  readonly field: string | null;
}

/** Names of fields that hold how much went wrong, but not the limits that a configuration sets. */
const BAD_KEY =
  '(?!max|min|allowed|ignore|expect|threshold|retr|x_?fail|fail_?on|error_?on|bail)[\\w-]{0,40}(?:fail(?:ed|ures?|ing)?|errors?|unexpected|violations?)(?:_?(?:tests?|suites?|test_?suites?|count|total|outside_of_examples_count))?';
const BAD_COUNT = new RegExp(`"${BAD_KEY}"\\s*:\\s*(\\d+)`, 'gi');
const BAD_ATTRIBUTE = /\s(?:failures?|errors?|failed|aborted)=["'](\d+)["']/gi;
const PASSED_COUNT = /"(?:numPassedTests|passed|passes|pass|expected|succeeded|successes)"\s*:\s*(\d+)/gi;
const TOTAL_COUNT = /"(?:numTotalTests|tests|testCount|example_count|test_count)"\s*:\s*(\d+)/gi;
const SKIPPED_COUNT = /"(?:numPendingTests|skipped|pending|pending_count|ignored|skip_count)"\s*:\s*(\d+)/gi;
const TOTAL_ATTRIBUTE = /\s(?:tests|total)=["'](\d+)["']/gi;
const SKIPPED_ATTRIBUTE = /\s(?:skipped|disabled|ignored|notExecuted|inconclusive)=["'](\d+)["']/gi;

/** Words of a report for a run or a finding that is bad. */
const BAD_WORD =
  /"(?:success|succeeded|wasSuccessful)"\s*:\s*false|"(?:action|event|outcome|status|result|conclusion)"\s*:\s*"(?:build-)?(?:fail|failed|failure|error|errored|broken|timedOut)"|"severity"\s*:\s*(?:2\b|"(?:error|fatal|high|critical|blocker)")|"type"\s*:\s*"(?:error|fatal)"|"(?:high|critical)"\s*:\s*[1-9]/i;
const GOOD_WORD =
  /"(?:success|succeeded|wasSuccessful)"\s*:\s*true|"(?:action|event|outcome|status|result|conclusion)"\s*:\s*"(?:pass|passed|ok|success|succeeded)"/i;
const BAD_ELEMENT =
  /<(?:failure|BugInstance|violation)[\s>/]|<error[\s>/](?!.*\sseverity=["'](?:warning|info|ignore))|\s(?:outcome|result)=["'](?:Failed|Fail|Failure|Error)["']|^##teamcity\[(?:testFailed|buildProblem)\b|^##teamcity\[.*(?:status|SEVERITY)='(?:ERROR|FAILURE)'/;
const GOOD_ELEMENT =
  /^##teamcity\[testFinished\b|<testcase\b[^>]*\/>|<checkstyle\b|\s(?:outcome|result)=["']Pass(?:ed)?["']/;

const XML =
  /^\s*(?:<\?xml\s|<(?:testsuites?|testcase|checkstyle|testng-results|test-run|test-results|assembl(?:y|ies)|TestRun|Counters|ResultSummary|UnitTestResult|pmd|BugCollection|failure|error|file|violation)[\s>])/;
/** An object or a list of them on one line, or a member of one alone on its line, as pretty printing leaves it. */
const JSON_LINE = /^\s*(?:\[?\s*(?:"\w+",\s*)?\{\s*"|"[\w$.-]+"\s*:)/;
/** Keys that make a JSON line a report rather than a log entry of the program. */
const REPORT_KEY =
  /"(?:num\w*Tests|tests?|testResults|test_?count|suites?|specs|examples|filePath|filename|file|severity|ruleId|rule|code|\w+_?[cC]ount|success|Action|event|diagnostics|generalDiagnostics|summary|stats|outcome|violations|findings|vulnerabilities|message-id|failures|failed|errors|results|runs)"\s*:/;
/** Fields that only reports have, so that they count beside a summary in words too. */
const OF_A_REPORT =
  /"(?:num\w*(?:Tests|Suites)|errorCount|fatalErrorCount|failure_count|example_count|Package|filePath)"|"type"\s*:\s*"suite"|"stats"|^\s*<|^##teamcity/;

/** Whether a line is one of a report for machines. */
export function isMachineLine(line: string): boolean {
  return XML.test(line) || line.startsWith('##teamcity[') || (JSON_LINE.test(line) && REPORT_KEY.test(line));
}

/** What counts in a report that is one long line, a field or an element each. */
export function fieldsOf(text: string): readonly string[] {
  if (text.trimStart().startsWith('<')) return text.split(/(?<=>)(?=<)/).filter((element) => XML.test(element));
  const counts = [BAD_COUNT, PASSED_COUNT, TOTAL_COUNT, SKIPPED_COUNT].flatMap((field) => text.match(field) ?? []);
  return [...counts, ...(BAD_WORD.exec(text)?.slice(0, 1) ?? [])];
}

/**
 * Reads the counts of a report that is made for machines (JSON of jest, vitest, mocha, rspec, eslint, mypy, go and cargo, JUnit's XML and its
 * like, TeamCity's messages); `null` where the lines hold none. Beside a summary in words only what must be a report counts: a test may
 * print JSON of its own.
 */
export function readMachineFormat(lines: readonly string[], hasSummary: boolean): MachineReport | null {
  if (!lines.some((line) => isMachineLine(line) && (!hasSummary || OF_A_REPORT.test(line)))) return null;
  const report = lines
    .filter((line) => JSON_LINE.test(line) || /^\s*<|^##teamcity/.test(line))
    .filter((line) => !hasSummary || OF_A_REPORT.test(line));
  const bad = report.find(isBad);
  if (bad !== undefined) return { status: 'failed', field: fieldThatIsBad(bad) };
  if (report.some((line) => /"Output"\s*:\s*"ok\s.*\(cached\)/.test(line))) return null;
  const isUnderstood = report.some(
    (line) =>
      GOOD_WORD.test(line) ||
      /"critical"\s*:\s*0\b/.test(line) ||
      GOOD_ELEMENT.test(line) ||
      matches(line, BAD_COUNT) ||
      matches(line, BAD_ATTRIBUTE),
  );
  if (!isUnderstood) return { status: 'unknown', field: null };
  return hasRun(report) ? { status: 'passed', field: null } : { status: 'failed', field: 'no test ran' };
}

function isBad(line: string): boolean {
  if (sum(line, BAD_COUNT) > 0 || BAD_WORD.test(line)) return true;
  return /^\s*<|^##teamcity/.test(line) && (sum(line, BAD_ATTRIBUTE) > 0 || BAD_ELEMENT.test(line));
}

function fieldThatIsBad(line: string): string {
  const counts = [...line.matchAll(BAD_COUNT), ...line.matchAll(BAD_ATTRIBUTE)];
  const counted = counts.find(([, digits]) => Number(digits) > 0)?.[0];
  return (counted ?? BAD_WORD.exec(line)?.[0] ?? BAD_ELEMENT.exec(line)?.[0] ?? line).trim();
}

/** Where tests are counted, some must have passed. What only counts problems, such as a linter's report, counts no tests. */
function hasRun(report: readonly string[]): boolean {
  if (report.some((line) => /"Action"\s*:/.test(line)))
    return report.some((line) => /"Action"\s*:\s*"pass"/.test(line) && /"Test"\s*:/.test(line));
  const suites = report.filter((line) => /<testsuite\s/.test(line));
  // The outer element repeats what the inner ones count, often without what was skipped.
  const counted = (suites.length > 0 ? suites : report).map((line) =>
    suites.length > 0 ? line.replace(/<testsuites\s[^>]*>/, '') : line,
  );
  const total = (...patterns: RegExp[]): number =>
    patterns.reduce((all, pattern) => all + counted.reduce((sums, line) => sums + sum(line, pattern), 0), 0);
  if (counted.some((line) => matches(line, PASSED_COUNT))) return total(PASSED_COUNT) > 0;
  if (!counted.some((line) => matches(line, TOTAL_COUNT) || (/^\s*</.test(line) && matches(line, TOTAL_ATTRIBUTE))))
    return true;
  return total(TOTAL_COUNT, TOTAL_ATTRIBUTE) > total(SKIPPED_COUNT, SKIPPED_ATTRIBUTE);
}

function matches(line: string, pattern: RegExp): boolean {
  return line.search(pattern) !== -1;
}

function sum(line: string, pattern: RegExp): number {
  return [...line.matchAll(pattern)].reduce((all, [, digits]) => all + Number(digits), 0);
}
