import { err, ok, type Result } from '@batonkit/core';
import { formatNewStateFile, type NewStateFile } from './new-state-file.ts';
import { readUpstreams, refuseCircle } from './pull-inputs.ts';
import { statePath, viewOf } from './read-state.ts';
import { checkInput } from './state-file-input.ts';
import { openStateFile } from './state-file.ts';
import type { StateFileError, StateFilePorts, StateFileView, StateFileWrite } from './state-files.ts';

/** Makes a state file where there is none. */
export async function createStateFile(
  ports: StateFilePorts,
  taskId: string | number,
  task: NewStateFile & StateFileWrite,
): Promise<Result<StateFileView, StateFileError>> {
  const at = statePath(ports, taskId);
  if (at.isErr()) return err(at.error);
  const { id, path } = at.value;
  const checked = checkInput('create', id, task, ports.scan);
  if (checked.isErr()) return err(checked.error);
  const circle = await refuseCircle(ports, id, task.dependencies ?? []);
  if (circle.isErr()) return err(circle.error);
  const upstreams = await readUpstreams(ports, task.dependencies ?? []);
  if (upstreams.isErr()) return err(upstreams.error);

  const text = formatNewStateFile(id, task, upstreams.value);
  const opened = openStateFile(text, path);
  if (opened.isErr()) return err(opened.error);
  const written = await ports.files.write(path, text, { expectedSha: null });
  if (written.isOk()) return ok(viewOf({ path, sha: written.value.sha, open: opened.value }));
  // The same request again, perhaps by a process that did not hear the answer of the first.
  const found = written.error.code === 'Conflict' ? await ports.files.read(path) : ok(null);
  if (found.isOk() && found.value !== null && found.value.text === text)
    return ok(viewOf({ path, sha: found.value.sha, open: opened.value }));
  return err(written.error);
}
