import { err, ok, type Result } from '@batonkit/core';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';
import { findStaleInputs } from './pull-inputs.ts';
import { readState, viewOf } from './read-state.ts';
import type { StateFileError, StateFilePorts, StateFileReading } from './state-files.ts';

/** The answer of `read`: null when there is no file. */
export async function describeState(
  ports: StateFilePorts,
  taskId: string | number,
): Promise<Result<StateFileReading | null, StateFileError>> {
  const found = await readState(ports, taskId);
  if (found.isErr()) return found.error.code === 'StateFileNotFound' ? ok(null) : err(found.error);
  const staleInputs = await findStaleInputs(ports, found.value.open.state);
  const view = viewOf(found.value);
  const stale = staleInputs.map(({ message }): WorkspaceWarning => ({ code: 'StaleInput', message, where: view.path }));
  return ok({ ...view, staleInputs, warnings: [...view.warnings, ...stale] });
}
