import type { GitWorktree } from '@batonkit/core';

type Awaitable<T> = T | Promise<T>;

/**
 * How a test changes the files of a working tree, beside the port. The optional ones are capabilities: without them the cases
 * that need them are not registered.
 */
export interface WorktreeEdits {
  readonly write: (path: string, content: string | Uint8Array) => Awaitable<void>;
  readonly remove: (path: string) => Awaitable<void>;
  /** The bytes of a file, or `null` when there is none. */
  readonly read: (path: string) => Awaitable<Uint8Array | null>;
  /** Commits everything that is not ignored, and answers the commit's id. */
  readonly commit: () => Awaitable<string>;
  readonly stage?: (path: string) => Awaitable<void>;
  readonly chmod?: (path: string, executable: boolean) => Awaitable<void>;
  readonly symlink?: (path: string, target: string) => Awaitable<void>;
  /** Gives a file another time stamp and leaves its content alone. */
  readonly touch?: (path: string) => Awaitable<void>;
  /** Runs a script with `sh -e` in the top directory, with git at hand. */
  readonly shell?: (script: string) => Awaitable<void>;
  /** A directory that does not exist yet, and how to read what was put there. */
  readonly target?: () => {
    readonly directory: string;
    readonly read: (path: string) => Awaitable<Uint8Array | null>;
  };
}

/** A working tree made for one test, and what to do with it afterwards. */
export interface WorktreeUnderTest {
  readonly worktree: GitWorktree;
  readonly edit: WorktreeEdits;
  readonly close?: () => unknown;
}

/** Which optional edits a case needs. */
export type WorktreeNeed = 'stage' | 'chmod' | 'symlink' | 'touch' | 'target' | 'shell';

/** One promise of the port, as a test. */
export interface WorktreeCase {
  readonly name: string;
  readonly needs?: readonly WorktreeNeed[];
  /** Committed before the case runs; {@link startFiles} unless told. */
  readonly files?: Readonly<Record<string, string>>;
  readonly run: (made: WorktreeUnderTest) => Promise<void>;
}

/** What a working tree starts with. */
export const startFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'ignored/\n*.log\n',
  'a.txt': 'alpha\n',
  'dir/b.txt': 'beta\n',
  'dir/c.txt': 'gamma\n',
};
