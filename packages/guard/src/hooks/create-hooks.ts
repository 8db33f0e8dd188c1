import { type Clock, systemClock, type TaskStore, type WorkspaceFiles } from '@batonkit/core';
import { DEFAULT_TIER_LAYOUT, type TierLayout } from '@batonkit/workspace';
import { DEFAULT_GUARD_POLICY, type GuardPolicy } from '../policy/guard-policy.ts';
import { decideHook } from './decide-hook.ts';
import type { HookDecision } from './hook-decision.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookFacts, HookGuard } from './hook-facts.ts';
import { EMPTY_HOOK_MEMORY, type HookMemory } from './hook-memory.ts';
import { type HookPlace, selectTasks } from './select-tasks.ts';
import { createSessionFiles } from './session-files.ts';
import { findMarks } from './session-context.ts';
import { type HookTask, readHookTask } from './hook-task.ts';

const PAGE = 200;

/** The tasks that concern a session, and what is wrong with the others. */
interface GatheredTasks {
  readonly tasks: readonly HookTask[];
  /** A sentence for each record that cannot be read. */
  readonly damaged: readonly string[];
  /** True when a damaged record may be that of the session's own task: then nobody knows what it forbids. */
  readonly isUncertain: boolean;
}

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
 * import { createHooks } from '@batonkit/guard/hooks';
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

/** Gathers the tasks that concern a session. A damaged record does not hide the others. */
export async function gatherTasks(
  store: Pick<TaskStore, 'read' | 'list'>,
  session: string,
  place: HookPlace,
): Promise<GatheredTasks> {
  const problems: string[] = [];
  const found: HookTask[] = [];
  const look = async (id: string): Promise<void> => {
    const read = await store.read(id);
    if (read.isErr()) problems.push(read.error.message);
    else if (read.value.body !== null) {
      const task = readHookTask(id, read.value.body);
      if (task.isErr()) problems.push(task.error.message);
      else if (task.value !== null) found.push(task.value);
    }
  };
  if (place.task !== null) {
    await look(place.task);
    if (found.length === 0 && problems.length === 0)
      problems.push(`There is no task ${place.task} that is under way. Correct BATON_TASK.`);
  } else {
    // A page with a damaged task on it fails whole; then one task is asked for at a time, and the damaged one is passed.
    for (let after: string | undefined, limit = PAGE; ;) {
      const page = await store.list({ limit, ...(after === undefined ? {} : { after }) });
      if (page.isOk()) {
        for (const { id, purged } of page.value) if (!purged) await look(id);
        if (page.value.length < limit) break;
        after = page.value.at(-1)?.id;
      } else if (limit > 1) limit = 1;
      else {
        problems.push(page.error.message);
        const id = 'id' in page.error.data ? page.error.data.id : undefined;
        if (typeof id !== 'string' || (after !== undefined && id <= after)) break;
        after = id;
        limit = PAGE;
      }
    }
  }
  const tasks = selectTasks(found, session, place);
  return { tasks, damaged: problems, isUncertain: problems.length > 0 && tasks.length === 0 };
}
