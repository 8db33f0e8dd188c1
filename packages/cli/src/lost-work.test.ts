import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createContextStore, orThrow } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { expect, test } from 'vitest';
import { type Answer, createPreparedShop, createShop, type Shop } from './scratch-shop.fixture.ts';

const engines = ['native', 'isomorphic'] as const;
const BEFORE = 'one\ntwo\nthree\n';
const WORK = 'one\ntwo\nthree\nfour, by the implementer\n';

/** A task whose implementer changed one file, added one, deleted one and made one executable. */
async function handedOff(engine: string): Promise<Shop & { readonly tree: string }> {
  const shop = await createPreparedShop(`handed-off-${engine}`, async ({ directory, write, git, ask }) => {
    write('batonkit.config.json', JSON.stringify({ engine }));
    write('src/changed.txt', BEFORE);
    write('src/old.txt', 'old\n');
    write('src/run.sh', 'echo\n');
    git('add', '-A');
    git('commit', '-qm', 'Before');
    for (const argv of [
      ['init', 'TASK-1'],
      ['start', 'TASK-1', 'implementer'],
    ])
      expect((await ask(...argv)).error).toBeNull();
    write('src/changed.txt', WORK);
    write('src/new.txt', 'new\n');
    rmSync(join(directory, 'src/old.txt'));
    chmodSync(join(directory, 'src/run.sh'), 0o755);
    const { error, data } = await ask('hand-off', 'TASK-1', 'implementer');
    expect(error).toBeNull();
    write('.git/handed-off-tree', String(data.tree));
  });
  return { ...shop, tree: readFileSync(join(shop.directory, '.git/handed-off-tree'), 'utf8') };
}

function commitAll({ git }: Shop, message = 'Work'): void {
  git('add', '-A');
  git('commit', '-qm', message);
}

const safe: readonly (readonly [string, (shop: Shop) => void])[] = [
  ['still in the tree', () => undefined],
  ['still in the tree, with more beside it', ({ write }) => write('src/changed.txt', `zero\n${WORK}five\n`)],
  ['staged', ({ git }) => void git('add', '-A')],
  ['committed', (shop) => commitAll(shop)],
  [
    'committed in two commits, and changed again after',
    (shop) => {
      shop.git('add', 'src/changed.txt');
      shop.git('commit', '-qm', 'First');
      commitAll(shop, 'Second');
      shop.write('src/changed.txt', 'something else\n');
      shop.git('rm', '-q', '-f', 'src/new.txt');
      commitAll(shop, 'Third');
    },
  ],
  [
    'on a branch that is not checked out',
    (shop) => {
      shop.git('checkout', '-q', '-b', 'feature');
      commitAll(shop);
      shop.git('checkout', '-q', 'main');
    },
  ],
  [
    'squashed into main, and its branch deleted',
    (shop) => {
      shop.git('checkout', '-q', '-b', 'feature');
      commitAll(shop);
      shop.write('src/login.js', 'more\n');
      commitAll(shop, 'More');
      shop.git('checkout', '-q', 'main');
      shop.git('merge', '-q', '--squash', 'feature');
      shop.git('commit', '-qm', 'Squashed');
      shop.git('branch', '-q', '-D', 'feature');
    },
  ],
  [
    'rebased onto edits of the same file',
    (shop) => {
      shop.git('checkout', '-q', '-b', 'feature');
      commitAll(shop);
      shop.git('checkout', '-q', 'main');
      shop.write('src/changed.txt', `zero\n${BEFORE}`);
      commitAll(shop, 'Meanwhile');
      shop.git('rebase', '-q', 'main', 'feature');
    },
  ],
  [
    'committed under another name',
    (shop) => {
      shop.git('add', '-A');
      shop.git('mv', 'src/new.txt', 'src/moved.txt');
      shop.git('commit', '-qm', 'Moved');
    },
  ],
  [
    'in a tag alone',
    (shop) => {
      commitAll(shop);
      shop.git('tag', 'kept');
      shop.git('reset', '-q', '--hard', 'HEAD~1');
    },
  ],
];

test.each(engines.flatMap((engine) => safe.map(([where, act]) => [engine, where, act] as const)))(
  '%s: a task whose work is %s is completed',
  async (engine, _where, act) => {
    const shop = await handedOff(engine);
    act(shop);
    expect((await shop.ask('complete', 'TASK-1')).error).toBeNull();
  },
  180_000,
);

const all = ['src/changed.txt', 'src/new.txt', 'src/old.txt', 'src/run.sh'];
const lost: readonly (readonly [string, readonly string[], (shop: Shop) => void])[] = [
  [
    'checked out over',
    all,
    ({ git }) => {
      git('checkout', '-q', '.');
      git('clean', '-fdq', 'src');
    },
  ],
  ['stashed', all, ({ git }) => void git('stash', '-qu')],
  [
    'committed and reset',
    all,
    (shop) => {
      commitAll(shop);
      shop.git('reset', '-q', '--hard', 'HEAD~1');
    },
  ],
  [
    'committed, marked by git bisect and reset',
    all,
    (shop) => {
      commitAll(shop);
      shop.git('update-ref', 'refs/bisect/bad', 'HEAD');
      shop.git('reset', '-q', '--hard', 'HEAD~1');
    },
  ],
  [
    'on a branch that was deleted',
    all,
    (shop) => {
      shop.git('checkout', '-q', '-b', 'feature');
      commitAll(shop);
      shop.git('checkout', '-q', 'main');
      shop.git('branch', '-q', '-D', 'feature');
    },
  ],
  ['partly overwritten', ['src/changed.txt'], ({ write }) => write('src/changed.txt', `${BEFORE}mine\n`)],
  ['partly deleted', ['src/new.txt'], ({ directory }) => rmSync(join(directory, 'src/new.txt'))],
  ['partly undone', ['src/old.txt'], ({ write }) => write('src/old.txt', 'old\n')],
  [
    'partly committed, and the rest is gone',
    ['src/changed.txt', 'src/old.txt', 'src/run.sh'],
    ({ git }) => {
      git('add', 'src/new.txt');
      git('commit', '-qm', 'Part');
      git('checkout', '-q', '.');
    },
  ],
];

function expectLost({ error }: Answer, paths: readonly string[]): void {
  expect(error?.code).toBe('WorkWouldBeLost');
  expect(error?.data.paths).toEqual(paths);
  for (const path of paths) expect(error?.message).toContain(path);
}

test.each(engines.flatMap((engine) => lost.map(([how, paths, act]) => [engine, how, paths, act] as const)))(
  '%s: a task whose work was %s is not completed, and with --force its snapshot stays',
  async (engine, _how, paths, act) => {
    const shop = await handedOff(engine);
    act(shop);
    const { code } = await shop.baton(['complete', 'TASK-1']);
    expect(code).toBe(4);
    expectLost(await shop.ask('complete', 'TASK-1'), paths);
    expectLost(await shop.ask('purge', 'TASK-1'), paths);
    expect((await shop.ask('get', 'TASK-1')).error).toBeNull();

    const forced = await shop.ask('complete', 'TASK-1', '--force');
    expect(forced.error).toBeNull();
    expect(JSON.stringify(forced.data.warnings)).toContain(shop.tree);
    expect((await shop.ask('get', 'TASK-1')).error?.code).toBe('ContextNotFound');
    expect((await shop.ask('purge', 'TASK-1')).error).toBeNull();
    const worktree = createGitWorktree({ directory: shop.directory, engine });
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    const into = join(shop.directory, '.agent-output', 'again');
    await orThrow(worktree.materialize(shop.tree, into));
    expect(readFileSync(join(into, 'src/changed.txt'), 'utf8')).toBe(WORK);
    expect(JSON.stringify((await shop.ask('trail', 'TASK-1')).data)).toContain(shop.tree);
  },
  180_000,
);

test.each(engines)('%s: a turn that throws all work away does not make it safe to complete', async (engine) => {
  const shop = await handedOff(engine);
  expect((await shop.ask('start', 'TASK-1', 'reviewer')).error).toBeNull();
  shop.git('stash', '-qu');
  expect((await shop.ask('hand-off', 'TASK-1', 'reviewer', '--allow-clean')).error).toBeNull();
  expectLost(await shop.ask('complete', 'TASK-1'), all);
});

test.each(engines)('%s: work that a later role replaced on purpose is not missed', async (engine) => {
  const shop = await handedOff(engine);
  expect((await shop.ask('start', 'TASK-1', 'reviewer')).error).toBeNull();
  shop.write('src/changed.txt', 'by the reviewer\n');
  expect((await shop.ask('hand-off', 'TASK-1', 'reviewer')).error).toBeNull();
  expect((await shop.ask('complete', 'TASK-1')).error).toBeNull();
});

test('work in a linked tree is seen from the main one, and missed when the tree is deleted', async () => {
  for (const [act, isLost] of [
    [() => undefined, false],
    [
      (linked: string, { git }: Shop) =>
        void [git('-C', linked, 'add', '-A'), git('-C', linked, 'commit', '-qm', 'Work')],
      false,
    ],
    [(linked: string) => rmSync(linked, { recursive: true }), true],
    [(linked: string, { git }: Shop) => void git('-C', linked, 'stash', '-qu'), true],
    [(linked: string, { git }: Shop) => void git('worktree', 'remove', '--force', linked), true],
  ] as const) {
    const shop = createShop();
    const store = ['--store', join(shop.directory, '.git', 'baton-store')];
    const linked = join(shop.directory, '.git', 'linked');
    shop.git('worktree', 'add', '-q', '-b', 'feature', linked);
    const there = (...argv: string[]) => shop.baton([...argv, ...store], { cwd: linked });
    for (const argv of [
      ['init', 'TASK-1'],
      ['start', 'TASK-1', 'implementer'],
    ])
      expect((await there(...argv)).code, argv[0]).toBe(0);
    writeFileSync(join(linked, 'src/login.js'), 'work\n');
    expect((await there('hand-off', 'TASK-1', 'implementer')).code).toBe(0);
    act(linked, shop);
    const completed = await shop.ask('complete', 'TASK-1', ...store);
    if (isLost) expectLost(completed, ['src/login.js']);
    else expect(completed.error).toBeNull();
  }
}, 180_000);

/** The shop with its store beside it, and a clone that shares the store. */
async function inTwoClones(engine: string): Promise<{
  readonly shop: Shop;
  readonly tree: string;
  readonly clone: string;
  readonly askIn: (cwd: string, ...argv: string[]) => Promise<Answer>;
  readonly isKept: () => Promise<boolean>;
}> {
  const shop = createShop();
  const store = ['--store', join(shop.directory, '.git', 'shared-store')];
  shop.write('batonkit.config.json', JSON.stringify({ engine }));
  shop.git('add', '-A');
  shop.git('commit', '-qm', 'Settings');
  const clone = join(shop.directory, '.git', 'clone');
  shop.git('clone', '-q', shop.directory, clone);
  const askIn = async (cwd: string, ...argv: string[]): Promise<Answer> =>
    JSON.parse((await shop.baton([...argv, ...store, '--json'], { cwd })).stdout) as Answer;
  for (const argv of [
    ['init', 'TASK-1'],
    ['start', 'TASK-1', 'implementer'],
  ])
    expect((await askIn(shop.directory, ...argv)).error).toBeNull();
  shop.write('src/login.js', WORK);
  shop.write('src/new.txt', 'new\n');
  const { error, data } = await askIn(shop.directory, 'hand-off', 'TASK-1', 'implementer');
  expect(error).toBeNull();
  const tree = String(data.tree);
  const worktree = createGitWorktree({ directory: shop.directory, engine: engine as (typeof engines)[number] });
  const isKept = async (): Promise<boolean> => {
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    const into = join(shop.directory, '.git', `again-${String(Math.random()).slice(2)}`);
    const written = await worktree.materialize(tree, into);
    return written.isOk() && readFileSync(join(into, 'src/login.js'), 'utf8') === WORK;
  };
  return { shop, tree, clone, askIn, isKept };
}

/** Everything that gives back the space of snapshots. */
async function tidyUp(askIn: (cwd: string, ...argv: string[]) => Promise<Answer>, cwd: string): Promise<void> {
  await askIn(cwd, 'doctor', '--fix', '--yes');
  expect((await askIn(cwd, 'purge', 'TASK-1')).error).toBeNull();
  await askIn(cwd, 'doctor', '--fix', '--yes');
}

test.each(engines.flatMap((engine) => (['complete', 'purge'] as const).map((verb) => [engine, verb] as const)))(
  '%s: %s from another clone, or from no repository, does not forget work that only its snapshot holds',
  async (engine, verb) => {
    const { shop, tree, clone, askIn, isKept } = await inTwoClones(engine);
    shop.git('stash', '-qu');
    shop.git('stash', 'drop', '-q');
    const nowhere = createShop({ isRepository: false }).directory;
    for (const cwd of [clone, nowhere]) {
      expectLost(await askIn(cwd, verb, 'TASK-1'), ['src/login.js', 'src/new.txt']);
      expect((await askIn(cwd, 'get', 'TASK-1')).error).toBeNull();
    }
    const forced = await askIn(clone, verb, 'TASK-1', '--force');
    expect(forced.error).toBeNull();
    expect(JSON.stringify(forced.data.warnings)).toContain(tree);
    expect((await askIn(clone, 'get', 'TASK-1')).error?.code).toBe('ContextNotFound');
    await tidyUp(askIn, shop.directory);
    expect(await isKept()).toBe(true);
    // Neither does a later life of the task.
    expect((await askIn(shop.directory, 'init', 'TASK-1')).error).toBeNull();
    expect((await askIn(shop.directory, 'complete', 'TASK-1')).error).toBeNull();
    expect(await isKept()).toBe(true);
  },
  180_000,
);

test.each(engines)(
  '%s: a clone that has the work completes the task',
  async (engine) => {
    for (const bring of [
      ({ git }: Shop, clone: string) => void git('-C', clone, 'pull', '-q'),
      ({ git }: Shop, clone: string) => void git('-C', clone, 'fetch', '-q'),
      (_shop: Shop, clone: string) => {
        writeFileSync(join(clone, 'src/login.js'), WORK);
        writeFileSync(join(clone, 'src/new.txt'), 'new\n');
      },
      ({ write, git }: Shop, clone: string) => {
        // A commit that holds more than what was handed off has a tree that is in no snapshot.
        write('src/more.txt', 'more\n');
        git('add', '-A');
        git('commit', '-q', '--amend', '-m', 'More');
        git('-C', clone, 'pull', '-q');
      },
    ]) {
      const { shop, clone, askIn } = await inTwoClones(engine);
      commitAll(shop);
      bring(shop, clone);
      expect((await askIn(clone, 'complete', 'TASK-1')).error, bring.toString()).toBeNull();
    }
  },
  180_000,
);

test.each(engines)(
  '%s: a forced purge keeps the work',
  async (engine) => {
    const { shop, tree, askIn, isKept } = await inTwoClones(engine);
    shop.git('stash', '-qu');
    const forced = await askIn(shop.directory, 'purge', 'TASK-1', '--force');
    expect(forced.error).toBeNull();
    expect(JSON.stringify(forced.data.warnings)).toContain(tree);
    await tidyUp(askIn, shop.directory);
    expect(await isKept()).toBe(true);
  },
  180_000,
);

test('what a library without a working tree completed is not dropped by doctor --fix', async () => {
  const { shop, askIn, isKept } = await inTwoClones('native');
  shop.git('stash', '-qu');
  const tasks = createFsTaskStore({ root: join(shop.directory, '.git', 'shared-store') });
  const { warnings } = await orThrow(createContextStore({ tasks }).complete('TASK-1', { actor: 'ada' }));
  expect(warnings.map(({ code }) => code)).toContain('WorkUnchecked');
  await tidyUp(askIn, shop.directory);
  expect(await isKept()).toBe(true);
}, 180_000);

test('a record that cannot be read is no way round the only copy of work', async () => {
  const { shop, tree, askIn, isKept } = await inTwoClones('native');
  shop.git('stash', '-qu');
  const tasks = createFsTaskStore({ root: join(shop.directory, '.git', 'shared-store') });
  const { revision, body } = await orThrow(tasks.read('TASK-1'));
  const entries = await orThrow(tasks.readAudit('TASK-1', { afterRevision: 0, limit: 500 }));
  await orThrow(
    tasks.commit({
      id: 'TASK-1',
      expected: revision,
      operationId: 'by-hand',
      body: String(body).replace('Fix login', 'Break login'),
      audit: entries.at(-1)?.lines ?? [],
      artifacts: [],
    }),
  );
  expect((await askIn(shop.directory, 'get', 'TASK-1')).error?.code).toBe('ImmutableTampered');
  expectLost(await askIn(shop.directory, 'purge', 'TASK-1'), ['src/login.js', 'src/new.txt']);
  const forced = await askIn(shop.directory, 'purge', 'TASK-1', '--force');
  expect(forced.error).toBeNull();
  expect(JSON.stringify(forced.data.warnings)).toContain(tree);
  expect(await isKept()).toBe(true);
}, 180_000);

test('what a forced complete kept can be had again by the line that doctor prints', async () => {
  const shop = await handedOff('native');
  shop.git('checkout', '-q', '--', '.');
  rmSync(join(shop.directory, 'src/new.txt'));
  const refused = await shop.baton(['complete', 'TASK-1']);
  expect(refused.stderr).toMatch(/hint: baton restore TASK-1 implementer .*\n.*hint: --force /);
  const { stderr } = await shop.baton(['complete', 'TASK-1', '--force']);
  expect(stderr.match(/WorkLost/g)).toHaveLength(1);

  const { findings } = (await shop.ask('doctor')).data as { findings: { check: string; advice: string }[] };
  const line = findings.map(({ advice }) => /GIT_ALTERNATE.*/.exec(advice)?.[0]).find((found) => found !== undefined);
  execFileSync('sh', ['-c', line ?? 'false'], { cwd: shop.directory });
  const archive = join(shop.directory, `kept-${shop.tree.slice(0, 8)}.tar`);
  expect(execFileSync('tar', ['-xOf', archive, 'src/changed.txt', 'src/new.txt'], { encoding: 'utf8' })).toBe(
    `${WORK}new\n`,
  );
});
