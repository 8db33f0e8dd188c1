import { describe, expect, it } from 'vitest';
import { createSecretScanner, secretRules } from '../index.ts';
import { createDice } from './dice.fixture.ts';

const acmeKey = 'acme' + '_' + createDice(1).hex(16);
const acme = { id: 'acme-key', description: 'A key of Acme.', pattern: /acme_[0-9a-f]{16}/ };
const token = 'ghp' + '_' + createDice(2).alphanumeric(36);

describe('rules of the caller', () => {
  it('are applied with and without anchors, beside the built-in ones', () => {
    for (const rule of [
      acme,
      { ...acme, anchors: ['acme_'] },
      { ...acme, anchors: ['ac'] },
      { ...acme, pattern: /acme_[0-9a-f]{16}/g },
    ]) {
      const scan = createSecretScanner({ rules: [rule] });
      expect(scan({ a: `x ${acmeKey}`, b: token })).toEqual([
        { rule: 'acme-key', path: '/a' },
        { rule: 'github-token', path: '/b' },
      ]);
      expect(scan('acme_nothing')).toEqual([]);
    }
  });
});

describe('allow list', () => {
  const value = { docs: { sample: token }, env: token, docsmith: token };
  const paths = (allow: Parameters<typeof createSecretScanner>[0]): string[] =>
    createSecretScanner(allow)(value).map(({ path }) => path);

  it('allows by rule, by path and below it, by text and by expression', () => {
    expect(paths({})).toEqual(['/docs/sample', '/env', '/docsmith']);
    expect(paths({ allow: [{ rule: 'github-token' }] })).toEqual([]);
    expect(paths({ allow: [{ path: '/docs' }] })).toEqual(['/env', '/docsmith']);
    expect(paths({ allow: [{ path: '/env', rule: 'npm-token' }] })).toEqual(['/docs/sample', '/env', '/docsmith']);
    expect(paths({ allow: [{ text: token, path: '/env' }] })).toEqual(['/docs/sample', '/docsmith']);
    expect(paths({ allow: [{ text: /^ghp_/g }] })).toEqual([]);
    expect(paths({ allow: [{ text: 'ghp_' }] })).toHaveLength(3);
  });

  it('allows nothing by an allowance that says nothing', () => {
    expect(paths({ allow: [{}] })).toHaveLength(3);
  });
});

describe('the table of rules', () => {
  it('has a unique id and a sentence for each rule', () => {
    expect(new Set(secretRules.map(({ id }) => id)).size).toBe(secretRules.length);
    expect(
      secretRules.filter(
        ({ id, description }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || !/^[A-Z].*\.$/.test(description),
      ),
    ).toEqual([]);
    expect(secretRules.length).toBeGreaterThan(130);
  });
});
