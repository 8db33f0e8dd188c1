import type { TaskListing } from '@batonkit/core';
import { commandProblem } from '../native/run-git.ts';
import { readObject, requireRevision } from './read-revisions.ts';
import type { RefRepository } from './ref-repository.ts';
import { corrupt } from './store-problem.ts';
import { TASK_REFS, taskIdOfRef } from '../task-ref-name.ts';

const CHUNK = 500;

/** A task and the commit that its ref names. */
export interface NamedTask {
  readonly id: string;
  readonly commit: string;
}

/** Every task below a folder of refs, in no particular order. A ref that leads nowhere is `Corrupt`. */
export async function listTaskRefs(repository: RefRepository, folder = TASK_REFS): Promise<NamedTask[]> {
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', folder];
  const { code, stdout, stderr } = await repository.tryGit(args);
  const [, broken] = /ignoring broken ref (\S+)/.exec(stderr) ?? [];
  const damaged = broken?.startsWith(folder) === true ? taskIdOfRef(broken.slice(folder.length)) : null;
  if (broken !== undefined && damaged !== null) throw corrupt(damaged, broken, 'git cannot read the ref');
  if (code !== 0) throw commandProblem(args, code, stderr);
  return stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [ref = '', commit = ''] = line.split(' ');
      const id = taskIdOfRef(ref.slice(folder.length));
      return id === null ? [] : [{ id, commit }];
    });
}

/** One page of tasks, sorted by code unit. Only the commits of that page are read. */
export async function listTasks(
  repository: RefRepository,
  { prefix = '', after, limit }: { readonly prefix?: string; readonly after?: string; readonly limit: number },
): Promise<TaskListing[]> {
  const page = (await listTaskRefs(repository))
    .filter(({ id }) => id.startsWith(prefix) && (after === undefined || id > after))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, Math.max(0, limit));
  const listed: TaskListing[] = [];
  for (let start = 0; start < page.length; start += CHUNK)
    listed.push(...(await Promise.all(page.slice(start, start + CHUNK).map((named) => describe(repository, named)))));
  return listed;
}

async function describe(repository: RefRepository, { id, commit }: NamedTask): Promise<TaskListing> {
  const object = await readObject(repository, id, commit);
  if (object === null) throw corrupt(id, commit, 'the commit of its ref is missing');
  const { revision, purged } = requireRevision(id, commit, object);
  return { id, revision, purged };
}
