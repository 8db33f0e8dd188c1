import { err, ok, type Result } from '@batonkit/core';
import { splitLines } from '@batonkit/markdown/scan';
import { type SchemaProblem, type SchemaViolation, schemaViolation } from '../documents/schema-violation.ts';
import { plainName, readMarkedDocument } from '../documents/marked-document.ts';
import { normalizeBlock } from '../documents/text-block.ts';
import { type BulletEntry, identityOf, type RiskEntry } from './bullet-entry.ts';
import { appendDecisions } from './decisions-file.ts';
import { formatPlan, type Plan, readPlan, updatePlan } from './plan-file.ts';
import { readBullets } from './read-bullets.ts';

const SEVERITIES: readonly RiskEntry['severity'][] = ['critical', 'high', 'medium', 'low'];

type Invariant = Extract<BulletEntry, { kind: 'invariant' }>;

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

/** The core file with the invariants that it does not hold yet; the very same text when there are none. */
export function addInvariants(text: string | null, invariants: readonly Invariant[]): string | null {
  const known = new Set(
    readBullets(text ?? '', '').entries.flatMap(({ entry }) =>
      entry.kind === 'invariant' ? [identityOf(entry.text)] : [],
    ),
  );
  const missing = invariants.filter(({ text: invariant }) => {
    const isNew = !known.has(identityOf(invariant));
    known.add(identityOf(invariant));
    return isNew;
  });
  if (missing.length === 0) return text;
  const head = text ?? '# Context core\n';
  const eol = /\r\n/.test(head) ? '\r\n' : '\n';
  const section = readMarkedDocument(head).sections.find(({ name }) =>
    /^(?:\d+\.\s*)?(?:global )?invariants$/i.test(plainName(name)),
  );
  const end = section?.end ?? head.length;
  const block = missing.map(formatInvariant).join('\n').replaceAll('\n', eol);
  const above = head.slice(0, end).trimEnd();
  const below = head.slice(end);
  const title =
    section === undefined
      ? `${eol}${eol}## Invariants${eol}${eol}`
      : /^[-*+] /m.test(lastLines(above))
        ? eol
        : eol + eol;
  // An indented line (of a heading that is underlined) would go on with the list; a comment ends it.
  const fence = /^[ \t]/.test(below) ? `<!-- end of the list -->${eol}${eol}` : '';
  return `${above}${title}${block}${eol}${below === '' ? '' : eol}${fence}${below}`;
}

function formatInvariant({ text, reason }: Invariant): string {
  return `- Invariant: ${text}${reason === null ? '' : `\n  Reason: ${reason}`}`;
}

/** The lines at the end that are not separated by a blank one. */
function lastLines(text: string): string {
  return text.split(/(?:\r\n|\n)[ \t]*(?:\r\n|\n)/).at(-1) ?? '';
}

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
