import type { ProtocolEnv, ProtocolRecord } from '../section/protocol-record.ts';
import { ATTESTABLE } from '../section/attestable.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import { UNKNOWN_FACTS } from '../section/unknown-facts.ts';
import type { AttestedCondition, ProtocolSection } from '../section/protocol-section.ts';
import type { ProtocolTable } from './protocol-table.ts';
import type { TaskState } from '../states/task-state.ts';

/** What somebody can do next: see `nextActions`. */
export type ProtocolAction =
  | 'init-context'
  | 'claim'
  | 'ask-to-take-over'
  | 'release-other-task'
  | 'record-worktree'
  | 'remove-worktree'
  | 'go-to-tree'
  | 'classify'
  | 'select-agents'
  | 'record-plan'
  | 'invoke-agent'
  | 'complete-agent'
  | 'record-decision'
  | 'estimate-effort'
  | 'classify-scope'
  | 'ask-user'
  | 'attest'
  | 'record-qa'
  | 'run-qa'
  | 'hand-off'
  | 'commit'
  | 'merge'
  | 'resolve-drift'
  | 'present'
  | 'await-approval'
  | 'approve'
  | 'compliance'
  | 'return'
  | 'advance'
  | 'finish';

/** Everything a guard may look at. */
export interface ProtocolView {
  readonly record: ProtocolRecord;
  readonly protocol: ProtocolSection;
  readonly env: ProtocolEnv;
  readonly facts: ProtocolFacts;
  /** The table that the machine runs; left out, it is that of Batonkit. */
  readonly table?: ProtocolTable;
  /** The step that is asked for, where a condition depends on it. */
  readonly move?: { readonly trigger: string; readonly to: TaskState; readonly reason: string | null };
}

/** One thing in the way: what was found, what it is about, and what to do unless the guard's own action fits. */
export interface Finding {
  readonly detail: string;
  readonly subject?: string;
  readonly action?: ProtocolAction;
  /** Where the action is a return: what causes it. */
  readonly because?: string;
}

/** A condition of a transition, as data: the documentation prints the sentence, a refusal the findings. */
export interface Guard {
  readonly id: string;
  readonly sentence: string;
  /** What meets it. */
  readonly action: ProtocolAction;
  /** What is in the way; nothing when the condition is met. */
  readonly find: (view: ProtocolView) => readonly Finding[];
}

/** What a guard looks at, for a record that is under the protocol. */
export function viewOf(
  record: ProtocolRecord,
  protocol: ProtocolSection,
  env: ProtocolEnv,
  table?: ProtocolTable,
): ProtocolView {
  const facts = env.facts.protocol ?? UNKNOWN_FACTS;
  return table === undefined ? { record, protocol, env, facts } : { record, protocol, env, facts, table };
}

/** Nothing, or one finding. */
export function findUnless(met: boolean, detail: string, subject?: string): readonly Finding[] {
  return met ? [] : [subject === undefined ? { detail } : { detail, subject }];
}

/** What keeps a content that something was said about from being the content now; `null` when it still is. */
export function whyLapsed(covers: string, { facts }: ProtocolView): string | null {
  const changed = Object.hasOwn(facts.coverage, covers) ? facts.coverage[covers] : undefined;
  if (changed === undefined) return 'nobody could verify that the content is still the same';
  if (changed.length === 0) return null;
  return `since then these changed: ${changed.slice(0, 10).join(', ')}${changed.length > 10 ? ' ...' : ''}`;
}

/** A guard that wants somebody's word, given about the plan or the content as it is now. */
export function attested(condition: AttestedCondition): Guard {
  const { sentence, about } = ATTESTABLE[condition];
  return {
    id: condition,
    sentence,
    action: 'attest',
    find: (view) => {
      const given = view.protocol.attestations[condition];
      if (given === undefined) return [{ detail: `Nobody attested ${condition} yet: ${sentence}`, subject: condition }];
      const lapsed = about === 'content' && given.covers !== null ? whyLapsed(given.covers, view) : null;
      if (lapsed !== null)
        return [{ detail: `${condition} was attested by ${given.by}; ${lapsed}.`, subject: condition }];
      const isStale = about === 'plan' && given.covers !== view.protocol.plan?.sha;
      return findUnless(!isStale, `${condition} was attested by ${given.by} for an earlier plan.`, condition);
    },
  };
}
