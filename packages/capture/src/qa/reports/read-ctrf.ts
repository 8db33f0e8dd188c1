import * as z from 'zod';
import { EMPTY_REPORT, type ReportReader } from './structured-report.ts';

const Count = z.number().nonnegative();
const CtrfSchema = z.object({
  reportFormat: z.string().optional(),
  results: z.object({
    tool: z.object({ name: z.string() }).optional(),
    summary: z.object({ tests: Count, failed: Count, passed: Count.optional() }).partial().optional(),
    tests: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        // Reporters before 2025 write one text.
        suite: z.union([z.string(), z.array(z.string())]).optional(),
        filePath: z.string().optional(),
      }),
    ),
  }),
});
const SKIPPED: ReadonlySet<string> = new Set(['skipped', 'pending']);

/** The Common Test Report Format. Counts come from the tests; a summary that counts otherwise is a remark, and its failures count. */
export const readCtrf: ReportReader = (text) => {
  const checked = CtrfSchema.safeParse(JSON.parse(text));
  if (!checked.success) return { unreadable: checked.error.issues[0]?.message ?? 'it is not CTRF' };
  const { tool, summary, tests: reported } = checked.data.results;
  const tests = reported.map(({ name, status, suite, filePath }) => {
    const suites = (typeof suite === 'string' ? suite.split(' > ') : (suite ?? [])).filter((part) => part !== '');
    // Some reporters put the file on top of the suites as well, and repeat the suites in the title.
    if (filePath?.endsWith(suites[0] ?? '/') === true) suites.shift();
    const repeated = `${suites.join(' ')} `;
    const named = [...suites, name.startsWith(repeated) ? name.slice(repeated.length) : name].join(' > ');
    const file = filePath === undefined || named.startsWith(filePath) ? '' : `${filePath} > `;
    return {
      name: `${file}${named}`,
      status:
        status === 'passed' ? 'passed' : SKIPPED.has(status) ? 'skipped' : status === 'failed' ? 'failed' : 'skipped',
    } as const;
  });
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const told = summary?.failed ?? failed;
  const remarks = [
    ...(told === failed ? [] : [`The summary counts ${told} failed tests, the list ${failed}.`]),
    ...(summary?.tests === undefined || summary.tests === tests.length
      ? []
      : [`The summary counts ${summary.tests} tests, the list ${tests.length}.`]),
  ];
  const problems = told > failed ? [`the summary counts ${told} failed tests`] : [];
  return { ...EMPTY_REPORT, tool: tool?.name ?? null, tests, problems, remarks };
};
