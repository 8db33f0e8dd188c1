import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { errnoOf, type GitProblem, gitProblem, type GitReason } from '../host/git-problem.ts';

/** Where a git process runs, and with whose settings. */
export interface GitPlace {
  readonly cwd: string;
  /** Set on top of the cleaned environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** True in our own repository: nobody's configuration or attributes are read there. */
  readonly isolated?: boolean;
  /** More settings, as arguments; see own-programs.ts. */
  readonly settings?: readonly string[];
  /** Ends git early. */
  readonly signal?: AbortSignal;
}

/** What a git process answered. */
export interface GitAnswer {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * The settings of every git process, also of those that git starts itself, in submodules too. A repository comes from somebody else, and
 * its configuration can name programs; none of these is needed for what Batonkit asks of git. Those that contents or remotes depend on are
 * the matter of own-programs.ts.
 */
const NO_FOREIGN_PROGRAMS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.alternateRefsCommand=true',
  'core.pager=cat',
  'core.editor=:',
  'sequence.editor=:',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'push.gpgSign=false',
  'log.showSignature=false',
  'merge.verifySignatures=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'push.recurseSubmodules=no',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting]);

/**
 * The environment of every git process: nothing that was set for another git command gets in, nothing waits for a person,
 * nothing writes the user's index on the side.
 */
function gitEnvironment({ env, isolated }: GitPlace): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_EDITOR: ':',
    // Of the lines of core.gitProxy the first counts, so that no later one takes its place.
    GIT_PROXY_COMMAND: '',
    ...(isolated === true && {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_ATTR_NOSYSTEM: '1',
      // Older than 2.32, git knows no GIT_CONFIG_GLOBAL: without these it finds no personal file either.
      HOME: '/nonexistent',
      XDG_CONFIG_HOME: '/nonexistent',
      // A missing object stays missing: to get it from where this repository says would start what it names.
      GIT_ALLOW_PROTOCOL: 'none',
    }),
    ...env,
  };
}

/** Starts git. Every git process of Batonkit comes from here or from {@link askGit}; foreign-programs.test.ts looks for others. */
export function startGit(place: GitPlace, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn('git', [...NO_FOREIGN_PROGRAMS, ...(place.settings ?? []), ...args], {
    cwd: place.cwd,
    env: gitEnvironment(place),
    stdio: 'pipe',
    windowsHide: true,
    ...(place.signal !== undefined && { signal: place.signal }),
  });
}

/** Runs git at once and gives its text; null when it fails or is not there. For questions that concern no repository. */
export function askGit(args: readonly string[]): string | null {
  const { stdout, status } = spawnSync('git', [...NO_FOREIGN_PROGRAMS, ...args], {
    env: gitEnvironment({ cwd: '.' }),
    encoding: 'utf8',
    windowsHide: true,
  });
  return status === 0 ? stdout : null;
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
    const child = startGit(place, args);
    const out: Buffer[] = [];
    let stderr = '';
    child.on('error', (error) => reject(startProblem(error)));
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8');
    });
    let leftOpen: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      // What git wrote is there by now; the loop reads it once more, then no more is waited for.
      leftOpen = setTimeout(
        () => setImmediate(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy())),
        LEFT_OPEN_MS,
      );
    });
    child.on('close', (code) => {
      clearTimeout(leftOpen);
      resolve({ code, stdout: Buffer.concat(out), stderr });
    });
    // A git that fails early closes its input; its exit code tells more than EPIPE does.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
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

/** What git says of a filter that is required and has no command; had one failed, git would have named it on a line before. */
const FILTER_NOT_RUN = /(?<!external filter .*)^fatal: .*: (?:clean|smudge) filter .* failed$/ms;

/** The problem of a git that ended badly. */
export function commandProblem(args: readonly string[], code: number | null, stderr: string): GitProblem {
  if (FILTER_NOT_RUN.test(stderr)) {
    const why = 'only this repository configures that filter, and Batonkit starts no program that a repository names';
    const next = 'if you trust it, set it in your own configuration, with git config --global';
    return gitProblem('unsupported', `${stderr.trim().slice(-200)}: ${why}; ${next}`);
  }
  const reason = reasons.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'command-failed';
  const name = args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
  return gitProblem(reason, `git ${name} ended with ${code === null ? 'a signal' : `code ${code}`}: ${stderr.trim()}`);
}
