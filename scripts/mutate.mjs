import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyTree } from './copy-tree.mjs';
import { bin, root, run } from './ensure-ready.mjs';

// npm run mutate -- audit              changes one area in small ways and tells which changes no test notices
// npm run mutate -- record decide.ts   only the files whose name contains this
// npm run mutate -- --list             the areas, without changing anything
// MUTATE_AT_ONCE=1 npm run mutate ...  one process at a time; two are the default
// Works in a copy of the tree. Reports go to .cache/mutation.

/**
 * What is changed, and the tests that should notice; `testMs` is how long a test may take, since many mutants only hang. Static code is
 * left out: no single test stands for it.
 *
 * @type {Record<string, { mutate: string[], tests: string[], testMs?: number, server?: boolean }>}
 */
const areas = {
  audit: { mutate: ['packages/core/src/audit/*.ts'], tests: ['packages/core/src/audit', 'packages/core/src/record'] },
  drift: {
    mutate: ['packages/core/src/deltas/*.ts'],
    // Without those that run git: what they find, those in memory find too.
    tests: [
      'packages/core/src/deltas/{attribute,delta-trouble,dirty,drift,find,match,patch,read,restore,take}*.test.ts',
      'packages/core/src/turns/turn-trouble*.test.ts',
    ],
  },
  record: {
    mutate: ['packages/core/src/record/*.ts', 'packages/core/src/machine/*.ts', 'packages/core/src/slices/*.ts'],
    tests: ['packages/core/src/record', 'packages/core/src/machine', 'packages/core/src/slices'],
  },
  commit: {
    mutate: ['packages/core/src/commit/*.ts'],
    tests: ['packages/core/src/commit', 'packages/core/src/turns/turn-trouble*.test.ts'],
  },
  'memory-store': {
    mutate: ['packages/memory-adapter/src/*.ts'],
    tests: ['packages/memory-adapter/src/*.test.ts'],
    testMs: 3000,
  },
  'fs-store': {
    mutate: ['packages/fs-adapter/src/task-store/*.ts', 'packages/fs-adapter/src/files/*.ts'],
    tests: ['packages/fs-adapter/src/task-store', 'packages/fs-adapter/src/files'],
    testMs: 6000,
  },
  'git-refs': {
    mutate: [
      'packages/git-adapter/src/task-store/*.ts',
      'packages/git-adapter/src/locks/*.ts',
      'packages/git-adapter/src/objects/write-pack.ts',
      'packages/git-adapter/src/names/task-ref-name.ts',
    ],
    tests: [
      'packages/git-adapter/src/task-store',
      'packages/git-adapter/src/names/task-ref-name*.test.ts',
      'packages/git-adapter/src/locks',
      'packages/git-adapter/src/native/native-storage.test.ts',
    ],
    testMs: 20_000,
  },
  postgres: {
    mutate: ['packages/postgres-adapter/src/*.ts'],
    tests: ['packages/postgres-adapter/src'],
    testMs: 15_000,
    server: true,
  },
};

const gone = Object.entries(areas).flatMap(([area, { mutate, tests }]) =>
  [...mutate, ...tests].filter((glob) => !leadsSomewhere(glob)).map((glob) => `${area}: ${glob}`),
);
if (gone.length > 0) {
  console.error(`scripts/mutate.mjs names what does not exist: ${gone.join(', ')}. Fix the area.`);
  process.exit(2);
}
const [name = '', only = ''] = process.argv.slice(2);
if (name === '--list') {
  console.log(Object.keys(areas).join('\n'));
  process.exit(0);
}
const area = Object.entries(areas).find(([known]) => known === name)?.[1];
if (area === undefined) {
  console.error(`Name one area: ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}

const copy = copyTree();
// What other processes do is not seen by a mutant in this one, and takes long.
const slow = [
  '**/fault-lab*',
  '**/*-race*',
  '**/model-check*',
  '**/exports.test.ts',
  '**/portability*',
  '**/soak*',
  '**/two-orchestrators*',
  '**/query-plans*',
];
const slowTests = [
  'several processes',
  'two processes',
  'stopped past every time-out',
  'the kernel sees',
  'SIGSTOP',
  'may not be read',
  'a read-only file system',
  ...(name === 'memory-store' ? [] : ['of the largest size']),
];
writeFileSync(
  join(copy, 'mutate-setup.mjs'),
  `import { beforeEach } from 'vitest';
beforeEach(({ task, skip }) => skip(${JSON.stringify(slowTests)}.some((part) => task.name.includes(part))));
`,
);
writeFileSync(
  join(copy, 'vitest.mutate.config.mjs'),
  `import { BaseSequencer } from 'vitest/node';
// What is quick comes first, because one test that fails is enough.
class QuickFirst extends BaseSequencer {
  async sort(files) {
    const isSlow = ({ moduleId }) => Number(/store\\.test|layout|lost|lock|exchange|broken/.test(moduleId));
    return files.sort((a, b) => isSlow(a) - isSlow(b));
  }
}
export default {
  resolve: { conditions: ['@batonkit/source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['@batonkit/source'], externalConditions: ['@batonkit/source'] } },
  test: {
    include: ${JSON.stringify(area.tests.map((tests) => (tests.includes('*') ? tests : `${tests}/**/*.test.ts`)))},
    exclude: ${JSON.stringify(['**/node_modules/**', ...slow])},
    setupFiles: ['./scripts/pin-seed.ts', './mutate-setup.mjs'],
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: ${area.testMs ?? 60_000},
    expect: { poll: { timeout: ${(area.testMs ?? 60_000) / 2} } },
  },
};
`,
);
const part = only.replace(/\.ts$/, '');
const narrowed = area.mutate.flatMap((glob) => {
  if (glob.endsWith('*.ts')) return part === '' ? glob : glob.replace('*.ts', `*${part}*.ts`);
  return basename(glob).includes(part) ? glob : [];
});
writeFileSync(
  join(copy, 'stryker.config.json'),
  JSON.stringify({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutate.config.mjs', related: false },
    mutate: [...narrowed, '!**/*.test.ts', '!**/*.fixture.ts', '!**/index.ts'],
    inPlace: true,
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: Number(process.env.MUTATE_AT_ONCE ?? 2),
    timeoutMS: area.testMs ?? 20_000,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
    jsonReporter: { fileName: 'mutation.json' },
    tempDirName: '.cache/stryker',
    allowEmpty: false,
  }),
);
const server = area.server === true ? await startServer() : null;
if (server !== null) process.env.BATONKIT_PG_URL = server.url;
const code = await run(bin('stryker'), ['run', '--logLevel', 'warn'], copy);
await server?.close();
mkdirSync(join(root, '.cache', 'mutation'), { recursive: true });
try {
  cpSync(join(copy, 'mutation.json'), join(root, '.cache', 'mutation', `${name}.json`));
  tellScore(JSON.parse(readFileSync(join(copy, 'mutation.json'), 'utf8')));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(code);

/**
 * Whether a glob matches at least one file; in `{a,b}` each name has to. Only the last part of a path holds stars.
 *
 * @param {string} glob
 */
function leadsSomewhere(glob) {
  if (!glob.includes('*')) return existsSync(join(root, glob));
  const folder = join(root, dirname(glob));
  if (!existsSync(folder)) return false;
  const [, names = ''] = /\{(.*)\}/.exec(basename(glob)) ?? [];
  return names.split(',').every((name) => {
    const pattern = basename(glob)
      .replace(/\{.*\}/, name)
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'));
    return readdirSync(folder).some((file) => new RegExp(`^${pattern.join('.*')}$`).test(file));
  });
}

/** One server for the whole run: to start one takes longer than most tests. Loaded for those only that need it. */
async function startServer() {
  const { startPostgres } = await import('../packages/postgres-adapter/testing/postgres-server.mjs');
  return startPostgres();
}

/** @param {{ files: Record<string, { mutants: { status: string }[] }> }} report */
function tellScore({ files }) {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (/** @type {string[]} */ ...statuses) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const valid = killed + count('Survived', 'NoCoverage');
  console.log(`${name}: ${killed} of ${valid} found, ${((100 * killed) / valid).toFixed(1)} %`);
}
