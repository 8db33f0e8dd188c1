import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskListing } from '@batonkit/core';
import { errnoOf } from '../host/git-problem.ts';
import { commandProblem } from '../native/run-git.ts';
import { readObject, requireRevision } from './read-revisions.ts';
import type { RefRepository } from './ref-repository.ts';
import { corrupt, StoreProblem } from './store-problem.ts';
import { TASK_REFS, taskIdOfRef } from '../names/task-ref-name.ts';

const CHUNK = 500;

/** A task and the commit that its ref names. */
export interface NamedTask {
  readonly id: string;
  readonly commit: string;
}

/** The refs of tasks below a folder. */
export interface TaskRefs {
  readonly tasks: readonly NamedTask[];
  /** The tasks whose ref git cannot read, each with what is wrong. */
  readonly broken: ReadonlyMap<string, StoreProblem>;
}

/** Every task below a folder of refs, in no particular order. */
export async function listTaskRefs(repository: RefRepository, folder = TASK_REFS): Promise<TaskRefs> {
  // Before git is asked, so that a ref that is made meanwhile is not missed in git's answer.
  const loose = await namesIn(join(repository.commonDirectory, folder));
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', folder];
  const { code, stdout, stderr } = await repository.tryGit(args);
  if (code !== 0) throw commandProblem(args, code, stderr);
  const broken = new Map<string, StoreProblem>();
  for (const [, ref = ''] of stderr.matchAll(/ignoring broken ref (\S+)/g)) {
    const id = ref.startsWith(folder) ? taskIdOfRef(ref.slice(folder.length)) : null;
    if (id !== null) broken.set(id, corrupt(id, ref, 'git cannot read the ref'));
  }
  const tasks = stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [ref = '', commit = ''] = line.split(' ');
      const id = taskIdOfRef(ref.slice(folder.length));
      return id === null ? [] : [{ id, commit }];
    });
  // Git leaves out without a word a ref that names another one that is not there, and a folder in the place of a ref.
  const listed = new Set(tasks.map(({ id }) => id));
  for (const name of loose) {
    const id = taskIdOfRef(name);
    if (id !== null && !listed.has(id) && !broken.has(id))
      broken.set(id, corrupt(id, folder + name, 'it leads to no object'));
  }
  return { tasks, broken };
}

/** What lies in a folder of refs; nothing when there is none, since all its refs are packed or none was made. */
async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** One page of tasks, sorted by code unit. Only the commits of that page are read. */
export async function listTasks(
  repository: RefRepository,
  { prefix = '', after, limit }: { readonly prefix?: string; readonly after?: string; readonly limit: number },
): Promise<TaskListing[]> {
  const { tasks, broken } = await listTaskRefs(repository);
  const page = [...tasks, ...[...broken.keys()].map((id) => ({ id, commit: null }))]
    .filter(({ id }) => id.startsWith(prefix) && (after === undefined || id > after))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, Math.max(0, limit));
  const describe = async ({ id, commit }: (typeof page)[number]): Promise<TaskListing> => {
    try {
      if (commit === null) throw broken.get(id) ?? corrupt(id, id, 'git cannot read the ref');
      const object = await readObject(repository, id, commit);
      if (object === null) throw corrupt(id, commit, 'the commit of its ref is missing');
      const { revision, purged } = requireRevision(id, commit, object);
      return { id, revision, purged };
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error;
      return { id, revision: 0, purged: false, problem: error.failure };
    }
  };
  const listed: TaskListing[] = [];
  for (let start = 0; start < page.length; start += CHUNK)
    listed.push(...(await Promise.all(page.slice(start, start + CHUNK).map(describe))));
  return listed;
}
