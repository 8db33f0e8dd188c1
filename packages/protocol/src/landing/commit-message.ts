/** An agent that worked on a task, and what it did in a few words. */
export interface Contributor {
  readonly agent: string;
  readonly summary: string;
}

const AGENT_PREFIX = /^\[([A-Za-z][A-Za-z0-9_-]{0,63})\] /;

/**
 * The message of an agent's commit: its name in front, so that the history tells who made it. A name that is there already is not
 * written twice.
 *
 * @example
 * ```ts
 * import { formatAgentCommit } from '@batonkit/protocol';
 *
 * formatAgentCommit('style-updater', 'Document public APIs'); // => '[style-updater] Document public APIs\n'
 * ```
 */
export function formatAgentCommit(agent: string, message: string): string {
  const text = message.trim();
  const prefix = `[${agent}] `;
  return `${text.startsWith(prefix) ? '' : prefix}${text}\n`;
}

/**
 * The agent whose name a commit message carries; `null` when it carries none.
 *
 * @example
 * ```ts
 * import { readCommitAgent } from '@batonkit/protocol';
 *
 * readCommitAgent('[style-updater] Document public APIs'); // => 'style-updater'
 * readCommitAgent('Fix the build'); // => null
 * ```
 */
export function readCommitAgent(message: string): string | null {
  return AGENT_PREFIX.exec(message)?.[1] ?? null;
}

/**
 * The message of a task's last commit, which lists everybody who contributed.
 *
 * @example
 * ```ts
 * import { formatFinalCommit } from '@batonkit/protocol';
 *
 * const message = formatFinalCommit('Add it', [{ agent: 'style-updater', summary: 'Style' }]);
 * message; // => 'Add it\n\nContributing agents:\n- style-updater: Style\n'
 * ```
 */
export function formatFinalCommit(summary: string, contributors: readonly Contributor[]): string {
  const lines = contributors.map(({ agent, summary: what }) => `- ${agent}: ${what.replaceAll(/\s+/g, ' ').trim()}`);
  const list = lines.length === 0 ? '' : `\nContributing agents:\n${lines.join('\n')}\n`;
  return `${summary.trim()}\n${list}`;
}
