import type { AssembledContext } from '@batonkit/markdown';
import { err, type Failure, ok, rejection, type Result } from '@batonkit/core';
import type { OperationKit } from '../operation/operation.ts';
import { readNamed } from '../operation/operation-fields.ts';

const ARTIFACTS = ['spec', 'design', 'plan', 'prd'] as const;

/** Which files a task block is worked on with. */
export type ArtifactFiles = { readonly tasks: string; readonly task: string } & {
  readonly [Name in (typeof ARTIFACTS)[number]]?: string;
};

/** Reads the files of a task block and cuts them to what it refers to. */
export async function assembleFromFiles(
  kit: OperationKit,
  given: ArtifactFiles,
): Promise<Result<AssembledContext, Failure>> {
  const { assembleTaskContext, parseTasks } = await import('@batonkit/markdown');
  const markdown = await readNamed(kit, given.tasks);
  if (markdown.isErr()) return err(markdown.error);
  const tasks = parseTasks(markdown.value);
  if (tasks.isErr()) return err(tasks.error);
  const task = tasks.value.find(({ number }) => number === given.task);
  if (task === undefined) {
    const known = tasks.value.map(({ number }) => number).join(', ');
    const detail = `${given.tasks} has no task ${JSON.stringify(given.task)}; it has ${known}.`;
    return err(rejection('TaskBlockNotFound', [{ condition: 'task-exists', detail }]));
  }
  const artifacts: Partial<Record<(typeof ARTIFACTS)[number], string>> = {};
  for (const name of ARTIFACTS) {
    const path = given[name];
    if (path === undefined) continue;
    const text = await readNamed(kit, path);
    if (text.isErr()) return err(text.error);
    artifacts[name] = text.value;
  }
  return ok(assembleTaskContext({ task, artifacts }));
}
