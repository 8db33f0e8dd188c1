import { expect, test } from 'vitest';
import { DEFAULT_GUARD_POLICY } from './guard-policy.ts';
import { parseGuardPolicy } from './parse-guard-policy.ts';

test('nothing said is the default', () => {
  expect(parseGuardPolicy({})._unsafeUnwrap()).toEqual(DEFAULT_GUARD_POLICY);
});

test('what is said replaces the default, tools are added and taken away', () => {
  const policy = parseGuardPolicy({
    writableRoots: ['src'],
    whenUnclear: 'deny',
    tools: { WebFetch: null, mcp__db__write: { kind: 'other', fields: [] } },
  })._unsafeUnwrap();
  expect(policy.writableRoots).toEqual(['src']);
  expect(policy.whenUnclear).toBe('deny');
  expect(policy.deniedGlobs).toEqual(DEFAULT_GUARD_POLICY.deniedGlobs);
  expect(Object.keys(policy.tools)).toContain('mcp__db__write');
  expect(Object.keys(policy.tools)).not.toContain('WebFetch');
  expect(Object.keys(policy.tools)).toContain('Bash');
});

test.each([
  [null, ''],
  [[], ''],
  ['docs', ''],
  [{ writeableRoots: [] }, '/writeableRoots'],
  [{ writableRoots: 'docs' }, '/writableRoots'],
  [{ writableRoots: [1] }, '/writableRoots'],
  [{ whenUnclear: 'allow' }, '/whenUnclear'],
  [{ tools: [] }, '/tools'],
  [{ tools: { Bash: { kind: 'none', fields: [] } } }, '/tools/Bash'],
  [{ tools: { Bash: { kind: 'shell' } } }, '/tools/Bash'],
])('%j is refused at %j', (value, condition) => {
  const { code, data } = parseGuardPolicy(value)._unsafeUnwrapErr();
  expect(code).toBe('InvalidInput');
  expect(data.unmet.map((unmet) => unmet.condition)).toEqual([condition]);
});

test('everything that is wrong is listed', () => {
  const { data } = parseGuardPolicy({ a: 1, whenUnclear: 'no', deniedGlobs: {} })._unsafeUnwrapErr();
  expect(data.unmet).toHaveLength(3);
});
