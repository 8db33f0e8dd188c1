/**
 * What `scripts/prove-gates.mjs` does wrong on purpose.
 *
 * @typedef {object} Violation
 * @property {string} gate
 * @property {string} planted what was done wrong
 * @property {(plant: Plant) => void} plant
 * @property {string[]} [narrow] further arguments for the gate's command, in the place of `.`
 * @property {RegExp} expect what the gate must say
 *
 * @typedef {object} Plant
 * @property {(file: string, text: string) => void} write
 * @property {(file: string, from: string | RegExp, to: string) => void} edit
 */

/** @type {Violation[]} */
export const violations = [
  {
    gate: 'format',
    planted: 'a file that prettier would change',
    plant: ({ write }) => write('packages/core/src/planted.ts', 'export   const a=1'),
    narrow: ['packages/core/src/planted.ts'],
    expect: /planted\.ts/,
  },
  {
    gate: 'dependencies',
    planted: 'core importing an adapter',
    plant: ({ write }) => write('packages/core/src/planted.ts', "import '@batonkit/memory-adapter';\n"),
    expect: /planted\.ts: may not depend on @batonkit\/memory-adapter/,
  },
  {
    gate: 'dependencies',
    planted: 'an import that package.json does not list',
    plant: ({ write }) => write('packages/memory-adapter/src/planted.ts', "import 'zod';\n"),
    expect: /planted\.ts: imports zod, which .* does not list/,
  },
  {
    gate: 'folders',
    planted: 'a port that imports a capability',
    plant: ({ write }) => write('packages/core/src/ports/planted.ts', "import '../deltas/delta-tracker.ts';\n"),
    expect: /ports\/planted\.ts imports deltas\/delta-tracker\.ts, which is upwards/,
  },
  {
    gate: 'folders',
    planted: 'a machine that knows a port, if only its type',
    plant: ({ write }) =>
      write(
        'packages/core/src/machine/planted.ts',
        "import type { TaskStore } from '../ports/task-store.ts';\nexport type Planted = TaskStore;\n",
      ),
    expect: /machine\/planted\.ts imports ports\/task-store\.ts, which is upwards/,
  },
  {
    gate: 'folders',
    planted: 'a guard of the protocol that knows a service, if only its type',
    plant: ({ write }) =>
      write(
        'packages/protocol/src/guards/planted.ts',
        "export type { TaskProtocol } from '../service/task-protocol.ts';\n",
      ),
    expect: /guards\/planted\.ts imports service\/task-protocol\.ts, which is upwards/,
  },
  {
    gate: 'folders',
    planted: 'a folder that leaves by the door of its own package',
    plant: ({ write }) => write('packages/guard/src/policy/planted.ts', "export { createGuard } from '../index.ts';\n"),
    expect: /policy\/planted\.ts imports index\.ts, which is upwards/,
  },
  {
    gate: 'folders',
    planted: 'a folder without a place in the order',
    plant: ({ write }) => write('packages/secrets/src/planted/planted.ts', 'export const planted = 1;\n'),
    expect: /packages\/secrets\/src: the order of the folders and what is there differ in planted\//,
  },
  {
    gate: 'journeys',
    planted: 'a count of files that is stale',
    plant: ({ edit }) => edit('ARCHITECTURE.md', /\| contexts\.markBlocked \| \d+/, '| contexts.markBlocked | 1'),
    expect: /counts of files in ARCHITECTURE\.md are stale/,
  },
  {
    gate: 'types',
    planted: 'a type error in a test',
    plant: ({ write }) => write('packages/core/src/planted.test.ts', 'export const a: number = "text";\n'),
    expect: /planted\.test\.ts.*TS2322/,
  },
  {
    gate: 'portable-types',
    planted: 'a Node global in core',
    plant: ({ write }) => write('packages/core/src/planted.ts', 'export const a = process.pid;\n'),
    expect: /planted\.ts.*'process'/,
  },
  {
    gate: 'lint',
    planted: 'a dropped Result, in four disguises',
    plant: ({ write }) =>
      write(
        'packages/core/src/planted.ts',
        `import { ok, okAsync, type Result } from './result/result.ts';
const load = async (): Promise<Result<number, string>> => ok(await Promise.resolve(1));
export async function planted(): Promise<void> {
  ok(1);
  void okAsync(2);
  await okAsync(3);
  await load();
}
`,
      ),
    narrow: ['packages/core/src/planted.ts'],
    expect: /(no-dropped-result[\s\S]*){4}/,
  },
  {
    gate: 'lint',
    planted: 'steps that can fail in one another, in a chain, and in a generator',
    plant: ({ write }) =>
      write(
        'packages/core/src/planted-steps.ts',
        `import { okAsync, type ResultAsync } from './result/result.ts';
declare function safeTry(): ResultAsync<number, string>;
export const nested = (): ResultAsync<number, string> => okAsync(1).andThen((one) => okAsync(2).andThen((two) => okAsync(one + two)));
export const chained = (): ResultAsync<number, string> => okAsync(1).andThen(() => safeTry()).map((one) => one).orElse(() => okAsync(2));
`,
      ),
    narrow: ['packages/core/src/planted-steps.ts'],
    expect: /(one-step-at-most[\s\S]*){3}/,
  },
  {
    gate: 'lint',
    planted: 'a node: import and the wall clock in core',
    plant: ({ write }) =>
      write(
        'packages/core/src/planted-too.ts',
        "import { tmpdir } from 'node:os';\nexport const a = [tmpdir(), Date.now()];\n",
      ),
    narrow: ['packages/core/src/planted-too.ts'],
    expect: /no-restricted-imports[\s\S]*no-restricted-properties/,
  },
  {
    gate: 'types',
    planted: 'an exported function without an example',
    plant: ({ edit }) =>
      edit('packages/memory-adapter/src/index.ts', /^/, '/** Says little. */\nexport function planted(): void {}\n'),
    expect: /\(planted\): an exported function needs an @example/,
  },
  {
    gate: 'types',
    planted: 'an example that does not compile',
    plant: ({ edit }) =>
      edit('packages/core/src/record/task-id.ts', "parseTaskId('TASK-0824')", "parseTaskIt('TASK-0824')"),
    expect: /parseTaskIt/,
  },
  {
    gate: 'types',
    planted: 'a block of the documentation that does not compile',
    plant: ({ write }) => write('docs/planted.md', "```ts\nimport { gone } from '@batonkit/core';\ngone();\n```\n"),
    expect: /docs\.planted\.md.*TS2305.*gone/,
  },
  {
    gate: 'sizes',
    planted: 'thousands of words in the smallest entry',
    plant: ({ edit }) => {
      const words = Array.from({ length: 4000 }, (_, at) => Math.sqrt(at + 2));
      edit('packages/core/dist/text/index.js', /$/, `\nexport const planted = ${JSON.stringify(words)};\n`);
    },
    expect: /@batonkit\/core\/text[\s\S]*exceeded by/,
  },
  {
    gate: 'links',
    planted: 'links to a page and to a heading that are not there',
    plant: ({ write }) => write('docs/planted.md', '[a](gone.md) [b](../README.md#gone)\n'),
    expect: /docs\/planted\.md: gone\.md leads nowhere[\s\S]*docs\/planted\.md: \.\.\/README\.md#gone names/,
  },
  {
    gate: 'links',
    planted: 'a page that nobody would find',
    plant: ({ write }) => write('docs/planted-alone.md', '# Alone\n'),
    expect: /docs\/planted-alone\.md: no other page links to it/,
  },
  {
    gate: 'links',
    planted: 'a file that ARCHITECTURE.md names and that has moved to another package',
    plant: ({ edit }) => edit('ARCHITECTURE.md', '`machine/evolve.ts`', '`linked-worktrees/task-lock.ts`'),
    expect: /ARCHITECTURE\.md: `linked-worktrees\/task-lock\.ts` is not there/,
  },
  {
    gate: 'tests',
    planted: 'a failing test',
    plant: ({ write }) =>
      write(
        'packages/memory-adapter/src/planted.test.ts',
        "import { expect, test } from 'vitest';\ntest('x', () => expect(1).toBe(2));\n",
      ),
    narrow: ['planted'],
    expect: /FAIL .*packages\/memory-adapter\/src\/planted\.test\.ts/,
  },
  {
    gate: 'coverage',
    planted: 'a failing test of core',
    plant: ({ write }) =>
      write(
        'packages/core/src/result/planted.test.ts',
        "import { expect, test } from 'vitest';\ntest('x', () => expect(1).toBe(2));\n",
      ),
    narrow: ['result'],
    expect: /FAIL .*packages\/core\/src\/result\/planted\.test\.ts/,
  },
  {
    gate: 'coverage',
    planted: 'branches of core that no test takes',
    plant: ({ write }) =>
      write(
        'packages/core/src/result/planted.ts',
        'export const planted = (a: boolean, b: boolean): number => (a ? 1 : b ? 2 : 3);\n',
      ),
    narrow: ['result'],
    expect: /Coverage for branches \([\d.]+%\) does not meet global threshold \(94.5%\)/,
  },
  {
    gate: 'tests',
    planted: 'an example whose result is wrong',
    plant: ({ write }) =>
      write(
        '.cache/examples/planted.test.ts',
        "import { parseTaskId } from '@batonkit/core';\nimport { expect, test } from 'vitest';\ntest('x', () => expect(parseTaskId('..').isOk()).toEqual(true));\n",
      ),
    narrow: ['planted'],
    expect: /FAIL .*\.cache\/examples\/planted\.test\.ts/,
  },
  {
    gate: 'tests',
    planted: 'an export that is not on the pinned list',
    plant: ({ edit }) => edit('packages/memory-adapter/src/index.ts', /$/, 'export const planted = 1;\n'),
    narrow: ['packages/memory-adapter/src/exports'],
    expect: /FAIL .*packages\/memory-adapter\/src\/exports\.test\.ts/,
  },
  {
    gate: 'schemas',
    planted: 'a published schema that the code has left behind',
    plant: ({ edit }) => edit('packages/core/schemas/task-record.schema.json', '"task_id"', '"task_idea"'),
    expect: /task-record\.schema\.json does not match the code/,
  },
  {
    gate: 'tarballs',
    planted: 'an export that points at nothing',
    plant: ({ edit }) => edit('packages/memory-adapter/package.json', /"\.\/dist\/index\.js"/g, '"./dist/gone.js"'),
    narrow: ['memory-adapter'],
    expect: /memory-adapter: publint: .*gone\.js/,
  },
  {
    gate: 'tarballs',
    planted: 'types that the compiler cannot find',
    plant: ({ edit }) =>
      edit('packages/memory-adapter/package.json', /"\.\/dist\/worktree\/index\.d\.ts"/g, '"./gone.d.ts"'),
    expect: /memory-adapter: attw: .*FallbackCondition/,
  },
  {
    gate: 'tarballs',
    planted: 'a package without provenance',
    plant: ({ edit }) => edit('packages/memory-adapter/package.json', '"provenance": true', '"provenance": false'),
    expect: /memory-adapter: publishConfig\.provenance must be true/,
  },
  {
    gate: 'installed',
    planted: 'an import that the packed manifest does not list',
    plant: ({ edit }) => edit('packages/memory-adapter/dist/index.js', /^/, "import 'zod';\n"),
    expect: /load\.mjs:[\s\S]*@batonkit\/memory-adapter: [\s\S]*zod/,
  },
  {
    gate: 'installed',
    planted: 'an await at the top, which require cannot take',
    plant: ({ edit }) => edit('packages/fs-adapter/dist/index.js', /^/, 'await Promise.resolve();\n'),
    expect: /load\.mjs:[\s\S]*@batonkit\/fs-adapter: [\s\S]*top-level await/,
  },
  {
    gate: 'installed',
    planted: 'declarations that do not compile',
    plant: ({ edit }) => edit('packages/core/dist/text/index.d.ts', /$/, '\nexport declare const planted: Gone;\n'),
    expect: /node16: .*text\/index\.d\.ts.*'Gone'[\s\S]*bundler: .*'Gone'/,
  },
  {
    gate: 'installed',
    planted: 'a program of the documentation that is TypeScript, though node is to run it',
    plant: ({ edit }) => edit('docs/quick-start.md', "scope: ['login.js'],", "scope: ['login.js'] as string[],"),
    expect: /docs\/quick-start\.md: node hand-off\.mjs \(program \d+\) in a project of npm:[\s\S]*SyntaxError/,
  },
  {
    gate: 'installed',
    planted: 'packages that bun would have to fetch from the registry',
    plant: ({ edit }) => edit('docs/quick-start.md', /(?<=bun add \S+)\*/, 'batonkit-cli-*'),
    expect: /bun add \S+batonkit-cli-\*\.tgz:[\s\S]*@batonkit\/core/,
  },
  {
    gate: 'docs',
    planted: 'a comment of a subpath that links to a name which is not there',
    plant: ({ edit }) =>
      edit(
        'packages/core/dist/text/wrap-text.d.ts',
        'export declare',
        '/** See {@link plantedName}. */\nexport declare',
      ),
    expect: /Failed to resolve link to "plantedName"/,
  },
  {
    gate: 'docs',
    planted: 'a guide whose link typedoc cannot follow',
    plant: ({ write }) => write('docs/planted.md', '[gone](planted-gone.md)\n'),
    expect: /planted-gone\.md is not a file/,
  },
  {
    gate: 'api',
    planted: 'a parameter that the report does not know',
    plant: ({ edit }) =>
      edit('packages/core/dist/text/wrap-text.d.ts', 'width?: number', 'width?: number, planted?: number'),
    expect: /packages\/core\/api\.md does not match the code/,
  },
  {
    gate: 'unused',
    planted: 'an export that nobody uses, and a dependency',
    plant: ({ edit, write }) => {
      write('packages/fs-adapter/src/planted.ts', 'export const used = 1;\nexport const planted = 2;\n');
      edit('packages/fs-adapter/src/index.ts', /$/, "export { used } from './planted.ts';\n");
      edit('packages/fs-adapter/package.json', '"dependencies": {', '"dependencies": { "planted-package": "1",');
    },
    expect: /planted-package[\s\S]*planted .*packages\/fs-adapter\/src\/planted\.ts/,
  },
  {
    gate: 'benchmarks',
    planted: 'a benchmark that stops half-way',
    plant: ({ edit }) => edit('benchmarks/import-core.mjs', "import('zod')", "import('planted')"),
    narrow: ['import-core.mjs'],
    expect: /import-core\.mjs ended with 1[\s\S]*planted/,
  },
  {
    gate: 'benchmarks',
    planted: 'a goal that its benchmark no longer tells, and a number without spread',
    plant: ({ edit }) => {
      edit('benchmarks/protocol.mjs', "what: 'decisions a second'", "what: 'planted'");
      edit('benchmarks/protocol.mjs', '...decisions,', 'value: decisions.value,');
    },
    narrow: ['protocol.mjs'],
    expect: /protocol\.mjs did not tell "decisions a second"[\s\S]*"planted" has no spread/,
  },
  {
    gate: 'changesets',
    planted: 'packages that no longer move together',
    plant: ({ edit }) => edit('.changeset/config.json', '"fixed": [["batonkit", "@batonkit/*"]]', '"fixed": []'),
    expect: /different versions/,
  },
];
