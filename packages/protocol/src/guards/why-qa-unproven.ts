import { nameCommands } from '@batonkit/core/internal';
import type { QaEvidence } from '../section/agent-section.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import type { ProtocolRecord } from '../section/protocol-record.ts';

type Wanted = NonNullable<ProtocolFacts['qa']>;

/**
 * Why a QA run is not the proof that guards want; `null` when it is, and where nobody asked for one. By default they want a run that Batonkit
 * executed, of the commands that the brief names, on the content that is there now.
 */
export function whyQaUnproven(
  qa: { readonly proof?: QaEvidence | undefined },
  { wants, real }: Wanted,
  tested: Wanted['tested'],
  { task_id, immutable }: Pick<ProtocolRecord, 'task_id' | 'immutable'>,
): string | null {
  if (wants === 'claimed') return null;
  const run = `Run them: baton qa run ${task_id}`;
  const { proof } = qa;
  if (proof === undefined)
    return `The last QA run is a log that was handed in, and anybody can write one. Have the commands run instead: baton qa run ${task_id}`;
  if (proof.grade === 'reported' && wants === 'executed')
    return `The last QA run is a report that was handed in. Have the commands run instead: baton qa run ${task_id}`;
  if (proof.simulated && real) return `The results of the last QA run were made up by a script. ${run}`;
  if (proof.against.length > 0) return `The last QA run proves nothing. ${proof.against.join(' ')} Then run it again.`;
  const { commands } = immutable.validation_baseline;
  if (proof.grade === 'executed' && proof.commands !== nameCommands(commands))
    return `The last QA run ran other commands than the brief names. ${run}`;
  if (tested === 'elsewhere')
    return `The last QA run was in another working tree than that of the task. Run it there: baton qa run ${task_id}`;
  if (tested === 'changed' || (real && proof.tree === null))
    return `The content changed after the last QA run. Run it again: baton qa run ${task_id}`;
  return null;
}
