import { sha256Hex } from '@batonkit/core/text';
import { guard } from '../judge/guard.ts';
import type { GuardVerdict, ProtocolWriteFacts, ToolUse } from '../policy/guard-policy.ts';
import { protocolFactsFor } from '../policy/protocol-writes.ts';
import type { HookDecision } from './hook-decision.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookFacts, HookGuard } from './hook-facts.ts';
import { describeApprovals, findMarks, formatSessionContext } from './session-context.ts';
import type { HookProtocol, HookTask } from './hook-task.ts';

type Verdict = Pick<GuardVerdict, 'decision' | 'reason'>;

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * Decides what an event of a harness leads to. Pure.
 *
 * - **Before a tool** it is judged by the guard, under the protocol's state when one runs; without the facts for it: denied. While the record
 *   of the task cannot be read, the agent can read, and a person decides about each write.
 * - **At the start of a session** what it should know is added to the conversation. After a compaction, on a resumed and on a forked session
 *   nothing that survived is added again; what waits for approval always is.
 * - **Before a compaction** it is refused when a person asked for it and the work logs break their form; else the person is told.
 * - **A prompt or a used tool** after a compaction nobody followed up on adds what was lost, where the harness has no better place.
 * - **After a tool** one line goes to the work log.
 * - **At a stop** an open turn and what waits for approval are told, once.
 *
 * @example
 * ```ts
 * import { DEFAULT_GUARD_POLICY } from '@batonkit/guard';
 * import { decideHook, EMPTY_HOOK_MEMORY } from '@batonkit/guard/hooks';
 *
 * const guard = { policy: DEFAULT_GUARD_POLICY, facts: { root: '/work' }, worktrees: [], names: [] };
 * const uses = [{ tool: 'Write', input: { file_path: '.git/config' } }];
 * const event = { kind: 'before-tool', session: 's1', agent: null, uses } as const;
 * decideHook(event, { tasks: [], memory: EMPTY_HOOK_MEMORY, guard }).verdict?.decision; // => 'deny'
 * decideHook(event, { tasks: [], memory: EMPTY_HOOK_MEMORY }).verdict?.decision; // => 'deny'
 * ```
 */
export function decideHook(event: HookEvent, facts: HookFacts): HookDecision {
  const { memory } = facts;
  const nothing: HookDecision = { verdict: null, refusal: null, context: null, notice: null, log: null, memory };
  switch (event.kind) {
    case 'before-tool': {
      const verdict =
        facts.guard === undefined
          ? { decision: 'deny' as const, reason: 'The guard does not know where it is.' }
          : judgeTool(event.uses, facts.tasks, event.agent, facts.guard);
      return { ...nothing, verdict, notice: describeDamage(facts) };
    }
    case 'session-start': {
      const isFresh = event.source === 'startup' || event.source === 'clear';
      const context = contextOf(facts, isFresh ? [] : survivors(facts));
      return { ...nothing, context, memory: { ...memory, isCompacted: false, survived: null } };
    }
    case 'prompt-submitted':
      return event.takesContext ? restore(facts, nothing) : nothing;
    case 'after-tool': {
      const { tool, detail, takesContext } = event;
      return { ...(takesContext ? restore(facts, nothing) : nothing), log: { tool, detail } };
    }
    case 'before-compaction': {
      const problems = facts.compactionProblems ?? [];
      const told = `The work logs were not compacted into the plan and decisions: ${problems.join(' ')}`;
      if (problems.length > 0 && event.trigger === 'manual' && event.canRefuse) return { ...nothing, refusal: told };
      return {
        ...nothing,
        notice: problems.length === 0 ? null : told,
        memory: { ...memory, isCompacted: true, survived: null },
      };
    }
    case 'after-compaction': {
      // The start that follows a compaction may have come first; then there is nothing left to put right.
      if (!memory.isCompacted) return nothing;
      return { ...nothing, memory: { ...memory, survived: event.summary === null ? null : findMarks(event.summary) } };
    }
    case 'stop': {
      const turns = openTurns(facts, (turn) => turn.session === null || turn.session === event.session);
      return tell(nothing, [...turns, ...facts.tasks.flatMap(describeApprovals), ...(facts.damaged ?? [])]);
    }
    case 'subagent-stop':
      return tell(
        nothing,
        openTurns(facts, ({ role }) => role === event.agent),
      );
  }
}

/** Makes up for a compaction that no start of a session followed. */
function restore(facts: HookFacts, nothing: HookDecision): HookDecision {
  const { memory } = facts;
  if (!memory.isCompacted) return nothing;
  const context = contextOf(facts, survivors(facts));
  return { ...nothing, context, memory: { ...memory, isCompacted: false, survived: null } };
}

/** What nobody knows to be there counts as gone: told twice is better than lost. */
function survivors({ survived, memory }: HookFacts): readonly string[] {
  return [...(survived ?? []), ...(memory.survived ?? [])];
}

function contextOf({ context, damaged = [] }: HookFacts, survived: readonly string[]): string | null {
  return context === undefined ? null : formatSessionContext({ ...context, damaged }, survived);
}

function describeDamage({ damaged = [] }: HookFacts): string | null {
  return damaged.length === 0 ? null : `Batonkit: ${damaged.join(' ')}`;
}

function openTurns(
  { tasks }: HookFacts,
  isMeant: (turn: { readonly role: string; readonly session: string | null }) => boolean,
): readonly string[] {
  return tasks.flatMap(({ id, openTurns: turns }) =>
    turns
      .filter(isMeant)
      .map(({ role }) => `${id}: the turn of ${role} is still open. Hand it off when the work is done.`),
  );
}

function tell(nothing: HookDecision, lines: readonly string[]): HookDecision {
  if (lines.length === 0) return { ...nothing, memory: { ...nothing.memory, told: null } };
  const notice = `Batonkit: ${lines.join(' ')}`;
  const told = sha256Hex(notice);
  return told === nothing.memory.told ? nothing : { ...nothing, notice, memory: { ...nothing.memory, told } };
}

/**
 * The strictest verdict over every file of a tool use and every task that concerns the session: while it cannot be told which of
 * several tasks is worked on, what one of them forbids is forbidden.
 */
function judgeTool(
  uses: readonly ToolUse[],
  tasks: readonly HookTask[],
  agent: string | null,
  { policy, facts, directories, worktrees, names, doubt = null }: HookGuard,
): Verdict {
  if (uses.length === 0)
    return { decision: 'deny', reason: 'It cannot be told which tool this is. No setting lets it pass.' };
  const protocols = tasks.flatMap(({ id, protocol }) => (protocol === null ? [] : [{ id, protocol }]));
  const situations = protocols.length === 0 ? [{ id: null, protocol: null }] : protocols;
  const places = directories === undefined || directories.length === 0 ? [facts.directory] : directories;
  const verdicts = situations.flatMap(({ id, protocol }) =>
    uses
      .flatMap((use) => places.map((directory) => ({ use, directory })))
      .map(({ use, directory }) => {
        const situation = protocol === null ? undefined : protocolFactsOf(protocol, agent, worktrees, names);
        const { decision, reason, writes } = guard(use, policy, { ...facts, directory, protocol: situation });
        if (decision === 'allow' && doubt !== null && writes.length > 0)
          return { decision: policy.whenUnclear, reason: describeDoubt(doubt) };
        return { decision, reason: decision === 'deny' && id !== null ? `${reason} (${id})` : reason };
      }),
  );
  return verdicts.reduce((strictest, verdict) =>
    RANK[verdict.decision] > RANK[strictest.decision] ? verdict : strictest,
  );
}

function describeDoubt(doubt: string): string {
  return `Can't determine whether the task allows this write. ${doubt} Reading still works: run \`baton doctor\` and show a person what it prints. Until that is settled, a person decides about each write; no setting changes that.`;
}

/**
 * An agent is known by the kind of subagent it runs as, or by the working tree it is in, where in a shared one an updater counts; everybody
 * else is the coordinator.
 */
function protocolFactsOf(
  protocol: HookProtocol,
  agent: string | null,
  worktrees: HookGuard['worktrees'],
  names: readonly string[],
): ProtocolWriteFacts {
  const { agents } = protocol;
  const here = agents.filter(({ worktree }) => worktree !== null && names.includes(worktree));
  const own =
    agents.find(({ name }) => name === agent) ?? here.find(({ kind }) => kind === 'updater') ?? here[0] ?? null;
  const pathOf = (label: string): string | null => worktrees.find((tree) => tree.names.includes(label))?.path ?? null;
  return protocolFactsFor(protocol, own?.name ?? null, pathOf);
}
