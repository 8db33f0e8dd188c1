import {
  type Clock,
  okAsync,
  ResultAsync,
  type SecretScanner,
  systemClock,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import { formatRefusal } from '../policy/format-refusal.ts';
import {
  DEFAULT_GUARD_POLICY,
  type GuardFacts,
  type GuardPolicy,
  type GuardVerdict,
  type ToolUse,
} from '../policy/guard-policy.ts';
import { guard } from './guard.ts';

/** What a guard over a workspace is made of. */
export interface GuardOptions {
  readonly files: WorkspaceFiles;
  readonly policy?: GuardPolicy | undefined;
  readonly clock?: Clock | undefined;
  /** The file that refusals are added to; `artifacts/guard.log` when left out. */
  readonly logPath?: string | undefined;
  /** Looks at everything before it is logged; `scanForSecrets` unless told. */
  readonly scanSecrets?: SecretScanner | undefined;
}

/** Judges tool uses in a workspace and keeps a log of refusals. */
export interface WorkspaceGuard {
  /** The verdict; a `deny` is in the log by the time it arrives. Fails with the errors of the workspace files. */
  check(toolUse: ToolUse, facts: GuardFacts): ResultAsync<GuardVerdict, WorkspaceFilesError>;
}

/**
 * A guard that, after {@link guard} allowed a write, also lets the workspace look at the path: one that meets a symbolic link on the
 * way is denied even when the facts did not know of the link. Every refusal is appended to the log as one line of JSON with time, tool
 * and reason; what the tool was given is not logged, nor a reason when that holds what looks like a secret.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createGuard } from '@batonkit/guard';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles();
 * const gate = createGuard({ files });
 * const verdict = await orThrow(gate.check({ tool: 'Write', input: { file_path: '/etc/passwd' } }, { root: '/work' }));
 * verdict.decision; // => 'deny'
 * (await orThrow(files.read('artifacts/guard.log')))?.text.includes('outside the workspace'); // => true
 * ```
 */
export function createGuard({
  files,
  policy = DEFAULT_GUARD_POLICY,
  clock = systemClock,
  logPath = 'artifacts/guard.log',
  scanSecrets,
}: GuardOptions): WorkspaceGuard {
  const log = (toolUse: ToolUse, { reason }: GuardVerdict): ResultAsync<void, WorkspaceFilesError> =>
    ResultAsync.fromSafePromise(formatRefusal(clock, [toolUse], reason, scanSecrets)).andThen((line) =>
      files.append(logPath, line),
    );
  return {
    check(toolUse, facts) {
      const first = guard(toolUse, policy, facts);
      const looked = first.decision === 'allow' ? lookAtWrites(first, files) : Promise.resolve(first);
      return ResultAsync.fromSafePromise<GuardVerdict, WorkspaceFilesError>(looked).andThen((verdict) =>
        verdict.decision === 'deny' ? log(toolUse, verdict).map(() => verdict) : okAsync(verdict),
      );
    },
  };
}

async function lookAtWrites(verdict: GuardVerdict, files: WorkspaceFiles): Promise<GuardVerdict> {
  // Paths outside the root are allowed only in an agent's own working tree, which these files do not reach.
  for (const path of verdict.writes.filter((written) => !written.startsWith('/'))) {
    const read = await files.read(path);
    // A folder, a file that is not text or a name that other systems refuse is no reason against writing there.
    if (read.isErr() && read.error.code === 'PathEscapesRoot') {
      return {
        ...verdict,
        decision: 'deny',
        reason: `${path} may not be written: a link or name on the way leads elsewhere. No setting opens it.`,
      };
    }
  }
  return verdict;
}
