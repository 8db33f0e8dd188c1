import { millisecondsOf, numberOf, type ToolParser } from './tool-report.ts';

const TESTS = /Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)/;
const TEST_FAILED = /^\[ERROR\] (\S.*?)(?: -- |\s{2,})Time elapsed.*<<< (?:FAILURE|ERROR)!/;
/** A compiler's complaint; Checkstyle's begin with a group in brackets. */
const NOT_COMPILING = /^\[ERROR\] (\S+\.\w+):\[\d+(?:,\d+)?\] (?!\([\w.]+\) \w+: )(\S.*)$/;
const CACHED_GOAL = /^\[INFO\] Skipping plugin execution \(cached\):? ?(\S*)/;

/** A Maven build with its Surefire tests. One that ended well only because a cache spared it the tests is no run. */
export const parseMaven: ToolParser = (lines) => {
  const ended = lines.filter((line) => /^\[(?:INFO|ERROR)\] BUILD (?:SUCCESS|FAILURE)/.test(line));
  const began = lines.filter((line) => /^\[INFO\] Scanning for projects/.test(line)).length;
  // Each class has a line of its own with its time; the totals, one for each module, have none.
  const totals = lines.flatMap((line) =>
    line.includes('Time elapsed') ? [] : (TESTS.exec(line)?.slice(1, 5).map(numberOf) ?? []),
  );
  if (ended.length === 0 && began === 0 && totals.length === 0) return null;
  const sum = (place: number): number =>
    totals.filter((_, index) => index % 4 === place).reduce((all, one) => all + one, 0);
  const [run, failed, errors, skipped] = [sum(0), sum(1), sum(2), sum(3)];
  const passed = Math.max(0, run - failed - errors - skipped);
  // Failures that a build is told to ignore are failures.
  const success =
    ended.length >= began && ended.every((line) => line.includes('BUILD SUCCESS')) && failed + errors === 0;
  const isSkipped = success && passed === 0 && (skipped > 0 || lines.includes('[INFO] Tests are skipped.'));
  const spared = success && run === 0 && cachedGoals(lines).length > 0;
  const time = lines.findLast((line) => /^\[INFO\] Total time:/.test(line));
  return {
    tool: 'maven',
    status: isSkipped ? 'failed' : spared ? 'cached' : success ? 'passed' : 'failed',
    counts: { passed, failed, errors, skipped },
    failures: isSkipped ? ['no test ran'] : success ? [] : failuresOf(lines),
    durationMs: millisecondsOf(time),
  };
};

/** The goals that Maven's build cache replayed; '' for one that is not named. */
export function cachedGoals(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => CACHED_GOAL.exec(line)?.[1] ?? []);
}

/** The most telling names there are: tests, else what does not compile, else the goals that failed. */
function failuresOf(lines: readonly string[]): readonly string[] {
  const tests = lines.flatMap((line, index) => {
    const failed = TEST_FAILED.exec(line)?.[1];
    if (failed !== undefined) return [qualify(failed)];
    const crashed = lines[index - 1]?.startsWith('[ERROR] Crashed tests:') === true;
    return crashed ? [`${line.replace('[ERROR] ', '')} (crashed)`] : [];
  });
  if (tests.length > 0) return tests;
  const compiler = lines.flatMap((line) => {
    const found = NOT_COMPILING.exec(line);
    return found === null ? [] : [`${found[1]}: ${found[2]}`];
  });
  if (compiler.length > 0) return compiler;
  const goals = lines.flatMap((line) => /^\[ERROR\] Failed to execute goal (\S+)/.exec(line)?.[1] ?? []);
  return goals.length > 0 ? goals : ['the build did not end'];
}

/** `method(a.Class)`, as Surefire 2 writes it, in the way Surefire 3 does. */
function qualify(test: string): string {
  const found = /^([^\s(]+)\(([\w.$]+)\)$/.exec(test);
  return found === null ? test : `${found[2]}.${found[1]}`;
}
