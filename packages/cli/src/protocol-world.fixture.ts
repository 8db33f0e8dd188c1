import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layOut, readGuide } from './guide-files.fixture.ts';
import { runBaton } from './run-baton.ts';
import type { Answer } from './scratch-shop.fixture.ts';
import { takeStage } from './stage.fixture.ts';

/** Where the LOW task of the guide can be left, in the order of the walk. */
const STOPS = ['claimed', 'working', 'committed', 'awaiting', 'approved', 'complete'] as const;
export type Stop = (typeof STOPS)[number];

/** How a command line ended. */
export interface Ended {
  readonly code: number;
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
  /** Runs a command line in this process with `--json`, as `run-1` unless the arguments name another session, or as a person who approves. */
  readonly baton: (cwd: string, ...argv: string[]) => Promise<Ended>;
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

/**
 * Makes the world, lets the task begin, by default as the guide does, and leads it to `stop`. A walk that begins as the guide does is gone
 * once; every stop on its way is kept for the tests that come later.
 */
export async function createWorld(stop: Stop, begin?: (world: World) => Promise<void>): Promise<World> {
  const stage = takeStage();
  const way = STOPS.slice(0, STOPS.indexOf(stop) + 1);
  const reached = begin === undefined ? way.findLastIndex((each) => stage.restore(`world-${each}`)) : -1;
  const isNew = reached === -1;
  const world = openWorld(stage.directory, isNew);
  if (isNew) {
    const { main, git, commit } = world;
    git(main, 'init', '-q', '-b', 'main');
    git(main, 'add', '--all');
    git(main, 'commit', '-qm', 'Base');
    commit(main, 'later.js', 'later\n');
    await (begin ?? beginTask)(world);
  }
  for (const each of way.slice(reached + 1)) {
    await WALK[each](world);
    if (begin === undefined) stage.keep(`world-${each}`);
  }
  return world;
}

function openWorld(scratch: string, isNew: boolean): World {
  const main = join(scratch, 'repo');
  const env = layOut(isNew ? readGuide('protocol.md') : { files: new Map() }, main, join(scratch, 'bin'));
  const tree = `${main}.worktrees/${ID}/task`;
  const git: World['git'] = (cwd, ...args) => execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim();
  const commit: World['commit'] = (cwd, path, text) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '-qm', `[architecture-updater] ${path}`);
    return git(cwd, 'rev-parse', 'HEAD');
  };
  const baton: World['baton'] = async (cwd, ...argv) => {
    let [stdout, stderr] = ['', ''];
    const code = await runBaton([...argv, '--json'], {
      stdout: { write: (text) => (stdout += text), isTTY: false, columns: undefined },
      stderr: { write: (text) => (stderr += text), isTTY: false },
      env: { ...env, ...whoRuns(argv) },
      cwd,
      readStdin: () => Promise.resolve(Buffer.from('')),
      exit: () => undefined,
    });
    return { code, text: stdout + stderr, answer: JSON.parse(stdout || 'null') as Answer };
  };
  const does: World['does'] = async (cwd, ...argv) => {
    const { code, text, answer } = await baton(cwd, ...argv);
    if (code !== 0) throw new Error(`baton ${argv.join(' ')} ended with ${code}: ${text}`);
    return answer.data;
  };
  return {
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
}

async function beginTask({ main, does }: World): Promise<void> {
  await does(main, 'init', ID);
  await does(main, 'claim', ID);
  await does(main, 'worktree', 'create', ID);
}

const attest = async ({ does, tree }: World, ...conditions: string[]): Promise<void> => {
  for (const each of conditions) await does(tree, 'send', ID, 'attest', `condition=${each}`, 'note=Only the README.');
};
const goOn = async ({ does, tree }: World): Promise<void> => {
  await does(tree, 'compliance', ID);
  await does(tree, 'advance', ID);
};

/** How each stop is reached from the one before. */
const WALK: Readonly<Record<Stop, (world: World) => Promise<void>>> = {
  claimed: () => Promise.resolve(),
  working: async (world) => {
    const { tree, does } = world;
    await goOn(world);
    await does(tree, 'classify', ID, 'README.md');
    for (const agent of ['architecture-reviewer', 'architecture-updater'])
      await does(tree, 'worktree', 'create', ID, agent);
    await does(tree, 'plan', ID, 'plan.md');
    await goOn(world);
    await does(tree, 'agent', ID, 'architecture-reviewer', 'invoke');
    await does(tree, 'agent', ID, 'architecture-reviewer', 'complete', '--report', 'report.md');
    await goOn(world);
    const judged = ['conflicts-resolved', 'requirements-mapped', 'trade-offs-recorded', 'success-criteria-recorded'];
    await attest(world, ...judged);
    await does(tree, 'present', ID, 'plan');
    await does(tree, 'approve', ID, 'plan', ...APPROVER);
    await does(tree, 'start', ID, 'implementer');
  },
  committed: async (world) => {
    const { tree, does, commit } = world;
    writeFileSync(join(tree, 'README.md'), 'Sign in at https://shop.example/login.\n');
    await does(tree, 'hand-off', ID, 'implementer');
    const head = commit(tree, 'README.md', 'Sign in at https://shop.example/login.\n');
    const said = ['activity=commit', 'agent=architecture-updater', `commit=${head}`];
    await does(tree, 'send', ID, 'record-activity', ...said);
    await attest(world, 'no-source-references', 'no-build-impact', 'nothing-security-sensitive');
  },
  awaiting: goOn,
  approved: async ({ tree, does }) => {
    await does(tree, 'present', ID, 'change');
    await does(tree, 'approve', ID, 'change', ...APPROVER);
  },
  complete: async (world) => {
    await attest(world, 'clean-build');
    await goOn(world);
  },
};
