import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeGit } from '../native/fake-git.fixture.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createObjectSession } from './object-session.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create()));
afterEach(() => user.close());

/** Lets the first readers do something else; those behind them are real. */
const firstReaders = (count: number, script: string): void =>
  fakeGit(
    user.parent,
    `case " $* " in *" cat-file "*) echo x >>"$0.asked"; [ $(wc -l <"$0.asked") -gt ${count} ] || { ${script}; };; esac`,
  );

test('a session asks another reader once, so that one that is stuck costs time only', async () => {
  firstReaders(1, 'exec sleep 60');
  const session = createObjectSession({ cwd: user.root }, 'sha1', 300);
  const head = user.git('rev-parse', 'HEAD');
  const answers = await Promise.all(['HEAD', 'HEAD', 'HEAD~5'].map((name) => session.read(name)));
  expect(answers.map((object) => object?.id)).toEqual([head, head, undefined]);
});

test('a reader that ends is replaced once; when the next one ends too, that is told', async () => {
  firstReaders(1, 'exit 3');
  const session = createObjectSession({ cwd: user.root }, 'sha1');
  expect((await session.read('HEAD'))?.type).toBe('commit');
  firstReaders(9, 'echo broken >&2; exit 3');
  const broken = createObjectSession({ cwd: user.root }, 'sha1');
  await expect(broken.read('HEAD')).rejects.toThrow('git cat-file ended with code 3: broken');
});

test('commits and trees that are not what their id says are refused, blobs are for the caller to check', async () => {
  const id = '1'.repeat(40);
  const answer = (type: string): string => `read name; printf '${id} ${type} 3\\nabc\\n'; read name; exit`;
  for (const type of ['commit', 'tree', 'tag']) {
    firstReaders(9, answer(type));
    const read = createObjectSession({ cwd: user.root }, 'sha1').read('HEAD');
    await expect(read).rejects.toThrow(`the object ${id} is corrupt`);
    await expect(read).rejects.toMatchObject({ failure: { data: { reason: 'command-failed' } } });
  }
  firstReaders(9, answer('blob'));
  expect((await createObjectSession({ cwd: user.root }, 'sha1').read('HEAD'))?.content.toString()).toBe('abc');
});

test('a reader that answers slowly, question by question, is not given up', async () => {
  const session = createObjectSession({ cwd: user.root }, 'sha1', 1000);
  for (let round = 0; round < 3; round += 1) {
    expect((await session.read('HEAD'))?.type).toBe('commit');
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
});
