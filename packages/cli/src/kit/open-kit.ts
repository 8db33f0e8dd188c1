import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBaton, defaultSlices } from 'batonkit';
import { createMachine, err, type Failure, failure, type Machine, ok, type Result, type Slice } from '@batonkit/core';
import { completeSlices } from '@batonkit/core/internal';
import type { RiskRulesSource, ProtocolRecord } from '@batonkit/protocol';
import { type BatonConfig, type Caller, type OperationKit, openQaParser } from '@batonkit/operations';
import { createFsWorkspaceFiles, createNodeQaRunner } from '@batonkit/fs-adapter';
import { createGitWorktree, createLinkedWorktrees } from '@batonkit/git-adapter';
import type { BatonIo } from '../io/baton-io.ts';
import { DEFAULT_STORE } from './default-store.ts';
import { findWorkspace, type Workspace } from './find-workspace.ts';
import { CONFIG_FILES, type InvalidConfig, loadConfig } from './load-config.ts';
import { type OpenStore, openStore } from './open-store.ts';

/** What every verb takes: who acts, and where. */
export interface ShellOptions {
  readonly json?: boolean;
  readonly directory?: string;
  readonly store?: string;
  readonly actor?: string;
  readonly session?: string;
  readonly operationId?: string;
  readonly forceSecrets?: boolean;
}

/** A kit with what only this shell knows about it. */
export interface OpenKit {
  readonly kit: OperationKit;
  readonly store: OpenStore;
  /** Whether anybody said where the tasks are; otherwise they are where they are by default. */
  readonly isStoreTold: boolean;
  readonly config: BatonConfig;
  /** Null outside a working tree. */
  readonly repository: (Workspace & { readonly gitDirectory: string }) | null;
  readonly root: string;
  /** Where the shell runs, or what follows `-C`; links resolved, as in `root`. */
  readonly directory: string;
}

/** Finds the repository and its settings, and makes what operations work with. */
export async function openKit(io: BatonIo, options: ShellOptions): Promise<Result<OpenKit, Failure>> {
  const directory = resolve(io.cwd, options.directory ?? '.');
  const here = existingPath(directory);
  if (here === null) {
    const message = `There is no directory ${directory}. Check what follows -C.`;
    return err(failure('InvalidInput', message, { directory }));
  }
  const workspace = findWorkspace([here]);
  const root = workspace?.root ?? here;
  // As hooks do: every working tree of a repository goes by the settings of the main one.
  const config = await loadConfig(workspace?.main ?? root);
  if (config.isErr()) return err(config.error);
  const told = (options.store ?? io.env.BATON_STORE) || config.value.store || '';
  const store = await openStore(told || DEFAULT_STORE, { main: workspace?.main ?? root, root, env: io.env });
  if (store.isErr()) return err(store.error);
  const {
    engine = 'auto',
    roles,
    outOfScope,
    maxFileBytes,
    maxSnapshotBytes,
    toolCaches,
    snapshotDays,
    slices: paths = [],
    ...defaults
  } = config.value;
  const machine = await loadMachine(workspace?.main ?? root, paths);
  if (machine.isErr()) return err(machine.error);
  const worktree = createGitWorktree({ directory: root, engine });
  const files = createFsWorkspaceFiles({ root });
  const { tasks } = store.value;
  const linked = createLinkedWorktrees({ directory: root });
  const baton = createBaton({
    tasks,
    worktree,
    files,
    trees: linked,
    runner: createNodeQaRunner({ env: io.env }),
    parseQa: openQaParser(() => loadModules(workspace?.main ?? root, defaults.qaParsers), root),
    ...(roles === undefined ? {} : { roles }),
    ...(machine.value === null ? {} : { machine: machine.value }),
    policy: {
      riskRules: riskRulesOf(workspace?.main ?? root, defaults.riskRules),
      ...(outOfScope === undefined ? {} : { outOfScope }),
      ...(defaults.qaEvidence === undefined ? {} : { qaEvidence: defaults.qaEvidence }),
      ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
      ...(maxSnapshotBytes === undefined ? {} : { maxSnapshotBytes }),
      ...(snapshotDays === undefined ? {} : { snapshotDays }),
      ...(toolCaches === undefined ? {} : { toolCaches }),
    },
  });
  const kit: OperationKit = {
    baton,
    tasks,
    worktree,
    files,
    root,
    caller: callerOf(io, options),
    capture: captureOf(defaults),
    linked,
    ...(defaults.riskRules === undefined ? {} : { riskRules: defaults.riskRules }),
  };
  const gitDirectory = workspace?.gitDirectory ?? null;
  const repository =
    workspace === null || workspace.isBare || gitDirectory === null ? null : { ...workspace, gitDirectory };
  return ok({
    kit,
    store: store.value,
    isStoreTold: told !== '',
    config: config.value,
    repository,
    root,
    directory: here,
  });
}

/** As long as a label of the record may be. */
const MAX_ACTOR = 200;

function callerOf({ env }: BatonIo, { actor, session, operationId, forceSecrets }: ShellOptions): Caller {
  const run = session ?? env.BATON_SESSION;
  // What a session does under a person's account is not done by the person, who may approve it under that name.
  const user = run === undefined || run === '' ? userName(env) : `${userName(env)}/${run}`.slice(0, MAX_ACTOR);
  return {
    actor: actor ?? (env.BATON_ACTOR || user),
    ...(run === undefined || run === '' ? {} : { session: run }),
    ...(env.BATON_SESSION ? { ambientSession: env.BATON_SESSION } : {}),
    ...(operationId === undefined ? {} : { operationId }),
    ...(forceSecrets === undefined ? {} : { forceSecrets }),
  };
}

/** Changes are judged by the rules of the main working tree, so that a task can't relax them in its own. */
function riskRulesOf(main: string, path: string | undefined): RiskRulesSource {
  const read = async (): Promise<Awaited<ReturnType<RiskRulesSource['read']>>> => {
    if (path === undefined) return ok(undefined);
    const found = await createFsWorkspaceFiles({ root: main }).read(path);
    if (found.isErr()) return err(found.error);
    if (found.value === null) {
      const message = `There is no file ${path} in ${main}. Restore it, or change riskRules in the settings.`;
      return err(failure('InvalidConfig', message, { file: path }));
    }
    const { parseRiskRules } = await import('@batonkit/protocol/rules');
    return parseRiskRules(path, found.value.text);
  };
  return { files: path === undefined ? CONFIG_FILES : [...CONFIG_FILES, path], read };
}

/** The machine of the slices that Batonkit runs and those of the settings; `null` where the settings name none. */
async function loadMachine(
  main: string,
  paths: readonly string[],
): Promise<Result<Machine<ProtocolRecord> | null, InvalidConfig>> {
  if (paths.length === 0) return ok(null);
  try {
    const slices = (await loadModules(main, paths)).flat().map((slice) => {
      if (isSlice(slice)) return slice;
      throw new Error('a module exports no slice as its default. Make it with defineSlice of @batonkit/core.');
    });
    return ok(createMachine(completeSlices(defaultSlices, slices)) as unknown as Machine<ProtocolRecord>);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The slices ${paths.join(', ')} of the settings cannot be loaded: ${reason}`;
    return err(failure('InvalidConfig', message, { file: paths[0] ?? '' }));
  }
}

function isSlice(value: unknown): value is Slice {
  const { name, section, begin } = (value ?? {}) as { readonly [key: string]: unknown };
  return typeof name === 'string' && typeof section === 'object' && typeof begin === 'function';
}

/** Like the settings that name them, modules come from the main working tree, so that a task can't change them in its own. */
async function loadModules(main: string, paths: readonly string[] = []): Promise<readonly unknown[]> {
  const load = async (path: string): Promise<unknown> =>
    ((await import(pathToFileURL(resolve(main, path)).href)) as { readonly default?: unknown }).default;
  return Promise.all(paths.map(load));
}

function captureOf({
  taskFile,
  standardsMap,
  scopeMacros,
  allowStatus,
}: Pick<BatonConfig, 'taskFile' | 'standardsMap' | 'scopeMacros' | 'allowStatus'>): NonNullable<
  OperationKit['capture']
> {
  return {
    ...(taskFile === undefined ? {} : { taskFile }),
    ...(standardsMap === undefined ? {} : { standardsMap }),
    ...(scopeMacros === undefined ? {} : { scopeMacros }),
    ...(allowStatus === undefined ? {} : { allowStatus }),
  };
}

function userName(env: BatonIo['env']): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the number of a user may have no name.
    return env.USER || 'somebody';
  }
}

function existingPath(directory: string): string | null {
  try {
    return realpathSync(directory);
  } catch {
    return null;
  }
}
