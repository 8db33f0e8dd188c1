import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeGit } from './fake-git.fixture.ts';
import { openObjectReader } from './object-reader.ts';
import { tryGit } from './run-git.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create()));
afterEach(() => user.close());

test('a program that git leaves behind does not hold up its answer, and nothing of it is lost', async () => {
  const big = 'x'.repeat(500_000);
  user.write('big', big);
  user.git('add', '-A');
  user.git('commit', '-q', '-m', 'big');
  const late = join(user.parent, 'late');
  fakeGit(user.parent, `(sleep 8; : >'${late}') & real cat-file blob HEAD:big; exit 3`);
  const { code, stdout } = await tryGit({ cwd: user.root }, ['anything']);
  expect([code, stdout.toString() === big]).toEqual([3, true]);
  expect(existsSync(late)).toBe(false);
});

const silentReader = (times: string): void =>
  fakeGit(
    user.parent,
    `case " $* " in *" cat-file "*) echo x >>"$0.asked"; [ $(wc -l <"$0.asked") -gt ${times} ] || exec sleep 60;; esac`,
  );

test('a reader that says nothing is given up, and the questions with it', async () => {
  silentReader('9');
  const reader = openObjectReader({ cwd: user.root }, { stallMs: 300 });
  const answers = await Promise.allSettled([reader.read('HEAD'), reader.read('HEAD~1')]);
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: { failure: { data: { reason: 'command-failed' } } } });
  await expect(reader.read('HEAD')).rejects.toThrow('git cat-file said nothing for 300 ms');
});
