import { err, type MutationOptions, type Result } from '@batonkit/core';
import { countDrift, lookAtTree, openTask, ownTree, type TaskCommitter } from '@batonkit/core/internal';
import { homeOf } from '../section/home-of.ts';
import type { FactPorts } from '../facts/gather-facts.ts';
import type { ProtocolError } from './task-protocol.ts';

/**
 * A guard that found the working tree to differ from the last hand-off is a failed verification like any other: it is counted, with its
 * report, and nobody goes on until it is resolved. While a role is at work the difference is its own.
 */
export async function countDriftAtGuard(
  ports: FactPorts & { readonly committer: TaskCommitter },
  taskId: string,
  refused: ProtocolError,
  options: MutationOptions,
): Promise<Result<never, ProtocolError>> {
  const { worktree } = ports;
  const isSnapshot =
    refused.code === 'Rejected' && refused.data.unmet.some(({ condition }) => condition === 'snapshot-intact');
  if (!isSnapshot || worktree === null) return err(refused);
  const opened = await openTask(ports, taskId);
  if (opened.isErr()) return err(refused);
  const record = opened.value;
  const link = record.tree_chain.at(-1);
  const isAtWork = record.roles.some((role) => record.coordination[role]?.status === 'in_progress');
  if (link === undefined || isAtWork) return err(refused);
  const own = ownTree(worktree, record, homeOf(record));
  if (own.isErr()) return err(refused);
  const look = await lookAtTree({ ...ports, worktree: own.value }, record, link, 'either');
  if (look.isOk() && look.value.verdict === 'drift') {
    await countDrift(ports.committer, record, look.value, options);
  }
  return err(refused);
}
