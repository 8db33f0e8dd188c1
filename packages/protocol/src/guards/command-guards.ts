import type { Unmet } from '@batonkit/core';
import { MAX_ROLES } from '@batonkit/core/internal';
import { findImproperAdditions, MIN_JUSTIFICATION } from '../agents/agent-additions.ts';
import { decideRecovery } from '../agents/agent-timing.ts';
import { rejectingIn } from '../section/agents-of.ts';
import { lookAgain, whyUnshown } from './find-unshown.ts';
import { whyLapsed, type ProtocolView } from './guard.ts';
import { kindOf } from '../agents/kind-of.ts';
import { whyQaUnproven } from './why-qa-unproven.ts';
import { needsRebase } from '../agents/needs-rebase.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

/** A condition of a command, as data. */
export interface CommandGuard<Type extends GuardedCommand = GuardedCommand> {
  readonly id: string;
  readonly sentence: string;
  /** Why the command is refused; `null` when the condition is met. */
  readonly find: (view: ProtocolView, command: ProtocolCommandOf<Type>) => string | null;
}

/** The commands whose conditions stand in a table. */
export type GuardedCommand =
  | 'select-agents'
  | 'add-agent'
  | 'invoke-agent'
  | 'merge-agent'
  | 'record-decision'
  | 'classify-scope'
  | 'record-merge'
  | 'land-task';

/** What commands demand. */
export type CommandGuards = { readonly [Type in GuardedCommand]: readonly CommandGuard<Type>[] };

/** What lands was approved. */
export const CHANGE_APPROVED = {
  id: 'change-approved',
  sentence: 'The task is in COMPLETE, and a person approved the change as it is now.',
  find: (view: ProtocolView): string | null => {
    const { state, checkpoints } = view.protocol;
    const { approved } = checkpoints.change;
    if (state !== 'COMPLETE' || approved === null)
      return `${view.record.task_id} is in ${state}${approved === null ? ', and nobody approved its change' : ''}. A task lands in COMPLETE, after a person approved the change; next says what is missing.`;
    const lapsed = whyLapsed(approved.covers, view);
    if (lapsed === null) return whyUnshown(view);
    return `${approved.by} approved the change; ${lapsed}. ${lookAgain(view.record.task_id)}${whereShown(view)}`;
  },
};

/** A branch that was moved to what main has is nothing that a task can land. What was presented may be. */
function whereShown({ record, protocol, facts }: ProtocolView): string {
  const shown = protocol.checkpoints.change.presented?.head;
  const { main, tree } = facts;
  if (main?.has !== true || protocol.merge !== null || shown === undefined || shown === tree?.head) return '';
  const id = record.task_id;
  return ` Or, since ${main.branch ?? 'the main branch'} has ${tree?.head ?? 'the head of the task'} and ${shown} was presented: if the work came there by other commits, end the task after that return (baton send ${id} abandon reason=superseded note=<why>); if the branch was moved by mistake, go back in the tree of the task, then land again (git reset --keep ${shown}).`;
}

/** As many as the record holds. */
const MAX_ADDITIONS = 50;

/** What commands about agents and about the main branch demand, besides the state that it belongs to. */
export const COMMAND_GUARDS: CommandGuards = {
  'select-agents': [
    {
      id: 'keeps-rejections',
      sentence: 'A reviewer that rejected stays; only its own next decision takes a rejection back.',
      find: ({ protocol }, { agents }) => {
        const reviewers = new Set(agents.filter(({ name, kind }) => (kind ?? kindOf(name)) === 'reviewer').map(nameOf));
        const dropped = rejectingIn(protocol).flatMap(([name]) => (reviewers.has(name) ? [] : [name]));
        return dropped.length === 0
          ? null
          : `${dropped.join(', ')} rejected the content and may not be left out. Select it again; once the work is mended, it decides anew.`;
      },
    },
    rolesLeft<'select-agents'>(({ agents }) => agents.map(nameOf)),
  ],
  'add-agent': [
    {
      id: 'keeps-rejections',
      sentence: 'A reviewer that rejected stays a reviewer.',
      find: ({ protocol }, { agent, kind }) =>
        rejectingIn(protocol).some(([name]) => name === agent) && (kind ?? 'reviewer') !== 'reviewer'
          ? `${agent} rejected the content, so it stays a reviewer. Fix the work, then let it decide again.`
          : null,
    },
    {
      id: 'outvotes-nobody',
      sentence: 'No reviewer joins while another rejects the content.',
      find: ({ protocol }, { agent, kind }) => {
        const rejected = rejectingIn(protocol).map(([name]) => name);
        const isReviewer = (kind ?? protocol.agents[agent]?.kind ?? kindOf(agent)) === 'reviewer';
        return isReviewer && rejected.length > 0
          ? `${rejected.join(', ')} rejected the content, and no other reviewer may outvote that. Mend the work first.`
          : null;
      },
    },
    {
      id: 'agent-new',
      sentence: 'The agent is not one of the task already, unless its addition was improper and is mended.',
      find: ({ protocol }, { agent }) => {
        const isMended = findImproperAdditions(protocol).some((found) => found.agent === agent);
        const isKnown = Object.hasOwn(protocol.agents, agent);
        return isKnown && !isMended ? `${agent} is an agent of this task already. Invoke it.` : null;
      },
    },
    {
      id: 'justified',
      sentence: `The justification has at least ${MIN_JUSTIFICATION} characters.`,
      find: (_view, { agent, justification }) =>
        justification.trim().length < MIN_JUSTIFICATION
          ? `The justification has fewer than ${MIN_JUSTIFICATION} characters. Say what is missing without ${agent}, and why it was not selected at first.`
          : null,
    },
    {
      id: 'additions-left',
      sentence: `At most ${MAX_ADDITIONS} agents join late.`,
      find: ({ protocol }) =>
        protocol.agent_additions.length >= MAX_ADDITIONS
          ? `${MAX_ADDITIONS} agents joined late already. Go back because of a blocker, and select the agents anew.`
          : null,
    },
    rolesLeft<'add-agent'>(({ agent }) => [agent]),
  ],
  'invoke-agent': [
    {
      id: 'retries-left',
      sentence: 'An agent that failed or went silent is invoked again at most twice; then a person is asked.',
      find: ({ protocol, env }, { agent, confirmedBy }) =>
        confirmedBy === null && recoveryOf(protocol, agent, env.now) === 'escalate'
          ? `${agent} was invoked again ${protocol.agents[agent]?.retries ?? 0} times without success. Ask a person; with their word (confirmedBy) it is tried once more.`
          : null,
    },
    {
      id: 'blocker-cleared',
      sentence: 'An agent that met a blocker is invoked again only behind CLASSIFIED, where it is cleared.',
      find: ({ protocol, env }, { agent, confirmedBy }) =>
        confirmedBy === null && recoveryOf(protocol, agent, env.now) === 'back'
          ? `${agent} met a blocker: ${protocol.agents[agent]?.error_message ?? ''}. Go back to CLASSIFIED because of a blocker, and clear it there.`
          : null,
    },
    {
      id: 'scope-reduced',
      sentence: 'An agent that reached a limit of its tools is invoked again with a reduced scope.',
      find: ({ protocol, env }, { agent, scope, confirmedBy }) =>
        confirmedBy === null && scope === 'full' && recoveryOf(protocol, agent, env.now) === 'reduce-scope'
          ? `${agent} reached a limit of its tools: ${protocol.agents[agent]?.error_message ?? ''}. Invoke it with a reduced scope.`
          : null,
    },
  ],
  'merge-agent': [
    {
      id: 'updater',
      sentence: 'Only updaters merge.',
      find: ({ protocol }, { agent }) =>
        protocol.agents[agent]?.kind === 'updater'
          ? null
          : `${agent} judges files, so it has nothing to merge. Let an updater do that.`,
    },
    {
      id: 'rebased',
      sentence: 'The work sits on the task branch as it is now; it is rebased only when that moved.',
      find: ({ protocol }, { agent, onto }) =>
        needsRebase(protocol, onto)
          ? `The task branch moved to ${protocol.branch.head ?? ''} since ${agent} started from ${onto ?? 'its base'}. Rebase on it, run QA again, then merge.`
          : null,
    },
    {
      id: 'qa-before-merge',
      sentence: 'QA passed in the own working tree, uncached, after the last merge of anybody.',
      find: ({ record, protocol: { agents, branch }, facts }, { agent }) => {
        const qa = agents[agent]?.qa ?? null;
        if (qa === null || !qa.passed || qa.cached)
          return `No uncached QA run of ${agent} passed in its own working tree since its last merge. Run it.`;
        if (qa.merges !== branch.merges)
          return `Somebody merged after the QA run of ${agent}. Run it again on the task branch as it is now.`;
        if (facts.qa === undefined) return null;
        const unproven = whyQaUnproven(qa, facts.qa, facts.qa.own ?? 'unknown', record);
        return unproven?.replace(`baton qa run ${record.task_id}`, `baton qa run ${record.task_id} ${agent}`) ?? null;
      },
    },
    {
      id: 'last-merge-verified',
      sentence: 'QA behind the last merge is recorded.',
      find: ({ protocol: { build } }) =>
        build?.status === 'unverified'
          ? `QA behind the merge of ${build.agent} (${build.commit}) is not recorded yet. Run it before the next merge.`
          : null,
    },
    {
      id: 'build-intact',
      sentence: 'Nobody else broke the build; who did mends it, or somebody else once it ended in an error.',
      find: ({ protocol: { agents, build } }, { agent }) =>
        build?.status === 'broken' && build.agent !== agent && agents[build.agent]?.status !== 'error'
          ? `The merge of ${build.agent} broke the build. Nobody else merges until it is fixed.`
          : null,
    },
    {
      id: 'merged-head',
      sentence: 'The task branch is at the commit that was merged, where the library can look.',
      find: ({ facts: { tree } }, { commit }) =>
        tree !== null && tree.head !== commit
          ? `${commit} was merged, but the task branch is at ${tree.head}. Record what is there.`
          : null,
    },
  ],
  'record-decision': [
    {
      id: 'reviewer',
      sentence: 'Only reviewers decide.',
      find: ({ protocol }, { agent }) =>
        protocol.agents[agent]?.kind === 'reviewer'
          ? null
          : `${agent} changes files, so it cannot judge them. Ask a reviewer.`,
    },
    {
      id: 'caught-up',
      sentence: 'A reviewer that joined late reports its requirements before it decides.',
      find: ({ protocol }, { agent }) =>
        protocol.agents[agent]?.kind === 'reviewer' && protocol.agents[agent].requirements === null
          ? `${agent} joined late and has to catch up first: it reads what is there and reports its requirements.`
          : null,
    },
  ],
  'classify-scope': [
    {
      id: 'rejected',
      sentence: 'Only who rejected says what of it can wait; nobody does it in its stead, users least of all.',
      find: ({ protocol }, { agent }) =>
        protocol.agents[agent]?.decision?.verdict === 'REJECTED'
          ? null
          : `${agent} rejected nothing, so it has nothing to classify.`,
    },
    {
      id: 'scope-consistent',
      sentence: 'DEFER comes with nothing that blocks and something to defer, RESOLVE_NOW with something that blocks.',
      find: (_view, { agent, decision, blocking, deferrable }) =>
        (decision === 'DEFER' ? blocking === 0 && deferrable > 0 : blocking > 0)
          ? null
          : `${agent} says ${decision} with ${blocking} blocking and ${deferrable} deferrable items. Ask it again.`,
    },
  ],
  'record-merge': [CHANGE_APPROVED],
  'land-task': [CHANGE_APPROVED],
};

/** Everything that a command lacks. */
export function unmetByCommand<Type extends GuardedCommand>(
  guards: readonly CommandGuard<Type>[],
  view: ProtocolView,
  command: ProtocolCommandOf<Type>,
): readonly Unmet[] {
  return guards.flatMap(({ id, find }) => {
    const detail = find(view, command);
    return detail === null ? [] : [{ condition: id, detail }];
  });
}

function recoveryOf({ agents }: ProtocolSection, agent: string, now: string): ReturnType<typeof decideRecovery> {
  const found = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  return found === undefined ? 'wait' : decideRecovery(found, now);
}

/** Every agent is a role, and a role stays, also when its agent is not selected again. */
function rolesLeft<Type extends GuardedCommand>(
  namesIn: (command: ProtocolCommandOf<Type>) => readonly string[],
): CommandGuard<Type> {
  return {
    id: 'roles-left',
    sentence: `A task has at most ${MAX_ROLES} roles, every agent that was ever selected among them.`,
    find: ({ record }, command) => {
      const { size } = new Set([...record.roles, ...namesIn(command)]);
      return size > MAX_ROLES
        ? `That makes ${size} roles, and ${MAX_ROLES} is the limit. Use names that the task has.`
        : null;
    },
  };
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
