import { anyOf } from './any-of.ts';
import { readsAsTrouble } from './reads-as-trouble.ts';

/** A line that speaks against exit code 0. */
export interface FailureSign {
  readonly line: string;
  /** False where the line only looks like a failure, so that nobody can tell how the command ended. */
  readonly isClear: boolean;
}

const BAD = '(?:failed|failing|failures?|fails?|errors?|errored|broken)';
const FOUND = '(?:problems?|offen[cs]es?|issues?|violations?|findings?|leaks?)';
const GOOD = '(?:passed|passing|pass(?:es)?|succeeded|success(?:es|ful)?|ok)';
const TESTS = '(?:tests?|specs?|examples?|scenarios?|cases?|assertions?|asserts?|runs?)';
const THINGS = `(?:${TESTS}|suites?|files?|steps?|features?|checks?|subtests?|programs?|projects?|targets?|packages?|tasks?)`;
/** All words of a line that sums up a run, whichever tool prints it. A line with any other word is talk. */
const SUMMARY_WORD = new RegExp(
  `^(?:${[BAD, FOUND, GOOD, THINGS].join('|')}|x?passed|xfailed|warn(?:ings?)?|skipped|skips?|pending|todo|ignored|flaky|deselected|informations?|infos?|hints?|total|totals|summary|results?|count|time|duration|elapsed|finished|completed|found|ran|executed|checked|inspected|detected|generated|compiled|done|build|you|have|there|were|was|with|and|in|out|of|from|across|contexts?|source|looks|like|unexpected|containing|code|rules?|on|s|ms|m|secs?|seconds?|mins?|ℹ)$`,
  'i',
);
const COUNTS_FIRST = new RegExp(`(?<![\\d.])[1-9]\\d*\\s+(?:${THINGS}\\s+){0,2}${BAD}\\b(?!\\s*[:=]\\s*\\d)`, 'i');
/** `2 failed | 10 passed (12)`: the count in front is that of the word, whatever stands at the end of the line. */
const COUNTS_SET_OFF = new RegExp(`(?<![\\d.])[1-9]\\d*\\s+(?:${THINGS}\\s+){0,2}${BAD}\\s*(?:[|,;(]|$)`, 'i');
const COUNTS_FOUND = new RegExp(`(?<![\\d.])[1-9]\\d*\\s+${FOUND}\\b(?!\\s*[:=]\\s*\\d)`, 'i');
const COUNTS_BEHIND_COLON = new RegExp(`\\b${BAD}\\s*[:=]\\s*[1-9]`, 'i');
const COUNTS_BEHIND = new RegExp(`\\b${BAD}\\s+[1-9]`, 'i');
const NO_ERRORS = new RegExp(`(?<![\\d.])(?:0|no)\\s+(?:${THINGS}\\s+)?(?:${BAD}|${FOUND})\\b`, 'i');
const GOOD_COUNT = new RegExp(
  `(?<![\\d.])[1-9]\\d*\\s+(?:${THINGS}\\s+)?${GOOD}\\b|\\b(?:passed|passing|pass(?:es)?|successes)\\s*[:=]?\\s*[1-9]`,
  'i',
);
const NO_TESTS = new RegExp(
  `(?<![\\d.])0\\s+(?:(?:features?|suites?)\\s+)?(?:${TESTS}|${GOOD}|total)\\b(?!\\s+(?:${BAD}|skipped|pending|todo|ignored))|\\b(?:${TESTS}|passed|total)\\s*[:=]\\s*0\\b`,
  'i',
);
const ONLY_SKIPPED =
  /(?<![\d.])[1-9]\d*\s+(?:tests?\s+)?(?:skipped|skips?|pending|todo|ignored)\b|\b(?:skipped|skips?|ignored):\s*[1-9]/i;
const NOT_TESTS =
  /\b(?:files?|steps?|packages?|targets?|tasks?|projects?|programs?|checks?|warn\w*|checked|inspected|compiled)\b/i;
const ELAPSED = /\d+(?:\.\d+)?\s*(?:ms|s|m|secs?|seconds?|mins?)\b|\d+\.\d+/gi;

/** A test that passed, whose name may hold any word, and what is said while it runs. */
const PASSED_TEST =
  /^\s*(?:[✓✔√☑✅]|ok\s|\(pass\)|PASS\s|--- PASS|\[ +(?:OK|PASSED) +\]|=== (?:RUN|PAUSE|CONT)\s)|(?:\.{2,}\s*(?:ok|OK|passed|PASSED)|\D PASSED)(?:\s+\[ *\d+%\])?$|^\s*✖ .* # (?:TODO|SKIP)\b/;

/** Words with which tools say that all is well, besides counts. */
const ALL_WELL =
  /^OK\b|^Result: PASS$|^All \w+(?: \w+)? (?:passed|successful)\b|^Success: no issues|^(?:\[INFO\] )?BUILD SUCCESS|\bcompiled successfully\b|^PASS$|^ok\s+\S+\s+\d[\d.]*s|^All matched files use Prettier|\bExecuted [1-9]\d* of \d+ SUCCESS\b/;

/** What only a failure prints: shells, package managers, make, CI, interpreters that gave up, crashes, compilers, builds. */
const isClearSign = anyOf([
  /^\S*(?:sh|env)(?:\[\d+\])?: .*(?:not found|No such file or directory|Permission denied|cannot execute|Exec format error|bad interpreter)/,
  /^\S+: (?:line )?\d+: .*: (?:(?:command )?not found|No such file or directory|Permission denied)$/,
  /: command not found$|^(?:zsh|bundler): command not found: |^fish: Unknown command|is not recognized as (?:an internal or external command|(?:the|a) name of a cmdlet)/,
  /^(?:npm|lerna) (?:ERR!|error) \S|^\s*ELIFECYCLE\s|^\s*ERR_PNPM_|^error Command |^(?:Usage|Internal) Error: |^error: script ".*" exited with code/,
  /^g?make(?:\[\d+\])?: (?:\*\*\* |Target .* not remade because of errors)|^##\[error\]|^::error\b|^rake aborted!|^ninja: build stopped|^CMake Error\b/,
  /^(?:.*: line \d+: +\d+ |zsh: )?(?:Segmentation fault|Bus error|Floating point exception|Illegal instruction|Trace\/breakpoint trap|Killed|Terminated|Aborted|segmentation fault|bus error|killed|abort)(?:[ :]|$)|\(core dumped\)/,
  /^FATAL ERROR: |\bOutOfMemoryError\b|\bout of memory\b/i,
  /\bCannot find (?:module|package) ['"]|^\s*code: '(?:ERR_)?MODULE_NOT_FOUND'|^Node\.js v\d+\.\d+|^node: bad option|^\[UnhandledPromiseRejection|^Uncaught /,
  /^\s*Traceback \(most recent call last\)|^\S+: No module named \S|^\S+: can't open file |^(?:ModuleNotFound|Import|Syntax|Indentation|Memory|Assertion)Error\b/,
  /^\*\* \((?:\w[\w.]*Error|EXIT|exit|throw)\b/,
  /^panic: |^goroutine \d+ \[|^thread '.*' .*panicked at |^terminate called after |: Assertion .* failed\.|^==\d+==\s*ERROR: \w+Sanitizer|^Exception in thread "|^(?:PHP )?(?:Fatal|Parse) error: /,
  /^Can't locate \S+ in @INC|^BEGIN failed--|cannot load such file -- |^Error: (?:Could not find or load main class|Unable to access jarfile)/,
  /^(?:fatal )?error(?:\[\w+\])?: |^\S.*?[:)] ?(?:fatal )?error(?: [A-Z]+\d+)?: |^ERROR in |^error during build|\bModule not found: |^\W*RollupError: /,
  /^\W*(?:FAIL(?:ED|URES?)?|ERRORS?)[!.\s]*\W*$/,
  /\b(?:BUILD|TESTS?|COMPILATION) (?:FAILED|FAILURE|ERROR)\b|^Result: FAIL|^FAILURE: |\bStatus: FAIL(?:URE|ED)\b|^\W*NOT OK\W*$|^Overall result: Failed|^Dubious, test returned/,
  /^\W*(?:builds?|tests?|test (?:run|suite).{0,80}|compilation|lint(?:ing)?|checks?|type ?check|run|commands?|jobs?|pipeline|operations?) (?:failed|errored|aborted)\b/i,
  /^Failed to (?:compile|build|load|resolve|parse|run|execute|start|import)\b|^(?:> )?Build error occurred|^\[ERROR\] Failed to execute goal|^Oh no! |\bwould (?:be )?reformat/i,
  /\b(?:compiled with|found) [1-9]\d* (?:errors?|failures?)\b|^\W*Failed!/,
  /\.{3,}\s*(?:FAILED|Failed|FAIL|ERROR)$|^(?:Error: )?No files matching |^ERROR: .*not found\b/,
]);

/** What may be a failure, or talk about one. */
const isDoubtfulSign = anyOf([
  /^\W*(?:\S+ )?(?:errors?|fatal|fail(?:ed|ures?)?|panic|exception|uncaught|aborted)\s*[:!](?!\s*0\b)/i,
  /^\W*(?:ERROR|FATAL|FAIL|FAILED|FAILURE|CRITICAL)\b|^\W*\[(?:error|fatal)\]/,
  /^(?:[\w.]+\.)?\w*(?:Error|Exception)(?::|$)/,
  /^\s*[✗✘✖×❌✕⨯]/,
  /^(?:\w+: )?\S+\.\w+:\d+(?::\d+)?: (?!.*\b(?:warning|note|info|hint|debug)\b)/i,
  /^\s+at .*[:(]\S*\d\)?$|^\s*\^-+ SC\d+ |^\s*- hook id: |^e: |^error • |^curl: \(\d+\)/,
  /\b(?:not found|No such file or directory|Permission denied|timed out|did not complete|could not be found)[.!]?$/i,
  /^(?:\S+ )?(?:cannot|can't|could not|couldn't|unable to|failed to) /i,
  /(?<!\b0\b.{0,20})\b(?:FAIL|FAILED|ERROR|failed)[.!]?$|^WARNINGS!$|\blevel=(?:error|fatal)\b|^timeout: |\bError \d+ \(ignored\)$/,
  /\bNOT OK\b|\bKO=[1-9]/,
  /^\W*(?:rc|exit ?code|exit ?status)\s*[:=]\s*[1-9]|^\W*RESULT\s*[:=]\s*(?:RED|BAD|KO)\b|^Unused \w+(?: \w+)?(?: \([1-9]\d*\))?$/i,
  // The dots of pytest, mocha and vitest.
  /^\s*(?=\S*?[.·])(?=\S*?[FEx!])[.·,*sSxXFE!]+(?:\s+\[ *\d+%\])?$/,
  /(?<!\b(?:0|no) )\b(?:compilation|syntax|parse|type|runtime|fatal|internal) errors?\b|\b[1-9]\d* undefined\b/i,
  new RegExp(
    `^(?!.*\\b(?:fix(?:es|ed)?|handle[sd]?|expect(?:s|ed)?|ignored|retr(?:y|ies|ied|ying))\\b).*(?<![\\d.])[1-9]\\d*\\s+(?:${THINGS}\\s+)?(?:${BAD}|${FOUND})\\b`,
    'i',
  ),
]);

/**
 * The first line of a step that tells of a failure, whichever tool printed it. A line that counts failures always does. Anything else does
 * as long as no summary behind it says that all is well: tests may be about programs that fail.
 */
export function findFailureSign(lines: readonly string[]): FailureSign | null {
  const counted = lines.find(countsFailures);
  if (counted !== undefined) return { line: counted.trim(), isClear: true };
  const clear = findSignBehind(lines);
  if (clear !== undefined) return { line: clear, isClear: true };
  if (lines.some(saysAllWell)) return null;
  const isDoubtful = (line: string): boolean => isDoubtfulSign(line) || readsAsTrouble(line);
  const doubtful = withoutExcused(lines).find((line) => !PASSED_TEST.test(line) && isDoubtful(line));
  return doubtful === undefined ? null : { line: doubtful.trim(), isClear: false };
}

/** A test that may fail. */
const EXCUSED = /^\s*✖ .* # (?:TODO|SKIP)\b/;

/** Leaves out what stands below a test that may fail: node:test's todo. */
function withoutExcused(lines: readonly string[]): readonly string[] {
  const crosses = lines.filter((line) => /^\s*✖ /.test(line));
  if (!crosses.some((line) => EXCUSED.test(line))) return lines;
  const areAll = crosses.every((line) => EXCUSED.test(line));
  let excused: number | null = null;
  return lines.filter((line) => {
    if (areAll && line === 'Failed tests:') return false;
    const indent = line.search(/\S/);
    if (excused !== null && (indent === -1 || indent > excused)) return false;
    excused = EXCUSED.test(line) ? indent : null;
    return true;
  });
}

/** The first unmistakable line of a failure behind the last summary that says that all is well. */
export function findSignBehind(lines: readonly string[]): string | undefined {
  const behind = lines.slice(lines.findLastIndex(saysAllWell) + 1);
  // What linters count as problems may be warnings.
  const isCounted = (line: string): boolean => countsFailures(line) && !COUNTS_FOUND.test(line);
  const isClear = (line: string): boolean => isCounted(line) || isClearSign(line);
  return behind.find((line) => !PASSED_TEST.test(line) && isClear(line))?.trim();
}

/** Whether a line sums up a run in which something passed. */
export function countsPasses(line: string): boolean {
  return isSummary(line) && GOOD_COUNT.test(line);
}

/** Whether a line sums up a run of no tests. */
export function countsNoTests(line: string): boolean {
  return isSummary(line) && NO_TESTS.test(line) && !/[1-9]/.test(line.replace(ELAPSED, ''));
}

/** Whether a line says in its own words that all is well. */
export function saysAllWell(line: string): boolean {
  return ALL_WELL.test(line) || (isSummary(line) && (GOOD_COUNT.test(line) || NO_ERRORS.test(withoutTotals(line))));
}

/** `1 of 3 failed` is one failure. */
function withoutTotals(line: string): string {
  return line.replace(/(\d+)\s*(?:\/|(?:out )?of)\s*\d+/gi, '$1').replace(/\s+of\s+\d+\W*$/i, '');
}

function countsFailures(line: string): boolean {
  if (!isSummary(line) || /^\s*(?:[✓✔√☑✅]|ok\s|\(pass\))/.test(line)) return false;
  if (countsTooFew(line)) return true;
  const plain = withoutTotals(line);
  if (COUNTS_BEHIND_COLON.test(plain) || COUNTS_SET_OFF.test(plain)) return true;
  // `passed 3 failed 0` has each count behind its word.
  const isLabelled = /^\W*[a-z]/i.test(plain) && (/\d\W*$/.test(plain) || /^\W*(?:failed|passed)\b/i.test(plain));
  if (isLabelled) return COUNTS_BEHIND.test(plain);
  return COUNTS_FIRST.test(plain) || (COUNTS_FOUND.test(plain) && !NO_ERRORS.test(plain));
}

/** `2 of 3 tests passed`, with no word about the third. */
function countsTooFew(line: string): boolean {
  const [, some, all] =
    /^\D*(\d+)\s*(?:\/|(?:out )?of)\s*(\d+)\s+(?:[a-z]+\s+){0,2}(?:\(.*\) )?(?:passed|successful|succeeded)\b/i.exec(
      line,
    ) ?? [];
  return some !== all && !/skip|pending|ignored|todo/i.test(line);
}

/** Whether a line sums up tests that were all left out: each number in it is that of the tests. */
export function countsOnlySkipped(line: string): boolean {
  if (!isSummary(line) || !ONLY_SKIPPED.test(line) || NOT_TESTS.test(line)) return false;
  return new Set(line.replace(ELAPSED, '').match(/(?<!\d)[1-9]\d*/g)).size === 1;
}

/** Counts, and nothing but words of a summary. */
function isSummary(line: string): boolean {
  if (line.length > 300 || !/\d|\bno\b/i.test(line)) return false;
  const words = line.match(/\p{L}+/gu) ?? [];
  return words.length > 0 && words.every((word) => SUMMARY_WORD.test(word));
}
