import { splitLines } from '../markdown/fenced-lines.ts';
import type { SchemaProblem } from '../result/schema-violation.ts';
import { normalizeBlock } from '../markdown/text-block.ts';
import { err, ok, type Result } from '../result/result.ts';
import { identityOf, type RiskEntry } from './bullet-entry.ts';
import { readBullets } from './read-bullets.ts';

const SEVERITIES: readonly RiskEntry['severity'][] = ['critical', 'high', 'medium', 'low'];

/**
 * RISKS.md with further risks, the most severe first. A risk of the same words is updated. Other text stays: what stands above the
 * first risk above, the rest below the last.
 */
export function updateRisks(
  text: string | null,
  file: string,
  risks: readonly RiskEntry[],
): Result<string | null, readonly SchemaProblem[]> {
  const { entries, problems } = readBullets(text ?? '', file);
  if (problems.length > 0) return err(problems);
  if (risks.length === 0) return ok(text);
  const known = new Map<string, RiskEntry>();
  for (const { entry } of entries) if (entry.kind === 'risk') known.set(identityOf(entry.text), entry);
  for (const risk of risks) {
    const before = known.get(identityOf(risk.text));
    known.set(identityOf(risk.text), before === undefined ? risk : mergeRisk(before, risk));
  }
  const lines = splitLines(text ?? '');
  const found = entries.filter(({ entry }) => entry.kind === 'risk');
  const taken = new Set(
    found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, offset) => from + offset)),
  );
  const first = found[0]?.from ?? lines.length;
  const above = normalizeBlock(lines.slice(0, first).join('\n'));
  const below = normalizeBlock(lines.filter((_, index) => index >= first && !taken.has(index)).join('\n'));
  const sorted = SEVERITIES.flatMap((severity) => [...known.values()].filter((risk) => risk.severity === severity));
  return ok(`${[above || '# Risks', ...sorted.map(formatRisk), ...(below === '' ? [] : [below])].join('\n\n')}\n`);
}

/** A risk as it stands in the file. */
export function formatRisk({ text, severity, status, mitigation, impact }: RiskEntry): string {
  return [
    `- Risk: ${text}`,
    `  Severity: ${severity}`,
    `  Status: ${status ?? 'open'}`,
    ...(impact === null ? [] : [`  Impact: ${impact}`]),
    ...(mitigation === null ? [] : [`  Mitigation: ${mitigation}`]),
  ].join('\n');
}

/** What the newer one leaves open stays as it was. */
function mergeRisk(before: RiskEntry, { severity, status, mitigation, impact }: RiskEntry): RiskEntry {
  return {
    ...before,
    severity,
    status: status ?? before.status,
    mitigation: mitigation ?? before.mitigation,
    impact: impact ?? before.impact,
  };
}
