import type * as z from 'zod';
import type { CapturedContext } from '@batonkit/capture';
import { type Failure, okAsync, type Result, ResultAsync } from '@batonkit/core';
import { findCaptured } from './find-captured.ts';
import type { OperationKit } from '../operation/operation.ts';
import { filesOf, optionsOf, toWarnings, toWritten, type Written } from '../operation/operation-fields.ts';

/** Captures a task again, the way its manifest says, and replaces what the record says it is. */
export function rebuildTask(
  kit: OperationKit,
  { taskId, ...reason }: { readonly taskId: string; readonly evenInProgress?: string },
): ResultAsync<z.infer<typeof Written> & { readonly changed: string[] }, Failure> {
  const { contexts } = kit.baton;
  const again = filesOf(kit).andThen((files) =>
    contexts.readManifest(taskId).andThen((manifest) => new ResultAsync(recapture(kit, files, manifest))),
  );
  return findCaptured(kit, taskId, 'context-rebuilt')
    .andThen((known): ResultAsync<Pick<CapturedContext, 'immutable' | 'warnings'>, Failure> =>
      known === null ? again : okAsync({ immutable: known.immutable, warnings: [] }),
    )
    .andThen(({ warnings, ...captured }) =>
      contexts.rebuild(taskId, { ...optionsOf(kit), ...reason, ...captured }).map((rebuilt) => ({
        ...toWritten(rebuilt),
        warnings: toWarnings([...warnings, ...rebuilt.warnings]),
        changed: rebuilt.changes.map(({ field }) => field),
      })),
    );
}

async function recapture(
  { worktree }: OperationKit,
  files: NonNullable<OperationKit['files']>,
  manifest: unknown,
): Promise<Result<CapturedContext, Failure>> {
  const { recaptureContext } = await import('@batonkit/capture');
  return recaptureContext({ files, manifest, ...(worktree === null ? {} : { worktree }) });
}
