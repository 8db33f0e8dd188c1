import type { Sha256 } from '@batonkit/core';
import type { ProtocolAgent } from './agent-section.ts';
import { ATTESTABLE } from './attestable.ts';
import { AttestedConditionSchema, type ProtocolSection } from './protocol-section.ts';

/** A document of a task: an artifact and how long it is. */
type Document = NonNullable<ProtocolAgent['requirements']>;

/** The documents of a task under the protocol: its plan, and what its agents reported and answered. */
export function protocolDocuments({ plan, agents }: ProtocolSection): readonly Document[] {
  const documents: (Document | null | undefined)[] = [plan];
  for (const { requirements, work, decision, scope_decision } of Object.values(agents)) {
    documents.push(requirements, work, decision?.answer, scope_decision?.answer);
  }
  return documents.filter((document) => document !== null && document !== undefined);
}

const CONTENT_CONDITIONS = AttestedConditionSchema.options.filter(
  (condition) => ATTESTABLE[condition].about === 'content',
);

/** The contents that something in the record was said about; each is an artifact with the list of its files. */
export function coveredContents({
  checkpoints,
  agents,
  attestations,
  merge,
  effort,
}: ProtocolSection): readonly Sha256[] {
  const { presented, approved } = checkpoints.change;
  const said = [
    presented?.covers,
    approved?.covers,
    merge?.covers,
    effort?.covers,
    ...Object.values(agents).flatMap(({ decision, scope_decision }) => [decision?.covers, scope_decision?.covers]),
    ...CONTENT_CONDITIONS.map((condition) => attestations[condition]?.covers),
  ];
  return [...new Set(said)].filter((sha) => typeof sha === 'string');
}

/** Every artifact that the protocol section names. */
export function protocolArtifacts(protocol: ProtocolSection): readonly Sha256[] {
  return [...protocolDocuments(protocol).map(({ sha }) => sha), ...coveredContents(protocol)];
}
