import { protocolArtifacts } from '../protocol/protocol-artifacts.ts';
import type { Sha256 } from '../ports/task-store.ts';
import type { TaskRecord } from './task-record.ts';

/**
 * Every artifact that a record still names, in order; a commit passes the whole list, so that the rest may be swept.
 *
 * @example
 * ```ts
 * import { createContextStore, defineTask, liveArtifacts, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const contexts = createContextStore({ tasks: createMemoryTaskStore() });
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
 * const { record } = await orThrow(contexts.init('TASK-1', { actor: 'ada', immutable }));
 * liveArtifacts(record); // => []
 * ```
 */
export function liveArtifacts(record: TaskRecord): readonly Sha256[] {
  const named = record.evidence.map((evidence) => evidence.sha256);
  for (const { snapshot } of record.tree_chain) named.push(snapshot.details, ...snapshot.artifacts);
  if (record.qa.baseline.status === 'recorded') named.push(record.qa.baseline.log);
  for (const { log } of record.qa.runs) named.push(log);
  if (record.protocol !== null) named.push(...protocolArtifacts(record.protocol));
  if (record.manifest_sha !== null) named.push(record.manifest_sha);
  return [...new Set(named)].sort();
}
