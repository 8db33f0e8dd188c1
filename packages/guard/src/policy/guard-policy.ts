import type { TaskState } from '@batonkit/protocol';

/** How a tool touches files. */
export interface ToolKind {
  /** `read` and `write` name files in some input fields, `shell` runs a command line, `other` touches no files. */
  readonly kind: 'read' | 'write' | 'shell' | 'other';
  /** The input fields that hold a path, or the command line. */
  readonly fields: readonly string[];
}

/**
 * Where agents may write unless `writableRoots` says it: `coding` in the whole repository, `planning` below `docs/` and `artifacts/` only.
 * The store, evidence, settings of the guard, git's own files and other working trees are closed in both.
 */
export type GuardProfile = 'coding' | 'planning';

/** What agents may do. Paths are relative to the workspace's root, with `/` between names. */
export interface GuardPolicy {
  readonly profile: GuardProfile;
  /** The tools that may be used at all, and how each touches files. */
  readonly tools: Readonly<Record<string, ToolKind>>;
  /** Folders below which files may be written; `.` is the whole workspace. */
  readonly writableRoots: readonly string[];
  /** Globs of files that may not be written, wherever they are. A glob without a slash is held against file names. */
  readonly deniedGlobs: readonly string[];
  /** Globs of files that prove what happened (logs, checkpoints, decisions): agents do not write them themselves. */
  readonly evidenceGlobs: readonly string[];
  /** Globs of files that tell agents what to do (commands, subagents, skills, rules of a harness): a person decides about each write. */
  readonly askedGlobs: readonly string[];
  /** Globs of files that could turn the guard off, or add tools that it takes for known ones. No configuration opens them to agents. */
  readonly protectedGlobs: readonly string[];
  /** The store's own folders: neither read nor written directly. */
  readonly storeDirectories: readonly string[];
  /** Globs of the files that steer the work (plans, logs, task lists), which are no implementation. */
  readonly coordinationGlobs: readonly string[];
  /** Command lines that may run although it cannot be told what they write, such as `npm test`; compared word for word. */
  readonly trustedCommands: readonly string[];
  /** What to answer when it cannot be told what a tool use writes. */
  readonly whenUnclear: 'ask' | 'deny';
}

/** What holds now. Nothing is looked up: who calls the guard gathers it. */
export interface GuardFacts {
  /** The workspace's root: absolute, links resolved, `/` between names. */
  readonly root: string;
  /** Where commands run; the root when left out. */
  readonly directory?: string | undefined;
  /** What `~` stands for. */
  readonly home?: string | undefined;
  /** True where `DOCS` and `docs` are one folder. */
  readonly isCaseInsensitive?: boolean | undefined;
  /** Where a symbolic link leads, as it is written in it; null for everything that is none. Without it no path is taken for a link. */
  readonly readLink?: ((absolutePath: string) => string | null) | undefined;
  /** The other working trees of the repository (absolute). */
  readonly otherTrees?: readonly string[] | undefined;
  /** True when something is at a path. Without it everything that could be there is taken to be. */
  readonly exists?: ((absolutePath: string) => boolean) | undefined;
  /** True for a folder that git takes for a repository. Without it every folder that agents may write is taken for one. */
  readonly isGitDirectory?: ((absolutePath: string) => boolean) | undefined;
  /** The file that the policy stands in, for messages. Defaults to `batonkit.config.json`. */
  readonly settings?: string | undefined;
  /** The state of the protocol, when one runs. */
  readonly protocol?: ProtocolWriteFacts | undefined;
}

/** What the protocol says about writing. */
export interface ProtocolWriteFacts {
  readonly state: TaskState;
  /** True while a plan or changes are presented and not yet approved. */
  readonly isAwaitingApproval?: boolean | undefined;
  /** False until the plan is approved; left out where nobody knows. */
  readonly isPlanApproved?: boolean | undefined;
  /** The agent's own working tree (absolute); null for the coordinator. */
  readonly agentWorktree: string | null;
  /** What the agent is for; a reviewer changes no sources. */
  readonly agentKind?: 'reviewer' | 'updater' | undefined;
  /** The working trees of the other agents (absolute). */
  readonly otherWorktrees?: readonly string[] | undefined;
}

/** A tool an agent wants to use. */
export interface ToolUse {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The answer, and why. */
export interface GuardVerdict {
  readonly decision: 'allow' | 'deny' | 'ask';
  readonly reason: string;
  /** The files the tool use would write, relative to the root where they lie inside it, links resolved. */
  readonly writes: readonly string[];
}

const write = (...fields: readonly string[]): ToolKind => ({ kind: 'write', fields });
const read = (...fields: readonly string[]): ToolKind => ({ kind: 'read', fields });

const PROFILE_ROOTS: Readonly<Record<GuardProfile, readonly string[]>> = Object.freeze({
  coding: Object.freeze(['.']),
  planning: Object.freeze(['docs', 'artifacts']),
});

/** The profile `coding`: the whole repository is writable, the usual tools of coding agents pass, and doubts are asked. */
export const DEFAULT_GUARD_POLICY: GuardPolicy = Object.freeze({
  tools: Object.freeze({
    Read: read('file_path', 'path'),
    NotebookRead: read('notebook_path'),
    Glob: read('path', 'pattern'),
    Grep: read('path', 'glob'),
    LS: read('path'),
    Write: write('file_path', 'path'),
    Edit: write('file_path', 'path'),
    MultiEdit: write('file_path', 'path'),
    NotebookEdit: write('notebook_path', 'file_path'),
    Bash: { kind: 'shell', fields: ['command'] } as const,
    Task: { kind: 'other', fields: [] } as const,
    Agent: { kind: 'other', fields: [] } as const,
    TodoWrite: { kind: 'other', fields: [] } as const,
    WebFetch: { kind: 'other', fields: [] } as const,
    WebSearch: { kind: 'other', fields: [] } as const,
  }),
  profile: 'coding',
  writableRoots: PROFILE_ROOTS.coding,
  deniedGlobs: Object.freeze([
    '.env',
    '.env.*',
    '!.env.{example,sample,template}',
    '*.pem',
    '*.key',
    'id_rsa',
    'id_ed25519',
  ]),
  evidenceGlobs: Object.freeze([
    'artifacts/guard.log',
    'artifacts/sessions/**',
    'artifacts/checkpoints/**',
    'docs/tracks/*/DECISIONS.md',
    'docs/context/GUARDRAILS.md',
  ]),
  askedGlobs: Object.freeze([
    '**/.claude/{agents,commands,output-styles,rules,skills}/',
    '**/.codex/{agents,prompts,skills}/',
    '**/.agents/skills/',
    '**/.gemini/{agents,commands,skills}/',
    '**/.cursor/{agents,commands,rules,skills}/',
    '**/.opencode/{agent,agents,command,commands,mode,modes,skill,skills}/',
    '.github/{agents,chatmodes,instructions,prompts,skills}/',
  ]),
  // Those of a folder count as well: a harness that is started there reads them.
  protectedGlobs: Object.freeze([
    'batonkit.config.*',
    '**/.claude/settings.json',
    '**/.claude/settings.local.json',
    '**/.claude/hooks/',
    '**/.claude/plugins/',
    '**/.claude-plugin/',
    '**/.codex/hooks.json',
    '**/.codex/hooks/',
    '**/.codex/config.toml',
    '**/.codex/rules/',
    '**/.gemini/settings.json',
    '**/.gemini/extensions/',
    '**/.gemini/hooks/',
    '**/.gemini/policies/',
    '**/.cursor/hooks.json',
    '**/.cursor/hooks/',
    '**/.cursor/*.json',
    '.mcp.json',
    '**/.opencode/plugin/',
    '**/.opencode/plugins/',
    '**/.opencode/tool/',
    '**/.opencode/tools/',
    '**/.opencode/node_modules/',
    '**/.opencode/package.json',
    'opencode.json',
    'opencode.jsonc',
    '.github/copilot/',
    '.github/hooks/',
    '**/.vscode/mcp.json',
    // The guard's own program.
    '**/node_modules/@batonkit/',
    '**/node_modules/batonkit/',
    '**/node_modules/.pnpm/@batonkit*/',
    '**/node_modules/.pnpm/batonkit@*/',
    '**/node_modules/.bin/baton*',
  ]),
  storeDirectories: Object.freeze(['.agent-output']),
  coordinationGlobs: Object.freeze(['docs/**', 'artifacts/**', 'todo.md', 'changelog.md', 'task.md']),
  trustedCommands: Object.freeze([]),
  whenUnclear: 'ask',
});

/**
 * A policy with some of its parts replaced; a profile brings its writable roots unless these are given too.
 *
 * @example
 * ```ts
 * import { DEFAULT_GUARD_POLICY, extendGuardPolicy } from '@batonkit/guard';
 *
 * extendGuardPolicy(DEFAULT_GUARD_POLICY, { profile: 'planning' }).writableRoots; // => ['docs', 'artifacts']
 * ```
 */
export function extendGuardPolicy(base: GuardPolicy, given: Partial<GuardPolicy>): GuardPolicy {
  const writableRoots =
    given.writableRoots ?? (given.profile === undefined ? base.writableRoots : PROFILE_ROOTS[given.profile]);
  return { ...base, ...given, writableRoots };
}
