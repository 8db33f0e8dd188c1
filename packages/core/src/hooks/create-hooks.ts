import { DEFAULT_GUARD_POLICY, type GuardPolicy } from '../guard/guard-policy.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import { DEFAULT_TIER_LAYOUT, type TierLayout } from '../tiers/tier-layout.ts';
import { decideHook } from './decide-hook.ts';
import { gatherTasks } from './gather-tasks.ts';
import type { HookDecision } from './hook-decision.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookFacts, HookGuard } from './hook-facts.ts';
import { EMPTY_HOOK_MEMORY, type HookMemory } from './hook-memory.ts';
import type { HookPlace } from './select-tasks.ts';
import { createSessionFiles } from './session-files.ts';
import { findMarks } from './session-context.ts';

/** What hooks work with. */
export interface HooksOptions {
  /** Hooks only ever read tasks. */
  readonly tasks: Pick<TaskStore, 'read' | 'list'>;
  readonly files: WorkspaceFiles;
  readonly clock?: Clock | undefined;
  readonly layout?: Partial<TierLayout> | undefined;
  /** What agents may do. Given by the program, never read from a file that an agent may edit. */
  readonly policy?: GuardPolicy | undefined;
}

/** Where an event happened, looked up by the program. */
export interface HookSurroundings extends HookPlace, Pick<HookGuard, 'facts' | 'directories' | 'worktrees'> {
  /** What the conversation holds, as far as the harness writes it down: since the last compaction, when there was one; null when nobody knows. */
  readonly readConversation?: (() => Promise<string | null>) | undefined;
}

/** What an event led to. */
export interface HookOutcome {
  readonly decision: HookDecision;
  /** What did not work, for a log. */
  readonly problems: readonly string[];
  /** True when the guard itself failed, so that the denial is not its verdict. */
  readonly hasGuardFailed: boolean;
}

/** Answers the events of a harness. */
export interface Hooks {
  /** Gathers the facts, decides, and writes log and memory. Never rejects: trouble denies a tool and changes nothing else. */
  handle(event: HookEvent, surroundings: HookSurroundings): Promise<HookOutcome>;
}

/**
 * Makes {@link Hooks}. What an event does not need is not loaded.
 *
 * @example
 * ```ts
 * import { createHooks } from '@batonkit/core/hooks';
 * import { createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const hooks = createHooks({ tasks: createMemoryTaskStore(), files: createMemoryWorkspaceFiles() });
 * const surroundings = { task: null, names: [], worktrees: [], facts: { root: '/work' } };
 * const uses = [{ tool: 'Bash', input: { command: 'rm -rf .git' } }];
 * const { decision } = await hooks.handle({ kind: 'before-tool', session: 's1', agent: null, uses }, surroundings);
 * decision.verdict?.decision; // => 'deny'
 * ```
 */
export function createHooks({
  tasks,
  files,
  clock = systemClock,
  layout: given,
  policy = DEFAULT_GUARD_POLICY,
}: HooksOptions): Hooks {
  const layout = { ...DEFAULT_TIER_LAYOUT, ...given };

  const gatherContextFacts = async (
    event: HookEvent,
    concerned: HookFacts['tasks'],
    { readConversation }: HookSurroundings,
    problems: string[],
  ): Promise<Pick<HookFacts, 'context' | 'survived'>> => {
    const { gatherContext } = await import('./gather-context.ts');
    const gathered = await gatherContext(files, layout, concerned);
    problems.push(...gathered.problems);
    const isFresh = event.kind === 'session-start' && (event.source === 'startup' || event.source === 'clear');
    const conversation = isFresh || readConversation === undefined ? null : await readConversation();
    return { context: gathered.context, survived: conversation === null ? null : findMarks(conversation) };
  };

  const gather = async (
    event: HookEvent,
    memory: HookMemory,
    surroundings: HookSurroundings,
    problems: string[],
  ): Promise<HookFacts> => {
    if (event.kind === 'after-compaction') return { tasks: [], memory };
    if (event.kind === 'before-compaction') {
      const { tasks: concerned } = await gatherTasks(tasks, event.session, surroundings);
      // Between two turns a file that nobody's turn explains would be drift.
      if (concerned.length > 0 && concerned.every(({ openTurns }) => openTurns.length === 0))
        return { tasks: [], memory };
      const { compactWorkLogs } = await import('./compact-work-logs.ts');
      const { violations, failures } = await compactWorkLogs(files, layout, clock, event.session);
      problems.push(...failures);
      return { tasks: [], memory, compactionProblems: violations };
    }
    const addsContext =
      event.kind === 'session-start' || ('takesContext' in event && event.takesContext && memory.isCompacted);
    // Most of these have nothing to add, and one comes after every tool: then no record is read.
    if ('takesContext' in event && !addsContext) return { tasks: [], memory };
    const found = await gatherTasks(tasks, event.session, surroundings);
    problems.push(...found.damaged);
    const { facts, directories, worktrees, names } = surroundings;
    return {
      tasks: found.tasks,
      damaged: found.damaged,
      memory,
      guard: {
        policy,
        facts,
        directories,
        worktrees,
        names,
        doubt: found.isUncertain ? found.damaged.join(' ') : null,
      },
      ...(addsContext ? await gatherContextFacts(event, found.tasks, surroundings, problems) : {}),
    };
  };

  const answer = async (
    event: HookEvent,
    surroundings: HookSurroundings,
    problems: string[],
  ): Promise<HookDecision> => {
    const session = createSessionFiles({ files, layout, clock, session: event.session });
    const isGuard = event.kind === 'before-tool';
    const memory = isGuard ? EMPTY_HOOK_MEMORY : await session.readMemory();
    const facts = await gather(event, memory, surroundings, problems);
    const decision = decideHook(event, facts);
    if (decision.log !== null) problems.push(...(await session.logTool(decision.log)));
    problems.push(...(await session.writeMemory(memory, decision.memory)));
    if (isGuard && decision.verdict?.decision === 'deny')
      problems.push(...(await session.logRefusal(event.uses, decision.verdict.reason)));
    return decision;
  };

  return {
    handle: async (event, surroundings) => {
      const problems: string[] = [];
      try {
        return { decision: await answer(event, surroundings, problems), problems, hasGuardFailed: false };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!problems.includes(reason)) problems.push(reason);
        const verdict =
          event.kind === 'before-tool'
            ? { decision: 'deny' as const, reason: `The guard failed, so nothing may be used: ${reason}` }
            : null;
        const nothing = { refusal: null, context: null, notice: null, log: null, memory: EMPTY_HOOK_MEMORY };
        return { decision: { ...nothing, verdict }, problems, hasGuardFailed: verdict !== null };
      }
    },
  };
}
