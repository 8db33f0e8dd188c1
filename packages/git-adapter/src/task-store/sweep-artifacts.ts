import type { Clock } from '@batonkit/core';
import { commandProblem } from '../native/run-git.ts';
import { readTip } from './read-revisions.ts';
import type { RefRepository } from './ref-repository.ts';
import { corrupt } from './store-problem.ts';
import { ARTIFACT_REFS, taskIdOfRef } from '../names/task-ref-name.ts';

interface StoredArtifact {
  readonly ref: string;
  readonly tag: string;
  readonly id: string;
  readonly sha: string;
  readonly at: number;
}

const FORMAT = '%(refname)%09%(objectname)%09%(contents:subject)';

/**
 * Gives up the names of artifacts that were stored long enough ago. What the current revision of a task holds stays reachable
 * through it and is not counted; the rest is left to the user's own gc. Answers how many artifacts went.
 */
export async function sweepArtifacts(repository: RefRepository, olderThanMs: number, clock: Clock): Promise<number> {
  const now = clock.now();
  const old = (await listStored(repository)).filter(({ at }) => now - at >= olderThanMs);
  if (old.length === 0) return 0;
  const live = new Map<string, ReadonlySet<string>>();
  for (const id of new Set(old.map((artifact) => artifact.id)))
    live.set(id, new Set((await readTip(repository, id))?.artifacts));
  const gone = await dropRefs(repository, old);
  return gone.filter(({ id, sha }) => live.get(id)?.has(sha) !== true).length;
}

async function listStored(repository: RefRepository): Promise<StoredArtifact[]> {
  const output = await repository.git(['for-each-ref', `--format=${FORMAT}`, ARTIFACT_REFS]);
  return output
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [ref = '', tag = '', subject = ''] = line.split('\t');
      const [name = '', sha = ''] = ref.slice(ARTIFACT_REFS.length).split('/');
      const id = taskIdOfRef(name);
      if (id === null) return []; // Not made by this store, so not for it to remove.
      const at = /^stored: (-?\d+)$/.exec(subject)?.[1];
      if (at === undefined) throw corrupt(id, ref, 'it does not say when it was stored');
      return [{ ref, tag, id, sha, at: Number(at) }];
    });
}

/** Drops refs that are still where they were seen. One that somebody stores again is found by halves and stays. */
async function dropRefs(
  repository: RefRepository,
  refs: readonly StoredArtifact[],
): Promise<readonly StoredArtifact[]> {
  const input = Buffer.from(refs.map(({ ref, tag }) => `delete ${ref} ${tag}\n`).join(''));
  const args = ['update-ref', '--no-deref', '--stdin'];
  const { code, stderr } = await repository.around('drop artifact refs', () => repository.tryGit(args, input));
  if (code === 0) return refs;
  if (!stderr.includes('cannot lock ref')) throw commandProblem(args, code, stderr);
  if (refs.length === 1) return [];
  const middle = Math.ceil(refs.length / 2);
  return [...(await dropRefs(repository, refs.slice(0, middle))), ...(await dropRefs(repository, refs.slice(middle)))];
}
