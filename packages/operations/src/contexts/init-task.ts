import type { CapturedContext, CaptureOptions, SummaryRow } from '@batonkit/capture';
import { err, errAsync, type Failure, ok, parseTaskId, type Result, ResultAsync } from '@batonkit/core';
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
  return new ResultAsync(init(kit, request));
}

async function init(kit: OperationKit, request: InitRequest): Promise<Result<InitializedTask, Failure>> {
  const earlier = await findEarlier(kit, request);
  if (earlier.isErr()) return err(earlier.error);
  const captured = earlier.value === null ? await captureFound(kit, request) : ok(earlier.value);
  if (captured.isErr()) return err(captured.error);
  const { summary, warnings, ...sections } = captured.value;
  return kit.baton.contexts.init(request.taskId, { ...optionsOf(kit), ...sections }).map((context) => ({
    ...toWritten(context),
    warnings: toWarnings([...warnings, ...context.warnings]),
    summary: [...summary],
  }));
}

async function captureFound(kit: OperationKit, request: InitRequest): Promise<Result<CapturedContext, Failure>> {
  const files = await filesOf(kit);
  if (files.isErr()) return err(files.error);
  const from = { ...kit.capture, ...sourcesOf(request) };
  const sources = await findCaptureSources(files.value, request.taskId, from);
  if (sources.isErr()) return err(sources.error);
  return capture(kit, { ...sources.value, files: files.value, ...othersOf(kit.capture ?? {}, request) });
}

/** What this request captured when it was done; `null` when it is a new one, or names other sources than that one. */
async function findEarlier(
  kit: OperationKit,
  { taskId, taskFile, standardsMap, scopeMacros }: InitRequest,
): Promise<Result<Pick<CapturedContext, 'immutable' | 'summary' | 'warnings'> | null, Failure>> {
  const made = await findCaptured(kit, taskId, 'context-initialized');
  if (made.isErr()) return err(made.error);
  const known = made.value;
  if (known === null) return ok(null);
  const found = { immutable: known.immutable, summary: [], warnings: [] };
  const named = Object.entries({ task_file: taskFile, standards_map: standardsMap, scope_macros: scopeMacros });
  const asked = named.filter(([, path]) => path !== undefined);
  if (asked.length === 0) return ok(found);
  if (known.manifest_sha === null) return ok(null);
  const bytes = await kit.tasks.getArtifact(taskId, known.manifest_sha);
  if (bytes.isErr()) return ok(null);
  const manifest = JSON.parse(new TextDecoder().decode(bytes.value)) as { readonly request?: Record<string, unknown> };
  return ok(asked.every(([field, path]) => manifest.request?.[field] === path) ? found : null);
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
