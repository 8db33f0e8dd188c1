import * as z from 'zod';
import { EMPTY_REPORT, type ReportReader } from './structured-report.ts';

const Rule = z.object({
  id: z.string(),
  defaultConfiguration: z.object({ level: z.string().optional() }).optional(),
});
const Component = z.object({ name: z.string(), rules: z.array(Rule).optional() });
const Notification = z.object({
  level: z.string().optional(),
  message: z.object({ text: z.string().optional() }).optional(),
});
const SarifResult = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().optional(),
  rule: z.object({ id: z.string().optional(), index: z.number().optional() }).optional(),
  level: z.string().optional(),
  kind: z.string().optional(),
  message: z.object({ text: z.string().optional(), id: z.string().optional() }),
  locations: z
    .array(
      z.object({
        physicalLocation: z
          .object({ artifactLocation: z.object({ uri: z.string().optional() }).optional() })
          .optional(),
      }),
    )
    .optional(),
  suppressions: z.array(z.object({ status: z.string().optional() })).nullish(),
  baselineState: z.string().optional(),
});
const SarifSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z.array(
    z.object({
      tool: z.object({ driver: Component, extensions: z.array(Component.partial()).optional() }),
      // `null` says that the tool did not get that far.
      results: z.array(SarifResult).nullish(),
      artifacts: z.array(z.unknown()).nullish(),
      invocations: z
        .array(
          z.object({
            executionSuccessful: z.boolean(),
            toolConfigurationNotifications: z.array(Notification).nullish(),
            toolExecutionNotifications: z.array(Notification).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
});
type Run = z.infer<typeof SarifSchema>['runs'][number];
type Finding = z.infer<typeof SarifResult>;

/** SARIF 2.1.0 of ESLint, CodeQL and other analysers: what is an error and neither suppressed nor gone is a problem. */
export const readSarif: ReportReader = (text) => {
  const checked = SarifSchema.safeParse(JSON.parse(text));
  if (!checked.success) return { unreadable: checked.error.issues[0]?.message ?? 'it is not SARIF 2.1.0' };
  const { runs } = checked.data;
  const problems: string[] = [];
  let warnings = 0;
  for (const run of runs) {
    const rules = rulesOf(run);
    for (const found of (run.results ?? []).filter(counts)) {
      const level = levelOf(rules, found);
      if (level === 'error') problems.push(nameOf(rules, found));
      else if (level === 'warning') warnings += 1;
    }
    for (const { executionSuccessful, ...notes } of run.invocations ?? []) {
      const told = [...(notes.toolConfigurationNotifications ?? []), ...(notes.toolExecutionNotifications ?? [])];
      const bad = told
        .filter(({ level }) => level === 'error')
        .map(({ message }) => `${run.tool.driver.name}: ${message?.text ?? 'an error'}`);
      problems.push(...(bad.length === 0 && !executionSuccessful ? [`${run.tool.driver.name} did not end well`] : bad));
    }
    if (run.results === null) problems.push(`${run.tool.driver.name} did not come to results`);
  }
  const files = runs.reduce(
    (sum, { artifacts, results }) =>
      sum + Math.max(artifacts?.length ?? 0, results === null || results === undefined ? 0 : 1),
    0,
  );
  return {
    ...EMPTY_REPORT,
    tool: runs[0]?.tool.driver.name.toLowerCase() ?? null,
    problems,
    warnings,
    isLinter: true,
    files,
  };
};

function counts({ kind = 'fail', suppressions, baselineState }: Finding): boolean {
  const isSuppressed = (suppressions ?? []).some(({ status }) => status === undefined || status === 'accepted');
  return kind === 'fail' && !isSuppressed && baselineState !== 'absent';
}

type RuleFinder = (found: Finding) => z.infer<typeof Rule> | undefined;

/** CodeQL lists thousands of rules. */
function rulesOf({ tool }: Run): RuleFinder {
  const byId = new Map<string, z.infer<typeof Rule>>();
  for (const { rules = [] } of [tool.driver, ...(tool.extensions ?? [])])
    for (const rule of rules) if (!byId.has(rule.id)) byId.set(rule.id, rule);
  return ({ ruleId, ruleIndex, rule }) => {
    const index = ruleIndex ?? rule?.index;
    return byId.get(ruleId ?? rule?.id ?? '') ?? (index === undefined ? undefined : tool.driver.rules?.[index]);
  };
}

function levelOf(ruleOf: RuleFinder, found: Finding): string {
  return found.level ?? ruleOf(found)?.defaultConfiguration?.level ?? 'warning';
}

function nameOf(ruleOf: RuleFinder, found: Finding): string {
  const uri = found.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '';
  const file = uri.replace(/^file:\/\//, '');
  const id = found.ruleId ?? ruleOf(found)?.id ?? '';
  return `${file === '' ? '' : `${file}: `}${(found.message.text ?? found.message.id ?? 'a finding').replace(/\.$/, '')}${id === '' ? '' : ` ${id}`}`;
}
