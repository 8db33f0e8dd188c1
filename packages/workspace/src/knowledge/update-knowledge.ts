import { oneLine } from '@batonkit/core/text';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';
import { addLine, formatFeature, guardText, markStale, replaceText, setField, unmarkStale } from './edit-entry.ts';
import { formatKnowledgeBank, type KnowledgeEntry, parseKnowledgeBank } from './knowledge-bank.ts';

/** A new entry. */
export interface NewKnowledge {
  readonly type: string;
  readonly name: string;
  readonly text: string;
  /** Where it comes from, such as `Feature #021`. */
  readonly provenance: string;
  /** `Observed in` for anti-patterns, `Source` for heuristics. */
  readonly provenanceField: 'Observed in' | 'Source';
  readonly confidence: string;
  /** The feature that taught it. */
  readonly feature: number;
}

/** What a feature's experience says about an entry. */
export interface ValidationAction {
  readonly entryName: string;
  readonly action: 'confirmed' | 'challenged' | 'stale' | 'skip';
  /** What contradicts it, or why it is stale. */
  readonly reason?: string | null | undefined;
}

/** A bank after a change. */
export interface KnowledgeUpdate {
  readonly text: string;
  /** The names of the entries that were changed. */
  readonly changed: readonly string[];
  /** What was asked for and not done. */
  readonly warnings: readonly WorkspaceWarning[];
}

/** How many later features make an entry stale. */
const STALE_AFTER = 10;

/**
 * Adds an entry at the end of a bank, with its metadata. Nothing else changes.
 *
 * @example
 * ```ts
 * import { addKnowledge } from '@batonkit/workspace/knowledge';
 *
 * const text = addKnowledge('# Anti-Patterns\n', {
 *   type: 'Anti-Pattern',
 *   name: 'Silent catch',
 *   text: 'Errors vanish.',
 *   provenance: 'Feature #021',
 *   provenanceField: 'Observed in',
 *   confidence: 'high',
 *   feature: 21,
 * });
 * text; // => '# Anti-Patterns\n\n### Anti-Pattern: Silent catch\nErrors vanish.\n- Observed in: Feature #021\n- Confidence: high\n- Last observed: Feature #021\n- Observation count: 1\n'
 * ```
 */
export function addKnowledge(markdown: string, entry: NewKnowledge): string {
  const ending = /\r\n|\r|\n/.exec(markdown)?.[0] ?? '\n';
  const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const lines = [
    `### ${line(entry.type)}: ${line(entry.name)}`,
    ...guardText(entry.text),
    `- ${entry.provenanceField}: ${line(entry.provenance)}`,
    `- Confidence: ${line(entry.confidence)}`,
    `- Last observed: ${formatFeature(entry.feature)}`,
    '- Observation count: 1',
  ];
  const gap = markdown === '' ? '' : /(?:\r\n|\r|\n)$/.test(markdown) ? ending : ending + ending;
  return `${markdown}${gap}${lines.join(ending)}${ending}`;
}

/**
 * Gives every entry that lacks them `Last observed` and `Observation count`. The number comes from the entry's provenance; where that names
 * none, `approximateFeature` is used and marked as approximate. Existing fields stay.
 *
 * @example
 * ```ts
 * import { backfillKnowledge } from '@batonkit/workspace/knowledge';
 *
 * backfillKnowledge('### Heuristic: A\n- Source: Feature #012\n', { approximateFeature: 8 }).text; // => '### Heuristic: A\n- Source: Feature #012\n- Last observed: Feature #012\n- Observation count: 1\n'
 * ```
 */
export function backfillKnowledge(markdown: string, options: { readonly approximateFeature: number }): KnowledgeUpdate {
  return editEntries(markdown, (entry) => {
    const numbered = /#(\d{1,9})/.exec(entry.provenance?.value ?? '')?.[1];
    const observed =
      numbered === undefined
        ? `${formatFeature(options.approximateFeature)} (approximate — original provenance was non-numeric)`
        : `Feature #${numbered}`;
    const dated = entry.lastObserved === null ? setField(entry.raw, 'Last observed', observed) : entry.raw;
    return entry.observationCount === null ? setField(dated, 'Observation count', '1') : dated;
  });
}

/**
 * Applies what a feature says about the entries that were there before it: `confirmed` counts one observation more and names the feature,
 * `challenged` adds the contradiction, `stale` adds the mark, `skip` does nothing. Entries in `added` were written this round and are left
 * alone; a name that no entry has comes back as a warning.
 *
 * @example
 * ```ts
 * import { applyValidation } from '@batonkit/workspace/knowledge';
 *
 * const bank = '### Heuristic: A\n- Source: Feature #012\n- Last observed: Feature #012\n- Observation count: 1\n';
 * const confirmed = applyValidation(bank, { feature: 25, actions: [{ entryName: 'A', action: 'confirmed' }] });
 * confirmed.text; // => '### Heuristic: A\n- Source: Feature #012\n- Last observed: Feature #025\n- Observation count: 2\n'
 * ```
 */
export function applyValidation(
  markdown: string,
  options: {
    readonly feature: number;
    readonly actions: readonly ValidationAction[];
    readonly added?: readonly string[] | undefined;
  },
): KnowledgeUpdate {
  const { feature, actions } = options;
  const added = new Set(options.added);
  const byName = new Map<string, ValidationAction[]>();
  for (const action of actions) byName.set(action.entryName, [...(byName.get(action.entryName) ?? []), action]);
  const known = new Set(parseKnowledgeBank(markdown).entries.map(({ name }) => name));
  const warnings = actions.flatMap(({ entryName, action }): readonly WorkspaceWarning[] => {
    if (!known.has(entryName)) return [unknownEntry(entryName)];
    return added.has(entryName) && action !== 'skip'
      ? [{ code: 'EntryTooNew', message: `"${entryName}" was added this round and is not judged yet.` }]
      : [];
  });
  const updated = editEntries(markdown, (entry) => {
    if (added.has(entry.name)) return entry.raw;
    let raw = entry.raw;
    for (const { action, reason } of byName.get(entry.name) ?? []) {
      if (action === 'confirmed') {
        raw = setField(raw, 'Last observed', formatFeature(feature));
        raw = setField(raw, 'Observation count', String((entry.observationCount ?? 0) + 1));
        raw = unmarkStale(raw);
      } else if (action === 'challenged')
        raw = addLine(raw, `- Challenged: ${formatFeature(feature)} — ${oneLine(reason ?? 'no reason given')}`);
      else if (action === 'stale') raw = markStale(raw);
    }
    return raw;
  });
  return { ...updated, warnings };
}

/**
 * The entries that ten or more features came after, and how many did. Only `Last observed` counts; an entry without it is not judged.
 *
 * @example
 * ```ts
 * import { findStale } from '@batonkit/workspace/knowledge';
 *
 * const bank = '### Heuristic: A\n- Last observed: Feature #002\n';
 * findStale(bank, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); // => [{ name: 'A', featuresSince: 10 }]
 * ```
 */
export function findStale(
  markdown: string,
  features: readonly number[],
): readonly { readonly name: string; readonly featuresSince: number }[] {
  const distinct = [...new Set(features)];
  return parseKnowledgeBank(markdown).entries.flatMap(({ name, lastObserved }) => {
    if (lastObserved === null) return [];
    const featuresSince = distinct.filter((feature) => feature > lastObserved.feature).length;
    return featuresSince >= STALE_AFTER ? [{ name, featuresSince }] : [];
  });
}

/** What becomes of a stale entry. */
export type StaleResolution =
  | { readonly decision: 'keep' }
  | { readonly decision: 'update'; readonly text: string }
  | { readonly decision: 'retire'; readonly reason: string };

/**
 * Settles a stale entry: `keep` takes the mark away and names the current feature, `update` also replaces the text and counts from 1 again,
 * `retire` deletes the entry and gives the `note` for the retrospective. Every other byte of the file stays.
 *
 * @example
 * ```ts
 * import { resolveStale } from '@batonkit/workspace/knowledge';
 *
 * const bank = '# Bank\n\n### Heuristic: A\nOld.\n- Last observed: Feature #002\n- ⚠️ STALE\n';
 * resolveStale(bank, { name: 'A', feature: 20, resolution: { decision: 'keep' } }).text; // => '# Bank\n\n### Heuristic: A\nOld.\n- Last observed: Feature #020\n'
 * resolveStale(bank, { name: 'A', feature: 20, resolution: { decision: 'retire', reason: 'tool is gone' } }).note; // => 'Retired: A — tool is gone'
 * ```
 */
export function resolveStale(
  markdown: string,
  options: { readonly name: string; readonly feature: number; readonly resolution: StaleResolution },
): KnowledgeUpdate & { readonly note: string | null } {
  const { name, feature, resolution } = options;
  let isKnown = false;
  const updated = editEntries(markdown, (entry) => {
    if (entry.name !== name || isKnown) return entry.raw;
    isKnown = true;
    if (resolution.decision === 'retire') return '';
    const text = resolution.decision === 'update' ? replaceText(entry, resolution.text) : entry.raw;
    const dated = setField(unmarkStale(text), 'Last observed', formatFeature(feature));
    return resolution.decision === 'update' ? setField(dated, 'Observation count', '1') : dated;
  });
  if (!isKnown) return { ...updated, warnings: [unknownEntry(name)], note: null };
  const note = resolution.decision === 'retire' ? `Retired: ${name} — ${oneLine(resolution.reason)}` : null;
  return { ...updated, note };
}

function unknownEntry(name: string): WorkspaceWarning {
  return { code: 'UnknownEntry', message: `There is no entry "${name}".` };
}

function editEntries(markdown: string, edit: (entry: KnowledgeEntry) => string): KnowledgeUpdate {
  const { parts } = parseKnowledgeBank(markdown);
  const changed: string[] = [];
  const edited = parts.map((part) => {
    if (typeof part === 'string') return part;
    const raw = edit(part);
    if (raw !== part.raw) changed.push(part.name);
    return { ...part, raw };
  });
  return { text: formatKnowledgeBank({ parts: edited }), changed, warnings: [] };
}
