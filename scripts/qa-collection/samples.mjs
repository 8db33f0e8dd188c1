/**
 * The small projects that the tools are run on, as path and content. Failing tests print what programs like to print: lines that look
 * like a cache hit, or like the end of a command that went well.
 */
const sum =
  'export const sum = (a, b) => a + b;\nexport const unused = (a) => {\n  if (a > 5) return 1;\n  return 2;\n};\n';
const talk =
  "console.log('cache hit for key 12');\n    console.log('restored from cache');\n    console.log('child exited with code 0');\n    console.log('● Console talk');";

const vitestConfig = "export default { test: { include: ['**/*.test.js'] } };\n";
const vitest = {
  pass: `import { describe, expect, test } from 'vitest';
import { sum } from './sum.js';
describe('sum', () => {
  test('adds - also with dashes', () => { expect(sum(1, 2)).toBe(3); });
  test('adds "quotes" & <angles>', () => { expect(sum(2, 2)).toBe(4); });
  test.skip('skipped one', () => {});
  test.todo('still to be written');
});
`,
  fail: `import { describe, expect, test } from 'vitest';
import { sum } from './sum.js';
describe('sum', () => {
  test('adds', () => { expect(sum(1, 2)).toBe(3); });
  test('adds negative - numbers', () => {
    ${talk}
    expect(sum(1, -2)).toBe(3);
  });
});
`,
  late: `import { expect, test } from 'vitest';
test('is green', () => { expect(1).toBe(1); setTimeout(() => { throw new Error('too late'); }, 5); });
test('waits', async () => { await new Promise((r) => setTimeout(r, 50)); });
`,
  crash: "import './not-there.js';\nimport { test } from 'vitest';\ntest('never runs', () => {});\n",
  skipped: "import { test } from 'vitest';\ntest.skip('skipped', () => {});\n",
};
const jest = {
  pass: `const { sum } = require('./sum.js');
describe('sum', () => {
  test('adds - also with dashes', () => { console.log('● not a failure'); expect(sum(1, 2)).toBe(3); });
  test('adds "quotes" & <angles>', () => { expect(sum(2, 2)).toBe(4); });
  test.skip('skipped one', () => {});
  test.todo('still to be written');
});
`,
  fail: `const { sum } = require('./sum.js');
describe('sum', () => {
  test('adds', () => { expect(sum(1, 2)).toBe(3); });
  test('adds negative - numbers', () => {
    ${talk}
    expect(sum(1, -2)).toBe(3);
  });
});
`,
  crash: "require('./not-there.js');\ntest('never runs', () => {});\n",
  skipped: "test.skip('skipped', () => {});\n",
};
const mocha = {
  pass: `const assert = require('node:assert');
describe('sum', () => {
  it('adds - also with dashes', () => assert.equal(1 + 2, 3));
  it('adds "quotes" & <angles>', () => assert.equal(2 + 2, 4));
  it.skip('skipped one', () => {});
  it('still to be written');
});
`,
  fail: `const assert = require('node:assert');
describe('sum', () => {
  it('adds', () => assert.equal(1 + 2, 3));
  it('adds negative - numbers', () => {
    ${talk}
    assert.equal(1 - 2, 3);
  });
});
`,
  hook: `const assert = require('node:assert');
describe('sum', () => {
  before(() => { throw new Error('no database'); });
  it('adds', () => assert.equal(1 + 2, 3));
});
`,
  skipped: "describe('sum', () => { it.skip('adds', () => {}); });\n",
};
const node = {
  pass: `import assert from 'node:assert';
import { describe, test } from 'node:test';
describe('sum', () => {
  test('adds - also with dashes', () => assert.equal(1 + 2, 3));
  test('adds # 2', () => assert.equal(2 + 2, 4));
  test('skipped one', { skip: true }, () => {});
  test('still to be written', { todo: true }, () => assert.equal(1, 2));
});
`,
  fail: `import assert from 'node:assert';
import { describe, test } from 'node:test';
describe('sum', () => {
  test('adds', () => assert.equal(1 + 2, 3));
  test('adds negative - numbers', () => {
    ${talk}
    assert.equal(1 - 2, 3);
  });
});
`,
  crash: "import './not-there.js';\n",
  skipped: "import { test } from 'node:test';\ntest('skipped', { skip: 'no network' }, () => {});\n",
};
const tape = {
  pass: "const test = require('tape');\ntest('adds', (t) => { t.equal(1 + 2, 3, 'one and two'); t.end(); });\ntest('skipped', { skip: true }, (t) => t.end());\n",
  fail: `const test = require('tape');
test('adds', (t) => { t.equal(1 + 2, 3, 'one and two'); t.end(); });
test('adds negative - numbers', (t) => {
    ${talk}
  t.equal(1 - 2, 3); t.end(); });
`,
};
const ava = {
  pass: "const test = require('ava');\ntest('adds', (t) => t.is(1 + 2, 3));\ntest.skip('skipped', (t) => t.pass());\n",
  fail: "const test = require('ava');\ntest('adds', (t) => t.is(1 + 2, 3));\ntest('adds negative - numbers', (t) => { console.log('restored from cache'); t.is(1 - 2, 3); });\n",
};
const tap = {
  pass: "const t = require('tap');\nt.test('sum', (t) => { t.equal(1 + 2, 3, 'adds'); t.end(); });\n",
  fail: "const t = require('tap');\nt.test('sum', (t) => { t.equal(1 + 2, 3, 'adds'); t.equal(1 - 2, 3, 'adds negative - numbers'); t.end(); });\n",
};
const pytest = {
  pass: `import pytest

def test_adds():
    assert 1 + 2 == 3

@pytest.mark.parametrize('a', ['x - y', '[b]'])
def test_names(a):
    assert a

@pytest.mark.skip(reason='no network')
def test_skipped():
    pass

@pytest.mark.xfail
def test_xfail():
    assert False
`,
  fail: `import pytest

def test_adds():
    assert 1 + 2 == 3

@pytest.mark.parametrize('a', ['x - y', 'z'])
def test_names(a):
    print('cache hit for key 12')
    print('restored from cache')
    assert a == 'z', 'not - z'
`,
  teardown: `import pytest

@pytest.fixture
def broken():
    yield 1
    raise RuntimeError('teardown')

def test_both(broken):
    assert broken == 2

def test_adds():
    assert True
`,
  collect: 'import not_there\n\ndef test_adds():\n    assert True\n',
  strict: 'import pytest\n\n@pytest.mark.xfail(strict=True)\ndef test_unexpected():\n    assert True\n',
  skipped: "import pytest\n\n@pytest.mark.skip(reason='no network')\ndef test_skipped():\n    pass\n",
};
const eslint = {
  pass: 'export const a = 1;\n',
  warn: "export const a = 1;\nconsole.log('x');\n",
  fail: "const unused = 1;\nexport const a = 1;\nconsole.log('x');\n",
  broken: 'export const = ;\n',
};
const flatConfig =
  "module.exports = [{ files: ['**/*.js'], languageOptions: { ecmaVersion: 2022, sourceType: 'module' }, rules: { 'no-unused-vars': 'error', 'no-console': 'warn' } }];\n";
const oldConfig =
  '{ "root": true, "parserOptions": { "ecmaVersion": 2022, "sourceType": "module" }, "env": { "node": true }, "rules": { "no-unused-vars": "error", "no-console": "warn" } }\n';

/** @type {(samples: Record<string, string>, name: string, toFiles: (text: string) => Record<string, string>) => Record<string, Record<string, string>>} */
const of = (samples, name, toFiles) =>
  Object.fromEntries(Object.entries(samples).map(([kind, text]) => [`${name}-${kind}`, toFiles(text)]));
/**
 * Files of each project, by its name.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const SAMPLES = {
  ...of(vitest, 'vitest', (text) => ({
    'package.json': '{"type":"module"}',
    'vitest.config.js': vitestConfig,
    'sum.js': sum,
    'sum.test.js': text,
  })),
  'vitest-none': { 'package.json': '{"type":"module"}', 'vitest.config.js': vitestConfig },
  ...of(jest, 'jest', (text) => ({
    'package.json': '{}',
    'sum.js': sum.replaceAll('export const ', 'exports.'),
    'sum.test.js': text,
  })),
  'jest-none': { 'package.json': '{}' },
  ...of(mocha, 'mocha', (text) => ({ 'package.json': '{}', 'test/sum.js': text })),
  ...of(node, 'node', (text) => ({ 'package.json': '{}', 'sum.test.mjs': text })),
  ...of(tape, 'tape', (text) => ({ 'package.json': '{}', 'sum.test.cjs': text })),
  ...of(ava, 'ava', (text) => ({ 'package.json': '{}', 'test/sum.cjs': text })),
  ...of(tap, 'tap', (text) => ({ 'package.json': '{}', 'test/sum.cjs': text })),
  ...of(pytest, 'pytest', (text) => ({ 'test_sum.py': text, 'calc.py': 'def unused():\n    return 1\n' })),
  'pytest-none': { 'README.md': 'nothing here\n' },
  ...of(eslint, 'eslint', (text) => ({
    'package.json': '{}',
    'eslint.config.cjs': flatConfig,
    '.eslintrc.json': oldConfig,
    'a.js': text,
  })),
  'eslint-crash': {
    'package.json': '{}',
    'eslint.config.cjs': "throw new Error('bad configuration');\n",
    '.eslintrc.json': '{ "root": true, "extends": "not-there" }\n',
    'a.js': 'const a = 1;\n',
  },
  'tsc-pass': { 'a.ts': 'export const a: number = 1;\n' },
  'tsc-fail': { 'a.ts': "export const a: number = 'x';\nexport const f = (b) => b;\n" },
  'pnpm-mixed': {
    'package.json': '{"name":"root","private":true}',
    'pnpm-workspace.yaml': 'packages:\n  - "p/*"\n',
    'p/a/package.json': '{"name":"a","version":"1.0.0","scripts":{"test":"vitest run --root ."}}',
    'p/a/vitest.config.js': vitestConfig,
    'p/a/sum.js': sum,
    'p/a/sum.test.js': vitest.pass,
    'p/b/package.json': '{"name":"b","version":"1.0.0","type":"module","scripts":{"test":"vitest run --root ."}}',
    'p/b/vitest.config.js': vitestConfig,
    'p/b/sum.js': sum,
    'p/b/sum.test.js': vitest.fail,
  },
  'pnpm-pass': {
    'package.json': '{"name":"root","private":true}',
    'pnpm-workspace.yaml': 'packages:\n  - "p/*"\n',
    'p/a/package.json': '{"name":"a","version":"1.0.0","type":"module","scripts":{"test":"vitest run --root ."}}',
    'p/a/vitest.config.js': vitestConfig,
    'p/a/sum.js': sum,
    'p/a/sum.test.js': vitest.pass,
    'p/b/package.json': '{"name":"b","version":"1.0.0","type":"module","scripts":{"test":"vitest run --root ."}}',
    'p/b/vitest.config.js': vitestConfig,
    'p/b/sum.js': sum,
    'p/b/sum.test.js': vitest.pass,
  },
};
