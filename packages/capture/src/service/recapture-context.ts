import { ContextManifestSchema, errAsync, rejection, type Rejection, type ResultAsync } from '@batonkit/core';
import { unmetBySchema } from '@batonkit/core/internal';
import { captureContext, type CaptureError, type CapturedContext, type CaptureOptions } from './capture-context.ts';

/**
 * Captures a task again, the way its manifest says it was captured before; what comes out goes to `rebuild`.
 *
 * Fails like `captureContext`, and with `InvalidInput` when the manifest is none.
 *
 * @example
 * ```ts
 * import { recaptureContext } from '@batonkit/capture';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const refused = await recaptureContext({ files: createMemoryWorkspaceFiles(), manifest: { version: 2 } });
 * refused.isErr() && refused.error.code; // => 'InvalidInput'
 * ```
 */
export function recaptureContext(
  given: Pick<CaptureOptions, 'files' | 'worktree' | 'baseCommit'> & { readonly manifest: unknown },
): ResultAsync<CapturedContext, CaptureError | Rejection<'InvalidInput'>> {
  const { manifest, ...ports } = given;
  const parsed = ContextManifestSchema.safeParse(manifest);
  if (!parsed.success) {
    return errAsync(rejection('InvalidInput', unmetBySchema(parsed.error, 'The manifest')));
  }
  const { task_file, standards_map, scope_macros, allow_status, cut_long_fields } = parsed.data.request;
  const captured = captureContext({
    ...ports,
    taskFile: task_file,
    standardsMap: standards_map,
    scopeMacros: scope_macros,
    allowStatus: allow_status === 'any' ? true : allow_status,
    cutLongFields: cut_long_fields,
  });
  // In the middle of a task the tree is meant to be dirty; before its first turn, that turn says so.
  return captured.map((context) => ({
    ...context,
    warnings: context.warnings.filter(({ code }) => code !== 'DirtyTree'),
  }));
}
