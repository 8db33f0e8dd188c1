/** What other test runners and build tools print. Each is a whole line or its unmistakable beginning, so that a test's own talk is not taken for it. */
const FAILED: readonly RegExp[] = [
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
  // prettier
  /^\[warn\] Code style issues found in /,
  // maven
  /^\[(?:INFO|ERROR)\] BUILD FAILURE$/,
];

/** Nothing was tested, whatever the exit code. */
const NOTHING_RAN: readonly RegExp[] = [
  /^(?:Error: )?No tests found(?: related to files changed since last commit\.|, exiting with code \d+)?$/,
  /^No test files found, exiting with code \d+$/,
  /^\[INFO\] (?:Tests are skipped\.|No tests to run\.)$/,
  /^testing: warning: no tests to run$|^\?\s+\S+\s+\[no test files\]$|^ok\s.*\[no tests to run\]$/,
  /^test result: ok\. 0 passed; 0 failed;/,
  /^No tests were found!*$|^No test is available in /,
  /^(?:No tests executed!|No tests ran\.|No examples found\.)$/,
  /^\s*0 passing(?: \(\S+\))?$/,
  /^(\d+) examples?, 0 failures, \1 pending$|^0 examples, 0 failures\b/,
  /^Tests: (\d+), Assertions: 0, Skipped: \1\.$/,
  /^\s*(?:Passed|Skipped)!\s+-\s.*\bPassed:\s+0,/,
  /^\s*\d+ tests? (?:skipped|todo)$/,
  /^\s*0 pass$|^ok \| 0 passed\b|^1\.\.0(?:\s|$)/,
  /^Ran 0 tests in /,
  /^(?:#|ℹ) pass 0$/,
  /^(?:> Task )?(?::[\w.-]+)*:\w*[tT]est (?:SKIPPED|NO-SOURCE)$/,
  /^ERROR: No test targets were found, yet testing was requested/,
  /^=+ no tests ran in /,
];

/** unittest counts what it skipped among what it ran. */
const ALL_SKIPPED = /^Ran (\d+) tests? in .*\n+OK \(skipped=\1\)$/m;

/** Something was tested. */
const RAN: readonly RegExp[] = [
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
];

/** A step that was spared, by the tool's own word. */
const CACHED: readonly RegExp[] = [
  /^ok\s+\S+\s+\(cached\)(?:\s|$)/,
  /^\/\/\S*\s+\(cached\) PASSED\b|^Executed 0 out of [1-9]\d* tests?: /,
  /^(?:> Task )?(?::[\w.-]+)*:(?:\w*[tT]est|(?:check|lint|ktlint|detekt|spotless|pmd|spotbugs|verify)\w*)\s+(?:UP-TO-DATE|FROM-CACHE)$/,
  /^(?:g?make(?:\[\d+\])?: (?:Nothing to be done for |[`'].*' is up to date\.$)|ninja: no work to do\.$)/,
  /^✅ \[[^\]]+\] (?:Already fresh|Restored from cache|Skipped, already fresh)/,
  /^"\S+" was restored from the build cache\.$/,
  /^✓ \S+ succeeded in \S+ \((?:cached locally|cached remotely|memoized)\)\.?$/,
];

/** Test runners that print something whenever they run a test. */
const TALKATIVE =
  /(?:^|[\s/])(?:jest|vitest|mocha|ava|pytest|phpunit|rspec|ctest|playwright test|(?:go|cargo|dotnet|bazel|npm|pnpm|yarn|bun|deno|swift|flutter|dart|mix|sbt) test|(?:mvn|mvnw|gradle|gradlew)|node .*--test|(?:npm|pnpm|yarn|bun) (?:run )?test(?::\S+)?)(?:\s|$)/;
/** Its exit code is 0 whatever happens. */
const MASKED = /(?:\|\||;)\s*(?:true|:|exit 0|echo\b.*)\s*$/;

/** The first line with which a known runner says that something failed. */
export function findFailedLine(lines: readonly string[]): string | undefined {
  return lines.find((line) => isOneOf(FAILED, line))?.trim();
}

/** The first line with which a known runner says that it ran nothing, unless another line says that something ran. */
export function findNothingRan(lines: readonly string[]): string | undefined {
  const empty =
    lines.find((line) => isOneOf(NOTHING_RAN, line))?.trim() ?? ALL_SKIPPED.exec(lines.slice(-20).join('\n'))?.[0];
  return empty === undefined || hasRunTests(lines) || isServedFromCache(lines) ? undefined : empty;
}

/** Whether a known runner says that it tested something. */
export function hasRunTests(lines: readonly string[]): boolean {
  return lines.some((line) => isOneOf(RAN, line));
}

/** Whether a known runner says of anything in these lines that it came from a cache. */
export function isServedFromCache(lines: readonly string[]): boolean {
  return lines.some((line) => isOneOf(CACHED, line));
}

/**
 * Whether exit code 0 says that a command did its work. A linter that prints nothing found nothing; a test runner that prints nothing, a
 * command nobody named, and one that ends in `|| true` say nothing.
 */
export function isTelling(command: string | null, lines: readonly string[]): boolean {
  if (command !== null && MASKED.test(command)) return false;
  const isSilent = lines.every((line) => line === '' || /^\[?exit/i.test(line));
  return !isSilent || (command !== null && !TALKATIVE.test(command));
}

function isOneOf(patterns: readonly RegExp[], line: string): boolean {
  return patterns.some((pattern) => pattern.test(line));
}
