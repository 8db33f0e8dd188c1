/** Where text goes. `process.stdout` is one. */
export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Everything of the outside that `baton` touches besides repositories: a program that embeds it, or a test, gives its own. */
export interface BatonIo {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where `baton` runs, as an absolute path. */
  readonly cwd: string;
  /** All of standard input; never called unless a command line says `-`. */
  readStdin(): Promise<Uint8Array>;
  /** Called once with how it ended: see `EXIT_CODES`. */
  exit(code: number): void;
  /** Calls `stop` when a person interrupts the program (Ctrl-C), until what it answers is called; left out where nobody can. */
  onInterrupt?(stop: () => void): () => void;
  /** Shows a long text in a pager; left out where there is none. */
  page?(text: string): Promise<void>;
}
