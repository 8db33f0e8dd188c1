import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sha256Hex } from '@batonkit/core/text';
import { orThrow, type TaskStore } from '@batonkit/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';

// npm run long -- gc-beside-writers asks for more.
const ROUNDS = Number(process.env.BATONKIT_GC_ROUNDS ?? 1);
const WRITERS = 3;
const COMMITS = ROUNDS > 1 ? 12 : 4;

/** What takes objects away without a grace period. */
const CLEANERS = [
  ['gc', '--quiet', '--prune=now'],
  ['prune', '--expire=now'],
  ['repack', '-a', '-d', '-q'],
  ['prune-packed', '-q'],
  ['maintenance', 'run', '--quiet', '--task=loose-objects', '--task=pack-refs'],
];

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create({ 'a.txt': 'one\n' })));
afterEach(() => user.close());

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Writes one task on, each revision with an artifact of its own, and tells which revisions were acknowledged. */
async function write(store: TaskStore, id: string, name: string): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  for (let turn = 0; turn < COMMITS; turn += 1) {
    const operationId = `${name}-${turn}`;
    for (;;) {
      const artifact = await orThrow(store.putArtifact(id, bytesOf(operationId)));
      const { revision } = await orThrow(store.read(id));
      await orThrow(store.readAudit(id, { afterRevision: 0, limit: 1000 }));
      const commit = { id, expected: revision, operationId, body: operationId, audit: [operationId] };
      const committed = await store.commit({ ...commit, artifacts: [artifact] });
      if (committed.isErr() && committed.error.code === 'Conflict') continue;
      acknowledged.set(operationId, (await orThrow(committed)).revision);
      break;
    }
  }
  return acknowledged;
}

/** Cleans the repository again and again until it is asked to stop; answers how often. */
function keepCleaning(directory: string): () => Promise<number> {
  let isWanted = true;
  const work = async (): Promise<number> => {
    let runs = 0;
    for (; isWanted; runs += 1) {
      const git = spawn('git', CLEANERS[runs % CLEANERS.length] ?? [], { cwd: directory, stdio: 'ignore' });
      git.on('error', () => (isWanted = false));
      await once(git, 'close');
    }
    return runs;
  };
  const running = work();
  return () => {
    isWanted = false;
    return running;
  };
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'gc, prune and repack without a grace period beside writers take nothing that was acknowledged (round %i)',
  async () => {
    const stops = [keepCleaning(user.root), keepCleaning(user.root)];
    const store = () => createGitRefTaskStore({ directory: user.root });
    const ids = Array.from({ length: WRITERS }, (_, index) => (index === 0 ? 'OWN' : 'SHARED'));
    const written = await Promise.all(ids.map((id, index) => write(store(), id, `w${index}`)));
    const runs = await Promise.all(stops.map((stop) => stop()));
    expect(Math.min(...runs)).toBeGreaterThan(0);

    const fresh = store();
    for (const id of new Set(ids)) {
      const { revision, body } = await orThrow(fresh.read(id));
      const audit = await orThrow(fresh.readAudit(id, { afterRevision: 0, limit: 1000 }));
      expect(audit).toHaveLength(revision);
      expect(audit.at(-1)?.lines).toEqual([body]);
      expect(await orThrow(fresh.getArtifact(id, sha256Hex(body ?? '')))).toEqual(bytesOf(body ?? ''));
      for (const [index, acknowledged] of written.entries())
        if (ids[index] === id)
          for (const [operation, at] of acknowledged) expect(audit[at - 1]?.lines).toEqual([operation]);
    }
    expect(user.git('fsck', '--strict', '--no-dangling')).toBe('');
  },
  120_000,
);
