import { err, type Result } from '@batonkit/core';
import { oneLine, toWellFormed } from '@batonkit/core/text';
import type { ContextTiersError, TierPorts } from './context-tiers.ts';
import { checkName } from './tier-files.ts';
import { WORK_LOG } from './tier-layout.ts';

/** A tool that was used. */
export interface UsedTool {
  readonly tool: string;
  /** What it was used on, such as a path; at most 200 characters are kept. */
  readonly detail?: string;
}

/**
 * Adds one line to the work log of a session. An entry of its own, since a hook does this after every tool and loads nothing else of the tiers.
 *
 * @example
 * ```ts
 * import { orThrow, systemClock } from '@batonkit/core';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 * import { DEFAULT_TIER_LAYOUT } from '@batonkit/workspace';
 * import { logToolUse } from '@batonkit/workspace/log-tool-use';
 *
 * const files = createMemoryWorkspaceFiles();
 * const ports = { files, layout: DEFAULT_TIER_LAYOUT, clock: systemClock, scan: () => [] };
 * orThrow(await logToolUse(ports, 's1', { tool: 'Write', detail: 'docs/a.md' }));
 * const log = await orThrow(files.read('artifacts/sessions/s1/work_log.md'));
 * log?.text.endsWith('Tool: Write docs/a.md\n'); // => true
 * ```
 */
export async function logToolUse(
  { files, layout, clock, scan }: Pick<TierPorts, 'files' | 'layout' | 'clock' | 'scan'>,
  session: string,
  { tool, detail = '' }: UsedTool,
): Promise<Result<void, ContextTiersError>> {
  const checked = checkName('session', session);
  if (checked.isErr()) return err(checked.error);
  const time = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  // What a tool was given may hold a secret; the log is read by everybody. A token that is cut short looks like none: cut afterwards.
  const name = scan(tool).length === 0 ? tool.slice(0, 100) : 'a tool';
  const isSecret = scan([`${tool} ${detail}`, oneLine(detail)]).length > 0;
  const safe = oneLine(`${name} ${isSecret ? '(what it was used on looks like a secret)' : detail.slice(0, 200)}`);
  return files.append(`${layout.sessions}/${session}/${WORK_LOG}`, `- ${time} Tool: ${toWellFormed(safe)}\n`);
}
