import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { err, failure, ok, ResultAsync, type GitWorktree, type Result, type WorkspaceFiles } from '@batonkit/core';
import { STANDARDS_MAP_PLACES, TASK_FILE_PLACES, type OperationKit } from '@batonkit/operations';

/** As much as a call may bring along itself. */
const MAX_BYTES = 4 * 1024 * 1024;
const TOO_LARGE = '4 MiB';
/** Where the state files of tasks and what was moved out of them lie. */
const STATE_FILES = /^docs\/(?:task-states|archives)\//;

type Read = WorkspaceFiles['read'];
type ReadResult = Awaited<ReturnType<Read>>;
type Refusal = Extract<Awaited<ReturnType<Read>>, { error: unknown }>['error'];

/**
 * A kit whose files are those that a client may read: tracked by git, named by the settings, or of a task (its file, the standards map, state
 * files) as long as git does not ignore them. Whoever has a shell may read more; a client of this server has none.
 */
export function onlyReadable(kit: OperationKit, taskId: unknown): OperationKit {
  const { files, worktree, root } = kit;
  if (files === null || (worktree === null && root === null)) return kit;
  let listed: Promise<Result<Listed, Refusal>> | null = null;
  const isOurs = ownPaths(kit, typeof taskId === 'string' ? taskId : null);
  const read = async (path: string): Promise<ReadResult> => {
    const refusal = (why: string): Refusal => refuse(path, why);
    if (isTooLarge(root, path)) return err(refusal(`it has more than ${TOO_LARGE}`));
    const found = await files.read(path);
    if (found.isErr() || found.value === null) return found;
    if (found.value.text.length > MAX_BYTES) return err(refusal(`it has more than ${TOO_LARGE}`));
    if (isOurs.bySettings(path)) return found;
    listed ??= listTracked(worktree);
    const known = await listed;
    if (known.isErr()) return err(known.error);
    const { all, untracked } = known.value;
    if (all.has(path) && (!untracked.has(path) || isOurs.byPlace(path))) return found;
    const why = 'git does not track it, and only tracked files are read over MCP';
    const isIgnored = !all.has(path);
    return err(refusal(isIgnored ? why : `${why}. Track it with \`git add\`, or pass its text`));
  };
  return { ...kit, files: { ...files, read: (path) => new ResultAsync(read(path)) } };
}

interface Listed {
  /** Tracked, or neither tracked nor ignored. */
  readonly all: ReadonlySet<string>;
  readonly untracked: ReadonlySet<string>;
}

async function listTracked(worktree: GitWorktree | null): Promise<Result<Listed, Refusal>> {
  if (worktree === null) return ok({ all: new Set(), untracked: new Set() });
  const [files, head] = await Promise.all([worktree.listFiles(), worktree.head()]);
  if (files.isErr()) return err(refuse('The file', files.error.message));
  if (head.isErr()) return err(refuse('The file', head.error.message));
  const state = await worktree.observe({ base: head.value.commit });
  if (state.isErr()) return err(refuse('The file', state.error.message));
  const untracked = state.value.changed.filter(({ xy }) => xy.endsWith('?')).map(({ path }) => path);
  return ok({ all: new Set(files.value), untracked: new Set(untracked) });
}

/** Which files are ours: those that a person named in the settings, and those in the places of a task. */
function ownPaths(
  { capture = {}, riskRules }: OperationKit,
  taskId: string | null,
): Record<'bySettings' | 'byPlace', (path: string) => boolean> {
  const here = (place: string): string => place.replaceAll('{id}', taskId ?? '{id}');
  const named = [capture.taskFile, capture.standardsMap, capture.scopeMacros, riskRules].flatMap((path) =>
    path === undefined ? [] : [here(path)],
  );
  const places = taskId === null ? [] : [...TASK_FILE_PLACES.map(here), ...STANDARDS_MAP_PLACES];
  return {
    bySettings: (path) => named.includes(path),
    byPlace: (path) => places.includes(path) || STATE_FILES.test(path),
  };
}

/** Before it is read, so that it need not fit into memory. */
function isTooLarge(root: string | null, path: string): boolean {
  if (root === null) return false;
  try {
    return lstatSync(join(root, path)).size > MAX_BYTES;
  } catch {
    return false; // Reading it says why.
  }
}

function refuse(path: string, why: string): Refusal {
  const detail = `${path} was not read: ${why.replace(/\.$/, '')}.`;
  return failure('InvalidInput', detail, { unmet: [{ condition: 'file-is-readable', detail }] });
}
