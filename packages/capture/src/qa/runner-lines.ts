import { anyOf } from './any-of.ts';
import { countsNoTests, countsOnlySkipped, countsPasses } from './find-failure-sign.ts';

/** What other test runners and build tools print. Each is a whole line or its unmistakable beginning, so that a test's own talk is not taken for it. */
const isFailed = anyOf([
  // mocha, jasmine, cypress
  /^\s*[1-9]\d* failing$/,
  /^\d+ specs?, [1-9]\d* failures?\b/,
  // node:test and TAP
  /^(?:#|ℹ) fail [1-9]\d*$/,
  /^(?:#|ℹ) cancelled [1-9]\d*$/,
  /^\s*not ok \d+(?! .*# (?:TODO|SKIP)\b)/i,
  /^Bail out!/,
  // go
  /^\s*--- FAIL: /,
  /^FAIL(?:$|\t\S+|\s+\S+\s+(?:\d[\d.]*s|\[(?:build|setup) failed\])$)/,
  // cargo and rustc
  /^test result: FAILED\./,
  /^test .* \.\.\. FAILED$/,
  /^error(?:\[E\d{4}\])?: (?:could not compile|test failed|aborting due to|\d+ targets? failed|doctest failed)/,
  // pytest and unittest
  /^=+ (?:FAILURES|ERRORS) =+$/,
  /^(?:FAILED|ERROR) \S+\.py(?:::|$| - )/,
  /^FAILED \((?:failures|errors|unexpected successes)=/,
  // rspec, minitest, phpunit, pest
  /^\d+ examples?, (?:[1-9]\d* failures?|0 failures, (?:\d+ pending, )?[1-9]\d* errors? occurred)/,
  /^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)/,
  /^(?:FAILURES|ERRORS)!$/,
  /^Tests: \d+, Assertions: \d+.*\b(?:Failures|Errors): [1-9]/,
  // .NET
  /^\s*Failed!\s+-\s+Failed:\s+[1-9]/,
  /^\s*Failed: [1-9]\d*$/,
  /^Test Run (?:Failed|Aborted)\.$/,
  /^Build FAILED\.$/,
  // ctest, gtest, meson
  /^\d+% tests passed, [1-9]\d* tests? failed out of \d+/,
  /^The following tests FAILED:$/,
  /^\[ {2}FAILED {2}\] /,
  /^Fail:\s+[1-9]\d*$/,
  // bazel
  /^\/\/\S*\s+(?:\(cached\) )?(?:FAILED|TIMEOUT|NO STATUS|FLAKY, failed|FAILED TO BUILD)\b/,
  /^(?:ERROR: )?Build did NOT complete successfully$|^FAILED: Build did NOT complete/,
  /^Executed \d+ out of \d+ tests?: .*\b[1-9]\d* fails?\b/,
  // gradle, sbt, ant
  /^> Task \S+ FAILED$/,
  /^:\S+ FAILED$/,
  /^BUILD FAILED(?: in |$)/,
  /^\S+ > .* FAILED$/,
  /^\d+ tests? completed, [1-9]\d* failed\b/,
  /^\[error\] (?:Failed tests:|Failed: Total |\(\S+ \/ \S+\) sbt\.TestsFailedException)/,
  // Xcode and Swift, Dart, Elixir, Deno, Bun, AVA, Playwright
  /^\*\* TEST FAILED \*\*$/,
  /^\s*Executed \d+ tests?, with (?:\d+ tests? skipped and )?[1-9]\d* failures?\b/,
  /^\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]\d*: Some tests failed\.$/,
  /^\d+ (?:tests|doctests?), (?:\d+ \w+, )?[1-9]\d* failures?\b/,
  /^(?:FAILED|failed) \| \d+ passed.* \| [1-9]\d* failed/,
  /^\s*[1-9]\d* fail$/,
  /^\s*[1-9]\d* (?:tests? failed|uncaught exceptions?|unhandled rejections?)$/,
  /^\s*[1-9]\d* failed$/,
  // jest and vitest
  /^\s*● Test suite failed to run$/,
  /^FAIL {1,2}\S+\.\w+(?: \([\d.]+ m?s\))?$/,
  /^⎯+ (?:Unhandled (?:Errors?|Rejections?)|Failed (?:Tests|Suites) \d+) ⎯+$/,
  /^\s*(?:› )?[1-9]\d* snapshots? failed\b/,
  /^\s*Snapshots:?\s.*\b[1-9]\d* failed\b/,
  // karma, uvu, playwright, cypress, webdriver, tap
  /\bExecuted \d+ of \d+ (?:.*\([1-9]\d* FAILED\)|ERROR|DISCONNECTED)/,
  /^\s*FAIL {2}"/,
  /^\s*[1-9]\d* (?:interrupted|did not run)$/,
  /^[\s│]*Failing:\s+[1-9]/,
  /^\s*[✖✘✗] +[1-9]\d* of \d+ failed\b/,
  /^Spec Files:\s.*\b[1-9]\d* failed\b/,
  // mypy, prove, Test::More
  /^Found [1-9]\d* errors? in \d+ files? \(/,
  /^Result: FAIL$/,
  /^# Looks like (?:you failed|your test exited)/,
  // cargo nextest, scalatest, JUnit, .NET
  /^\s*Summary \[.*\b[1-9]\d* failed\b/,
  /\*\*\* [1-9]\d* TESTS? FAILED \*\*\*/,
  /^FAILURES!!!$|^\[ +[1-9]\d* tests failed +\]$/,
  /^Test summary: .*\bfailed: [1-9]/,
  /^\s*Test(?:s)? Count: .*\bFailed: [1-9]/,
  /^\*\* BUILD FAILED \*\*$/,
  // prettier
  /^\[warn\] Code style issues found in /,
  // TestNG, ansible, turbo, Julia, cabal, newman
  /^Total tests run: \d+,.*\bFailures: [1-9]/,
  /^\S+\s+: ok=\d+\s.*\b(?:failed|unreachable)=[1-9]/,
  /^\s*Failed:\s+\S+#\S+/,
  /^Test Summary:\s*\|.*\b(?:Fail|Error)\b/,
  /^(?!(\d+) of \1 test suites)\d+ of \d+ test suites /,
  /^│\s+(?:iterations|requests|test-scripts|prerequest-scripts|assertions)\s+│\s+\d+\s+│\s+[1-9]/,
  // what sanitizers and Go's race detector find
  /^(?:==\d+==\s*)?(?:WARNING|ERROR): (?:DATA RACE$|\w+Sanitizer: )|^SUMMARY: \w+Sanitizer: /,
  // gitleaks, trivy, bandit, semgrep
  /\bleaks found: [1-9]/,
  /^Total: [1-9]\d* \((?:[A-Z]+: \d+(?:, )?)+\)$/,
  /^>> Issue: \[\w+/,
  /^\W*[1-9]\d* Code Findings?\b/,
  // maven
  /^\[(?:INFO|ERROR)\] BUILD FAILURE$/,
]);

/** Nothing was tested, whatever the exit code. */
const isNothing = anyOf([
  /^(?:Error: )?No tests found(?: related to files changed since last commit\.|, exiting with code \d+)?$/,
  /^No test files found, exiting with code \d+$/,
  /\brun\(\) is being called recursively within a test file\b/,
  /^\[INFO\] (?:Tests are skipped\.|No tests to run\.)$/,
  /^testing: warning: no tests to run$|^\?\s+\S+\s+\[no test files\]$|^ok\s.*\[no tests to run\]$/,
  /^test result: ok\. 0 passed; 0 failed;/,
  /^No tests were found!*$|^No test is available in /,
  /^(?:No tests executed!|No tests ran\.|No examples found\.)$/,
  /^\s*0 passing(?: \(\S+\))?$/,
  /^(\d+) examples?, 0 failures, \1 pending$|^0 examples, 0 failures\b/,
  /^Tests: (\d+), Assertions: 0, (?:Skipped|Incomplete|Risky): \1\.$/,
  /^\[ FAIL 0 \| WARN \d+ \| SKIP \d+ \| PASS 0 \]$/,
  /^There are no tests to run\.?$/i,
  /\.{3,}\(no files to check\)Skipped$/,
  /^\s*(?:Passed|Skipped)!\s+-\s.*\bPassed:\s+0,/,
  /^\s*\d+ tests? (?:skipped|todo)$/,
  /^\s*0 pass$|^ok \| 0 passed\b|^1\.\.0(?:\s|$)/,
  /^Ran 0 tests in /,
  /^(?:#|ℹ) pass 0$/,
  /^(?:> Task )?(?::[\w.-]+)*:\w*[tT]est (?:SKIPPED|NO-SOURCE)$/,
  /^ERROR: No test targets were found, yet testing was requested/,
  /^=+ no tests ran in /,
  /^\W*(?:(?:Error|Incomplete): )?no (?:\w+ )?(?:tests?|specs?|examples?|scenarios?)(?: (?:files?|suites?|cases?))?(?: (?:were|was))? (?:found|ran|run|executed|collected|discovered|matched|available|to run)\b/i,
  /^no test files$/i,
  /^\s*collected (?:0 items|\d+ items? \/ \d+ deselected \/ 0 selected)/,
  /\bExecuted 0 of 0\b/,
]);

/** unittest counts what it skipped among what it ran. */
const ALL_SKIPPED = /^Ran (\d+) tests? in .*\n+OK \(skipped=\1\)$/m;

/** Something was tested. */
const isRun = anyOf([
  /^\s*[1-9]\d* passing\b/,
  /^(?:#|ℹ) pass [1-9]/,
  /^ok\s+\S+\s+\d[\d.]*s(?!.*\[no tests to run\])/,
  /^test result: ok\. [1-9]/,
  /^ok \d+(?! .*# SKIP\b)/i,
  /^\s*[1-9]\d* tests? passed$/,
  /^(?:> Task )?(?::[\w.-]+)*:\w*[tT]est$/,
  /^\/\/\S*\s+PASSED\b/,
  /^\[(?:INFO|WARNING)\] Tests run: [1-9]/,
  /^\s*Passed!\s+-\s.*\bPassed:\s+[1-9]/,
]);

/** A step that was spared, by the tool's own word. */
const isCached = anyOf([
  /^ok\s+\S+\s+\(cached\)(?:\s|$)|^\{.*"Output":"ok\s.*\(cached\)/,
  /^\/\/\S*\s+\(cached\) PASSED\b/,
  /^(?:> Task )?(?::[\w.-]+)*:(?:\w*[tT]est|(?:check|lint|ktlint|detekt|spotless|pmd|spotbugs|verify)\w*)\s+(?:UP-TO-DATE|FROM-CACHE)$/,
  /^(?:g?make(?:\[\d+\])?: (?:Nothing to be done for |[`'].*' is up to date\.$)|ninja: no work to do\.$)/,
  /^✅ \[[^\]]+\] (?:Already fresh|Restored from cache|Skipped, already fresh)/,
  /^"\S+" was restored from the build cache\.$/,
  /^✓ \S+ succeeded in \S+ \((?:cached locally|cached remotely|memoized)\)\.?$/,
]);

/** Everything was spared, by the build tool's own count. */
const isAllFromCache = anyOf([
  /^Executed 0 out of [1-9]\d* tests?: /,
  />>> FULL TURBO$/,
  /^\s*Cached:\s+([1-9]\d*) cached, \1 total$/,
  /^[1-9]\d* actionable tasks?: \d+ (?:up-to-date|from cache)(?:, \d+ (?:up-to-date|from cache))*$/,
  /\bread the output from the cache instead of running the command for (\d+) out of \1 tasks?\b/,
  /^Tasks:\s+([1-9]\d*) completed \(\1 cached\)/,
  /^success: (\d+), skipped: (?:\1|(?<=: 0, skipped: )[1-9]\d*), pending: 0, aborted: 0, failed: 0$/,
  /^\W*Ran 0 scripts and skipped [1-9]\d* in /,
]);

/** Test runners that print something whenever they run a test. */
const TALKATIVE =
  /(?:^|[\s/])(?:jest|vitest|mocha|ava|pytest|phpunit|rspec|ctest|playwright test|(?:go|cargo|dotnet|bazel|npm|pnpm|yarn|bun|deno|swift|flutter|dart|mix|sbt) test|(?:mvn|mvnw|gradle|gradlew)|node .*--test|(?:g?make|just|rake) (?:\S+ )*(?:test|check)s?|(?:npm|pnpm|yarn|bun) (?:run )?test(?::\S+)?)(?:\s|$)/;

/** The first line with which a known runner says that something failed. */
export function findFailedLine(lines: readonly string[]): string | undefined {
  return lines.find((line) => isFailed(line))?.trim();
}

/** The first line with which a known runner says that it ran nothing, unless another line says that something ran. */
export function findNothingRan(lines: readonly string[]): string | undefined {
  const empty =
    lines.find((line) => isNothing(line) || countsNoTests(line) || countsOnlySkipped(line))?.trim() ??
    ALL_SKIPPED.exec(lines.slice(-20).join('\n'))?.[0];
  const skipped = lines.find((line) => line.startsWith('--- SKIP: '));
  // Go calls a package ok in which each test was skipped.
  if (skipped !== undefined && !lines.some((line) => /^\s*--- PASS: /.test(line))) return skipped;
  return empty === undefined || hasRunTests(lines) || isServedFromCache(lines) ? undefined : empty;
}

/** Whether a known runner says that it tested something. */
export function hasRunTests(lines: readonly string[]): boolean {
  return lines.some((line) => isRun(line) || countsPasses(line));
}

/** Whether a known runner says of anything in these lines that it came from a cache. */
export function isServedFromCache(lines: readonly string[]): boolean {
  return lines.some((line) => isCached(line));
}

/** Whether a build tool says that all it did came from its cache. */
export function isAllCached(lines: readonly string[]): boolean {
  return lines.some((line) => isAllFromCache(line));
}

/** The line of a test report (TAP) whose plan names more tests than it tells of. */
export function findUnmetPlan(lines: readonly string[]): string | undefined {
  const plans = lines.filter((line) => /^1\.\.[1-9]\d{0,6}(?:\s|$)/.test(line));
  const told = lines.filter((line) => /^(?:not )?ok(?: \d+| -|$)/.test(line)).length;
  const isTap = told > 0 || lines.some((line) => /^TAP version \d/.test(line));
  return isTap && told < plans.reduce((sum, plan) => sum + Number.parseInt(plan.slice(3), 10), 0)
    ? plans[0]
    : undefined;
}

/** The line that counts vulnerabilities, unless it stands below an installation, which tells of them in passing. */
export function findVulnerabilities(lines: readonly string[]): string | undefined {
  const found = lines.findIndex((line) => /^(?:found )?[1-9]\d* (?:\w+ severity )?vulnerabilit(?:y|ies)\b/i.test(line));
  const isInPassing = lines
    .slice(0, Math.max(found, 0))
    .some((line) => /^(?:added|removed|changed|up to date|audited)\b.*\bpackages?\b/.test(line));
  return isInPassing ? undefined : lines[found]?.trim();
}

/**
 * Whether exit code 0 says that a command did its work. A linter that prints nothing found nothing; a test runner that prints nothing and
 * a command nobody named say nothing.
 */
export function isTelling(command: string | null, lines: readonly string[]): boolean {
  const isSilent = lines.every((line) => line === '' || /^\[?exit|^npm (?:warn|WARN|notice) |^[>$] /i.test(line));
  return !isSilent || (command !== null && !TALKATIVE.test(command));
}
