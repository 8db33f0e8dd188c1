import { ContextManifestSchema, type ContextManifest } from './context-manifest.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { WorkspaceFile, WorkspaceFiles, WorkspaceFilesError } from '../ports/workspace-files.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import { citationHolds } from './citation-holds.ts';
import { readManifest } from './read-manifest.ts';
import { staleCitation, type StaleCitation } from './stale-citation.ts';

/** What a look at a context's sources works with. */
export interface SourcePorts {
  readonly tasks: TaskStore;
  readonly files: Pick<WorkspaceFiles, 'read'> | null;
}

/** Why the sources of a context could not be looked at. */
export type SourceError = StoreError | WorkspaceFilesError;

/** The task file as it is now; `unknown` where nobody can tell. */
export interface TaskFileLook {
  readonly taskFile: 'same' | 'changed' | 'gone' | 'unknown';
  /** The priority it gives; `null` where it does not say in a line of its own. */
  readonly priority: string | null;
  /** Its path; `null` where nobody can tell. */
  readonly path: string | null;
}

/** Compares the task file with the one that was captured, by the manifest. */
export async function lookAtTaskFile(
  ports: SourcePorts,
  record: TaskRecord,
): Promise<Result<TaskFileLook, SourceError>> {
  const unknown = { taskFile: 'unknown', priority: null, path: null } as const;
  if (ports.files === null) return ok(unknown);
  const manifest = await manifestOf(ports.tasks, record);
  if (manifest.isErr()) return err(manifest.error);
  const source = manifest.value?.sources.find(({ used_as }) => used_as === 'task');
  if (source === undefined) return ok(unknown);
  const { path } = source;
  const read = await ports.files.read(path);
  if (read.isErr()) return isNoText(read.error) ? ok({ taskFile: 'changed', priority: null, path }) : err(read.error);
  if (read.value === null) return ok({ taskFile: 'gone', priority: null, path });
  const { sha, text } = read.value;
  return ok({
    taskFile: sha === source.sha256 ? 'same' : 'changed',
    priority: /^priority:[ \t]*["']?(P[0-2])\b/m.exec(text)?.[1] ?? null,
    path,
  });
}

/** Refuses with `StaleCitation` when a cited standard no longer says what was cited. Without files it cannot be told. */
export async function requireFreshSources(
  { tasks, files }: SourcePorts,
  record: TaskRecord,
): Promise<Result<void, SourceError | StaleCitation>> {
  if (files === null || record.immutable.standards_citations.length === 0) return ok(undefined);
  const manifest = await manifestOf(tasks, record);
  if (manifest.isErr()) return err(manifest.error);
  const captured = new Set(manifest.value?.sources.map(({ path }) => path));
  const texts = new Map<string, string | null>();
  for (const { file } of record.immutable.standards_citations) {
    if (texts.has(file)) continue;
    const found = await readText(files, file);
    if (found.isErr()) return err(found.error);
    texts.set(file, found.value?.text ?? null);
  }
  const stale = record.immutable.standards_citations.filter((citation) => {
    const text = texts.get(citation.file) ?? null;
    // A file that nobody captured from here may simply stand elsewhere; one that was captured is gone.
    return text === null ? captured.has(citation.file) : !citationHolds(citation, text);
  });
  return stale.length === 0 ? ok(undefined) : err(staleCitation(stale.map((citation) => ({ citation }))));
}

async function manifestOf(tasks: TaskStore, record: TaskRecord): Promise<Result<ContextManifest | null, StoreError>> {
  const manifest = await readManifest(tasks, record);
  return manifest.map((found) => ContextManifestSchema.safeParse(found).data ?? null);
}

async function readText(
  files: Pick<WorkspaceFiles, 'read'>,
  path: string,
): Promise<Result<WorkspaceFile | null, WorkspaceFilesError>> {
  const read = await files.read(path);
  return read.isErr() && isNoText(read.error) ? ok(null) : read;
}

/** A file that is no text, or that no workspace can hold, is not what was captured; other trouble is trouble. */
function isNoText({ code }: WorkspaceFilesError): boolean {
  return ['NotUtf8', 'PathEscapesRoot', 'InvalidInput'].includes(code);
}
