import { plainName, readMarkedDocument } from '../documents/marked-document.ts';
import { normalizeBlock } from '../documents/text-block.ts';
import { sha256Hex } from '@batonkit/core/text';
import { formatDecision, readDecisions } from './decisions-file.ts';
import { readPlan } from './plan-file.ts';

const GOAL = /^(?:\d+\.\s*)?(?:goals?|objectives?)$/i;

/** What an agent must never lose: the goal, the decisions and what waits for approval. */
export interface PinnedCore {
  readonly text: string;
  readonly sha256: string;
}

/**
 * The pinned core of a track, from its files: the same files give the same bytes, before and after a compaction. The goal stands as
 * it was written, in PLAN.md or else in SPEC.md.
 *
 * @example
 * ```ts
 * import { pinCore } from '@batonkit/workspace/tiers';
 *
 * const { text } = pinCore({
 *   plan: '# Plan\n\n## Goal\n\nFind people.\n\n## Approvals\n\n- [ ] Delete the old index\n',
 *   decisions: '- Decision: Use a trie\n  Reason: prefixes\n  Impact: memory\n',
 *   spec: null,
 * });
 * text; // => '# Pinned core\n\n## Goal\n\nFind people.\n\n## Decisions\n\n- Decision: Use a trie\n  Reason: prefixes\n  Impact: memory\n\n## Open approvals\n\n- Delete the old index\n'
 * ```
 */
export function pinCore(files: {
  readonly plan: string | null;
  readonly decisions: string | null;
  readonly spec: string | null;
}): PinnedCore {
  const { goal, approvals } = readPlan(files.plan);
  const open = approvals.items.filter(({ status }) => status === 'open');
  const blocks = [
    '# Pinned core',
    `## Goal\n\n${goal || goalOf(files.spec ?? '') || '(none)'}`,
    `## Decisions\n\n${readDecisions(files.decisions).map(formatDecision).join('\n') || '(none)'}`,
    `## Open approvals\n\n${open.map(({ text }) => `- ${text}`).join('\n') || '(none)'}`,
  ];
  const text = `${blocks.join('\n\n')}\n`;
  return { text, sha256: sha256Hex(text) };
}

function goalOf(spec: string): string {
  const section = readMarkedDocument(spec).sections.find(({ name }) => GOAL.test(plainName(name)));
  return section === undefined ? '' : normalizeBlock(spec.slice(section.bodyStart, section.end));
}
