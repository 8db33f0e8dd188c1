import * as z from 'zod';
import type { MutatedTask, MutationOptions, TaskContext, Warning } from '../commit/task-committer.ts';
import type { DeltaTracker } from '../delta/delta-tracker.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import { rejection, type Rejection } from '../record/rejection.ts';
import { errAsync, ok, okAsync, type ResultAsync } from '../result/result.ts';
import type { StateFiles } from '../state-file/state-files.ts';
import type { ContextTiers } from '../tiers/context-tiers.ts';
import type { OperationKit } from './operation.ts';

/** Names a task. */
export const taskId = z.string();
/** A role or agent of a task. */
export const role = z.string();
/** How the last hand-off is to be found. */
export const expectation = z.enum(['dirty', 'committed', 'either']).optional();
/** What to do about changed files outside the scope. */
export const outOfScope = z.enum(['warn', 'fail']).optional();
/** A file of the workspace, in place of its text. */
export const file = z.string().optional();
/** Of the two things a person approves. */
export const checkpoint = z.enum(['plan', 'change']);
/** What a person should know, though it succeeded: `Code: sentence`. */
export const warnings = z.array(z.string());

/** What a QA log does not say by itself. */
export const qaHints = {
  command: z.string().optional().describe('The command that printed it'),
  exitCode: z.int().optional(),
};

/** A task as it is. */
export const Found = z.object({ taskId, revision: z.number(), warnings });

/** Whether an earlier call with the same operation id did it. */
export const replayed = z.boolean();

/** What a write answers. */
export const Written = z.object({ ...Found.shape, replayed });

/** What a look answers, from what the services answer. */
export function toFound({ record, revision, warnings: found }: TaskContext): z.infer<typeof Found> {
  return { taskId: record.task_id, revision, warnings: found.map(sayWarning) };
}

/** What a write answers, from what the services answer. */
export function toWritten(context: MutatedTask): z.infer<typeof Written> {
  return { ...toFound(context), replayed: context.replayed };
}

/** A warning as one text. */
export function sayWarning({ code, message }: Warning): string {
  return `${code}: ${message}`;
}

/**
 * What every write takes besides its own arguments: who calls.
 *
 * @example
 * ```ts
 * import { optionsOf } from '@batonkit/core/operations';
 *
 * optionsOf({ caller: { actor: 'ada', session: 'run-1' } }); // => { actor: 'ada', session: 'run-1' }
 * ```
 */
export function optionsOf({ caller }: Pick<OperationKit, 'caller'>): MutationOptions {
  const { actor, session, operationId, forceSecrets } = caller;
  return {
    actor,
    ...(session === undefined ? {} : { session }),
    ...(operationId === undefined ? {} : { operationId }),
    ...(forceSecrets === undefined ? {} : { forceSecrets }),
  };
}

type Needs<T> = ResultAsync<T, Rejection<'InvalidInput'>>;

/** The delta tracker; `InvalidInput` where there is no working tree. */
export function deltasOf({ baton }: OperationKit): Needs<DeltaTracker> {
  return need(baton.deltas, 'worktree', 'This needs a git working tree. Run it inside a repository.');
}

/** The text files of the workspace. */
export function filesOf({ files }: OperationKit): Needs<WorkspaceFiles> {
  return need(files, 'files', NEEDS_FILES);
}

/** The state files of the workspace. */
export function stateFilesOf({ baton }: OperationKit): Needs<StateFiles> {
  return need(baton.stateFiles, 'files', NEEDS_FILES);
}

/** The tiers of the workspace. */
export function tiersOf({ baton }: OperationKit): Needs<ContextTiers> {
  return need(baton.tiers, 'files', NEEDS_FILES);
}

const NEEDS_FILES = 'This needs the files of a workspace, and none were given to this shell.';

function need<T>(part: T | null, condition: string, detail: string): Needs<T> {
  return part === null ? errAsync(rejection('InvalidInput', [{ condition, detail }])) : okAsync(part);
}

/** The text that was given, or that of a file of the workspace. Exactly one of them. */
export function textOf(
  kit: OperationKit,
  given: { readonly file: string | undefined; readonly text: string | undefined },
): ResultAsync<string, Rejection<'InvalidInput'> | FileError> {
  const { file: path, text } = given;
  if ((path === undefined) === (text === undefined)) {
    return errAsync(
      rejection('InvalidInput', [{ condition: '/text', detail: 'Give either a text or a file, one of them.' }]),
    );
  }
  return text === undefined ? readNamed(kit, path ?? '') : okAsync(text);
}

type FileError = Extract<Awaited<ReturnType<WorkspaceFiles['read']>>, { error: unknown }>['error'];

/** A file of the workspace, which must be there. */
export function readNamed(kit: OperationKit, path: string): ResultAsync<string, Rejection<'InvalidInput'> | FileError> {
  return filesOf(kit).andThen((files) =>
    files.read(path).andThen((found) => {
      if (found !== null) return ok(found.text);
      const detail = `There is no file ${path} in the workspace.`;
      return errAsync<never, Rejection<'InvalidInput'>>(rejection('InvalidInput', [{ condition: path, detail }]));
    }),
  );
}
