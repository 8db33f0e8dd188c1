import { compileGlobs } from '@batonkit/core/text';
import { classifyChange, classifyRisk } from '../risk/classify-risk.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import type { RiskRules } from '../risk/risk-rules.ts';

/** What changed paths are judged by. */
export interface ChangeYardstick {
  /** Globs that were classified; `undefined` when nobody recorded them. */
  readonly classified: readonly string[] | undefined;
  readonly rules: Partial<RiskRules> | undefined;
  /** Files that decide which rules apply. */
  readonly ruleFiles: readonly string[];
}

/** Judges the risk of changed paths as {@link classifyRisk} does, and lists those that were not classified. */
export function judgeChanges(
  paths: readonly string[],
  { classified, rules, ruleFiles }: ChangeYardstick,
): NonNullable<ProtocolFacts['changed']> {
  const isClassified = classified === undefined ? () => true : compileGlobs(classified);
  const unclassified = paths.filter((path) => !isClassified(path) && classified?.includes(path) !== true).slice(0, 50);
  const relaxed = paths.filter((path) => ruleFiles.includes(path));
  if (relaxed.length > 0) {
    const reasons = relaxed.map((path) => `${path} is HIGH: it decides how risk is judged.`);
    return { level: 'HIGH', change_kind: 'code', reasons, unclassified };
  }
  const { level, reasons } = classifyRisk({ paths, rules });
  return {
    level,
    change_kind: classifyChange(paths, rules),
    reasons: reasons.filter((reason) => reason.includes(` is ${level}: `)),
    unclassified,
  };
}
