import type * as z from 'zod';
import type { CapturedContext } from '../capture/capture-context.ts';
import type { Failure } from '../result/failure.ts';
import { okAsync, ResultAsync, type Result } from '../result/result.ts';
import { findCaptured } from './find-captured.ts';
import type { OperationKit } from './operation.ts';
import { filesOf, optionsOf, sayWarning, toWritten, type Written } from './operation-fields.ts';

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
        warnings: [...warnings, ...rebuilt.warnings].map(sayWarning),
        changed: rebuilt.changes.map(({ field }) => field),
      })),
    );
}

async function recapture(
  { worktree }: OperationKit,
  files: NonNullable<OperationKit['files']>,
  manifest: unknown,
): Promise<Result<CapturedContext, Failure>> {
  const { recaptureContext } = await import('../capture/index.ts');
  return recaptureContext({ files, manifest, ...(worktree === null ? {} : { worktree }) });
}
