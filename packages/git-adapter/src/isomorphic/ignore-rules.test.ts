import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileGlob } from './glob.ts';
import { parseIgnoreRules } from './ignore-rules.ts';

// Git itself is the oracle. BATONKIT_ORACLE_RUNS=2000 tries more files than a normal run.
const runs = Number(process.env['BATONKIT_ORACLE_RUNS'] ?? 120);
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'batonkit-ignore-'));
  execFileSync('git', ['init', '-q'], { cwd: directory });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const atoms = [
  ...['a', 'b', 'ab', 'A', 'é', '.', ' ', '\\ ', '!', '#', '\\!', '\\#', '\\*', '\\a', '\\', '\t', '\r', '{a,b}', '$'],
  ...['*', '**', '?', '/', '/', '**/', '/**', '[ab]', '[!a]', '[^a]', '[]a]', '[a-', '[a-c]', '[c-a]', '[\\]]'],
  ...['[[:alpha:]]', '[[:upper:]-]', '[[:nope:]]', '[[:a]', '[é]', '-', ']'],
];
const line = fc
  .tuple(fc.constantFrom('', '', '', '!'), fc.array(fc.constantFrom(...atoms), { minLength: 1, maxLength: 5 }))
  .map(([mark, parts]) => mark + parts.join(''));
const part = fc.constantFrom(
  ...[
    'a',
    'b',
    'ab',
    'A',
    'é',
    '.a',
    'a b',
    'a ',
    '*',
    '!a',
    '#',
    'c',
    '{a,b}',
    '[a]',
    'a.b',
    'ba',
    '-',
    'abc',
    ']',
    '\\',
  ],
);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

/** What git says of paths that do not exist: a final slash makes one a directory. */
function askGit(paths: readonly string[]): Map<string, boolean> {
  const options = {
    cwd: directory,
    input: `${paths.join('\0')}\0`,
    stdio: ['pipe', 'pipe', 'ignore'] as ('pipe' | 'ignore')[],
  };
  let output: Buffer;
  try {
    output = execFileSync('git', ['check-ignore', '-z', '-v', '-n', '--no-index', '--stdin'], options);
  } catch (error) {
    output = (error as { stdout: Buffer }).stdout; // exit code 1: nothing is ignored
  }
  const fields = output.toString('utf8').split('\0');
  const answers = new Map<string, boolean>();
  for (let at = 0; at + 3 < fields.length; at += 4)
    answers.set(fields[at + 3] ?? '', fields[at + 2] !== '' && !(fields[at + 2] ?? '').startsWith('!'));
  return answers;
}

/** A path is ignored when it or a directory above it is. */
function askRules(rules: ReturnType<typeof parseIgnoreRules>, asked: string): boolean {
  const parts = asked.replace(/\/$/, '').split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const above = Buffer.from(parts.slice(0, depth).join('/')).toString('latin1');
    const decided = rules?.decide(above, depth < parts.length || asked.endsWith('/')) ?? null;
    if (decided === true) return true;
  }
  return false;
}

describe('ignore rules', () => {
  test('are those of git', () => {
    let ignored = 0;
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.array(path, { minLength: 30, maxLength: 40 }),
        (lines, paths) => {
          const content = Buffer.from(`${lines.join('\n')}\n`);
          writeFileSync(join(directory, '.gitignore'), content);
          const rules = parseIgnoreRules(content, { ignoreCase: false });
          const asked = [...new Set(paths)];
          const answers = askGit(asked);
          for (const each of asked) {
            const expected = answers.get(each) ?? false;
            if (expected) ignored += 1;
            expect(askRules(rules, each), JSON.stringify({ lines, each })).toBe(expected);
          }
        },
      ),
      { numRuns: runs },
    );
    expect(ignored).toBeGreaterThan(runs);
  });

  test('a pattern that makes others try every split takes no longer', () => {
    const matches = compileGlob(`${'*a'.repeat(40)}b`, { pathname: true });
    expect(matches('a'.repeat(4000))).toBe(false);
    expect(matches(`${'a'.repeat(4000)}b`)).toBe(true);
  });

  test('letters of either case match where the file system does not tell them apart', () => {
    const rules = parseIgnoreRules(Buffer.from('Build/\n*.LOG\n'), { ignoreCase: true });
    expect([rules?.decide('bUILD', true), rules?.decide('x.log', false), rules?.decide('x.txt', false)]).toEqual([
      true,
      true,
      null,
    ]);
  });

  test('a file of comments and blank lines has no rules', () => {
    expect(parseIgnoreRules(Buffer.from('# nothing\r\n\r\n   \n!\n/\n'), { ignoreCase: false })).toBeNull();
  });
});
