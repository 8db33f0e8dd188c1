import { escapeBlock, escapeHeadingText } from '../documents/text-block.ts';
import { oneLine } from '@batonkit/core/text';
import { formatChainInputs, type Upstream } from './chain-inputs.ts';
import { placeDocument, type LinkedDocument } from './place-document.ts';
import { formatMetadata, toEntityId } from './state-metadata.ts';

/** The task that a new state file is for. */
export interface NewStateFile {
  readonly title: string;
  readonly epic?: { readonly id: string | number; readonly title: string; readonly url?: string } | null;
  readonly repository?: string;
  readonly requirements: string;
  readonly criteria: readonly string[];
  /** The tasks whose chain outputs this one builds on. */
  readonly dependencies?: readonly (string | number)[];
  /** Further documents; those that are read in every session are embedded, the others linked. */
  readonly documents?: readonly LinkedDocument[];
  /** `in_progress` unless told. */
  readonly status?: string;
}

/** The text of a new state file. */
export function formatNewStateFile(taskId: string, task: NewStateFile, upstreams: readonly Upstream[]): string {
  const { epic = null, repository, documents = [], dependencies = [] } = task;
  const metadata = formatMetadata({
    task_id: toEntityId(taskId),
    epic_id: epic === null ? null : toEntityId(String(epic.id)),
    status: task.status ?? 'in_progress',
    ...(dependencies.length === 0 ? {} : { dependencies: dependencies.map((id) => toEntityId(String(id))) }),
    total_sessions: 0,
  });
  const linked = documents.filter((document) => placeDocument(document) === 'link');
  const embedded = documents.filter((document) => placeDocument(document) === 'embed');
  const facts = [
    ...(epic === null
      ? []
      : [
          `**Epic:** ${oneLine(epic.title)} (#${epic.id})${epic.url === undefined ? '' : ` [details](${oneLine(epic.url)})`}`,
        ]),
    ...(repository === undefined ? [] : [`**Repository:** ${oneLine(repository)}`]),
    ...linked.map(({ label, title, url }) => `**${oneLine(label)}:** [${oneLine(title)}](${oneLine(url)})`),
  ];
  const blocks = [
    `# Task #${taskId}: ${escapeHeadingText(task.title)}`,
    `## 0. Metadata\n\`\`\`json\n${metadata}\n\`\`\``,
    '## 1. Context',
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    `### Requirements\n${escapeBlock(task.requirements)}`,
    ...embedded.map(({ label, text = '' }) => `### ${escapeHeadingText(label)}\n${escapeBlock(text)}`),
    `### Acceptance Criteria\n${task.criteria.map((criterion) => `- [ ] ${oneLine(criterion)}`).join('\n')}`,
    ...(upstreams.length === 0 ? [] : ['## 2. Chain Inputs', formatChainInputs(upstreams)]),
    '## 3. Progress Log',
    '(No sessions yet)',
    '## 4. Chain Output',
    '(To be completed)',
  ];
  return `${blocks.join('\n\n')}\n`;
}
