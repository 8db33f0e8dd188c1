import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkVersion } from '../native/git-version.ts';
import { quoteForEnvironment } from '../native/quote-for-environment.ts';
import { commandProblem } from '../native/run-git.ts';
import { inTheWay } from './linked-problem.ts';
import type { GitCall, LinkedRepository } from './linked-repository.ts';
import type { Locked } from './task-lock.ts';

/** What came of replaying commits on another one. */
export type Replay =
  | { readonly outcome: 'replayed'; readonly head: string }
  | {
      readonly outcome: 'conflict';
      readonly commit: string;
      readonly subject: string;
      readonly files: readonly string[];
    };

/**
 * Replays the commits of a branch on another commit, as `git rebase` does, without any working tree: `git merge-tree` merges each in
 * an object directory of our own, and only when all of them fit do the new objects go to the repository. A replayed commit keeps its
 * author, committer, dates and message, so that replaying twice gives the same commits; a signature would no longer be true and
 * goes. Commits that bring nothing new are left out.
 */
export async function replayCommits(
  { repository, folder }: Locked,
  { head, onto, cwd }: { readonly head: string; readonly onto: string; readonly cwd: string },
): Promise<Replay> {
  await requireMergeTree(repository);
  const commits = await listCommits(repository, head, onto);
  mkdirSync(folder, { recursive: true });
  const objects = mkdtempSync(join(folder, 'replay-'));
  const env = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForEnvironment(repository.objects),
  };
  const call: GitCall = { cwd, env };
  try {
    let tip = onto;
    for (const commit of commits) {
      const parsed = await readCommit(repository, commit, call);
      const tipTree = (await readCommit(repository, tip, call)).tree;
      const merged = await mergeTrees(repository, call, { base: parsed.baseTree, ours: tipTree, theirs: parsed.tree });
      if (merged.files.length > 0) return { outcome: 'conflict', commit, subject: parsed.subject, files: merged.files };
      const wasEmpty = parsed.tree === parsed.baseTree;
      if (merged.tree === tipTree && !wasEmpty) continue;
      tip = await writeCommit(repository, call, [`tree ${merged.tree}`, `parent ${tip}`, parsed.rest].join('\n'));
    }
    await copyObjects(repository, call, tip, [onto, head]);
    return { outcome: 'replayed', head: tip };
  } finally {
    rmSync(objects, { recursive: true, force: true });
  }
}

async function requireMergeTree({ git }: LinkedRepository): Promise<void> {
  const need =
    "to replay commits outside of a working tree git 2.38 is needed. Rebase the agent's branch in its own tree; then it merges by fast-forward";
  checkVersion(await git(['--version']), [2, 38], need);
}

/** What `git rebase` would take along; commits that are on the other side already, by content, are not. */
async function listCommits({ git }: LinkedRepository, head: string, onto: string): Promise<readonly string[]> {
  const merges = await git(['rev-list', '--merges', '--max-count=1', head, `^${onto}`]);
  if (merges !== '') {
    const detail = `The branch holds the merge ${merges.slice(0, 12)}, and the task branch moved since. Merge the task branch into it in its own working tree; then it goes in by fast-forward.`;
    throw inTheWay([{ condition: 'linear', detail }]);
  }
  const listed = await git([
    'rev-list',
    '--reverse',
    '--topo-order',
    '--cherry-mark',
    '--right-only',
    `${onto}...${head}`,
  ]);
  const marked = listed.match(/^[=+]?[0-9a-f]+$/gm) ?? [];
  const commits: string[] = [];
  for (const line of marked) {
    const commit = line.replace(/^[=+]/, '');
    if (line.startsWith('=') && !(await isEmpty(git, commit))) continue;
    commits.push(commit);
  }
  return commits;
}

/** All empty commits look the same, so none of them is on the other side already. */
async function isEmpty(git: LinkedRepository['git'], commit: string): Promise<boolean> {
  return (await git(['diff-tree', '--no-commit-id', '--root', '--name-only', commit])) === '';
}

interface ParsedCommit {
  readonly tree: string;
  readonly baseTree: string;
  /** Everything behind the parents, without a signature, byte for byte. */
  readonly rest: string;
  readonly subject: string;
}

async function readCommit({ git, tryGit }: LinkedRepository, commit: string, call: GitCall): Promise<ParsedCommit> {
  const { code, stdout, stderr } = await tryGit(['cat-file', 'commit', commit], call);
  if (code !== 0) throw commandProblem(['cat-file'], code, stderr);
  const text = stdout.toString('latin1');
  const end = text.indexOf('\n\n');
  const headers = text.slice(0, end).split(/\n(?! )/);
  const parent = headers.find((line) => line.startsWith('parent '))?.slice('parent '.length);
  const kept = headers.filter((line) => !/^(tree|parent|gpgsig|gpgsig-sha256) /.test(line));
  const baseTree =
    parent === undefined
      ? await git(['hash-object', '-t', 'tree', '-w', '--stdin'], { ...call, input: '' })
      : await git(['rev-parse', `${parent}^{tree}`], call);
  return {
    tree: headers[0]?.slice('tree '.length) ?? '',
    baseTree,
    rest: `${kept.join('\n')}${text.slice(end)}`,
    subject: Buffer.from(text.slice(end).trimStart().split('\n')[0] ?? '', 'latin1').toString('utf8'),
  };
}

/** Merges three trees. Git 2.39 merges commits only, so each tree gets one, with the base as the parent of both sides. */
async function mergeTrees(
  repository: LinkedRepository,
  call: GitCall,
  { base, ours, theirs }: { readonly base: string; readonly ours: string; readonly theirs: string },
): Promise<{ readonly tree: string; readonly files: readonly string[] }> {
  const stand = 'author b <b> 0 +0000\ncommitter b <b> 0 +0000\n\n\n';
  const root = await writeCommit(repository, call, `tree ${base}\n${stand}`);
  const side = (tree: string) => writeCommit(repository, call, `tree ${tree}\nparent ${root}\n${stand}`);
  const [left, right] = [await side(ours), await side(theirs)];
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', left, right];
  const { code, stdout, stderr } = await repository.tryGit(args, call);
  if (code !== 0 && code !== 1) throw commandProblem(args, code, stderr);
  const [tree = '', ...files] = stdout
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '');
  // A conflict without a file of its own (two renamed folders, say) is one nevertheless.
  return { tree, files: code === 0 ? [] : files.length > 0 ? [...new Set(files)] : ['(the layout of folders)'] };
}

function writeCommit({ git }: LinkedRepository, call: GitCall, text: string): Promise<string> {
  const input = Buffer.from(text, 'latin1');
  return git(['hash-object', '-t', 'commit', '-w', '--stdin'], { ...call, input });
}

async function copyObjects(
  { git, tryGit }: LinkedRepository,
  call: GitCall,
  tip: string,
  known: readonly string[],
): Promise<void> {
  const input = [tip, ...known.map((commit) => `^${commit}`)].join('\n');
  const args = ['pack-objects', '--revs', '--stdout', '-q'];
  const pack = await tryGit(args, { ...call, input: `${input}\n` });
  if (pack.code !== 0) throw commandProblem(args, pack.code, pack.stderr);
  await git(['unpack-objects', '-q'], { input: pack.stdout });
}
