import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';

let repository: ScratchRepository;
beforeEach(() => (repository = ScratchRepository.create()));
afterEach(() => repository.close());

const PACKAGE = new URL('../../dist/index.js', import.meta.url).href;
const REFUSING = `export const resolve = (name, context, next) => {
  if (name === 'isomorphic-git') throw new Error('isomorphic-git is loaded');
  return next(name, context);
};`;
/** Captures with an engine where isomorphic-git cannot be loaded. */
const PROGRAM = `
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(REFUSING)}));
  const { createGitWorktree } = await import(${JSON.stringify(PACKAGE)});
  const [engine, directory] = process.argv.slice(1);
  try {
    const seen = await createGitWorktree({ engine, directory }).capture({ base: 'HEAD' });
    console.log(seen.isOk() ? 'captured' : seen.error.message);
  } catch (error) {
    console.log(error.message);
  }`;
const captureWith = (engine: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, engine, repository.root], {
    encoding: 'utf8',
  }).trim();

test('isomorphic-git is loaded when its engine meets a pack, and not before', () => {
  repository.write('a.txt', 'changed\n');
  expect(captureWith('isomorphic')).toBe('captured');
  repository.git('repack', '-adq');
  expect(captureWith('native')).toBe('captured');
  expect(captureWith('isomorphic')).toContain('isomorphic-git is loaded');
});
