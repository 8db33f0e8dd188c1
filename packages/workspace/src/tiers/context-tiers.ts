import { scannerOr } from '@batonkit/core/internal';
import { estimateTokens, type TokenCounter } from '@batonkit/markdown';
import {
  type Clock,
  type Rejection,
  ResultAsync,
  type SecretFound,
  type SecretScanner,
  systemClock,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import type { SchemaViolation } from '../documents/schema-violation.ts';
import { compactTrack, type Compaction } from './compact-track.ts';
import { logToolUse, type UsedTool } from './log-tool-use.ts';
import { loadTiers, type LoadedTiers } from './load-tiers.ts';
import { recoverTrack, type RecoveredTrack } from './recover-track.ts';
import { takeCheckpoint, type TakenCheckpoint } from './take-checkpoint.ts';
import { DEFAULT_TIER_LAYOUT, type TierLayout } from './tier-layout.ts';
import type { CorruptFile } from './track-checkpoint.ts';

/** Why an operation on the tiers failed. */
export type ContextTiersError =
  WorkspaceFilesError | SchemaViolation | CorruptFile | SecretFound | Rejection<'InvalidInput'> | Rejection<'Rejected'>;

/** What the operations on tiers work with. */
export interface TierPorts {
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly countTokens: TokenCounter;
  readonly scan: SecretScanner;
  readonly layout: TierLayout;
}

/** Which part of the tiers an operation is about. */
export interface TierSelection {
  /** The active track unless told. */
  readonly track?: string;
  /** Whose files make the transient tier. `load` and `recover` leave it out unless told; `compact` and `checkpoint` take all. */
  readonly session?: string;
}

/** What every write to the tiers takes besides its own arguments. Each of them may be repeated without harm. */
export interface TierWrite extends TierSelection {
  /** Who acts; the checkpoint says so. */
  readonly actor?: string;
  /**
   * Names this request, as for every write; ignored. A repeated write finds what the first one left in the files: entries move once, by
   * what the checkpoint says was read, and the same input gives the same bytes.
   */
  readonly operationId?: string;
  /** Write although it looks like a secret. */
  readonly forceSecrets?: boolean;
}

/**
 * The context of agents in three tiers: core, the active track, and what a session has just done. Compaction moves what matters from the
 * last into the second, deterministically and all or nothing: a compaction that was cut off is finished by whoever comes next.
 */
export interface ContextTiers {
  /**
   * The files in their fixed order with the tokens of each. A file of the transient tier that would go over `maxTokens` is left out, and a
   * shorter one behind it may still fit; core and track are always there. What was compacted already is left out of the work log. A
   * compaction that was cut off is finished first.
   */
  load(
    options?: TierSelection & { readonly maxTokens?: number; readonly compactAt?: number },
  ): ResultAsync<LoadedTiers, ContextTiersError>;

  /**
   * Turns the structured bullets of the work logs since the last checkpoint into DECISIONS.md, PLAN.md, RISKS.md and, for a new
   * invariant only, CONTEXT_CORE.md, and takes a checkpoint. With `threshold` only when the context has more tokens.
   * `SchemaViolation`, naming file and line, when a log breaks the form: nothing is written then.
   */
  compact(options?: TierWrite & { readonly threshold?: number }): ResultAsync<Compaction, ContextTiersError>;

  /** Compacts (unless `compact: false`) and writes `latest.json`: the SHA-256 of every file. */
  checkpoint(options?: TierWrite & { readonly compact?: boolean }): ResultAsync<TakenCheckpoint, ContextTiersError>;

  /**
   * What a new session starts from: core, track, checkpoint, the transient files it names, and the state that DECISIONS.md and
   * PLAN.md amount to. `replay` tells whether the plan is the one of the checkpoint, or what differs.
   */
  recover(options?: TierSelection): ResultAsync<RecoveredTrack, ContextTiersError>;

  /** Adds a line about a tool use to the work log of a session; compaction passes over it, but for its time. */
  logToolUse(session: string, used: UsedTool): ResultAsync<void, ContextTiersError>;
}

/** What tiers are made of. */
export interface ContextTiersOptions {
  readonly files: WorkspaceFiles;
  readonly clock?: Clock;
  /** An estimate unless told. */
  readonly countTokens?: TokenCounter;
  readonly layout?: Partial<TierLayout>;
  /** Looks at everything before it is written; `scanForSecrets` unless told. */
  readonly scanSecrets?: SecretScanner;
}

/** Makes {@link ContextTiers}; `createContextTiers` loads this file with the first call. */
export async function makeContextTiers(given: ContextTiersOptions): Promise<ContextTiers> {
  const { files, clock = systemClock, countTokens = estimateTokens } = given;
  const scan = await scannerOr(given.scanSecrets);
  const ports: TierPorts = { files, clock, countTokens, scan, layout: { ...DEFAULT_TIER_LAYOUT, ...given.layout } };
  return {
    load: (options = {}) => new ResultAsync(loadTiers(ports, options)),
    compact: (options = {}) => new ResultAsync(compactTrack(ports, options)),
    checkpoint: (options = {}) => new ResultAsync(takeCheckpoint(ports, options)),
    recover: (options = {}) => new ResultAsync(recoverTrack(ports, options)),
    logToolUse: (session, used) => new ResultAsync(logToolUse(ports, session, used)),
  };
}
