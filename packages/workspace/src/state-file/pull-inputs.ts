import { err, ok, type Result } from '@batonkit/core';
import { changeStateFile } from './change-state-file.ts';
import { editChainInputs, type Upstream } from './chain-inputs.ts';
import { readState, statePath } from './read-state.ts';
import { replaceRanges } from './state-document.ts';
import { openStateFile, type StateFile } from './state-file.ts';
import type { StateFileError, StateFilePorts, StateFileView, StateFileWrite } from './state-files.ts';

/** An input that is no longer what is upstream. */
export interface StaleInput {
  readonly taskId: string;
  /**
   * `available`: the upstream task has left something since. `changed`: it has changed what was taken. `gone`: it has taken it
   * back. `unreadable`: its state file cannot be read.
   */
  readonly reason: 'available' | 'changed' | 'gone' | 'unreadable';
  readonly takenSha: string | null;
  readonly foundSha: string | null;
  readonly message: string;
}

/** What the tasks of some ids have left so far. */
export async function readUpstreams(
  ports: StateFilePorts,
  ids: readonly (string | number)[],
): Promise<Result<readonly Upstream[], StateFileError>> {
  const upstreams: Upstream[] = [];
  for (const taskId of new Set(ids.map(String))) {
    const at = statePath(ports, taskId);
    if (at.isErr()) return err(at.error);
    const file = at.value.path.slice(at.value.path.lastIndexOf('/') + 1);
    const found = await readState(ports, taskId);
    if (found.isOk()) {
      const { title, output } = found.value.open.state;
      upstreams.push({ taskId, file, title, output });
    } else if (found.error.code === 'StateFileNotFound') upstreams.push({ taskId, file, title: null, output: null });
    else return err(found.error);
  }
  return ok(upstreams);
}

/** Compares what a task took with what is upstream now. */
export async function findStaleInputs(ports: StateFilePorts, { inputs, metadata }: StateFile): Promise<StaleInput[]> {
  const stale: StaleInput[] = [];
  for (const taskId of new Set(
    [...(metadata.dependencies ?? []), ...inputs.map((input) => input.taskId)].map(String),
  )) {
    const takenSha = inputs.find((input) => input.taskId === taskId)?.sha ?? null;
    const upstream = await readUpstreams(ports, [taskId]);
    const foundSha = upstream.isErr() ? null : (upstream.value[0]?.output?.sha ?? null);
    if (upstream.isOk() && takenSha === foundSha) continue;
    const reason = upstream.isErr()
      ? 'unreadable'
      : foundSha === null
        ? 'gone'
        : takenSha === null
          ? 'available'
          : 'changed';
    stale.push({ taskId, reason, takenSha, foundSha, message: MESSAGES[reason](taskId) });
  }
  return stale;
}

/** Brings the chain inputs of a task up to what is upstream. */
export async function pullInputs(
  ports: StateFilePorts,
  taskId: string | number,
  options: StateFileWrite,
): Promise<Result<StateFileView, StateFileError>> {
  return changeStateFile(ports, 'pullChainInputs', taskId, options, async (open) => {
    const upstreams = await readUpstreams(ports, open.state.metadata.dependencies ?? []);
    if (upstreams.isErr()) return err(upstreams.error);
    const edits = editChainInputs(open.document, upstreams.value);
    return openStateFile(replaceRanges(open.document.text, edits), open.file);
  });
}

const MESSAGES: Readonly<Record<StaleInput['reason'], (taskId: string) => string>> = {
  available: (id) => `Task ${id} has written its chain output. Pull the chain inputs to get it.`,
  changed: (id) =>
    `The chain output of task ${id} changed after it was taken. Pull the chain inputs and look at what changed.`,
  gone: (id) => `The chain output that was taken from task ${id} is no longer there. What was taken stays as it is.`,
  unreadable: (id) =>
    `The state file of task ${id} cannot be read, so it is not known whether what was taken is current.`,
};
