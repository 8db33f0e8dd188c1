import type { CaptureWarningCode } from '@batonkit/capture';
import type { WorkspaceGuard } from '@batonkit/guard';
import type { MarkdownWarningCode } from '@batonkit/markdown';
import * as z from 'zod';
import type { ContextTiers, StateFiles, WorkspaceWarningCode } from '@batonkit/workspace';
import {
  type Inspection,
  type DeltaTracker,
  err,
  errAsync,
  type MutatedTask,
  type MutationOptions,
  ok,
  okAsync,
  reject,
  type Rejection,
  rejection,
  type Result,
  ResultAsync,
  type TaskContext,
  type Warning,
  type WarningCode,
  type WorkspaceFiles,
} from '@batonkit/core';
import type { OperationKit } from './operation.ts';

/** Names a task. */
export const taskId = z.string();
/** A role or agent of a task. */
export const role = z.string();
/** How the last hand-off is to be found. */
export const expectation = z.enum(['dirty', 'committed', 'either']).optional();
/** Believe neither git's index nor its flags. */
export const paranoid = z.boolean().optional();
/** What to do about changed files outside the scope. */
export const outOfScope = z.enum(['warn', 'fail']).optional();
/** How much a snapshot may store, in place of the settings. */
export const captureLimits = {
  maxFileBytes: z.int().positive().optional(),
  maxSnapshotBytes: z.int().positive().optional(),
};
/** A file of the workspace, in place of its text. */
export const file = z.string().optional();
/** Of the two things a person approves. */
export const checkpoint = z.enum(['plan', 'change']);
/** Something a person should know, though it succeeded. */
const WarningSchema = z.object({ code: z.string(), message: z.string(), where: z.string().optional() });
/** What a person should know, though it succeeded. */
export const warnings = z.array(WarningSchema);

/** The codes of warnings that operations answer: those of the packages below, and their own. */
export type OperationWarningCode =
  | WarningCode
  | CaptureWarningCode
  | MarkdownWarningCode
  | WorkspaceWarningCode
  /** The main working tree was to be freed, and it was not locked. */
  | 'NotLocked';

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
  return { taskId: record.task_id, revision, warnings: toWarnings(found) };
}

/** What a write answers, from what the services answer. */
export function toWritten(context: MutatedTask): z.infer<typeof Written> {
  return { ...toFound(context), replayed: context.replayed };
}

/** What a look at a tree did not see: the number of files and folders that git ignores, and what hides more. */
export const unseen = { ignored: z.number().optional(), warnings: warnings.optional() };

/** That of an answer, where there is something to say. */
export function toUnseen(found: Pick<Inspection, 'ignored' | 'warnings'>): {
  ignored?: number;
  warnings?: z.infer<typeof warnings>;
} {
  return {
    ...(found.ignored !== undefined && { ignored: found.ignored }),
    ...(found.warnings !== undefined && { warnings: toWarnings(found.warnings) }),
  };
}

/** Warnings as operations answer them. */
export function toWarnings(found: readonly Warning<OperationWarningCode>[]): z.infer<typeof warnings> {
  return [...found];
}

/**
 * What every write takes besides its own arguments: who calls.
 *
 * @example
 * ```ts
 * import { optionsOf } from '@batonkit/operations';
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

/** The guard of the workspace. */
export function guardOf({ baton }: OperationKit): Needs<WorkspaceGuard> {
  return need(baton.guard, 'files', NEEDS_FILES);
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
  return new ResultAsync(read(kit, path));
}

async function read(kit: OperationKit, path: string): Promise<Result<string, Rejection<'InvalidInput'> | FileError>> {
  const files = await filesOf(kit);
  if (files.isErr()) return err(files.error);
  const found = await files.value.read(path);
  if (found.isErr()) return err(found.error);
  if (found.value !== null) return ok(found.value.text);
  return reject('InvalidInput', [{ condition: path, detail: `There is no file ${path} in the workspace.` }]);
}
