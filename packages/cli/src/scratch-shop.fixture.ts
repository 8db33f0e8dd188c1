import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BatonIo } from './io/baton-io.ts';
import { runBaton } from './run-baton.ts';
import { takeStage } from './stage.fixture.ts';

/** What one command line did. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository with a task, and `baton` in it. */
export interface Shop {
  readonly directory: string;
  readonly write: (path: string, text: string) => void;
  readonly git: (...args: string[]) => string;
  /** Runs a command line in this process, without a terminal. */
  readonly baton: (
    argv: readonly string[],
    given?: Partial<BatonIo> & { readonly isTTY?: boolean; readonly stdin?: string },
  ) => Promise<Ran>;
  /** Runs it with `--json` and answers what it printed. */
  readonly ask: (...argv: string[]) => Promise<Answer>;
}

/** What `--json` prints. */
export interface Answer {
  readonly success: boolean;
  readonly data: Record<string, unknown>;
  readonly error: { readonly code: string; readonly message: string; readonly data: Record<string, unknown> } | null;
}

const GIT_ENV = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'ada',
  GIT_AUTHOR_EMAIL: 'ada@example.invalid',
  GIT_COMMITTER_NAME: 'ada',
  GIT_COMMITTER_EMAIL: 'ada@example.invalid',
};

/** The text of a task file. */
export function taskFile(id: string, more = ''): string {
  return `id: ${id}\ntitle: Fix login\nstatus: in_progress\npriority: P1\narea: web\ndescription: The form loses its input.\nscope: { in: [src/**], out: [docs/**] }\nacceptance_criteria: [The input stays.]\n${more}`;
}

/** Makes a repository in a temporary directory, which goes with the test. */
export function createShop({ isRepository = true }: { readonly isRepository?: boolean } = {}): Shop {
  const directory = mkdtempSync(join(tmpdir(), 'baton-shop-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return layOut(directory, isRepository);
}

/** The same shop for several tests: `prepare` runs for the first of them, the others get a copy of what it left. */
export async function createPreparedShop(name: string, prepare: (shop: Shop) => Promise<void>): Promise<Shop> {
  const stage = takeStage();
  const directory = join(stage.directory, 'shop');
  if (stage.restore(name)) return openShop(directory);
  mkdirSync(directory);
  const shop = layOut(directory, true);
  await prepare(shop);
  stage.keep(name);
  return shop;
}

function layOut(directory: string, isRepository: boolean): Shop {
  const shop = openShop(directory);
  const { write, git } = shop;
  write('tasks/TASK-1.task.yaml', taskFile('TASK-1'));
  write('standards-map.yaml', 'citations:\n  - { area: "*", file: standards/global.md, headings: [Input] }\n');
  write('standards/global.md', '# Rules\n\n## Input\n\nCheck input at the border. Trust nobody.\n');
  write('src/login.js', 'export const login = () => 1;\n');
  if (isRepository) {
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'Start');
  }
  return shop;
}

function openShop(directory: string): Shop {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8', env: GIT_ENV });
  const baton: Shop['baton'] = async (argv, { isTTY = false, stdin = '', ...given } = {}) => {
    const ran = { code: -1, stdout: '', stderr: '' };
    const io: BatonIo = {
      stdout: { write: (text) => (ran.stdout += text), isTTY, columns: isTTY ? 100 : undefined },
      stderr: { write: (text) => (ran.stderr += text), isTTY },
      env: { PATH: process.env.PATH, BATON_ACTOR: 'ada' },
      cwd: directory,
      readStdin: () => Promise.resolve(Buffer.from(stdin)),
      exit: () => undefined,
      ...given,
    };
    ran.code = await runBaton(argv, io);
    return ran;
  };
  const ask: Shop['ask'] = async (...argv) => {
    const { stdout } = await baton([...argv, '--json']);
    return JSON.parse(stdout) as Answer;
  };
  return { directory, write, git, baton, ask };
}
