import type { CapturedContext, CaptureOptions, SummaryRow } from '@batonkit/capture';
import { errAsync, type Failure, okAsync, parseTaskId, type Result, ResultAsync } from '@batonkit/core';
import { findCaptureSources } from './find-capture-sources.ts';
import { findCaptured } from './find-captured.ts';
import type { CaptureDefaults, OperationKit } from '../operation/operation.ts';
import { filesOf, optionsOf, toWarnings, toWritten } from '../operation/operation-fields.ts';

/** What {@link initTask} is told. */
export interface InitRequest {
  readonly taskId: string;
  readonly taskFile?: string;
  readonly standardsMap?: string;
  readonly scopeMacros?: string;
  readonly allowStatus?: string;
  readonly baseCommit?: string;
}

/** A context that was made. */
export interface InitializedTask {
  readonly taskId: string;
  readonly revision: number;
  readonly replayed: boolean;
  readonly warnings: ReturnType<typeof toWarnings>;
  readonly summary: SummaryRow[];
}

/** Finds what a task is captured from, captures it, and makes its context. */
export function initTask(kit: OperationKit, request: InitRequest): ResultAsync<InitializedTask, Failure> {
  const { taskId } = request;
  // An id that is none would be looked for as a file name first, and the answer would be about files.
  const id = parseTaskId(taskId);
  if (id.isErr()) return errAsync(id.error);
  const captured = filesOf(kit).andThen((files): ResultAsync<CapturedContext, Failure> =>
    new ResultAsync(findCaptureSources(files, taskId, { ...kit.capture, ...sourcesOf(request) })).andThen(
      (sources) => new ResultAsync(capture(kit, { ...sources, files, ...othersOf(kit.capture ?? {}, request) })),
    ),
  );
  return findEarlier(kit, request)
    .andThen((earlier) => (earlier === null ? captured : okAsync(earlier)))
    .andThen(({ summary, warnings, ...sections }) =>
      kit.baton.contexts.init(taskId, { ...optionsOf(kit), ...sections }).map((context) => ({
        ...toWritten(context),
        warnings: toWarnings([...warnings, ...context.warnings]),
        summary: [...summary],
      })),
    );
}

/** What this request captured when it was done; `null` when it is a new one, or names other sources than that one. */
function findEarlier(
  kit: OperationKit,
  { taskId, taskFile, standardsMap, scopeMacros }: InitRequest,
): ResultAsync<Pick<CapturedContext, 'immutable' | 'summary' | 'warnings'> | null, Failure> {
  return findCaptured(kit, taskId, 'context-initialized').andThen((known) => {
    if (known === null) return okAsync(null);
    const found = { immutable: known.immutable, summary: [], warnings: [] };
    const named = Object.entries({ task_file: taskFile, standards_map: standardsMap, scope_macros: scopeMacros });
    const asked = named.filter(([, path]) => path !== undefined);
    if (asked.length === 0) return okAsync(found);
    if (known.manifest_sha === null) return okAsync(null);
    return kit.tasks
      .getArtifact(taskId, known.manifest_sha)
      .map((bytes) => {
        const manifest = JSON.parse(new TextDecoder().decode(bytes)) as { readonly request?: Record<string, unknown> };
        return asked.every(([field, path]) => manifest.request?.[field] === path) ? found : null;
      })
      .orElse(() => okAsync(null));
  });
}

/** YAML is large, and most processes never capture. */
async function capture({ worktree }: OperationKit, options: CaptureOptions): Promise<Result<CapturedContext, Failure>> {
  const { captureContext } = await import('@batonkit/capture');
  return captureContext({ ...options, ...(worktree === null ? {} : { worktree }) });
}

function sourcesOf({ taskFile, standardsMap }: InitRequest): CaptureDefaults {
  return {
    ...(taskFile === undefined ? {} : { taskFile }),
    ...(standardsMap === undefined ? {} : { standardsMap }),
  };
}

function othersOf(
  defaults: CaptureDefaults,
  { scopeMacros = defaults.scopeMacros, allowStatus: told, baseCommit }: InitRequest,
): Pick<CaptureOptions, 'scopeMacros' | 'allowStatus' | 'baseCommit'> {
  const allowStatus = told === undefined ? defaults.allowStatus : told === 'any' ? true : told;
  return {
    ...(scopeMacros === undefined ? {} : { scopeMacros }),
    ...(allowStatus === undefined ? {} : { allowStatus }),
    ...(baseCommit === undefined ? {} : { baseCommit }),
  };
}
