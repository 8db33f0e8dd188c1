import type { Sha256 } from '../ports/task-store.ts';
import { ATTESTABLE } from './attestable.ts';
import { AttestedConditionSchema, type ProtocolSection } from './protocol-section.ts';

/** The documents of a task under the protocol: its plan and the reports of its agents. */
export function protocolDocuments({ plan, agents }: ProtocolSection): readonly Sha256[] {
  const reports = Object.values(agents).flatMap(({ requirements, work }) => [requirements?.sha, work?.sha]);
  return [plan?.sha, ...reports].filter((sha) => sha !== undefined);
}

const CONTENT_CONDITIONS = AttestedConditionSchema.options.filter(
  (condition) => ATTESTABLE[condition].about === 'content',
);

/** The contents that something in the record was said about; each is an artifact with the list of its files. */
export function coveredContents({ checkpoints, agents, attestations, merge }: ProtocolSection): readonly Sha256[] {
  const { presented, approved } = checkpoints.change;
  const said = [
    presented?.covers,
    approved?.covers,
    merge?.covers,
    ...Object.values(agents).map(({ decision }) => decision?.covers),
    ...CONTENT_CONDITIONS.map((condition) => attestations[condition]?.covers),
  ];
  return [...new Set(said)].filter((sha) => typeof sha === 'string');
}

/** Every artifact that the protocol section names. */
export function protocolArtifacts(protocol: ProtocolSection): readonly Sha256[] {
  return [...protocolDocuments(protocol), ...coveredContents(protocol)];
}
