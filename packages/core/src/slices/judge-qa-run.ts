import { matchFailures } from './match-failures.ts';
import { UNNAMED_COMMAND } from './qa-limits.ts';
import type { QaBaseline, QaResult, QaRun, QaVerdict } from './qa-result.ts';

type Verdicts = QaRun['verdicts'];

/**
 * Holds results against the baseline. A failure that the baseline has is `pre-existing`, also where another format named it or another
 * command ran it; see {@link matchFailures}. One that it has not is `regressed` when the same command was complete then, and `new` when the
 * baseline cannot tell (the command did not run, or its list was cut). What the baseline has and a complete run of the same command has
 * not is `fixed`. Cached and unknown results say nothing.
 */
export function judgeQaRun(baseline: QaBaseline, results: readonly QaResult[]): Pick<QaRun, 'results' | 'verdicts'> {
  const earlier = (baseline.status === 'recorded' ? baseline.results : []).filter(hasRun);
  const verdicts = {
    fixed: [] as string[],
    pre_existing: [] as string[],
    regressed: [] as string[],
    new: [] as string[],
  };
  const judged = results.map((result) => {
    if (!hasRun(result)) return { ...result, verdict: null };
    const before = counterpartOf(result, earlier, results);
    const known = matchFailures(before?.failures ?? [], result.failures);
    const rest = result.failures.filter((failure) => !known.has(failure));
    // A test that another command ran then is the same test; that a command did not end well is a matter of its own.
    const others = earlier.filter((other) => other !== before).flatMap(({ failures }) => failures);
    const elsewhere = before === undefined ? matchFailures(others.filter(isTest), rest.filter(isTest)) : new Map();
    const matched = new Set(known.values());
    const isOld = (failure: string): boolean => known.has(failure) || elsewhere.has(failure);
    const worse = result.failures.filter((failure) => !isOld(failure));
    const wasWhole = before !== undefined && isWhole(before);
    const own: Verdicts = {
      fixed: isWhole(result) ? (before?.failures ?? []).filter((failure) => !matched.has(failure)) : [],
      pre_existing: result.failures.filter(isOld),
      regressed: wasWhole ? worse : [],
      new: wasWhole ? [] : worse,
    };
    verdicts.fixed.push(...own.fixed);
    verdicts.pre_existing.push(...own.pre_existing);
    verdicts.regressed.push(...own.regressed);
    verdicts.new.push(...own.new);
    return { ...result, verdict: verdictOf(before, result, own) };
  });
  return { results: judged, verdicts };
}

function verdictOf(before: QaResult | undefined, now: QaResult, own: Verdicts): QaVerdict | null {
  if (now.status === 'passed') return before?.status === 'failed' ? 'fixed' : null;
  if (before?.status === 'passed' || own.regressed.length > 0) return 'regressed';
  return own.new.length > 0 || (before === undefined && own.pre_existing.length === 0) ? 'new' : 'pre-existing';
}

function hasRun({ status }: QaResult): boolean {
  return status === 'passed' || status === 'failed';
}

/** Whether everything that failed is named: a run that only shows that it failed may not have come to the rest. */
function isWhole({ failures, failures_total }: QaResult): boolean {
  return failures.length === failures_total && !failures.some((name) => CUT_SHORT.test(name));
}

const CUT_SHORT =
  /^(?:exit code \S+|ended by a signal|no tests? ran|No tests? (?:files )?found.*|.*\bdid not end|.*Interrupt.*|stopping after .*|the tool says that the run failed)$/;

/** Whether a failure is named so that it is the same wherever it was run. */
function isTest(failure: string): boolean {
  return / [>›] |::|^\S+\.\w+: /.test(failure) && !CUT_SHORT.test(failure);
}

/**
 * The baseline's result of the same command. How a report is to be written makes no other command. Where one of two logs does not
 * show its commands, a tool that each of them ran only once is the same; so is a command that was run once, though only one of its
 * reports says which tool it was.
 */
function counterpartOf(result: QaResult, earlier: readonly QaResult[], now: readonly QaResult[]): QaResult | undefined {
  const { tool } = result;
  const command = withoutReporter(result.command);
  const isSame = (other: QaResult): boolean => withoutReporter(other.command) === command;
  const ofTool = earlier.filter((other) => other.tool === tool);
  const same = ofTool.find((other) => other.command === result.command) ?? ofTool.find(isSame);
  if (same !== undefined) return same;
  const ofCommand = earlier.filter(isSame);
  const [sole] = ofCommand;
  const isRunOnce = ofCommand.length === 1 && now.filter(isSame).length === 1 && command !== UNNAMED_COMMAND;
  if (isRunOnce && [sole?.tool, tool].includes('generic')) return sole;
  if (tool === 'generic') return undefined;
  const [only] = ofTool;
  const isOnlyOne = ofTool.length === 1 && now.filter((other) => other.tool === tool).length === 1;
  return isOnlyOne && [only?.command, command].includes(UNNAMED_COMMAND) ? only : undefined;
}

/** A command without what only says how to print or where to write its report, and without the launcher before it. */
function withoutReporter(command: string): string {
  return command
    .replace(/^(?:npx(?: --?\S+)*|(?:pnpm|yarn|npm|bun) (?:exec|x)(?: --)?|bunx|python3? -m) /, '')
    .replace(REPORTER, '')
    .trim();
}

const REPORTER =
  /\s+(?:--(?:reporters?|outputFile(?:\.\w+)?|output-file|formatter|format|test-reporter(?:-destination)?|reporter-options?|junit-?xml|report-log)(?:=\S+|\s+(?!-)\S+)|--(?:json|tap)(?=\s|$))/g;
