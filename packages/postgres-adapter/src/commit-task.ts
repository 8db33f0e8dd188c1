import {
  commitDigest,
  type Committed,
  err,
  ok,
  type Result,
  type StoreError,
  storeErrors,
  type TaskCommit,
} from '@batonkit/core';
import { match } from 'ts-pattern';
import { GaveUp } from './gave-up.ts';
import { type PostgresPool, withConnection } from './postgres-pool.ts';
import { isLockTimeout, sqlFailure } from './sql-failure.ts';
import type { StoreStatements } from './store-statements.ts';
import { tryAgain } from './try-again.ts';

/** What a commit needs of its store. */
export interface CommitSetting {
  readonly pool: PostgresPool;
  readonly statements: StoreStatements;
  readonly notify: boolean;
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** How long a call goes on trying after its connection broke. */
  readonly reconnectMs: number;
}

/**
 * Commits, and does it again when the connection broke underway: the operation id makes the second time a replay if the first one got
 * through, and compare-and-set lets only one of them in if both are still alive. Only when no connection can be had in time is the outcome
 * unknown.
 */
export async function commitTask(setting: CommitSetting, commit: TaskCommit): Promise<Result<Committed, StoreError>> {
  try {
    return await tryAgain(setting.reconnectMs, () => tryCommit(setting, commit));
  } catch (error) {
    if (isLockTimeout(error)) return err(storeErrors.lockTimeout(commit.id, setting.lockTimeoutMs));
    if (error instanceof GaveUp && error.perhapsDone) {
      return err(storeErrors.outcomeUnknown(commit.id, commit.operationId));
    }
    return err(sqlFailure('commit', error));
  }
}

async function tryCommit(
  { pool, statements, lockTimeoutMs, statementTimeoutMs, notify }: CommitSetting,
  commit: TaskCommit,
): Promise<Result<Committed, StoreError>> {
  const { id, expected, operationId, body, audit } = commit;
  const values = [
    id,
    expected,
    operationId,
    body === null ? null : Buffer.from(body, 'utf8'),
    [...new Set(commit.artifacts)].map((sha) => Buffer.from(sha, 'hex')),
    Buffer.from(commitDigest(commit), 'hex'),
    audit.length,
    Buffer.from(audit.join('\n'), 'utf8'),
    `${Math.max(1, Math.round(lockTimeoutMs))}ms`,
    notify,
  ];
  const [row] = await withConnection(pool, statementTimeoutMs, (query) => query({ text: statements.commit, values }));
  const { outcome, revision: found, missing } = row as unknown as CommitRow;
  const revision = Number(found);
  return match(outcome)
    .with('committed', () => ok({ revision, replayed: false }))
    .with('replayed', () => ok({ revision, replayed: true }))
    .with('reused', () => err(storeErrors.operationIdReused(id, operationId, revision)))
    .with('conflict', () => err(storeErrors.conflict(id, expected, revision)))
    .with('artifact missing', () => err(storeErrors.artifactMissing(id, missing ?? '')))
    .exhaustive();
}

/** What the function `commit_task` answers. */
interface CommitRow {
  readonly outcome: 'committed' | 'replayed' | 'reused' | 'conflict' | 'artifact missing';
  readonly revision: string;
  readonly missing: string | null;
}
