import { ResultAsync } from '@batonkit/core';
import type { ContextTiers, ContextTiersOptions } from './context-tiers.ts';

/**
 * Makes {@link ContextTiers}. Their code is loaded with the first call, so that who never asks never pays.
 *
 * @example
 * ```ts
 * import { createContextTiers } from '@batonkit/workspace';
 * import { orThrow } from '@batonkit/core';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles({ files: {
 *   'docs/tracks/ACTIVE_TRACK': 'search\n',
 *   'artifacts/sessions/s1/work_log.md': '- [2026-01-01] Decision: Use a trie\n  Reason: prefixes\n  Impact: memory\n- Step: Build it\n',
 * } });
 * const tiers = createContextTiers({ files });
 * const { outputs } = await orThrow(tiers.compact());
 * outputs.map(({ path }) => path); // => ['docs/tracks/search/DECISIONS.md', 'docs/tracks/search/PLAN.md']
 * const { state, replay } = await orThrow(tiers.recover());
 * state.nextStep; // => 'Build it'
 * replay.verdict; // => 'equal'
 * ```
 */
export function createContextTiers(given: ContextTiersOptions): ContextTiers {
  let loaded: Promise<ContextTiers> | null = null;
  const load = (): Promise<ContextTiers> =>
    (loaded ??= import('./context-tiers.ts').then(({ makeContextTiers }) => makeContextTiers(given)));
  return {
    load: (...args) => new ResultAsync(load().then((made) => made.load(...args))),
    compact: (...args) => new ResultAsync(load().then((made) => made.compact(...args))),
    checkpoint: (...args) => new ResultAsync(load().then((made) => made.checkpoint(...args))),
    recover: (...args) => new ResultAsync(load().then((made) => made.recover(...args))),
    logToolUse: (...args) => new ResultAsync(load().then((made) => made.logToolUse(...args))),
  };
}
