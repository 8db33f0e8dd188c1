import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The environment of tests: nobody's configuration but the repository's own. */
export const testEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

const templates = new Map<string, ScratchRepository>();

/** A repository in a temporary directory. Names are latin1 text: every byte one character. */
export class ScratchRepository {
  readonly parent: string;
  readonly root: string;

  constructor(parent = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-git-'))), root = join(parent, 'repo')) {
    this.parent = parent;
    this.root = root;
    mkdirSync(this.root, { recursive: true });
  }

  /** With a first commit of these files. The same files are committed once per process, then copied. */
  static create(
    files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' },
    init: readonly string[] = [],
  ): ScratchRepository {
    const key = JSON.stringify([files, init]);
    let template = templates.get(key);
    if (template === undefined) {
      template = new ScratchRepository();
      template.git('init', '-q', '-b', 'main', ...init, '.');
      for (const [name, content] of Object.entries(files)) template.write(name, content);
      template.git('add', '-A');
      template.git('commit', '-q', '--allow-empty', '-m', 'first');
      templates.set(key, template);
      process.once('exit', () => template?.close());
    }
    const repository = new ScratchRepository();
    cpSync(template.root, repository.root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return repository;
  }

  /** Another working tree that goes when this one does. */
  at(root: string): ScratchRepository {
    return new ScratchRepository(this.parent, root);
  }

  /** Makes every packed object lie by itself, so that a test can damage it. */
  unpack(): void {
    const folder = join(this.root, '.git', 'objects', 'pack');
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.pack'))) {
      const pack = readFileSync(join(folder, name));
      for (const end of ['.pack', '.idx', '.rev', '.keep'])
        rmSync(join(folder, name.replace(/\.pack$/, end)), { force: true });
      this.gitIn({ input: pack }, 'unpack-objects', '-q');
    }
  }

  git(...args: string[]): string {
    return this.gitIn({}, ...args);
  }

  gitIn(
    { cwd = this.root, env = {}, input }: { cwd?: string; env?: NodeJS.ProcessEnv; input?: Buffer },
    ...args: string[]
  ): string {
    const options = {
      cwd,
      env: { ...testEnvironment, ...env },
      input,
      stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'],
      maxBuffer: 1e9,
    };
    return execFileSync('git', args, options).toString('latin1').replace(/\n$/, '');
  }

  /** Runs a command on names that no argument could carry. */
  gitOn(names: readonly string[], ...args: string[]): string {
    const input = Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');
    return this.gitIn({ input }, '--literal-pathspecs', ...args, '--pathspec-from-file=-', '--pathspec-file-nul');
  }

  path(name: string): Buffer {
    return Buffer.concat([Buffer.from(`${this.root}/`), Buffer.from(name, 'latin1')]);
  }

  /** Writes a file, in the place of whatever is there or above it. */
  write(name: string, content: string | Buffer): void {
    this.makeRoom(name);
    writeFileSync(this.path(name), content);
  }

  link(name: string, target: string): void {
    this.makeRoom(name);
    symlinkSync(target, this.path(name));
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  chmod(name: string, mode: number): void {
    if (this.isFile(name)) chmodSync(this.path(name), mode);
  }

  isFile(name: string): boolean {
    return this.kind(name) === 'file';
  }

  private kind(name: string): 'none' | 'file' | 'link' | 'folder' {
    try {
      const stat = lstatSync(this.path(name), { throwIfNoEntry: false });
      return stat === undefined ? 'none' : stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file';
    } catch {
      return 'none';
    }
  }

  private makeRoom(name: string): void {
    const parts = name.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = parts.slice(0, depth).join('/');
      if (this.kind(above) !== 'folder') this.remove(above);
    }
    if (this.kind(name) !== 'none') this.remove(name);
    mkdirSync(Buffer.from(dirname(this.path(name).toString('latin1')), 'latin1'), { recursive: true });
  }

  /**
   * The tree that git itself gives for the working tree, made with an index and objects of its own. Marks that hide files from git are taken off
   * there. A copy of the files would not do: git looks again at files whose stat data are new, and so at attributes that came after them.
   */
  oracleTree(): string {
    const scratch = mkdtempSync(join(tmpdir(), 'batonkit-oracle-'));
    try {
      const [index, objects] = this.git(
        'rev-parse',
        '--path-format=absolute',
        '--git-path',
        'index',
        '--git-path',
        'objects',
      ).split('\n');
      execFileSync('cp', ['-p', index ?? '', join(scratch, 'index')]);
      mkdirSync(join(scratch, 'objects'));
      return this.addAll(this.root, {
        GIT_INDEX_FILE: join(scratch, 'index'),
        GIT_OBJECT_DIRECTORY: join(scratch, 'objects'),
        GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
      });
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }

  private addAll(cwd: string, env: NodeJS.ProcessEnv): string {
    const flagged = this.gitIn({ cwd, env }, 'ls-files', '-v', '-z')
      .split('\0')
      .filter((line) => /^(?!H)./s.test(line));
    const input = (lines: string[]) => Buffer.from(lines.map((line) => `${line.slice(2)}\0`).join(''), 'latin1');
    const valid = flagged.filter((line) => /^[a-z]/.test(line));
    if (valid.length > 0)
      this.gitIn({ cwd, env, input: input(valid) }, 'update-index', '-z', '--no-assume-unchanged', '--stdin');
    const present = flagged.filter((line) => /^s/i.test(line) && this.kind(line.slice(2)) !== 'none');
    if (present.length > 0)
      this.gitIn({ cwd, env, input: input(present) }, 'update-index', '-z', '--no-skip-worktree', '--stdin');
    this.gitIn({ cwd, env }, '-c', 'advice.addEmbeddedRepo=false', 'add', '-A', '--sparse');
    return this.gitIn({ cwd, env }, 'write-tree');
  }

  /** Everything of the user's repository, as text, except what is Batonkit's own. */
  hashGitDirectory(): string {
    const lines: string[] = [];
    const visit = (directory: string): void => {
      for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(directory, entry.name);
        if (entry.name === 'batonkit') continue;
        if (entry.isDirectory()) {
          lines.push(`${path}/`);
          visit(path);
        } else if (entry.isSymbolicLink()) lines.push(`${path} -> ${readlinkSync(path)}`);
        else
          lines.push(
            `${path} ${lstatSync(path).mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`,
          );
      }
    };
    visit(this.git('rev-parse', '--path-format=absolute', '--git-common-dir'));
    return lines.join('\n');
  }

  close(): void {
    rmSync(this.parent, { recursive: true, force: true });
  }
}
