import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_GUARD_POLICY, extendGuardPolicy, type GuardFacts } from '../policy/guard-policy.ts';
import { ESCAPES } from '../judge/guard-escapes.fixture.ts';
import { COMMANDS } from '../judge/guard-tricks.fixture.ts';
import { guard } from '../judge/guard.ts';

const PLANNING = extendGuardPolicy(DEFAULT_GUARD_POLICY, { profile: 'planning' });

// bash itself is the judge: a command line that the guard allows is run, and nothing outside the writable folders may change.
const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

interface Sandbox {
  readonly parent: string;
  readonly root: string;
  readonly facts: GuardFacts;
}

function openSandbox(): Sandbox {
  const parent = mkdtempSync(join(tmpdir(), 'baton-oracle-'));
  const root = join(parent, 'repo');
  for (const folder of ['docs/kept', 'docs/x', 'artifacts', 'src/deep', '.agent-output', 'home'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of [
    'src/a.ts',
    'src/b.ts',
    'src/deep/c.ts',
    'docs/a.md',
    'docs/a',
    'docs/old',
    '.agent-output/x',
    'a.md',
    'list',
  ])
    writeFileSync(join(root, file), `${file}\n`);
  writeFileSync(join(root, 'docs/evil'), 'a[$(touch src/evil)]\n');
  symlinkSync('../src', join(root, 'docs/up'));
  symlinkSync('docs', join(root, 'pub'));
  return {
    parent,
    root,
    facts: {
      root,
      home: join(root, 'home'),
      exists: existsSync,
      readLink: (path) => ({ [join(root, 'docs/up')]: '../src', [join(root, 'pub')]: 'docs' })[path] ?? null,
    },
  };
}

/** Everything below a folder but the writable folders' contents. */
function picture(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (path === 'repo/docs' || path === 'repo/artifacts') return [path];
    if (entry.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(folder, path))}`];
    return entry.isDirectory()
      ? [path, ...picture(folder, path)]
      : [`${path}: ${readFileSync(join(folder, path), 'latin1')}`];
  });
}

function run({ root }: Sandbox, command: string): void {
  spawnSync('bash', ['-c', command], {
    cwd: root,
    // What the shell fills in is made to do harm: an option that writes, a text that runs when it is evaluated.
    env: { PATH: '/usr/bin:/bin', HOME: join(root, 'home'), X: '-osrc/a.ts', Y: 'a[$(touch src/evil)]' },
    input: '',
    timeout: 5000,
  });
}

describe.skipIf(!hasBash)('bash agrees', () => {
  test('that what the table allows changes nothing elsewhere', () => {
    const sandbox = openSandbox();
    const before = picture(sandbox.parent);
    const lines = [COMMANDS.allow, ESCAPES.allow]
      .flatMap((table) => table.slice(1, -1).split('\n'))
      .map((line) => line.replaceAll('\\n', '\n').replaceAll('/work/repo', sandbox.root));
    for (const line of lines.filter((text) => !/curl|^git|&& git/.test(text))) {
      expect([line, guard({ tool: 'Bash', input: { command: line } }, PLANNING, sandbox.facts).decision]).toEqual([
        line,
        'allow',
      ]);
      run(sandbox, line);
      expect([line, picture(sandbox.parent)]).toEqual([line, before]);
    }
    rmSync(sandbox.parent, { recursive: true, force: true });
  });

  test('that what the guard allows of made-up lines changes nothing elsewhere', () => {
    let allowed = 0;
    let sandbox = openSandbox();
    let before = picture(sandbox.parent);
    const word = fc.constantFrom(
      'src/a.ts',
      'docs/a',
      'docs/new',
      'docs/up/a.ts',
      'pub/a',
      '../docs/a',
      'docs/../src/b.ts',
      '"docs/q r"',
      "'docs/s'",
      'docs\\/t',
      '$X',
      'docs/$X',
      '"$X"',
      '$Y',
      '$((Y))',
      '$(cat docs/evil)',
      '-eq 1',
      '-r',
      '-t src',
      '-t docs',
      'a.md',
      '--',
      '-f',
      '{}',
      '*',
      'docs/*',
      '""',
      'x',
      '-i',
      's/a/b/',
      '#',
      '.',
    );
    const command = fc.constantFrom(
      'rm',
      'cp',
      'mv',
      'touch',
      'tee',
      'echo',
      'cat',
      'sed',
      'ln -s',
      'ln',
      'mkdir',
      'truncate -s 0',
      'cd',
      'find',
      'xargs rm',
      'bash -c',
      'eval',
      'env',
      'X=docs/y',
      'sort -o',
      'sort',
      'uniq',
      '[[',
      'declare -i z=',
      'chmod',
      'cp -r',
      'find src -execdir',
      'xargs sort',
      'split',
      'dd',
      'r""m',
      '\\rm',
      'install',
      'true',
      'command',
      '!',
      'if true; then',
      '{',
      '(',
    );
    const joint = fc.constantFrom(
      ' ; ',
      ' && ',
      ' || ',
      ' | ',
      '\n',
      ' & ',
      ' > ',
      ' >> ',
      ' >| ',
      ' 2> ',
      ' &> ',
      ' <> ',
      ' < ',
      ' > docs/o ; ',
      ' $(',
      ' `',
      ') ',
      '; }',
      '; fi',
      ' <<A\n',
      '\nA\n',
      ' \\\n',
      ' # ',
      '"',
      "'",
    );
    const line = fc
      .array(
        fc.oneof({ weight: 3, arbitrary: word }, { weight: 3, arbitrary: command }, { weight: 2, arbitrary: joint }),
        { minLength: 2, maxLength: 9 },
      )
      .map((parts) => parts.join(' '));
    const numRuns = Number(process.env['GUARD_ORACLE_RUNS'] ?? 400);
    fc.assert(
      fc.property(line, (text) => {
        if (guard({ tool: 'Bash', input: { command: text } }, PLANNING, sandbox.facts).decision !== 'allow') return;
        allowed += 1;
        run(sandbox, text);
        const after = picture(sandbox.parent);
        if (JSON.stringify(after) !== JSON.stringify(before)) {
          rmSync(sandbox.parent, { recursive: true, force: true });
          sandbox = openSandbox();
          before = picture(sandbox.parent);
          expect.fail(`${JSON.stringify(text)} was allowed and changed something outside docs and artifacts.`);
        }
      }),
      { numRuns },
    );
    rmSync(sandbox.parent, { recursive: true, force: true });
    expect(allowed).toBeGreaterThan(0);
  });
});
