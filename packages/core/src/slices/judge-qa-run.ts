import { UNNAMED_COMMAND } from './qa-limits.ts';
import type { QaBaseline, QaResult, QaRun, QaVerdict } from './qa-result.ts';

type Verdicts = QaRun['verdicts'];

/**
 * Holds results against the baseline. A failure that the baseline has is `pre-existing`; one that it has not is `regressed` when the
 * same command was complete then, and `new` when the baseline cannot tell (the command did not run, or its list was cut). What the
 * baseline has and a complete run has not is `fixed`. Cached and unknown results say nothing.
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
    const before = counterpartOf(result, earlier, results);
    if (!hasRun(result)) return { ...result, verdict: null };
    const old = new Set(before?.failures ?? []);
    const own: Verdicts = {
      fixed: isWhole(result) ? [...old].filter((failure) => !result.failures.includes(failure)) : [],
      pre_existing: result.failures.filter((failure) => old.has(failure)),
      regressed: before !== undefined && isWhole(before) ? result.failures.filter((failure) => !old.has(failure)) : [],
      new: before === undefined || !isWhole(before) ? result.failures.filter((failure) => !old.has(failure)) : [],
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
  if (before === undefined) return 'new';
  if (before.status === 'passed' || own.regressed.length > 0) return 'regressed';
  return own.new.length > 0 ? 'new' : 'pre-existing';
}

function hasRun({ status }: QaResult): boolean {
  return status === 'passed' || status === 'failed';
}

/** Whether everything that failed is named: a run that only shows that it failed may not have come to the rest. */
function isWhole({ failures, failures_total }: QaResult): boolean {
  return failures.length === failures_total && !failures.some((name) => CUT_SHORT.test(name));
}

const CUT_SHORT =
  /^(?:exit code \S+|ended by a signal|no tests? ran|No tests? (?:files )?found.*|.*\bdid not end|.*Interrupt.*|stopping after .*)$/;

/**
 * The baseline's result of the same command. Where one of two logs does not show its commands, a tool that each of them ran only once is
 * the same.
 */
function counterpartOf(
  { tool, command }: QaResult,
  earlier: readonly QaResult[],
  now: readonly QaResult[],
): QaResult | undefined {
  const ofTool = earlier.filter((result) => result.tool === tool);
  const same = ofTool.find((result) => result.command === command);
  if (same !== undefined || tool === 'generic') return same;
  const [only] = ofTool;
  const isOnlyOne = ofTool.length === 1 && now.filter((result) => result.tool === tool).length === 1;
  return isOnlyOne && [only?.command, command].includes(UNNAMED_COMMAND) ? only : undefined;
}
