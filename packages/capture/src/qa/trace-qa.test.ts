import { expect, test } from 'vitest';
import { traceQa } from './trace-qa.ts';

type Files = Readonly<Record<string, string | null>>;

/** Traces commands in a tree that had the first files at the brief, and has the second over them now. */
async function trace(commands: readonly string[], before: Files, now: Files = {}) {
  const after: Files = { ...before, ...now };
  return traceQa({
    commands,
    changed: Object.keys(after).filter((path) => after[path] !== before[path]),
    read: (path) => Promise.resolve({ before: before[path] ?? null, now: after[path] ?? null }),
  });
}

function manifest(scripts: Readonly<Record<string, string>>, more: object = {}): string {
  return JSON.stringify({ name: 'a', scripts, ...more });
}

const HONEST: Files = {
  'package.json': manifest({ test: 'npm run unit && npm run lint', unit: 'vitest run', lint: 'eslint .', dev: 'vite' }),
  'vitest.config.ts': 'export default {};',
  'scripts/check.sh': 'exec vitest run',
  'src/a.ts': '1',
  'src/a.test.ts': 'test()',
  'pyproject.toml': '[project]\ndependencies = ["a"]\n\n[tool.pytest.ini_options]\naddopts = "-q"\n',
  'pom.xml': '<project><dependencies></dependencies><build><plugins>surefire</plugins></build></project>',
  'packages/b/package.json': manifest({ test: 'vitest run' }),
};

test('work on sources, tests and dependencies changes no definition', async () => {
  const commands = ['npm test', 'sh scripts/check.sh', 'mvn verify', 'pytest', 'npx vitest run src/a.test.ts'];
  const { changed, doubts, kinds, definition } = await trace(commands, HONEST, {
    'src/a.ts': '2',
    'src/a.test.ts': 'test(1)',
    'src/new.test.ts': 'test()',
    'package.json': manifest(
      { test: 'npm run unit && npm run lint', unit: 'vitest run', lint: 'eslint .', dev: 'vite --host' },
      { dependencies: { zod: '4' }, version: '2.0.0' },
    ),
    'pyproject.toml': '[project]\ndependencies = ["a", "b"]\n\n[tool.pytest.ini_options]\naddopts = "-q"\n',
    'pom.xml': '<project><dependencies>x</dependencies><build><plugins>surefire</plugins></build></project>',
  });
  expect({ changed, doubts }).toEqual({ changed: [], doubts: [] });
  expect(kinds).toEqual(['test', 'other', 'test', 'test', 'test']);
  expect(definition).toBe((await trace(commands, HONEST)).definition);
});

const CHANGES: readonly (readonly [what: string, command: string, now: Files])[] = [
  ['a script', 'npm test', { 'package.json': manifest({ test: 'echo 12 passed' }) }],
  [
    'a script of a script',
    'npm test',
    { 'package.json': manifest({ test: 'npm run unit && npm run lint', unit: 'true', lint: 'eslint .' }) },
  ],
  [
    'a script before it',
    'npm t',
    {
      'package.json': manifest({
        pretest: 'rm -rf src',
        test: 'npm run unit && npm run lint',
        unit: 'vitest run',
        lint: 'eslint .',
      }),
    },
  ],
  ['settings in package.json', 'npx jest', { 'package.json': manifest({}, { jest: { testMatch: [] } }) }],
  ['no package.json any more', 'npm test', { 'package.json': null }],
  ['a package.json that is none', 'npm test', { 'package.json': '[' }],
  ['settings of a tool', 'npx vitest run', { 'vitest.config.ts': 'export default { test: { include: [] } };' }],
  ['settings that were not there', 'npx jest', { 'jest.config.js': 'module.exports = { passWithNoTests: true };' }],
  ['a file that it runs', 'sh scripts/check.sh', { 'scripts/check.sh': 'echo fine' }],
  ['a file by an option', 'tool --config=scripts/check.sh', { 'scripts/check.sh': '' }],
  ['the settings of npm', 'npm test', { '.npmrc': 'script-shell=/bin/true' }],
  ['a file that an option names', 'tsc -p ci.json', { 'ci.json': '{"files":[]}' }],
  ['a Makefile', 'make test', { Makefile: 'test:\n\ttrue\n' }],
  ['options of pytest', 'pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--co"\n' }],
  ['a hook of pytest', 'pytest', { 'conftest.py': 'collect_ignore_glob = ["*"]' }],
  ['the build in pom.xml', 'mvn test', { 'pom.xml': '<project><build><skipTests>true</skipTests></build></project>' }],
  ['a script of a workspace', 'pnpm -r test', { 'packages/b/package.json': manifest({ test: 'true' }) }],
  [
    'any script where many may run',
    'npx run-s unit lint',
    { 'package.json': manifest({ unit: 'true', lint: 'eslint .' }) },
  ],
];

test.each(CHANGES)('a changed definition is named: %s', async (_what, command, now) => {
  const { changed, definition } = await trace([command], HONEST, now);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.join('\n')).toMatch(/is not (?:that of|as in) the brief\.$/m);
  if (!command.includes('run-s')) expect(definition).not.toBe((await trace([command], HONEST)).definition);
});

test.each([
  'true',
  'exit 0',
  'echo 12 passed',
  'vitest run || true',
  'vitest run; exit 0',
  'vitest run | tee log',
  `node -e "process.exit(0)"`,
  `node -e "console.log('12 passed')"`,
  `python3 -c "print('12 passed')"`,
  'sh /tmp/check.sh',
  '/tmp/check',
  '../check',
  'sh ignored.sh',
  './ignored',
  'vitest --version',
  'npm run fake',
])('a command that proves nothing is doubted: %s', async (command) => {
  const { doubts } = await trace([command], { 'package.json': manifest({ fake: 'echo fine' }) });
  expect(doubts).toHaveLength(1);
});

test.each([
  'npm test',
  'npx vitest run src/a.test.ts',
  'node --test src/a.test.ts',
  'node --test "src/**/*.test.ts"',
  './node_modules/.bin/jest',
  'eslint . --max-warnings 0',
  'tsc --noEmit -p tsconfig.json',
  'python3 -m pytest -q',
  'sh scripts/check.sh',
  './scripts/check.sh',
  '/usr/bin/make test',
  'CI=1 npm run unit',
  `node -e "require('assert')(1 === 1)"`,
  'node@20 --test',
  'npm ci && npm test',
])('an honest command is not doubted: %s', async (command) => {
  expect((await trace([command], HONEST)).doubts).toEqual([]);
});

test('kinds are found in the command, or in the script behind it', async () => {
  const files = { 'package.json': manifest({ verify: 'vitest run', ci: 'eslint .', all: 'tsup', x: 'do it' }) };
  const commands = [
    'npm run verify',
    'npm run ci',
    'npm run all',
    'npm run x',
    'npx tsc --noEmit',
    'npx tsc',
    'cargo clippy',
    'make',
  ];
  expect((await trace(commands, files)).kinds).toEqual([
    'test',
    'lint',
    'build',
    'other',
    'lint',
    'build',
    'lint',
    'build',
  ]);
});
