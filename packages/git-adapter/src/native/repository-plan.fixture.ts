import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { vi } from 'vitest';
import { ScratchRepository } from './scratch-repository.fixture.ts';

const names = [
  'a',
  'b.txt',
  'dir/x',
  'dir/y',
  'dir/deep/z',
  'with space',
  '"quoted"',
  'new\nline',
  '\xf0\x9f\x98\x80.md',
  'bad\xff\xfe',
  'dir/\xe9',
  '-dash',
  'tab\there',
  'back\\slash',
  'dir.txt',
  'dir0',
  ':colon',
  '*glob',
];
const contents = [
  '',
  'one\n',
  'two\n',
  'one\ntwo\n',
  'crlf\r\nlines\r\n',
  'mixed\r\nand\n',
  '$Id$\n',
  '$Id: abc $\n',
  '\0binary\r\n\x01',
  'no end',
];
const nestedNames = ['nested', 'dir/sub'];

const name = fc.constantFrom(...names);
const content = fc.constantFrom(...contents);
/** Something that happens to a repository between two looks. */
export const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), name, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('chmod' as const), name, mode: fc.constantFrom(0o644, 0o755) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      name,
      content: fc.constantFrom('a', 'dir', 'nowhere', '../x'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stage' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('half-stage' as const), name, content, then: content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('intent-to-add' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unstage' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hide' as const),
      name,
      flag: fc.constantFrom('--assume-unchanged', '--skip-worktree'),
      content,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('nest' as const), name: fc.constantFrom(...nestedNames) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('attributes' as const),
      content: fc.constantFrom(
        '* text=auto\n',
        '*.txt text eol=crlf\n',
        '* ident\n',
        'a -text\nb.txt filter=up\n',
        'dir/* working-tree-encoding=UTF-16\n*.md text\n',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ignore' as const),
      content: fc.constantFrom('dir/\n', '*.txt\n', 'b*\n!bad*\n'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('touch' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
);
/** See {@link edit}. */
export type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** A repository and what happens to it: every kind that git knows, odd names and settings included. */
export const plan = fc.record({
  first: fc.array(fc.record({ name, content, mode: fc.constantFrom(0o644, 0o644, 0o755) }), { maxLength: 8 }),
  config: fc.subarray(
    [
      ['core.autocrlf', 'true'],
      ['core.autocrlf', 'input'],
      ['core.fileMode', 'false'],
      ['core.ignoreStat', 'true'],
      ['core.checkStat', 'minimal'],
      ['index.version', '4'],
      ['core.splitIndex', 'true'],
    ] as const,
    { maxLength: 2 },
  ),
  submodule: fc.boolean(),
  linked: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
  sparse: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
  format: fc.constantFrom('sha1', 'sha1', 'sha1', 'sha256'),
  before: fc.array(edit, { maxLength: 8 }),
  between: fc.array(edit, { maxLength: 2 }),
});

/** See {@link plan}. */
export type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** Makes the repository of a plan, before anything happens to it. */
export function setUp({ first, config, submodule, linked, sparse, format }: Plan): ScratchRepository {
  const main = ScratchRepository.create({}, [`--object-format=${format}`]);
  main.git('config', 'filter.up.clean', 'tr a-z A-Z');
  // The engine runs a filter only if the person, too, configured it.
  writeFileSync(join(main.parent, '.gitconfig'), '[filter "up"]\n\tclean = tr a-z A-Z\n');
  vi.stubEnv('HOME', main.parent);
  for (const [key, value] of config) main.git('config', key, value);
  for (const file of first) {
    main.write(file.name, file.content);
    main.chmod(file.name, file.mode);
  }
  if (submodule) nest(main, 'dir/sub');
  main.git('-c', 'advice.addEmbeddedRepo=false', 'add', '-A');
  main.git('commit', '-q', '--allow-empty', '-m', 'second');
  if (sparse) main.git('sparse-checkout', 'set', '--cone', 'dir/deep');
  if (!linked) return main;
  main.git('worktree', 'add', '-q', '-b', 'other', '../linked');
  return main.at(join(main.parent, 'linked'));
}

function nest(repository: ScratchRepository, at: string): void {
  repository.write(`${at}/inner`, 'inner\n');
  const cwd = repository.path(at).toString('utf8');
  repository.gitIn({ cwd }, 'init', '-q', `--object-format=${repository.git('rev-parse', '--show-object-format')}`);
  repository.gitIn({ cwd }, 'add', '-A');
  repository.gitIn({ cwd }, 'commit', '-q', '--allow-empty', '-m', `nested ${Math.random()}`);
}

/** Does one thing to a repository. */
export function apply(repository: ScratchRepository, each: Edit): void {
  try {
    applyUnchecked(repository, each);
  } catch (error) {
    // Git may refuse an edit (staging an ignored path, say); then the repository is as it is.
    if (!(error instanceof Error && 'status' in error)) throw error;
  }
}

function applyUnchecked(repository: ScratchRepository, each: Edit): void {
  if (each.kind === 'write') repository.write(each.name, each.content);
  else if (each.kind === 'remove') repository.remove(each.name);
  else if (each.kind === 'chmod') repository.chmod(each.name, each.mode);
  else if (each.kind === 'link') repository.link(each.name, each.content);
  else if (each.kind === 'stage') repository.gitOn([each.name], 'add');
  else if (each.kind === 'half-stage') {
    repository.write(each.name, each.content);
    repository.gitOn([each.name], 'add', '-f');
    repository.write(each.name, each.then);
  } else if (each.kind === 'intent-to-add') {
    repository.write(each.name, 'intent\n');
    repository.gitOn([each.name], 'add', '-N');
  } else if (each.kind === 'unstage') repository.gitOn([each.name], 'rm', '-q', '--cached', '--ignore-unmatch');
  else if (each.kind === 'rename') {
    if (!repository.isFile(each.name) || each.name === each.to) return;
    const bytes = readFileSync(repository.path(each.name));
    repository.remove(each.name);
    repository.write(each.to, bytes);
  } else if (each.kind === 'hide') {
    const input = Buffer.from(`${each.name}\0`, 'latin1');
    repository.gitIn({ input }, 'update-index', '-z', each.flag, '--stdin');
    repository.write(each.name, each.content);
  } else if (each.kind === 'nest') nest(repository, each.name);
  else if (each.kind === 'attributes') repository.write('.gitattributes', each.content);
  else if (each.kind === 'ignore') repository.write('.gitignore', each.content);
  else if (each.kind === 'touch') {
    if (repository.isFile(each.name)) utimesSync(repository.path(each.name), new Date(0), new Date(0));
  } else repository.git('commit', '-q', '-m', 'staged');
}
