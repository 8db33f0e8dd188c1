import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltProgram, buildProgram } from './built-program.fixture.ts';

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => program.remove());

/** Everything that is loaded with a file: itself and what it imports at once, but not what it loads on demand. */
function loadedWith(start: string): {
  readonly inputs: readonly string[];
  readonly bytes: number;
  readonly external: readonly string[];
} {
  const { outputs } = program.metafile;
  const seen = new Set<string>();
  const external = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind, external: isExternal } of outputs[name]?.imports ?? []) {
      if (kind === 'dynamic-import') continue;
      if (isExternal === true) external.add(path);
      else visit(path);
    }
  };
  visit(Object.keys(outputs).find((name) => outputs[name]?.entryPoint === start) ?? '');
  return {
    inputs: [...seen].flatMap((name) =>
      Object.entries(outputs[name]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [path] : [],
      ),
    ),
    bytes: [...seen].reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0),
    external: [...external],
  };
}

const packageOf = (path: string): string =>
  /node_modules\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ??
  path
    .replace(/^\.\.\//, '')
    .replace(/^src/, 'cli/src')
    .split('/')
    .slice(0, 3)
    .join('/')
    .replace(/^((?:guard|protocol)\/src)\/[\w-]+\.ts$/, '$1');
const packagesOf = (inputs: readonly string[]): readonly string[] => [...new Set(inputs.map(packageOf))].sort();

test('every hook loads this and nothing else: no schemas, no YAML, no markdown', () => {
  const { inputs, bytes, external } = loadedWith('src/hooks/run-hook.ts');
  expect(packagesOf(inputs)).toEqual([
    '@noble/hashes',
    'cli/src/hooks',
    'cli/src/kit',
    'core/src/ports',
    'core/src/record',
    'core/src/result',
    'core/src/text',
    'fs-adapter/src/files',
    'fs-adapter/src/task-store',
    'fs-adapter/src/workspace-files',
    'git-adapter/src/worktree',
    'guard/src/hooks',
    'guard/src/judge',
    'guard/src/policy',
    'guard/src/shell',
    'neverthrow',
    'protocol/src/states',
    'workspace/src/tiers',
  ]);
  expect(
    inputs
      .filter((path) => /(?:core\/src\/record|protocol\/src|git-adapter\/src|workspace\/src\/tiers)\//.test(path))
      .map((path) => path.split('/').pop())
      .sort(),
  ).toEqual(['rejection.ts', 'task-id.ts', 'task-states.ts', 'tier-layout.ts', 'worktree-id.ts']);
  expect(external.every((path) => /^(?:node:)?(?:fs|os|path|util|crypto|url)$/.test(path))).toBe(true);
  expect(bytes).toBeLessThan(260_000);
});

test('a line in the work log needs the secret scanner, and still no schemas', () => {
  const { inputs } = loadedWith('../workspace/src/tiers/log-tool-use.ts');
  expect(inputs.filter((path) => /zod|yaml|markdown/.test(path))).toEqual([]);
});

test('nothing that a hook can reach is YAML', () => {
  expect(
    Object.keys(program.metafile.inputs)
      .filter((path) => /\/yaml@|isomorphic-git|proper-lockfile|commander/.test(path) && !/core\/src/.test(path))
      .filter((path) =>
        Object.values(program.metafile.outputs).some(({ inputs }) => (inputs[path]?.bytesInOutput ?? 0) > 0),
      ),
  ).toEqual([]);
});
