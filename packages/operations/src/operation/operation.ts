import type * as z from 'zod';
import type { Baton } from 'batonkit';
import {
  type Failure,
  type GitWorktree,
  type LinkedTrees,
  type QaRunSettings,
  reject,
  type Result,
  ResultAsync,
  type TaskStore,
  type WorkspaceFiles,
} from '@batonkit/core';
import { unmetBySchema } from '@batonkit/core/internal';

/** Who asks. A shell knows it once, so that no operation has to name it in its input. */
export interface Caller {
  /** The name of a person or program, for the audit. */
  readonly actor: string;
  /** The run that acts; it owns tasks under the protocol. */
  readonly session?: string | null;
  /** The run whose environment the call comes from, even where it names another one as its session. */
  readonly ambientSession?: string;
  /** Names this request; repeating it with the same id does not apply it twice. */
  readonly operationId?: string;
  /** Write although the secret scanner objects. */
  readonly forceSecrets?: boolean;
}

/** Where a repository keeps what a context is captured from, as far as it does not follow the conventions. */
export interface CaptureDefaults {
  /** `{id}` stands for the task id. */
  readonly taskFile?: string;
  readonly standardsMap?: string;
  readonly scopeMacros?: string;
  readonly allowStatus?: boolean | string | readonly string[];
}

/** What operations work with. A shell makes it from adapters. */
export interface OperationKit {
  readonly baton: Baton;
  readonly tasks: TaskStore;
  /** `null` outside a git repository. */
  readonly worktree: GitWorktree | null;
  readonly files: WorkspaceFiles | null;
  /** Where `files` and `worktree` are, as an absolute path; `null` when they are nowhere on this host. */
  readonly root: string | null;
  readonly caller: Caller;
  /** How a shell follows and stops QA commands while they run. */
  readonly following?: Pick<QaRunSettings, 'signal' | 'onOutput' | 'onProgress'>;
  readonly capture?: CaptureDefaults;
  /** The repository's own rules of risk and agents, as a path in `files`. */
  readonly riskRules?: string;
  /** The linked working trees of tasks and agents; left out where there are none. */
  readonly linked?: LinkedTrees;
}

/** What a caller may expect of an operation, in the words of MCP's annotations. */
export interface OperationHints {
  /** It changes nothing, neither the store nor files. */
  readonly readOnly: boolean;
  /** It may remove or overwrite something; always false where `readOnly` is true. */
  readonly destructive: boolean;
  /** Doing it twice leaves what doing it once left. */
  readonly idempotent: boolean;
  /** It reaches for things beyond the store, the repository and its files. */
  readonly openWorld: boolean;
}

/** How an operation is written on a command line. */
export interface OperationShell {
  /** Fields that are given by place, in this order; the last takes all that is left when it is a list. */
  readonly positional: readonly string[];
  /** Text fields whose content is given as the path of a file, or `-` for standard input. */
  readonly fromFile: readonly string[];
  /** Fields that hold a path in the workspace; a shell takes them relative to where it runs. */
  readonly paths: readonly string[];
  /** Flags that hold unless told: they are written `--no-<field>`. */
  readonly negated: readonly string[];
  /** Fields that a command line has no use for. */
  readonly hidden: readonly string[];
  /** Whole command lines without the program's name. */
  readonly examples: readonly string[];
}

/** One thing that Batonkit does. CLI verbs and MCP tools are made from it. */
export interface Operation<Output = unknown> {
  /** The words of the command line: `hand-off`, `task create`. */
  readonly name: string;
  /** One short sentence. */
  readonly summary: string;
  /** Strict, with camelCase names. */
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly hints: OperationHints;
  readonly shell: OperationShell;
  /** Checks the input (`InvalidInput`) and does it. */
  run(kit: OperationKit, input: unknown): ResultAsync<Output, Failure>;
}

/** An operation as it is written down. */
export interface OperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** What is left out is false. */
  readonly hints?: Partial<OperationHints>;
  readonly shell?: Partial<OperationShell>;
  readonly run: (kit: OperationKit, input: Defined<z.output<Input>>) => ResultAsync<z.input<Output>, Failure>;
}

/** A type whose optional fields are left out rather than undefined. */
export type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/**
 * Makes an {@link Operation} that checks its input before it runs.
 *
 * @example
 * ```ts
 * import * as z from 'zod';
 * import { okAsync } from '@batonkit/core';
 * import { defineOperation } from '@batonkit/operations';
 *
 * const greet = defineOperation({
 *   name: 'greet',
 *   summary: 'Say hello.',
 *   input: z.strictObject({ name: z.string() }),
 *   output: z.object({ text: z.string() }),
 *   hints: { readOnly: true, idempotent: true },
 *   run: (_kit, { name }) => okAsync({ text: `Hello ${name}` }),
 * });
 * greet.hints.destructive; // => false
 * greet.shell.positional; // => []
 * ```
 */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation<z.input<Output>> {
  const { name, summary, input, output, hints, shell, run } = definition;
  return Object.freeze({
    name,
    summary,
    input,
    output,
    hints: Object.freeze({ readOnly: false, destructive: false, idempotent: false, openWorld: false, ...hints }),
    shell: Object.freeze({ positional: [], fromFile: [], paths: [], negated: [], hidden: [], examples: [], ...shell }),
    run: (kit: OperationKit, given: unknown) => new ResultAsync(checkAndRun(name, input, run, kit, given)),
  });
}

async function checkAndRun<Input extends z.ZodObject, Output>(
  name: string,
  schema: Input,
  run: (kit: OperationKit, input: Defined<z.output<Input>>) => ResultAsync<Output, Failure>,
  kit: OperationKit,
  given: unknown,
): Promise<Result<Output, Failure>> {
  const checked = schema.safeParse(given);
  if (!checked.success) return reject('InvalidInput', unmetBySchema(checked.error, name));
  return run(kit, withoutUndefined(checked.data));
}

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
