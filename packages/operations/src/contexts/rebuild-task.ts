import type * as z from 'zod';
import type { CapturedContext } from '@batonkit/capture';
import { err, type Failure, ok, type Result, ResultAsync } from '@batonkit/core';
import { findCaptured } from './find-captured.ts';
import type { OperationKit } from '../operation/operation.ts';
import { filesOf, optionsOf, toWarnings, toWritten, type Written } from '../operation/operation-fields.ts';

/** Captures a task again, the way its manifest says, and replaces what the record says it is. */
export function rebuildTask(
  kit: OperationKit,
  { taskId, ...reason }: { readonly taskId: string; readonly evenInProgress?: string },
): ResultAsync<z.infer<typeof Written> & { readonly changed: string[] }, Failure> {
  return new ResultAsync(rebuild(kit, taskId, reason));
}

async function rebuild(
  kit: OperationKit,
  taskId: string,
  reason: { readonly evenInProgress?: string },
): Promise<Result<z.infer<typeof Written> & { readonly changed: string[] }, Failure>> {
  const known = await findCaptured(kit, taskId, 'context-rebuilt');
  if (known.isErr()) return err(known.error);
  const again: Result<Pick<CapturedContext, 'immutable' | 'warnings'>, Failure> = known.value === null
    ? await recapture(kit, taskId)
    : ok({ immutable: known.value.immutable, warnings: [] });
  if (again.isErr()) return err(again.error);
  const { warnings, ...captured } = again.value;
  return kit.baton.contexts.rebuild(taskId, { ...optionsOf(kit), ...reason, ...captured }).map((rebuilt) => ({
    ...toWritten(rebuilt),
    warnings: toWarnings([...warnings, ...rebuilt.warnings]),
    changed: rebuilt.changes.map(({ field }) => field),
  }));
}

async function recapture(kit: OperationKit, taskId: string): Promise<Result<CapturedContext, Failure>> {
  const files = await filesOf(kit);
  if (files.isErr()) return err(files.error);
  const manifest = await kit.baton.contexts.readManifest(taskId);
  if (manifest.isErr()) return err(manifest.error);
  const { recaptureContext } = await import('@batonkit/capture');
  const tree = kit.worktree === null ? {} : { worktree: kit.worktree };
  return recaptureContext({ files: files.value, manifest: manifest.value, ...tree });
}
