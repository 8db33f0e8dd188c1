import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layOut, readGuide } from './guide-files.fixture.ts';
import { runBaton } from './run-baton.ts';
import { type Answer, createShop } from './scratch-shop.fixture.ts';

/** Where the LOW task of the guide can be left. */
export type Stop = 'claimed' | 'working' | 'committed' | 'awaiting' | 'approved' | 'complete';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly answer: Answer;
  readonly text: string;
}

/** A repository with a main tree, a tree of its task TASK-7 and two agents' trees; `run-1` owns the task. */
export interface World {
  readonly main: string;
  readonly tree: string;
  readonly agentTree: string;
  readonly env: NodeJS.ProcessEnv;
  readonly git: (cwd: string, ...args: string[]) => string;
  /** Writes a file and commits it. Answers the commit. */
  readonly commit: (cwd: string, path: string, text: string) => string;
  /** Runs a command line in this process, as `run-1`, or as a person who approves; it has to succeed. */
  readonly does: (cwd: string, ...argv: string[]) => Promise<Answer['data']>;
  /** Runs the built program with `--json`, as `run-1` unless the arguments name another session, or as a person who approves. */
  readonly baton: (cwd: string, ...argv: string[]) => Ended;
  /** The commit that main is at. */
  readonly mainCommit: () => string;
  /** The last entries in the audit of the task. */
  readonly trail: () => Promise<readonly { readonly actor: string; readonly event: string; readonly about: string }[]>;
}

const ID = 'TASK-7';
const APPROVER = ['--by', 'grace', '--message', 'Approved'];

/** Approvals come from a person, whose terminal has no session. */
function whoRuns([verb]: readonly string[]): NodeJS.ProcessEnv {
  return verb === 'approve' ? { BATON_ACTOR: 'grace' } : { BATON_ACTOR: 'ada', BATON_SESSION: 'run-1' };
}

/** Makes the world, lets the task begin, by default as the guide does, and leads it to `stop`. */
export async function createWorld(stop: Stop, begin: (world: World) => Promise<void> = beginTask): Promise<World> {
  const { directory } = createShop({ isRepository: false });
  const scratch = realpathSync(directory);
  const main = join(scratch, 'repo');
  const env = layOut(readGuide('protocol.md'), main, join(scratch, 'bin'));
  const tree = `${main}.worktrees/${ID}/task`;
  const git: World['git'] = (cwd, ...args) => execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim();
  const commit: World['commit'] = (cwd, path, text) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '-qm', `[architecture-updater] ${path}`);
    return git(cwd, 'rev-parse', 'HEAD');
  };
  const does: World['does'] = async (cwd, ...argv) => {
    let [stdout, stderr] = ['', ''];
    const code = await runBaton([...argv, '--json'], {
      stdout: { write: (text) => (stdout += text), isTTY: false, columns: undefined },
      stderr: { write: (text) => (stderr += text), isTTY: false },
      env: { ...env, ...whoRuns(argv) },
      cwd,
      readStdin: () => Promise.resolve(Buffer.from('')),
      exit: () => undefined,
    });
    if (code !== 0) throw new Error(`baton ${argv.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return (JSON.parse(stdout) as Answer).data;
  };
  const baton: World['baton'] = (cwd, ...argv) => {
    const ran = spawnSync('baton', [...argv, '--json'], { cwd, env: { ...env, ...whoRuns(argv) }, encoding: 'utf8' });
    const text = ran.stdout + ran.stderr;
    return { code: ran.status, text, answer: JSON.parse(ran.stdout || 'null') as Answer };
  };
  const world: World = {
    main,
    tree,
    agentTree: `${main}.worktrees/${ID}/agents/architecture-updater`,
    env,
    git,
    commit,
    does,
    baton,
    mainCommit: () => git(main, 'rev-parse', 'refs/heads/main'),
    trail: async () => (await does(main, 'trail', ID)).entries as Awaited<ReturnType<World['trail']>>,
  };
  git(main, 'init', '-q', '-b', 'main');
  git(main, 'add', '--all');
  git(main, 'commit', '-qm', 'Base');
  commit(main, 'later.js', 'later\n');
  await begin(world);
  await walk(world, stop);
  return world;
}

async function beginTask({ main, does }: World): Promise<void> {
  await does(main, 'init', ID);
  await does(main, 'claim', ID);
  await does(main, 'worktree', 'create', ID);
}

async function walk({ tree, does, commit }: World, stop: Stop): Promise<void> {
  const attest = async (...conditions: string[]): Promise<void> => {
    for (const each of conditions) await does(tree, 'send', ID, 'attest', `condition=${each}`, 'note=Only the README.');
  };
  const goOn = async (): Promise<void> => {
    await does(tree, 'audit', ID);
    await does(tree, 'advance', ID);
  };
  if (stop === 'claimed') return;
  await goOn();
  await does(tree, 'classify', ID, 'README.md');
  for (const agent of ['architecture-reviewer', 'architecture-updater'])
    await does(tree, 'worktree', 'create', ID, agent);
  await does(tree, 'plan', ID, 'plan.md');
  await goOn();
  await does(tree, 'agent', ID, 'architecture-reviewer', 'invoke');
  await does(tree, 'agent', ID, 'architecture-reviewer', 'complete', '--report', 'report.md');
  await goOn();
  await attest('conflicts-resolved', 'requirements-mapped', 'trade-offs-recorded', 'success-criteria-recorded');
  await does(tree, 'present', ID, 'plan');
  await does(tree, 'approve', ID, 'plan', ...APPROVER);
  await does(tree, 'start', ID, 'implementer');
  if (stop === 'working') return;
  writeFileSync(join(tree, 'README.md'), 'Sign in at https://shop.example/login.\n');
  await does(tree, 'hand-off', ID, 'implementer');
  const head = commit(tree, 'README.md', 'Sign in at https://shop.example/login.\n');
  const said = ['activity=commit', 'agent=architecture-updater', `commit=${head}`];
  await does(tree, 'send', ID, 'record-activity', ...said);
  await attest('no-source-references', 'no-build-impact', 'nothing-security-sensitive');
  if (stop === 'committed') return;
  await goOn();
  if (stop === 'awaiting') return;
  await does(tree, 'present', ID, 'change');
  await does(tree, 'approve', ID, 'change', ...APPROVER);
  if (stop === 'approved') return;
  await attest('clean-build');
  await goOn();
}
