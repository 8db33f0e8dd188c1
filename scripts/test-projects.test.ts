import { execFileSync, spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { onlyProjectsOf } from './test-projects.mjs';

/** The test files that vitest would run, one line each. */
function list(...args: string[]): string[] {
  const { stdout } = spawnSync('node_modules/.bin/vitest', ['list', '--filesOnly', '--json', ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const files = JSON.parse(stdout) as { file: string }[];
  return files.map(({ file }) => relative('.', file)).filter((file) => !file.startsWith('.cache/'));
}

test('every test file is run by one gate, and by no second one', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], { encoding: 'utf8' });
  const run = [...list(...onlyProjectsOf('tests')), ...list(...onlyProjectsOf('coverage'))];
  expect(run.toSorted()).toEqual(tracked.trim().split('\n').toSorted());
});
