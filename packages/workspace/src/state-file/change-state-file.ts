import { againOnConflict } from '@batonkit/core/internal';
import { err, ok, type Result } from '@batonkit/core';
import { readState, statePath, viewOf } from './read-state.ts';
import { checkInput, type inputSchemas } from './state-file-input.ts';
import type { OpenStateFile } from './state-file.ts';
import type { StateFileError, StateFilePorts, StateFileView } from './state-files.ts';

/** The one way to change a state file: read, decide, write if it is still what was read, else again. */
export async function changeStateFile(
  ports: StateFilePorts,
  operation: keyof typeof inputSchemas,
  taskId: string | number,
  input: object,
  decide: (
    open: OpenStateFile,
  ) => Result<OpenStateFile, StateFileError> | Promise<Result<OpenStateFile, StateFileError>>,
): Promise<Result<StateFileView, StateFileError>> {
  const at = statePath(ports, taskId);
  if (at.isErr()) return err(at.error);
  const checked = checkInput(operation, at.value.id, input, ports.scan);
  if (checked.isErr()) return err(checked.error);
  return againOnConflict(async (): Promise<Result<StateFileView, StateFileError>> => {
    const found = await readState(ports, taskId);
    if (found.isErr()) return err(found.error);
    // In conflict when the archive was written by somebody else meanwhile.
    const decided = await decide(found.value.open);
    if (decided.isErr()) return err(decided.error);
    const { path, sha, open } = found.value;
    const { text } = decided.value.document;
    if (text === open.document.text) return ok(viewOf(found.value));
    const written = await ports.files.write(path, text, { expectedSha: sha });
    if (written.isErr()) return err(written.error);
    return ok(viewOf({ path, sha: written.value.sha, open: decided.value }));
  });
}
