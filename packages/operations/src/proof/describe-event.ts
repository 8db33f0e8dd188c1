import { match } from 'ts-pattern';
import type { Machine, QaRun } from '@batonkit/core';
import type { ProtocolTaskEvent } from '@batonkit/protocol';
import { oneLine } from '@batonkit/core/text';
import { cutText } from '@batonkit/protocol/internal';

const MAX_LENGTH = 80;

/** What an event is about, in a few words for a table; empty where its name says it all. A slice of your own has the first word. */
export function describeEvent({ aboutEvent }: Pick<Machine, 'aboutEvent'>, event: ProtocolTaskEvent): string {
  const characters = [...oneLine(aboutEvent(event) ?? aboutOf(event))];
  return characters.length <= MAX_LENGTH ? characters.join('') : `${characters.slice(0, MAX_LENGTH - 3).join('')}...`;
}

function aboutOf(event: ProtocolTaskEvent): string {
  return match(event)
    .with({ type: 'context-initialized' }, ({ immutable }) => immutable.task_snapshot.title)
    .with({ type: 'role-blocked' }, ({ role, finding }) => `${role}: ${finding}`)
    .with({ type: 'drift-detected' }, ({ role, files }) => `${role}: ${files} ${files === 1 ? 'file' : 'files'}`)
    .with({ type: 'drift-resolved' }, ({ role, note }) => `${role}: ${note}`)
    .with({ type: 'drift-cleared' }, ({ role }) => `${role}: went away by itself`)
    .with({ type: 'snapshot-kept' }, ({ role, name }) => `${name}, on the work of ${role}`)
    .with({ type: 'evidence-attached' }, ({ evidence }) => `${evidence.type} ${evidence.path}`)
    .with({ type: 'qa-baseline-recorded' }, ({ baseline }) => aboutQa(baseline))
    .with({ type: 'qa-run-recorded' }, ({ run }) => aboutQa(run))
    .with({ type: 'task-completed' }, ({ summary: { lost_work: lost } }) =>
      lost === undefined ? '' : `lost work: ${lost.tree}`,
    )
    .with({ type: 'context-purged' }, ({ reason }) => reason)
    .with({ type: 'operation-recorded' }, ({ operation }) => operation.id)
    .with({ type: 'task-classified' }, ({ risk }) => `${risk.level} ${risk.variant}`)
    .with({ type: 'state-changed' }, ({ transition }) => `${transition.from} -> ${transition.to}`)
    .with({ type: 'state-audited' }, ({ audit }) => `${audit.state} ${audit.verdict}`)
    .with({ type: 'task-landed' }, ({ branch, from, to }) =>
      from === to ? `${branch} had ${to} already` : `${branch} at ${to}, was ${from.slice(0, 12)}`,
    )
    .with({ type: 'merge-recorded' }, ({ merge }) => merge.commit)
    .with({ type: 'checkpoint-approved' }, ({ checkpoint, approval }) => `${checkpoint}, by ${approval.by}`)
    .with({ type: 'changes-requested' }, ({ checkpoint, by, note }) => `${checkpoint}, by ${by}: ${cutText(note, 200)}`)
    .with({ type: 'checkpoint-presented' }, ({ checkpoint }) => checkpoint)
    .otherwise((other) => String(('role' in other && other.role) || ('agent' in other && other.agent) || ''));
}

/** Whose results, how far they can be trusted, and the tree that they are about. */
function aboutQa({
  role,
  proof,
  results,
}: Pick<QaRun, 'role' | 'proof'> & { readonly results: readonly { readonly status: string }[] }): string {
  const tree = proof?.tree?.after.slice(0, 12);
  const failed = results.filter(({ status }) => status === 'failed').length;
  const came =
    failed > 0 ? `${failed} failed` : results.every(({ status }) => status === 'passed') ? 'passed' : 'unclear';
  return `${role}: ${proof?.grade ?? 'claimed'}, ${came}${tree === undefined ? '' : `, tree ${tree}`}`;
}
