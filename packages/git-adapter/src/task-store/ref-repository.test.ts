import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeGit } from '../native/fake-git.fixture.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { openRefRepository, syncDirectories } from './ref-repository.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create()));
afterEach(() => {
  vi.unstubAllEnvs();
  user.close();
});

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

  test('not one that stores refs in another format, which is named', async () => {
    putGitBefore('--get extensions.refStorage', 'reftable\\n');
    const detail = 'this repository stores its refs as reftable, and tasks in refs need ref files';
    await expect(openRefRepository({ directory: user.root })).rejects.toMatchObject({
      failure: { data: { reason: 'unsupported', detail } },
    });
  });

  test('not one that stores refs in a format that git itself refuses', async () => {
    user.git('config', 'extensions.refStorage', 'unheard-of');
    user.git('config', 'core.repositoryFormatVersion', '1');
    await expect(openRefRepository({ directory: user.root })).rejects.toMatchObject({
      failure: { data: { reason: 'unsupported', detail: expect.stringContaining('extensions.refStorage') as string } },
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

test('remotes see how the user reaches them, and nothing that was set for another git command', async () => {
  vi.stubEnv('GIT_SSH_COMMAND', 'ssh -v');
  vi.stubEnv('GIT_HTTP_USER_AGENT', 'mine');
  vi.stubEnv('GIT_DIR', '/elsewhere');
  vi.stubEnv('GIT_INDEX_FILE', '/elsewhere/index');
  const repository = await openRefRepository({ directory: user.root });
  fakeGit(user.parent, 'env | grep ^GIT_ | sort; exit');
  const { stdout } = await repository.tryNetworkGit(['anything']);
  const told = stdout.toString().trim().split('\n');
  expect(told).toEqual(
    expect.arrayContaining(['GIT_SSH_COMMAND=ssh -v', 'GIT_HTTP_USER_AGENT=mine', 'GIT_NO_LAZY_FETCH=1']),
  );
  expect(told.filter((line) => /elsewhere/.test(line))).toEqual([]);
  const own = (await repository.tryGit(['anything'])).stdout.toString();
  expect(own).toContain('GIT_NO_REPLACE_OBJECTS=1');
  expect(own).not.toContain('GIT_SSH_COMMAND');
});

test('a command that fails is a problem, and no object has the id of none', async () => {
  const repository = await openRefRepository({ directory: user.root });
  await expect(repository.git(['rev-parse', '--verify', 'nothing'])).rejects.toThrow(
    'git rev-parse ended with code 128',
  );
  expect(repository.zeroId).toBe('0'.repeat(40));
});
