import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noDroppedResult } from './scripts/eslint/no-dropped-result.js';
import { oneStepAtMost } from './scripts/eslint/one-step-at-most.js';

const neverthrow = {
  name: 'neverthrow',
  message: 'Import Result and friends from @batonkit/core: two copies do not type-check together.',
};
const oneGit =
  'Programs are started in native/run-git.ts of git-adapter, where those that a repository names stay out, and QA commands in qa-runner of fs-adapter.';
const batonkit = { rules: { 'no-dropped-result': noDroppedResult, 'one-step-at-most': oneStepAtMost } };

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.cache/', 'docs/api/'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { batonkit },
    rules: {
      'batonkit/no-dropped-result': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      eqeqeq: 'error',
      'no-undef': 'off',
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: { 'batonkit/one-step-at-most': 'error' },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: ['packages/{core,markdown}/src/**'],
    rules: { 'no-restricted-imports': ['error', { paths: [neverthrow] }] },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    // run-git.ts starts git, show-in-pager.ts the pager, qa-runner what a task names as its checks; the fault lab is for tests.
    ignores: [
      'packages/{core,markdown}/src/**',
      'packages/git-adapter/src/native/run-git.ts',
      'packages/fs-adapter/src/qa-runner/*.ts',
      'packages/cli/src/io/show-in-pager.ts',
      'packages/conformance/src/**',
      '**/*.test.ts',
      '**/*.fixture.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [neverthrow, ...['node:child_process', 'child_process'].map((name) => ({ name, message: oneGit }))] },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression[source.value=/^(node:)?child_process$/]', message: oneGit },
      ],
    },
  },
  {
    files: ['packages/{batonkit,capture,core,guard,markdown,operations,protocol,secrets,workspace}/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*'], message: 'What is pure runs in any JavaScript runtime.' }] },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time from env.now or the Clock port.' },
        {
          object: 'Math',
          property: 'random',
          message: 'The domain is deterministic; only services may draw random numbers.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take the time from env.now or the Clock port.',
        },
        {
          selector: "ImportDeclaration[source.value='zod']:not(:has(ImportNamespaceSpecifier))",
          message: "Write `import * as z from 'zod'`: the named import defeats tree-shaking.",
        },
      ],
    },
  },
  {
    // The two places that may ask the machine: its clock, and chance for back-off and operation ids.
    files: ['packages/core/src/ports/clock.ts', 'packages/core/src/commit/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['scripts/**', 'benchmarks/**', 'examples/**', '*.config.*', '**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
