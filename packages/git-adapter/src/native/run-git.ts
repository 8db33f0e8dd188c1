import { spawn } from 'node:child_process';
import { errnoOf, type GitProblem, gitProblem, type GitReason } from '../git-problem.ts';

/** Where a git process runs, and with whose settings. */
export interface GitPlace {
  readonly cwd: string;
  /** Set on top of the cleaned environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** True in our own repository: nobody's configuration or attributes are read there. */
  readonly isolated?: boolean;
}

/** What a git process answered. */
export interface GitAnswer {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * The environment of every git process: nothing that was set for another git command gets in, nothing waits for a person,
 * nothing writes the user's index on the side.
 */
export function gitEnvironment({ env, isolated }: GitPlace): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    ...(isolated === true && {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_ATTR_NOSYSTEM: '1',
      // Older than 2.32, git knows no GIT_CONFIG_GLOBAL: without these it finds no personal file either.
      HOME: '/nonexistent',
      XDG_CONFIG_HOME: '/nonexistent',
    }),
    ...env,
  };
}

/** Runs git to its end and gives its output; anything but exit code 0 is a problem. */
export async function runGit(place: GitPlace, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(place, args, input);
  if (code !== 0) throw commandProblem(args, code, stderr);
  return stdout;
}

/** What git leaves running (ssh keeps a connection for the next command) may hold its output open; so long after git's end nobody waits for it. */
const LEFT_OPEN_MS = 1000;
/** Git names each ref that it cannot read, and there may be many. */
const MAX_STDERR = 1024 * 1024;

/** Runs git to its end, whatever its exit code. */
export function tryGit(place: GitPlace, args: readonly string[], input?: Buffer): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      cwd: place.cwd,
      env: gitEnvironment(place),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    let stderr = '';
    child.on('error', (error) => reject(startProblem(error)));
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8');
    });
    let leftOpen: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      // What git wrote is there by now; the loop reads it once more, then no more is waited for.
      leftOpen = setTimeout(
        () => setImmediate(() => [child.stdout, child.stderr].forEach((stream) => stream?.destroy())),
        LEFT_OPEN_MS,
      );
    });
    child.on('close', (code) => {
      clearTimeout(leftOpen);
      resolve({ code, stdout: Buffer.concat(out), stderr });
    });
    // A git that fails early closes its input; its exit code tells more than EPIPE does.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** What kept git from starting. A missing directory and a missing program look alike to the operating system. */
export function startProblem(error: Error): GitProblem {
  const code = errnoOf(error);
  if (code === 'ENOENT') return gitProblem('git-missing', '', error);
  return gitProblem(code === 'EACCES' ? 'not-permitted' : 'command-failed', error.message, error);
}

const reasons: readonly (readonly [RegExp, GitReason])[] = [
  [/not a git repository/i, 'not-a-repository'],
  [/must be run in a work tree/i, 'bare'],
  [/No space left on device|Disk quota exceeded/i, 'disk-full'],
  [
    /Permission denied|Read-only file system|dubious ownership|Operation not permitted|insufficient permission/i,
    'not-permitted',
  ],
];

/** The problem of a git that ended badly. */
export function commandProblem(args: readonly string[], code: number | null, stderr: string): GitProblem {
  const reason = reasons.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'command-failed';
  const name = args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
  return gitProblem(reason, `git ${name} ended with ${code === null ? 'a signal' : `code ${code}`}: ${stderr.trim()}`);
}
