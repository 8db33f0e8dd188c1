import { rejection } from '../record/rejection.ts';
import { parseTaskId } from '../record/task-id.ts';
import { isWellFormed } from '../text/canonical-json.ts';
import { err, ok, type Result } from '../result/result.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { storeErrors } from './store-errors.ts';
import type { StoreError, TaskCommit, TaskStoreCapabilities } from './task-store.ts';

/**
 * What every adapter checks before it writes: the id, the shape of the commit and the size of its body.
 * Fails with `InvalidTaskId`, `InvalidInput` or `RecordTooLarge`.
 *
 * @example
 * ```ts
 * import { checkCommit } from '@batonkit/core';
 *
 * const capabilities = { durable: false, scope: 'process', maxBodyBytes: 4, maxArtifactBytes: 4 } as const;
 * const commit = { id: 'TASK-1', expected: 0, operationId: 'op-1', body: 'too long', audit: [], artifacts: [] };
 * const checked = checkCommit(commit, capabilities);
 * checked.isErr() && checked.error.code; // => 'RecordTooLarge'
 * ```
 */
export function checkCommit(commit: TaskCommit, capabilities: TaskStoreCapabilities): Result<TaskCommit, StoreError> {
  const id = parseTaskId(commit.id);
  if (id.isErr()) return err(id.error);

  const { expected, operationId, body, audit, artifacts } = commit;
  const conditions = [
    {
      condition: '/expected',
      met: Number.isSafeInteger(expected) && expected >= 0,
      detail: 'expected must be a revision that was read.',
    },
    {
      condition: '/operationId',
      met: typeof operationId === 'string' && /^[\x21-\x7e]{1,128}$/.test(operationId),
      detail: 'operationId must be 1 to 128 visible ASCII characters.',
    },
    {
      condition: '/body',
      met: body === null || (typeof body === 'string' && isWellFormed(body)),
      detail: 'body must be a text that UTF-8 can hold, or null.',
    },
    {
      condition: '/audit',
      met: Array.isArray(audit) && audit.every(isLine),
      detail: 'audit must be a list of lines without line feeds.',
    },
    {
      condition: '/artifacts',
      met: Array.isArray(artifacts) && artifacts.every(isSha256),
      detail: 'artifacts must be a list of SHA-256 in lower-case hex.',
    },
  ];
  const unmet = conditions.filter(({ met }) => !met).map(({ condition, detail }) => ({ condition, detail }));
  if (unmet.length > 0) return err(rejection('InvalidInput', unmet));

  const bytes = utf8Length(body ?? '', capabilities.maxBodyBytes);
  if (bytes > capabilities.maxBodyBytes)
    return err(storeErrors.recordTooLarge(commit.id, bytes, capabilities.maxBodyBytes));
  return ok(commit);
}

function isLine(line: unknown): boolean {
  return typeof line === 'string' && isWellFormed(line) && !/[\n\r]/.test(line);
}

function isSha256(sha: unknown): boolean {
  return typeof sha === 'string' && /^[0-9a-f]{64}$/.test(sha);
}

/** How many bytes a text takes; counted only when it could be above the limit, since a UTF-16 unit takes three at most. */
function utf8Length(text: string, limit: number): number {
  return text.length * 3 <= limit ? text.length : encodeUtf8(text).length;
}
