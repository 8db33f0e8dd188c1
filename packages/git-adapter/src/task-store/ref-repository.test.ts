import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeGit } from '../native/fake-git.fixture.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { openRefRepository, syncDirectories } from './ref-repository.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create()));
afterEach(() => user.close());

/** A git that gives one answer of its own, and is the real one else. */
const putGitBefore = (question: string, answer: string): void =>
  fakeGit(user.parent, `case " $* " in *" ${question} "*) printf '${answer}'; exit;; esac`);

describe.runIf(process.platform !== 'win32')('which git will do', () => {
  test.each(['git version 2.36.0', 'git version 2.40.1.windows.1', 'git version 3.0.0'])('%s', async (version) => {
    putGitBefore('--version', `${version}\\n`);
    expect(await openRefRepository({ directory: user.root })).toMatchObject({ hash: 'sha1' });
  });

  test.each(['git version 2.35.9', 'git version 1.99.0', 'no version at all'])('not %s', async (version) => {
    putGitBefore('--version', `${version}\\n`);
    await expect(openRefRepository({ directory: user.root })).rejects.toMatchObject({
      failure: {
        data: {
          reason: 'git-too-old',
          detail: `${version}; tasks in refs need 2.36, the first that forces refs to disk`,
        },
      },
    });
  });

  test('not one whose objects have a hash that we cannot check', async () => {
    putGitBefore('--show-object-format', 'sha512\\n/a\\n/b\\n');
    await expect(openRefRepository({ directory: user.root })).rejects.toMatchObject({
      failure: { data: { reason: 'unsupported', detail: 'object format sha512' } },
    });
  });
});

test('a directory that is not there is told as such', async () => {
  const directory = join(user.parent, 'nowhere');
  await expect(openRefRepository({ directory })).rejects.toMatchObject({
    failure: { data: { reason: 'not-a-repository', detail: `${directory} does not exist` } },
  });
});

test('a directory that is gone needs no sync; one that cannot be opened is a failure', async () => {
  await expect(syncDirectories([join(user.root, 'gone'), user.root])).resolves.toBeUndefined();
  await expect(syncDirectories([join(user.root, 'a.txt', 'below')])).rejects.toMatchObject({ code: 'ENOTDIR' });
});
