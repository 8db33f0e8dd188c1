import { type Committed, err, ok, type Result, type StoreError, storeErrors, type TaskCommit } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { GaveUp } from './gave-up.ts';
import { type PostgresPool, withConnection } from './postgres-pool.ts';
import { isLockTimeout, sqlFailure } from './sql-failure.ts';
import type { StoreStatements } from './store-statements.ts';
import { tryAgain } from './try-again.ts';

/** What a commit needs of its store. */
export interface CommitSetting {
  readonly pool: PostgresPool;
  readonly statements: StoreStatements;
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
  { pool, statements, statementTimeoutMs }: CommitSetting,
  commit: TaskCommit,
): Promise<Result<Committed, StoreError> | 'again'> {
  const { id, expected, operationId, body, audit } = commit;
  const artifacts = [...new Set(commit.artifacts)].map((sha) => Buffer.from(sha, 'hex'));
  const digest = digestOf(commit);
  return withConnection(pool, statementTimeoutMs, async (query) => {
    const moved = await query({
      text: expected === 0 ? statements.commitFirst : statements.commitNext,
      values: [
        id,
        expected,
        operationId,
        body === null ? null : Buffer.from(body, 'utf8'),
        artifacts,
        Buffer.from(digest, 'hex'),
        audit.length,
        Buffer.from(audit.join('\n'), 'utf8'),
      ],
    });
    if (moved.length > 0) return ok({ revision: expected + 1, replayed: false });

    const [row] = await query({ text: statements.explain, values: [id, expected, operationId, artifacts] });
    const { found, made, missing } = row as { found: string; made: string | null; missing: string | null };
    if (made !== null) {
      return (row as { digest: Buffer }).digest.toString('hex') === digest
        ? ok({ revision: Number(made), replayed: true })
        : err(storeErrors.operationIdReused(id, operationId, Number(made)));
    }
    if (Number(found) !== expected) return err(storeErrors.conflict(id, expected, Number(found)));
    // Nothing is in the way any more: an artifact came back between the two statements.
    return missing === null ? 'again' : err(storeErrors.artifactMissing(id, missing));
  });
}

/** Tells commits apart by content. Audit lines hold no line feed, so the parts cannot be mistaken for each other. */
function digestOf({ body, audit }: TaskCommit): string {
  return sha256Hex(`${body === null ? 'purge' : 'body'} ${audit.length}\n${audit.join('\n')}\n${body ?? ''}`);
}
