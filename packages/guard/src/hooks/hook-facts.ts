import type { GuardFacts, GuardPolicy } from '../policy/guard-policy.ts';
import type { HookMemory } from './hook-memory.ts';
import type { HookTask } from './hook-task.ts';
import type { SessionContext } from './session-context.ts';

/** What holds when an event arrives. Each event needs its part; what it does not need may be left out. */
export interface HookFacts {
  /** The tasks that concern the session. */
  readonly tasks: readonly HookTask[];
  /** A sentence for each record that cannot be read. */
  readonly damaged?: readonly string[] | undefined;
  readonly memory: HookMemory;
  /** What a tool use is judged by; without it nothing can be judged, and everything is denied. */
  readonly guard?: HookGuard | undefined;
  /** What the session should know. */
  readonly context?: SessionContext | undefined;
  /** The hashes of ours that the conversation still holds; null when nobody knows. */
  readonly survived?: readonly string[] | null | undefined;
  /** Why the work logs could not be compacted, file by file; empty when they could. */
  readonly compactionProblems?: readonly string[] | undefined;
}

/** What a tool use is judged by. */
export interface HookGuard {
  readonly policy: GuardPolicy;
  readonly facts: Omit<GuardFacts, 'protocol'>;
  /** Where the tool may work when that is not `facts.directory`; each is judged, and the strictest verdict holds. */
  readonly directories?: readonly string[] | undefined;
  /** Working trees of agents: what a record calls each, and where it lies (absolute). */
  readonly worktrees: readonly { readonly names: readonly string[]; readonly path: string }[];
  /** The names of the working tree that the session is in. */
  readonly names: readonly string[];
  /** Why nobody knows which rules of the protocol hold. Then reading goes on, and a person decides about writing. */
  readonly doubt?: string | null | undefined;
}
