export { createHooks, type HookOutcome, type Hooks, type HooksOptions, type HookSurroundings } from './create-hooks.ts';
export { decideHook } from './decide-hook.ts';
export type { HookDecision } from './hook-decision.ts';
export type { HookEvent, HookEventKind, SessionSource } from './hook-event.ts';
export type { HookFacts, HookGuard } from './hook-facts.ts';
export { EMPTY_HOOK_MEMORY, type HookMemory } from './hook-memory.ts';
export {
  type HookProtocol,
  type HookTask,
  type PendingApproval,
  readHookTask,
  type UnreadableTask,
} from './hook-task.ts';
export type { HookPlace } from './select-tasks.ts';
export type { SessionContext } from './session-context.ts';
