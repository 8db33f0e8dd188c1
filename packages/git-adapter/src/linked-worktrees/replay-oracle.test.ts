import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { thisHolder } from './holder.ts';
import { openLinkedRepository } from './linked-repository.ts';
import { replayCommits } from './replay-commits.ts';

// The normal run takes the same cases every time; LINKED_CASES=200 looks further.
const cases = Number(process.env['LINKED_CASES'] ?? 12);

const name = fc.constantFrom('a.txt', 'b.txt', 'dir/c.txt', 'dir/d e.txt', 'ü.txt');
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('line' as const), name, line: fc.nat(9), text: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      name,
      to: fc.constantFrom('moved.txt', 'dir/moved.txt'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), name }) },
);
const commits = fc.array(fc.array(edit, { maxLength: 3 }), { minLength: 1, maxLength: 3 });

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
type Files = ReadonlyMap<string, { readonly mode: string; readonly lines: readonly string[] }>;

const start: Files = new Map(
  ['a.txt', 'b.txt', 'dir/c.txt', 'dir/d e.txt'].map((path) => [
    path,
    { mode: '100644', lines: Array.from({ length: 10 }, (_, index) => `${path} ${index}`) },
  ]),
);

function applyEdit(files: Files, change: Edit): Files {
  const next = new Map(files);
  const found = files.get(change.name);
  if (change.kind === 'line') {
    const lines = [...(found?.lines ?? Array.from({ length: 10 }, () => 'new'))];
    lines[change.line] = `edit ${change.text}`;
    return next.set(change.name, { mode: found?.mode ?? '100644', lines });
  }
  if (found === undefined) return files;
  if (change.kind === 'mode') return next.set(change.name, { ...found, mode: '100755' });
  next.delete(change.name);
  return change.kind === 'rename' ? next.set(change.to, found) : next;
}

/** Commits on a branch, as a stream for `git fast-import`. */
function stream(branch: string, from: string | null, steps: readonly Files[]): string {
  return steps
    .map((files, index) => {
      const message = `${branch} ${index}`;
      const parent = index === 0 ? from : null;
      const entries = Array.from(files, ([path, { mode, lines }]) => {
        const content = `${lines.join('\n')}\n`;
        return `M ${mode} inline "${path}"\ndata ${Buffer.byteLength(content)}\n${content}\n`;
      });
      return `commit refs/heads/${branch}\nauthor Ann <ann@example.com> ${1000 + index} +0200\ncommitter Bob <bob@example.com> ${2000 + index} +0000\ndata ${message.length}\n${message}\n${parent === null ? '' : `from ${parent}\n`}deleteall\n${entries.join('')}`;
    })
    .join('');
}

function follow(list: readonly (readonly Edit[])[]): Files[] {
  let files = start;
  return list.map((edits) => (files = edits.reduce(applyEdit, files)));
}

test('replaying is what git rebase does, conflicts included, and leaves nothing behind', async () => {
  let conflicts = 0;
  await fc.assert(
    fc.asyncProperty(commits, commits, async (agent, task) => {
      const scratch = ScratchRepository.create({}, []);
      try {
        const base = follow([[]]);
        const input =
          stream('base', null, base) +
          stream('task', 'refs/heads/base', follow(task)) +
          stream('agent', 'refs/heads/base', follow(agent));
        scratch.gitIn({ input: Buffer.from(input) }, 'fast-import', '--quiet', '--force');
        const repository = await openLinkedRepository({ directory: scratch.root });
        const folder = join(scratch.parent, 'scratch');
        mkdirSync(folder);
        const locked = { repository, folder, holder: thisHolder(repository.commonDirectory) };
        const objects = scratch.git('count-objects', '-v');
        const [head = '', onto = ''] = scratch.git('rev-parse', 'agent', 'task').split('\n');
        const ours = await replayCommits(locked, { head, onto, cwd: scratch.root });
        const after = scratch.git('count-objects', '-v');

        scratch.git('checkout', '-q', 'agent');
        let isClean = true;
        try {
          scratch.git('rebase', '-q', 'task');
        } catch {
          isClean = false;
        }
        if (isClean) {
          expect(ours.outcome).toBe('replayed');
          const ids = [ours.outcome === 'replayed' ? ours.head : '', 'agent'];
          const trees = ids.map((id) => scratch.git('rev-parse', `${id}^{tree}`));
          expect(trees[0]).toBe(trees[1]);
          const logs = ids.map((id) => scratch.git('log', '--format=%T %an %ae %ad %B', `task..${id}`));
          expect(logs[0]).toBe(logs[1]);
          expect(scratch.git('fsck', '--strict')).not.toMatch(/error|missing/);
        } else {
          conflicts += 1;
          const files = scratch
            .git('diff', '--name-only', '--diff-filter=U', '-z')
            .split('\0')
            .filter((path) => path !== '');
          const stopped = scratch.git('rev-parse', 'REBASE_HEAD');
          const decode = (path: string) => Buffer.from(path, 'latin1').toString('utf8');
          expect(ours).toMatchObject({ outcome: 'conflict', commit: stopped });
          expect(new Set(ours.outcome === 'conflict' ? ours.files : [])).toEqual(new Set(files.map(decode)));
          scratch.git('rebase', '--abort');
          expect(after).toBe(objects);
        }
      } finally {
        scratch.close();
      }
    }),
    { numRuns: cases, ...(process.env['LINKED_CASES'] === undefined && { seed: 7 }) },
  );
  expect(conflicts).toBeGreaterThan(0);
  expect(conflicts).toBeLessThan(cases);
}, 600_000);

test('a git that cannot merge outside of a working tree is told', async () => {
  const scratch = ScratchRepository.create();
  try {
    const real = await openLinkedRepository({ directory: scratch.root });
    const repository = { ...real, git: () => Promise.resolve('git version 2.34.1') };
    const locked = { repository, folder: scratch.parent, holder: thisHolder(real.commonDirectory) };
    const replay = replayCommits(locked, { head: 'HEAD', onto: 'HEAD', cwd: scratch.root });
    await expect(replay).rejects.toMatchObject({ failure: { data: { reason: 'git-too-old' } } });
    await expect(replay).rejects.toThrow(/2\.38/);
  } finally {
    scratch.close();
  }
});
