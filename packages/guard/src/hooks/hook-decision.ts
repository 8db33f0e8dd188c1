import type { GuardVerdict } from '../policy/guard-policy.ts';
import type { UsedTool } from '@batonkit/workspace/tiers';
import type { HookMemory } from './hook-memory.ts';

/** What an event leads to. Codecs put it into the words of a harness, which may know no word for a part of it. */
export interface HookDecision {
  /** Before a tool: whether it may be used. `allow` is no objection, not a permission: the harness asks whom it asks otherwise. */
  readonly verdict: Pick<GuardVerdict, 'decision' | 'reason'> | null;
  /** Before a compaction: why it must not take place. */
  readonly refusal: string | null;
  /** To be added to the conversation. */
  readonly context: string | null;
  /** To be told to the person. */
  readonly notice: string | null;
  /** To be added to the work log. */
  readonly log: UsedTool | null;
  /** To be remembered for the next event of the session. */
  readonly memory: HookMemory;
}
