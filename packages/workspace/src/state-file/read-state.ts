import { err, failure, parseTaskId, type Result } from '@batonkit/core';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';
import { findUncounted } from './criteria.ts';
import { nextStep } from './next-step.ts';
import { openStateFile, type OpenStateFile } from './state-file.ts';
import type { StateFileError, StateFilePorts, StateFileView } from './state-files.ts';
import { sizeTask, warnOfSize } from './task-size.ts';

/** A state file on disk: what it says, and the content that a write depends on. */
export interface FoundState {
  readonly path: string;
  readonly sha: string;
  readonly open: OpenStateFile;
}

/** The path of a task's state file, after checking the id. */
export function statePath(
  { directories }: StateFilePorts,
  taskId: string | number,
): Result<{ readonly id: string; readonly path: string; readonly archive: string }, StateFileError> {
  return parseTaskId(String(taskId)).map((id) => ({
    id,
    path: `${directories.states}/task-${id}-state.md`,
    archive: `${directories.archives}/task-${id}-archive.md`,
  }));
}

/** Reads a task's state file; `StateFileNotFound` when there is none. */
export async function readState(
  ports: StateFilePorts,
  taskId: string | number,
): Promise<Result<FoundState, StateFileError>> {
  const at = statePath(ports, taskId);
  if (at.isErr()) return err(at.error);
  const { id, path } = at.value;
  const file = await ports.files.read(path);
  if (file.isErr()) return err(file.error);
  if (file.value === null) {
    return err(
      failure('StateFileNotFound', `There is no state file for task ${id}: ${path} does not exist. Create it first.`, {
        path,
      }),
    );
  }
  const { text, sha } = file.value;
  return openStateFile(text, path).map((open) => ({ path, sha, open }));
}

/** A state file with what follows from it. */
export function viewOf({ path, sha, open }: FoundState): StateFileView {
  const { state, document } = open;
  const sessions = Math.max(state.metadata.total_sessions, state.sessions.length);
  return {
    path,
    sha,
    state,
    nextStep: nextStep(state),
    size: sizeTask(sessions),
    warnings: [
      ...warnOfSize(path, document.text, sessions),
      ...findUncounted(document).map(({ line, text, reason }): WorkspaceWarning => {
        return { code: 'NearMiss', message: `${path}:${line}: ${text} (${reason})`, where: path };
      }),
    ],
  };
}
