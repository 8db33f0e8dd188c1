import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { hookBundle, leaveHookBundle } from '../../hook-bundle.ts';

/** Only the way to the hooks is tested with it, so the other verbs are left out. */
const leaveTheRest: Plugin = {
  name: 'leave-the-rest',
  setup: (building) => {
    building.onResolve({ filter: /\/main\.ts$/ }, () => ({ path: './main.js', external: true }));
  },
};

const PACKAGE = resolve(import.meta.dirname, '../..');

/** The program as the package is built, but in a folder of its own and without declarations. */
export interface BuiltProgram {
  readonly file: string;
  /** What esbuild knows of the hook bundle. */
  readonly metafile: Metafile;
  remove(): void;
}

/** Builds the program. */
export async function buildProgram(): Promise<BuiltProgram> {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'baton-program-')));
  fs.writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const common: BuildOptions = {
    absWorkingDir: PACKAGE,
    bundle: true,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    conditions: ['@batonkit/source'],
    external: [...hookBundle.external],
    splitting: true,
  };
  const [{ metafile }] = await Promise.all([
    build({
      ...common,
      entryPoints: { ...hookBundle.entry },
      outdir: join(folder, 'hook'),
      metafile: true as const,
      plugins: hookBundle.esbuildPlugins,
    }),
    build({
      ...common,
      entryPoints: ['src/baton.ts'],
      outdir: folder,
      plugins: [leaveHookBundle, leaveTheRest],
    }),
  ]);
  return {
    file: join(folder, 'baton.js'),
    metafile,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a process came to. */
export interface Spawned {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command with an input; `closeOutput` closes the reading end before the program writes. */
export function spawnWith(
  command: readonly [string, ...string[]],
  {
    input,
    cwd,
    env = {},
    closeOutput = false,
  }: { input: string; cwd: string; env?: Record<string, string>; closeOutput?: boolean },
): Promise<Spawned> {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  if (closeOutput) child.stdout.destroy();
  // A program that does not read its input to the end closes it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, out, err }));
  });
}
