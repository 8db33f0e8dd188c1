import { schemaViolation, type SchemaViolation } from '../result/schema-violation.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { BulletEntry } from './bullet-entry.ts';
import { appendDecisions } from './decisions-file.ts';
import { addInvariants } from './invariants.ts';
import { formatPlan, type Plan, readPlan, updatePlan } from './plan-file.ts';
import { updateRisks } from './risks-file.ts';

/** The texts that compaction writes, null where there is no file. */
export interface TrackTexts {
  readonly decisions: string | null;
  readonly plan: string | null;
  readonly risks: string | null;
  readonly core: string | null;
}

/**
 * Compaction, pure: the texts after what a log says. Each text depends on itself and the entries alone, and doing it twice is doing
 * it once, so that a compaction which was cut off can be done again on whatever is there.
 */
export function compactTexts(
  texts: TrackTexts,
  entries: readonly BulletEntry[],
  paths: { readonly risks: string; readonly plan: string },
): Result<TrackTexts, SchemaViolation> {
  const of = <Kind extends BulletEntry['kind']>(kind: Kind): Extract<BulletEntry, { kind: Kind }>[] =>
    entries.filter((entry): entry is Extract<BulletEntry, { kind: Kind }> => entry.kind === kind);
  const risks = updateRisks(texts.risks, paths.risks, of('risk'));
  if (risks.isErr()) return err(schemaViolation(risks.error));
  const isPlanned = of('goal').length + of('step').length + of('approval').length > 0;
  const plan = texts.plan === null && !isPlanned ? null : updatePlan(readPlan(texts.plan), entries);
  if (plan !== null && !isReadAgain(plan)) {
    const detail = 'A code block or comment is not closed, so that the sections cannot be put in order.';
    return err(schemaViolation([{ file: paths.plan, line: 1, detail }]));
  }
  return ok({
    decisions: appendDecisions(texts.decisions, of('decision')),
    plan: plan === null ? null : formatPlan(plan),
    risks: risks.value,
    core: addInvariants(texts.core, of('invariant')),
  });
}

/** Whether a plan that is written is the same plan when it is read. */
function isReadAgain(plan: Plan): boolean {
  const { head: _, ...found } = readPlan(formatPlan(plan));
  const { head: __, ...written } = plan;
  return JSON.stringify(found) === JSON.stringify(written);
}
