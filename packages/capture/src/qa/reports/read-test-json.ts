import * as z from 'zod';
import { EMPTY_REPORT, type ReportReader } from './structured-report.ts';

const Count = z.number().nonnegative();
const TestJsonSchema = z.object({
  success: z.boolean(),
  numFailedTests: Count,
  numFailedTestSuites: Count.optional(),
  numRuntimeErrorTestSuites: Count.optional(),
  wasInterrupted: z.boolean().optional(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

/**
 * The JSON of vitest and jest. `success: true` proves nothing: it comes with unhandled errors, missed thresholds and no tests at all;
 * `success: false` is believed. A file that failed without a failed test could not be loaded.
 */
export const readTestJson: ReportReader = (text) => {
  const checked = TestJsonSchema.safeParse(JSON.parse(text));
  if (!checked.success) return { unreadable: checked.error.issues[0]?.message ?? 'it is no report of vitest or jest' };
  const { data } = checked;
  const separator = 'openHandles' in (JSON.parse(text) as object) ? ' › ' : ' > ';
  const tests = data.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(
      ({ ancestorTitles, title, status }) =>
        ({
          name: [file, ...ancestorTitles.filter((part) => part !== ''), title].join(separator),
          status: status === 'passed' || status === 'focused' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
        }) as const,
    ),
  );
  const problems = data.testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name }) => `${name} did not load`);
  if (data.wasInterrupted === true) problems.push('the run was interrupted');
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const remarks =
    data.numFailedTests === failed ? [] : [`It counts ${data.numFailedTests} failed tests and lists ${failed}.`];
  if (data.numFailedTests > failed) problems.push(`it counts ${data.numFailedTests} failed tests`);
  return {
    ...EMPTY_REPORT,
    tool: separator === ' › ' ? 'jest' : 'vitest',
    tests,
    problems,
    remarks,
    // Without any test vitest says so too, and what ran nothing is judged by that.
    saysFailed: !data.success && tests.length > 0,
  };
};
