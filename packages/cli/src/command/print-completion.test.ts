import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createShop } from '../scratch-shop.fixture.ts';

/** What bash itself offers after these words. */
function complete(script: string, ...words: string[]): string[] {
  const line = `${script}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _baton; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', line], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

test('bash completes verbs, verbs of families, and options', async () => {
  const { baton, write, directory } = createShop({ isRepository: false });
  const { stdout: script } = await baton(['completion', 'bash']);
  expect(complete(script, 'baton', 'st')).toEqual(['start', 'status']);
  expect(complete(script, 'baton', 'task', 'c')).toEqual(['create', 'check', 'chain']);
  expect(complete(script, 'baton', 'hand-off', '--al')).toEqual(['--allow-clean']);
  expect(complete(script, 'baton', 'tiers', 'load', '--max')).toEqual(['--max-tokens']);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await baton(['completion', shell]);
    write(`complete.${shell}`, stdout);
    const { status, error } = spawnSync(shell, ['-n', join(directory, `complete.${shell}`)], { stdio: 'ignore' });
    expect([shell, error === undefined ? status : 0]).toEqual([shell, 0]);
  }
});
