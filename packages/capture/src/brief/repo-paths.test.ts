import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCodePoints } from '../../../core/src/text/compare-code-points.ts';
import { expandScope, MAX_REPO_PATHS } from './repo-paths.ts';
import { parseScopeMacros } from '../sources/scope-macros.ts';

const at = (...texts: readonly string[]): { text: string; line: number }[] =>
  texts.map((text, index) => ({ text, line: index + 1 }));
const macrosOf = (value: unknown): ReturnType<typeof parseScopeMacros>['macros'] =>
  parseScopeMacros('macros.json', JSON.stringify(value)).macros;
const files = ['src/a.ts', 'src/b/c.ts', 'src/b/d.css', 'docs/how to.md', '.github/x.yml'];

describe('scope entries', () => {
  test('are files, directories and globs', () => {
    const scope = expandScope(
      't.yaml',
      { scopeIn: at('src/a.ts', './src/b/', '**/*.yml', 'docs/how to.md'), scopeOut: [] },
      files,
      null,
    );
    expect(scope.repoPaths).toEqual(['.github/x.yml', 'docs/how to.md', 'src/a.ts', 'src/b/c.ts', 'src/b/d.css']);
    expect(scope.scopePatterns).toEqual(['src/a.ts', './src/b/', '**/*.yml', 'docs/how to.md']);
    expect(scope.warnings).toEqual([]);
  });

  test('that are prose are reported and no patterns; paths still to be written are patterns', () => {
    const scope = expandScope('t.yaml', { scopeIn: at('The login form', 'src/new.ts'), scopeOut: [] }, files, null);
    expect(scope.scopePatterns).toEqual(['src/new.ts']);
    expect(scope.repoPaths).toEqual([]);
    expect(scope.warnings).toMatchObject([
      { code: 'ScopeIsProse', where: 't.yaml:1' },
      { code: 'ScopeMatchesNothing', where: 't.yaml:2' },
    ]);
    expect(scope.warnings[1]?.message).toContain('t.yaml:2');
  });

  test.each(['.', './', '/'])('%j is the whole repository', (entry) => {
    const scope = expandScope('t.yaml', { scopeIn: at(entry), scopeOut: [] }, files, null);
    expect(scope.repoPaths).toEqual([...files].sort(compareCodePoints));
    expect(scope.scopePatterns).toEqual([entry]);
    expect(scope.warnings).toEqual([]);
  });

  test('that say nothing are no patterns: they would cover everything', () => {
    const scope = expandScope('t.yaml', { scopeIn: at('', ' \n', 'src/a.ts'), scopeOut: [] }, files, null);
    expect(scope.scopePatterns).toEqual(['src/a.ts']);
    expect(scope.warnings.map(({ code }) => code)).toEqual(['ScopeIsProse', 'ScopeIsProse']);
  });

  test('that are macros stand for others, nested too', () => {
    const macros = macrosOf({ ui: ['src/b/**', ':all-ts'], ':all-ts': 'src/**/*.ts' });
    const scope = expandScope('t.yaml', { scopeIn: at(':ui', 'src/b/**'), scopeOut: [] }, files, macros);
    expect(scope.scopePatterns).toEqual(['src/b/**', 'src/**/*.ts']);
    expect(scope.repoPaths).toEqual(['src/a.ts', 'src/b/c.ts', 'src/b/d.css']);
  });

  test('macros that stand for themselves, are unknown or too deep are problems', () => {
    const circular = macrosOf({ a: [':b'], b: [':c', 'src/**'], c: [':a'] });
    const [cycle] = expandScope('t.yaml', { scopeIn: at(':a'), scopeOut: [] }, files, circular).problems;
    expect(cycle).toMatchObject({ condition: 'macro-acyclic', file: 'macros.json' });
    expect(cycle?.detail).toContain(':a -> :b -> :c -> :a');
    expect(expandScope('t.yaml', { scopeIn: at('x', ':nope'), scopeOut: [] }, files, circular).problems).toMatchObject([
      { condition: 'macro-known', file: 't.yaml', line: 2 },
    ]);
    expect(
      expandScope('t.yaml', { scopeIn: at(':a'), scopeOut: [] }, files, macrosOf({ a: ':b' })).problems,
    ).toMatchObject([{ condition: 'macro-known', file: 'macros.json' }]);
    expect(
      expandScope('t.yaml', { scopeIn: at(':a'), scopeOut: [] }, files, null).problems.map(
        ({ condition }) => condition,
      ),
    ).toEqual(['macro-known']);
    const deep = macrosOf(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`m${n}`, `:m${n + 1}`])));
    expect(
      expandScope('t.yaml', { scopeIn: at(':m0'), scopeOut: [] }, files, deep).problems.map(
        ({ condition }) => condition,
      ),
    ).toEqual(['macro-depth']);
    expect(parseScopeMacros('m.json', '{"a b": 1}').problems.map(({ condition }) => condition)).toEqual([
      'macro-readable',
    ]);
    expect(parseScopeMacros('m.json', '[]').problems.map(({ condition }) => condition)).toEqual(['macros-are-mapping']);
  });

  test('that fan out exponentially cost nothing', () => {
    const wide = macrosOf(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [
          `m${n}`,
          n === 39 ? 'src/**' : [`:m${n + 1}`, `:m${n + 1}`, `:m${n + 1}`],
        ]),
      ),
    );
    expect(expandScope('t.yaml', { scopeIn: at(':m0'), scopeOut: [] }, files, wide).scopePatterns).toEqual(['src/**']);
  });

  test('more than 500 of them are refused', () => {
    const many = at(...Array.from({ length: 501 }, (_, n) => `f${n}`));
    expect(expandScope('t.yaml', { scopeIn: many, scopeOut: [] }, files, null).problems).toMatchObject([
      { condition: 'scope-size', line: 501 },
    ]);
  });
});

describe('repo_paths', () => {
  test('are sorted by code point, without repeats, and all of them exist', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '\uffee', '😀', '/'), minLength: 1, maxLength: 6 });
    const entry = fc.constantFrom('**', 'a', 'a/**', 'b*', '*/a', '{a,b}/*', '[', 'two words', '!a', '(a|b)', '');
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.array(entry), (existing, entries) => {
        const { repoPaths } = expandScope('t.yaml', { scopeIn: at(...entries), scopeOut: [] }, existing, null);
        expect(repoPaths).toEqual([...new Set(repoPaths)].sort(compareCodePoints));
        for (const path of repoPaths) expect(existing).toContain(path);
      }),
    );
  });

  test('are bounded: what does not fit is named by its directory', () => {
    const many = Array.from({ length: 3000 }, (_, n) => `big/f${n}`).concat('small/a', 'small/b');
    const { repoPaths, warnings } = expandScope(
      't.yaml',
      { scopeIn: at('big/**', 'small/*'), scopeOut: [] },
      many,
      null,
    );
    expect(repoPaths).toEqual(['big', 'small/a', 'small/b']);
    expect(warnings).toMatchObject([{ code: 'ScopeTooWide', where: 't.yaml' }]);
    expect(expandScope('t.yaml', { scopeIn: at('**'), scopeOut: [] }, many, null).repoPaths).toEqual(['.']);
    expect(MAX_REPO_PATHS).toBe(1000);
  });
});
