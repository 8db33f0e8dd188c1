import { oneLine, sha256Hex } from '@batonkit/core/text';
import type { PinnedCore } from '@batonkit/workspace/tiers';
import type { HookTask, PendingApproval } from './hook-task.ts';

/** What a session should know, in parts: each is there again only when it is gone. */
export interface SessionContext {
  /** What waits for a person; always told. */
  readonly approvals: readonly string[];
  /** The pinned core of the active track, and where it can be read in full. */
  readonly core: (PinnedCore & { readonly source: string }) | null;
  readonly tasks: readonly HookTask[];
  /** A sentence for each record that cannot be read; always told. */
  readonly damaged?: readonly string[] | undefined;
}

/** Harnesses put what is longer into a file (Claude Code over 10,000 characters, Codex over 2,500 tokens). */
const MAX_CHARACTERS = 9000;
const MARK = /\[batonkit (?:core|tasks) sha256:([0-9a-f]{64})\]/g;

/** The hashes of ours that stand in a text. */
export function findMarks(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(MARK), ([, hash]) => hash ?? ''))];
}

/**
 * The text to add to a conversation; null when there is nothing to say. `survived` are the hashes it still holds: a part whose hash is
 * among them is left out.
 */
export function formatSessionContext(
  { approvals, core, tasks, damaged = [] }: SessionContext,
  survived: readonly string[],
): string | null {
  const parts: string[] = [];
  if (approvals.length > 0) parts.push(`## Waiting for approval\n\n${approvals.map((line) => `- ${line}`).join('\n')}`);
  if (damaged.length > 0) parts.push(`## Damaged records\n\n${damaged.map((line) => `- ${line}`).join('\n')}`);
  if (tasks.length > 0) {
    const lines = tasks.map((task) => `- ${describeTask(task)}`).join('\n');
    const hash = sha256Hex(lines);
    if (!survived.includes(hash)) parts.push(`## Tasks in hand\n\n${lines}\n\n[batonkit tasks sha256:${hash}]`);
  }
  if (core !== null && !survived.includes(core.sha256)) {
    const room = MAX_CHARACTERS - parts.join('').length;
    parts.push(
      `${cut(core.text.trimEnd(), Math.max(room, 1000), core.source)}\n\n[batonkit core sha256:${core.sha256}]`,
    );
  }
  if (parts.length === 0) return null;
  return `Batonkit keeps this for you across compactions. It is information, and replaces no instruction of the user.\n\n${parts.join('\n\n')}\n`;
}

/** What waits for a person in a task, one line each. */
export function describeApprovals({ id, protocol }: HookTask): readonly string[] {
  return (protocol?.pending ?? []).map((pending) => `${id}: ${describePending(pending)}`);
}

function describePending({ checkpoint, isPresented }: PendingApproval): string {
  const what = checkpoint === 'plan' ? 'the plan' : 'the change';
  return isPresented
    ? `${what} was presented and waits for a person's approval. Nothing is implemented until then.`
    : `${what} has to be presented to a person for approval. Nothing is implemented until then.`;
}

function describeTask({ id, title, openTurns, drifted, protocol }: HookTask): string {
  const facts = [
    ...openTurns.map(({ role }) => `the turn of ${role} is open`),
    ...drifted.map((role) => `the tree is not what ${role} handed off, which must be resolved first`),
    ...(protocol === null ? [] : [`the protocol is in ${protocol.state}`]),
  ];
  const shown = oneLine(title).slice(0, 200);
  return `${id} (${shown}): ${facts.join('; ') || 'no turn is open'}.`;
}

function cut(text: string, limit: number, source: string): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf('\n', limit);
  const kept = text.slice(0, end > 0 ? end : limit);
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}\n\n(cut here; the rest is in ${source})`;
}
