import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../packages/cli/src/hooks/built-program.fixture.ts';
import { listBuildInputs } from './build-inputs.mjs';
import { root } from './ensure-ready.mjs';

const inputsOf = (name: string): readonly string[] => listBuildInputs(name).map((file) => relative(root, file));

test('all that goes into the hook bundle makes the build of the CLI stale', async () => {
  const program = await buildProgram();
  program.remove();
  const bundled = Object.keys(program.metafile.inputs)
    .map((path) => relative(root, resolve(root, 'packages/cli', path)))
    .filter((path) => !path.includes('node_modules'));
  expect(bundled).toContain('packages/guard/src/policy/guard-policy.ts');
  expect(bundled.filter((path) => !inputsOf('cli').includes(path))).toEqual([]);
});

test('a package that bundles nothing is not built again for another', () => {
  expect(inputsOf('fs-adapter').filter((path) => !path.startsWith('packages/fs-adapter/'))).toEqual([]);
  expect(inputsOf('fs-adapter').filter((path) => /\.(test|fixture)\.ts$|\.md$/.test(path))).toEqual([]);
});
