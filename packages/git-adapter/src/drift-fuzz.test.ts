import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeState, findDrift, type WorktreeState } from '@batonkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGitWorktree } from './create-git-worktree.ts';
import { copyAll, history, readAll, run, visibleDifferences } from './drift-fuzz.fixture.ts';
import { ScratchRepository } from './native/scratch-repository.fixture.ts';

// A normal run tries the same histories each time; BATONKIT_FUZZ_RUNS=2000 tries more, BATONKIT_FUZZ_SEED=7 others.
const runs = Number(process.env['BATONKIT_FUZZ_RUNS'] ?? 12);
const seed = Number(process.env['BATONKIT_FUZZ_SEED'] ?? 20_261_119);
const START = {
  '.gitignore': 'ignored/\n',
  'a.txt': 'one',
  'b.txt': 'two',
  'dir/c.txt': 'six',
  'dir/deep/d.txt': 'one',
  'run.sh': 'x',
};
const SUBMODULE = [
  'git init -q -b main ../lib; (cd ../lib; printf x >x; git add -A; git commit -q -m l)',
  'git -c protocol.file.allow=always submodule --quiet add ../lib sub; git commit -q -m sub',
];

async function look(root: string, engine: 'native' | 'isomorphic', handedOff: WorktreeState | null) {
  const worktree = createGitWorktree({ directory: root, engine });
  const head = await worktree.head();
  const base = handedOff?.head ?? (head.isOk() ? head.value.commit : '');
  const since = handedOff?.surroundings?.lookedAt;
  return worktree.observe({ base, ...(since !== undefined && { since }) });
}

const tally = { seen: 0, unchanged: 0, refused: 0 };

test(
  'no difference between two looks goes unreported, by the bytes of tree and index; what changed nothing raises no alarm',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ submodule, turn, after }) => {
        const repository = ScratchRepository.create(START);
        const { parent, root } = repository;
        let copy: string | null = null;
        try {
          run(root, [...(submodule ? SUBMODULE : []), ...turn]);
          const looks = { native: await look(root, 'native', null), isomorphic: await look(root, 'isomorphic', null) };
          copy = copyAll(parent, 'before');
          run(root, after);
          const before = { root: join(copy, 'repo'), found: readAll(join(copy, 'repo')) };
          const now = { root, found: readAll(root) };
          const visible = visibleDifferences(before, now);
          const isStaged = before.found.indexes.replaceAll(copy, '') !== now.found.indexes.replaceAll(parent, '');
          const isRuled = before.found.rules.replaceAll(copy, '') !== now.found.rules.replaceAll(parent, '');
          for (const engine of ['native', 'isomorphic'] as const) {
            const handedOff = looks[engine];
            if (handedOff.isErr()) {
              expect(handedOff.error.data.reason).toMatch(/^(?:unsupported|unmerged)$/);
              tally.refused += 1;
              continue;
            }
            const found = await look(root, engine, handedOff.value);
            if (found.isErr()) {
              // What cannot be looked at is no hand-off that still stands: a refusal with its reason is seen.
              expect(found.error.data.reason).toMatch(/^(?:unsupported|unmerged|not-a-repository|unknown-commit)$/);
              tally.refused += 1;
              continue;
            }
            const state = { ...describeState(handedOff.value), tree: '0'.repeat(40) };
            const drift = findDrift(state, { state: found.value, committed: null }, 'dirty');
            const isSeen = drift.verdict === 'drift' || found.value.head !== handedOff.value.head;
            const told = drift.verdict === 'drift' ? JSON.stringify(drift.checks) : '';
            if (visible.length > 0 || isStaged) expect([engine, visible, isSeen]).toEqual([engine, visible, true]);
            else if (!isRuled) expect([engine, told]).toEqual([engine, '']);
            tally[isSeen ? 'seen' : 'unchanged'] += 1;
          }
        } finally {
          repository.close();
          if (copy !== null) rmSync(copy, { recursive: true, force: true });
        }
      }),
      {
        numRuns: runs,
        seed,
        endOnFailure: runs > 200,
        interruptAfterTimeLimit: 7_000_000,
        markInterruptAsFailure: true,
      },
    );
    if (process.env['BATONKIT_FUZZ_RUNS'] !== undefined) console.log(`fuzz: ${JSON.stringify(tally)}`);
    // Most histories have to say something about both engines.
    expect(tally.seen + tally.unchanged).toBeGreaterThan(runs * 0.6);
  },
  runs > 50 ? 7_200_000 : 60_000,
);
