import {
  type Clock,
  type CommandInput,
  type ContextPolicy,
  type ContextStore,
  createContextStore,
  createDeltaTracker,
  createTurns,
  type DeltaPolicy,
  type DeltaTracker,
  err,
  type EventOf,
  type GitWorktree,
  type LinkedTrees,
  type Machine,
  ok,
  okAsync,
  type ParseQa,
  type QaRunner,
  type RecordOf,
  ResultAsync,
  type SaveQaOutput,
  type SendableOf,
  type Slice,
  systemClock,
  type TaskStore,
  type TraceQa,
  type Turns,
  type WorkspaceFiles,
} from '@batonkit/core';
import {
  createTaskProtocol,
  type ProtocolCommandInput,
  type ProtocolPolicy,
  type ProtocolRecord,
  type ProtocolSlices,
  type TaskProtocol,
} from '@batonkit/protocol';
import { createTaskCommitter, headReader } from '@batonkit/core/internal';
import { machineWith } from './default-machine.ts';
import {
  createContextTiers,
  createStateFiles,
  DEFAULT_TIER_LAYOUT,
  type ContextTiers,
  type StateFiles,
} from '@batonkit/workspace';
import type { GuardOptions, GuardPolicy, WorkspaceGuard } from '@batonkit/guard';

/** How all parts behave. */
export interface BatonPolicy extends ContextPolicy, DeltaPolicy, ProtocolPolicy {
  /** What agents may do, for `guard`; what is left out is that of `DEFAULT_GUARD_POLICY`. */
  readonly guard?: Partial<GuardPolicy>;
}

/** What a {@link Baton} is made of. */
export interface BatonPorts {
  readonly tasks: TaskStore;
  readonly worktree?: GitWorktree;
  /** The linked working trees of the repository, for `protocol.land`. */
  readonly trees?: LinkedTrees;
  /**
   * The text files of the workspace, for state files and tiers. Contexts are captured from them too, so a cited standard that changed is
   * found before a turn and an export.
   */
  readonly files?: WorkspaceFiles;
  /** Reads QA logs and reports. Defaults to `createQaParser()` of `@batonkit/capture/qa`, which takes parsers of your own. */
  readonly parseQa?: ParseQa;
  /** Runs QA commands: `createNodeQaRunner()` of `@batonkit/fs-adapter`. Without one, `runQa` is refused. */
  readonly runner?: QaRunner;
  readonly clock?: Clock;
  readonly roles?: readonly string[];
  readonly policy?: BatonPolicy;
  /** More slices than those that Batonkit runs, or one in the place of another by the same name. */
  readonly slices?: readonly Slice[];
  /** Shared with other services over the same store, in place of `slices`: it has those that Batonkit runs. */
  readonly machine?: Machine<ProtocolRecord>;
}

/** The record of a baton: that of the slices that Batonkit runs, with the fields of those that were given. */
export type TaskOf<Given extends BatonPorts> = Given extends { readonly slices: infer Slices extends readonly Slice[] }
  ? ProtocolRecord & RecordOf<Slices>
  : ProtocolRecord;

/** The slices that were given to a baton, as a type. */
export type SlicesOf<Given extends BatonPorts> = Given extends {
  readonly slices: infer Slices extends readonly Slice[];
}
  ? Slices
  : readonly [];

/** The roles of a baton: literal where they are given as literals. */
export type RoleOf<Given extends BatonPorts> = Given extends { readonly roles: readonly (infer Role extends string)[] }
  ? Role
  : string;

/** All of Batonkit over one set of ports. A part whose port was not given is `null`. */
export interface Baton<Given extends BatonPorts = BatonPorts> extends Turns<TaskOf<Given>, RoleOf<Given>> {
  readonly contexts: ContextStore<
    TaskOf<Given>,
    EventOf<readonly [...ProtocolSlices, ...SlicesOf<Given>]>,
    SendableOf<SlicesOf<Given>, ProtocolSlices>
  >;
  /** What all parts read and decide by. */
  readonly machine: Machine<TaskOf<Given>>;
  readonly deltas: Given extends { readonly worktree: GitWorktree }
    ? DeltaTracker<TaskOf<Given>>
    : DeltaTracker<TaskOf<Given>> | null;
  readonly protocol: TaskProtocol;
  readonly stateFiles: Given extends { readonly files: WorkspaceFiles } ? StateFiles : StateFiles | null;
  readonly tiers: Given extends { readonly files: WorkspaceFiles } ? ContextTiers : ContextTiers | null;
  /** Judges what agents are about to do, by the policy that was given; refusals are in `artifacts/guard.log`. */
  readonly guard: Given extends { readonly files: WorkspaceFiles } ? WorkspaceGuard : WorkspaceGuard | null;
}

/**
 * Makes a {@link Baton}: the whole hand-off of a task from role to role in two calls a turn.
 *
 * @example
 * ```ts
 * import { createBaton } from 'batonkit';
 * import { defineTask, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const baton = createBaton({ tasks: createMemoryTaskStore() });
 * await orThrow(baton.contexts.init('TASK-1', {
 *   actor: 'ada',
 *   immutable: defineTask({ title: 'Fix login', description: 'It fails.' }),
 * }));
 * await orThrow(baton.startTurn('TASK-1', { role: 'implementer', actor: 'claude' }));
 * await orThrow(baton.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));
 * const tooEarly = await baton.startTurn('TASK-1', { role: 'validator', actor: 'ci' });
 * tooEarly.isErr() && tooEarly.error.message; // => 'validator works on what reviewer hands over, and reviewer is pending. Finish that turn first.'
 * ```
 */
export function createBaton<const Given extends BatonPorts>(given: Given): Baton<Given> {
  const { slices, machine = machineWith(slices), ...ports } = given as BatonPorts;
  const { tasks, worktree, trees, files, parseQa = parseLogs, runner, clock = systemClock, policy = {} } = ports;
  const scanned = policy.scanSecrets === undefined ? {} : { scanSecrets: policy.scanSecrets };
  const tree = worktree === undefined ? {} : { worktree };
  const readHead = headReader(worktree ?? null, machine) as (record: ProtocolRecord | null) => Promise<string | null>;
  const committer = createTaskCommitter<ProtocolRecord, CommandInput | ProtocolCommandInput>({
    ...{ tasks, machine, clock, policy, readHead },
  });
  return {
    machine,
    contexts: createContextStore({ ...ports, parseQa, committer }) as unknown as Baton['contexts'],
    deltas:
      worktree === undefined
        ? null
        : (createDeltaTracker({ tasks, worktree, clock, policy, committer }) as unknown as Baton['deltas']),
    protocol: createTaskProtocol({
      tasks,
      clock,
      policy,
      committer,
      ...tree,
      ...(trees === undefined ? {} : { trees }),
    }),
    stateFiles: files === undefined ? null : createStateFiles({ files, clock, ...scanned }),
    tiers: files === undefined ? null : createContextTiers({ files, clock, ...scanned }),
    guard: files === undefined ? null : createLazyGuard({ files, clock, ...scanned }, policy.guard ?? {}),
    ...(createTurns({
      ...{ tasks, clock, policy, committer, parseQa, ...tree, traceQa: traceCommands },
      ...(files === undefined ? {} : { files, saveQaOutput: outputSaver(files) }),
      ...(runner === undefined ? {} : { runner }),
    }) as unknown as Turns<ProtocolRecord>),
    // The compiler does not follow conditional types into an object: each part is there when its port is.
  } satisfies Baton as unknown as Baton<Given>;
}

/** The parsers are loaded with the first log. */
const parseLogs: ParseQa = async (log, hints) => (await import('@batonkit/capture/qa')).createQaParser()(log, hints);

/** What QA commands are defined by is found with the first run. */
const traceCommands: TraceQa = async (asked) => (await import('@batonkit/capture/qa')).traceQa(asked);

/** Writes the output to the transient tier of a session, where a workspace has tiers. */
function outputSaver(files: WorkspaceFiles): SaveQaOutput {
  const { sessions, contextCore, tracks } = DEFAULT_TIER_LAYOUT;
  return (session, text) => {
    if (session === null || !/^[\w-][\w.-]*$/.test(session)) return okAsync(null);
    const path = `${sessions}/${session}/test_output.txt`;
    const save = async (): Promise<Awaited<ReturnType<SaveQaOutput>>> => {
      const found = await files.list(sessions);
      if (found.isErr()) return err(found.error);
      const more = found.value.length > 0 ? found : await files.list(tracks);
      if (more.isErr()) return err(more.error);
      const core = more.value.length > 0 ? ok(true) : (await files.read(contextCore)).map((text) => text !== null);
      if (core.isErr()) return err(core.error);
      return core.value ? files.write(path, text).map(() => path) : ok(null);
    };
    return new ResultAsync(save());
  };
}

/** A guard whose code is loaded with the first call: it reads shells, and most programs have their hooks for that. */
function createLazyGuard(given: GuardOptions, policy: Partial<GuardPolicy>): WorkspaceGuard {
  const load = async (): Promise<WorkspaceGuard> => {
    const { createGuard, DEFAULT_GUARD_POLICY, extendGuardPolicy } = await import('@batonkit/guard');
    return createGuard({ ...given, policy: extendGuardPolicy(DEFAULT_GUARD_POLICY, policy) });
  };
  let loaded: Promise<WorkspaceGuard> | null = null;
  return {
    check: (...args) => new ResultAsync((loaded ??= load()).then((made) => made.check(...args))),
  };
}
