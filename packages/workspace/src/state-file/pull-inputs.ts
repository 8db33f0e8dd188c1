import { err, ok, reject, type Result } from '@batonkit/core';
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
   * `available`: the upstream task has left something since. `changed`: it has changed what was taken. `conflict`: it has, and
   * a person edited what was taken. `gone`: it has taken it back. `unreadable`: its state file cannot be read. `circular`:
   * the tasks wait for each other.
   */
  readonly reason: 'available' | 'changed' | 'conflict' | 'gone' | 'unreadable' | 'circular';
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
  const circle = await findCircle(ports, String(metadata.task_id), metadata.dependencies ?? []);
  if (circle.isOk() && circle.value !== null) {
    const message = describeCircle(circle.value);
    stale.push({ taskId: circle.value[1] ?? '', reason: 'circular', takenSha: null, foundSha: null, message });
  }
  for (const taskId of new Set(
    [...(metadata.dependencies ?? []), ...inputs.map((input) => input.taskId)].map(String),
  )) {
    const input = inputs.find((taken) => taken.taskId === taskId);
    const takenSha = input?.sha ?? null;
    const upstream = await readUpstreams(ports, [taskId]);
    const foundSha = upstream.isErr() ? null : (upstream.value[0]?.output?.sha ?? null);
    if (upstream.isOk() && takenSha === foundSha) continue;
    const reason = upstream.isErr()
      ? 'unreadable'
      : foundSha === null
        ? 'gone'
        : input?.isEdited === true
          ? 'conflict'
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
    const circle = await refuseCircle(ports, String(taskId), open.state.metadata.dependencies ?? []);
    if (circle.isErr()) return err(circle.error);
    const upstreams = await readUpstreams(ports, open.state.metadata.dependencies ?? []);
    if (upstreams.isErr()) return err(upstreams.error);
    const edits = editChainInputs(open.document, upstreams.value);
    return openStateFile(replaceRanges(open.document.text, edits), open.file);
  });
}

/** Refuses tasks that wait for each other, and names them. */
export async function refuseCircle(
  ports: StateFilePorts,
  taskId: string,
  dependencies: readonly (string | number)[],
): Promise<Result<void, StateFileError>> {
  const circle = await findCircle(ports, taskId, dependencies);
  if (circle.isErr()) return err(circle.error);
  if (circle.value === null) return ok(undefined);
  return reject('Rejected', [{ condition: 'no-circular-dependency', detail: describeCircle(circle.value) }]);
}

function describeCircle(circle: readonly string[]): string {
  if (circle.length === 2) return `Task ${circle[0] ?? ''} depends on itself.`;
  return `These tasks wait for each other: ${circle.join(' -> ')}. Take one of the dependencies out.`;
}

const MAX_TASKS = 1000;

/** The tasks from one back to itself along their dependencies, or null. */
async function findCircle(
  ports: StateFilePorts,
  taskId: string,
  dependencies: readonly (string | number)[],
): Promise<Result<readonly string[] | null, StateFileError>> {
  const seen = new Set<string>();
  const waiting = dependencies.map((id) => [taskId, String(id)]);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const id = path.at(-1) ?? '';
    if (id === taskId) return ok(path);
    if (seen.has(id) || seen.size >= MAX_TASKS) continue;
    seen.add(id);
    const found = await readState(ports, id);
    if (found.isErr()) {
      // A task without a file waits for nobody, and a damaged file is told where it is read.
      if (found.error.code === 'StateFileNotFound' || found.error.code === 'SchemaViolation') continue;
      return err(found.error);
    }
    for (const next of found.value.open.state.metadata.dependencies ?? []) waiting.push([...path, String(next)]);
  }
  return ok(null);
}

const MESSAGES: Readonly<Record<Exclude<StaleInput['reason'], 'circular'>, (taskId: string) => string>> = {
  available: (id) => `Task ${id} has written its chain output. Pull the chain inputs to get it.`,
  changed: (id) =>
    `The chain output of task ${id} changed after it was taken. Pull the chain inputs and look at what changed.`,
  conflict: (id) =>
    `The chain output of task ${id} changed, and its quote here was edited by hand. The edited quote stays. Compare it with the full chain output; to take the new text, delete the quote and its link, then pull again.`,
  gone: (id) => `The chain output that was taken from task ${id} is no longer there. What was taken stays as it is.`,
  unreadable: (id) =>
    `The state file of task ${id} cannot be read, so it is not known whether what was taken is current.`,
};
