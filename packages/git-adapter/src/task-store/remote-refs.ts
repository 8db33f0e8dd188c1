import { createHash } from 'node:crypto';
import { storeErrors } from '@batonkit/core';
import type { GitAnswer } from '../native/run-git.ts';
import type { RefRepository } from './ref-repository.ts';
import { StoreProblem } from './store-problem.ts';
import { REMOTE_REFS, TASK_REFS, taskIdOfRef, taskRef, taskRefName } from '../names/task-ref-name.ts';

/** The folder of refs that show a remote's tasks as they were seen last. */
export function trackingFolder(remote: string): string {
  return `${REMOTE_REFS}${createHash('sha256').update(remote).digest('hex').slice(0, 16)}/`;
}

/** The tasks of a remote and the commits they are at. */
export async function listRemoteTasks(repository: RefRepository, remote: string): Promise<ReadonlyMap<string, string>> {
  const answer = await repository.tryNetworkGit(['ls-remote', '--quiet', '--', remote, `${TASK_REFS}*`]);
  if (answer.code !== 0) throw remoteProblem('list the tasks of the remote', answer);
  return new Map(
    answer.stdout
      .toString('utf8')
      .split('\n')
      .flatMap((line) => {
        const [commit = '', ref = ''] = line.split('\t');
        const id = taskIdOfRef(ref.slice(TASK_REFS.length));
        return id === null ? [] : [[id, commit] as const];
      }),
  );
}

/** Brings the history of some tasks here, below {@link trackingFolder}. Nothing of the user's is written, FETCH_HEAD included. */
export async function fetchHistories(repository: RefRepository, remote: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const refspecs = ids.map((id) => `+${taskRef(id)}:${trackingFolder(remote)}${taskRefName(id)}\n`).join('');
  const args = [
    // In a pack that git itself keeps until the refs have moved: what lies by itself, a gc without a grace period may take before that.
    '-c',
    'fetch.unpackLimit=1',
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-prune',
    '--no-write-fetch-head',
    '--no-write-commit-graph',
    '--no-auto-maintenance',
    '--no-recurse-submodules',
    '--refmap=',
    '--stdin',
    '--',
    remote,
  ];
  const answer = await repository.around('fetch histories', () =>
    repository.tryNetworkGit(args, Buffer.from(refspecs)),
  );
  if (answer.code !== 0) throw remoteProblem('fetch tasks from the remote', answer);
}

/** One ref of a remote that is to move. */
export interface RemoteMove {
  readonly id: string;
  /** Where it must be now; null when it must not exist. */
  readonly from: string | null;
  readonly to: string;
}

const PUSH_AT_ONCE = 200;

/** Moves refs of a remote, each only if it is where it is expected. Answers the ids whose refs the remote did not move. */
export async function pushMoves(
  repository: RefRepository,
  remote: string,
  moves: readonly RemoteMove[],
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  for (let start = 0; start < moves.length; start += PUSH_AT_ONCE) {
    const some = moves.slice(start, start + PUSH_AT_ONCE);
    const args = [
      'push',
      '--porcelain',
      '--no-verify',
      '--no-follow-tags',
      '--no-signed',
      '--recurse-submodules=no',
      ...some.map(({ id, from }) => `--force-with-lease=${taskRef(id)}:${from ?? ''}`),
      '--',
      remote,
      ...some.map(({ id, to }) => `${to}:${taskRef(id)}`),
    ];
    const answer = await repository.around('push histories', () => repository.tryNetworkGit(args));
    const told = answer.stdout.toString('utf8').matchAll(/^([ +*=!-])\t[^\t\n]*:(\S+)\t(.*)$/gm);
    const answers = new Map([...told].map(([, flag = '', ref = '', reason = '']) => [ref, { flag, reason }]));
    if (answer.code !== 0 && answers.size === 0) throw remoteProblem('push tasks to the remote', answer);
    for (const { id } of some) {
      const { flag, reason } = answers.get(taskRef(id)) ?? { flag: '!', reason: '' };
      if (FOR_GOOD.test(reason)) throw declined(id);
      if (!/^[ +*=]$/.test(flag)) refused.add(id);
    }
  }
  return refused;
}

/** What a server says whose hook or rule forbids the ref: to ask again, as after a race, would not help. */
const FOR_GOOD = /^\[remote rejected\].*(?:declined|denied|prohibited|protected|not allowed)/i;

function declined(id: string): StoreProblem {
  const reason = `a hook or rule of the remote does not take ${id}; allow refs/batonkit/ there, or use another remote`;
  return new StoreProblem(storeErrors.storageFailure('push tasks to the remote', reason));
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /Authentication failed|Permission denied|could not read (Username|Password)|\b40[13]\b/i,
    'it refused access; check the credentials that git uses for it',
  ],
  [/Could not resolve host|Connection|Network is unreachable|unable to access/i, 'it could not be reached'],
  [/does not appear to be a git repository|not found|No such remote|does not exist/i, 'there is no such repository'],
];

/** Git's own words may hold an address with a password, so they are sorted into kinds and not repeated. */
function remoteProblem(operation: string, { code, stderr }: GitAnswer): StoreProblem {
  const known = REASONS.find(([pattern]) => pattern.test(stderr))?.[1];
  const reason = known ?? `git ended with ${code === null ? 'a signal' : `code ${code}`}`;
  return new StoreProblem(storeErrors.storageFailure(operation, reason));
}
