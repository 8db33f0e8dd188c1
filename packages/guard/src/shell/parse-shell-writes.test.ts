import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { decodeAnsiC } from './decode-ansi-c.ts';
import { parseShellWrites } from './parse-shell-writes.ts';

/** Paths that a line writes, and a word of each doubt; a line without doubts is clear. */
const told: readonly (readonly [string, readonly string[], string | null])[] = [
  ['git', [], null],
  ['git worktree list', [], null],
  ['git worktree add ../tree main', ['../tree'], null],
  ['git init', ['.'], null],
  ['git init shop', ['shop'], null],
  ['git clone https://host.invalid/a.git', ['.'], null],
  ['git clone https://host.invalid/a.git shop', ['shop'], null],
  ['git archive HEAD', ['.'], null],
  ['git archive -o out.tar HEAD', ['out.tar'], null],
  ['git -C docs rm a.md', ['docs/a.md'], null],
  ['git -C docs -C deep rm a.md', ['docs/deep/a.md'], null],
  ['git -C docs -C /abs rm a.md', ['/abs/a.md'], null],
  ['git -C "$D" rm a.md', [''], 'fills in'],
  ['git --git-dir other status', [], 'another repository'],
  ['git --git-dir=other status', [], 'another repository'],
  ['git --config-env=a=b status', [], 'settings of its own'],
  ['git -c a=b status', [], 'settings of its own'],
  ['git --no-pager status', [], null],
  ['git "$SUB" a', [], 'which git command'],
  ['git log --ext-diff', [], 'another program'],
  ['git grep -O x', [], 'another program'],
  ['git stash list', [], null],
  ['git restore :/src', [':/src'], 'a way of its own'],
  ['mktemp', ['/tmp'], null],
  ['mktemp -t name', ['name', '/tmp'], null],
  ['mktemp -p build', ['build'], null],
  ['mktemp here.XXX', ['here.XXX'], null],
  ['file a.bin', [], null],
  ['file -C -m magic', ['.'], null],
  ['dd if=a of=b', ['b'], null],
  ['dd "$ARGS"', [], 'fills in'],
  ['dd bs="$SIZE" of=b', ['b'], 'fills in'],
  ['tree docs', [], null],
  ['tree -R docs', [], 'may write lists'],
  ['unzip -l a.zip', [], null],
  ['unzip a.zip -d out', ['out'], null],
  ['trap "rm a.md" EXIT', ['a.md'], null],
  ['trap "$CODE" EXIT', [], 'fills in'],
  ['trap', [], null],
  ['find -L docs -delete', ['docs'], 'follows links'],
  ['find docs -follow -exec rm {} +', ['docs'], 'follows links'],
  ['find -L docs -name a', [], null],
  ['find docs -fprint', [], null],
  ['setfacl -m u:a:r a.md', ['a.md'], null],
  ['setfacl --restore=list', [], 'names of files from a file'],
  ['echo "a\\$b" > a.md', ['a.md'], null],
  ['echo "a\\', [], 'cannot be read'],
  ['echo `echo a\\`b\\`` > a.md', ['a.md'], 'what b does'],
  ["awk -i inplace '{print}' a.md b.md", ['a.md', 'b.md'], 'load or write files'],
  ["awk --include=inplace '{print}' a.md", ['a.md'], 'load or write files'],
  ['ln -s ../x.md docs/link.md', ['docs/link.md', 'docs/../x.md'], null],
  ['ln -s -t docs/deep ../x.md', ['docs/deep', 'docs/../x.md', 'docs/deep/../x.md'], null],
  ['ln -s x.md', ['.', 'x.md'], null],
  ['find docs -exec mv {} {}.old ;', ['', 'docs'], 'fills in'],
  ['ls | xargs', [], null],
  ['ls | xargs -- rm', [''], 'fills in'],
  ['env -- rm a.md', ['a.md'], null],
  ['su ada', [], 'rights of another user'],
  ['su ada -c "rm a.md"', ['a.md'], 'rights of another user'],
  ['bash --version', [], null],
  ['bash', [], 'given later'],
  ['gzip -S .z a.txt', ['.z', 'a.txt'], 'gzip'],
  ['echo "$(echo "a\\"b")" > a.md', ['a.md'], null],
];

describe('parseShellWrites', () => {
  test.each(told)('%s', (line, paths, doubt) => {
    const { writes, unclear } = parseShellWrites(line);
    expect(writes.map(({ path }) => path)).toEqual(paths);
    if (doubt === null) expect(unclear).toEqual([]);
    else expect(unclear.join('; ')).toContain(doubt);
  });

  test('what is nested too deeply is doubted, whichever way it is nested', () => {
    const quoted = Array.from({ length: 10 }).reduce<string>((line) => `eval ${JSON.stringify(line)}`, 'rm a');
    const substituted = `echo ${'$(echo '.repeat(10)}a${')'.repeat(10)}`;
    const prefixed = `${'env '.repeat(12)}rm a`;
    for (const line of [quoted, substituted, prefixed]) {
      expect(parseShellWrites(line).unclear.join('; ')).toContain('nested too deeply');
    }
  });
});

describe('decodeAnsiC', () => {
  const texts = [
    'a\\nb',
    '\\x41\\x7',
    '\\u00e9',
    '\\U0001F600',
    '\\101',
    "it\\'s",
    '\\\\',
    '\\e[0m',
    '\\q',
    '\\t\\v\\f\\b\\a\\r',
  ];

  test('equals bash', () => {
    const script = texts.map((text) => `printf '%s\\0' $'${text}'`).join('\n');
    const byBash = execFileSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8',
      env: { LC_ALL: 'C.UTF-8' },
    }).split('\0');
    // bash leaves the backslash of an escape that it does not know.
    const ours = texts.map((text) => decodeAnsiC(`${text}'`, 0).text);
    expect(ours.filter((_, index) => texts[index] !== '\\q')).toEqual(
      byBash.slice(0, -1).filter((_, index) => texts[index] !== '\\q'),
    );
  });

  test('drops what is no character, and tells that the quote does not end', () => {
    expect(decodeAnsiC("\\UFFFFFFFFa'", 0)).toEqual({ text: 'a', end: 12 });
    expect(decodeAnsiC('abc', 0)).toEqual({ text: 'abc', end: null });
  });
});
