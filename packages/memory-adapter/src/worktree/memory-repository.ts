import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { IFs } from 'memfs';

/** A file as a commit or the index has it. */
interface TrackedFile {
  readonly mode: string;
  readonly id: string;
}

const GIT = '/repository/.git';
/** Where the files of a working tree in memory are. */
export const ROOT = '/repository';

/** As much of a file's status as is asked for here. */
interface FileKind {
  readonly mode: number | bigint;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** What is at a path; `undefined` when nothing is. */
export function kindAt(fs: IFs, path: string): FileKind | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The git directory of a working tree in memory: as much of git as tests need to stage and commit. */
export class MemoryRepository {
  readonly #fs: IFs;
  readonly #index = new Map<string, TrackedFile>();
  #commits = 0;

  constructor(fs: IFs) {
    this.#fs = fs;
    for (const folder of ['objects', 'refs/heads', 'info']) fs.mkdirSync(`${GIT}/${folder}`, { recursive: true });
    fs.writeFileSync(`${GIT}/HEAD`, 'ref: refs/heads/main\n');
    fs.writeFileSync(`${GIT}/config`, '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n');
  }

  /** Puts a path into the index as it is now, or takes it out when it is gone. */
  stage(path: string): void {
    const at = `${ROOT}/${path}`;
    for (const known of this.#index.keys())
      if (known === path || known.startsWith(`${path}/`) || path.startsWith(`${known}/`)) this.#index.delete(known);
    const stat = kindAt(this.#fs, at);
    if (stat?.isSymbolicLink() === true) this.#add(path, '120000', Buffer.from(String(this.#fs.readlinkSync(at))));
    else if (stat?.isFile() === true)
      this.#add(path, (Number(stat.mode) & 0o100) === 0 ? '100644' : '100755', this.#fs.readFileSync(at) as Buffer);
    this.#writeIndex();
  }

  /** Puts exactly these paths into the index. */
  stageAll(paths: readonly string[]): void {
    for (const known of [...this.#index.keys()]) if (!paths.includes(known)) this.stage(known);
    for (const path of paths) this.stage(path);
  }

  /** Commits the index to the branch; ids depend on content and order only, not on the time. */
  commit(message: string): string {
    const parent = this.#fs.existsSync(`${GIT}/refs/heads/main`)
      ? `parent ${String(this.#fs.readFileSync(`${GIT}/refs/heads/main`, 'utf8')).trim()}\n`
      : '';
    const person = `Test <test@example.com> ${1_700_000_000 + (this.#commits += 1)} +0000`;
    const text = `tree ${this.#writeTree('')}\n${parent}author ${person}\ncommitter ${person}\n\n${message}\n`;
    const id = this.#write('commit', Buffer.from(text));
    this.#fs.writeFileSync(`${GIT}/refs/heads/main`, `${id}\n`);
    return id;
  }

  #add(path: string, mode: string, content: Buffer): void {
    this.#index.set(path, { mode, id: this.#write('blob', content) });
  }

  #writeTree(prefix: string): string {
    const entries = new Map<string, Buffer>();
    for (const [path, { mode, id }] of this.#index) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...below] = path.slice(prefix.length).split('/');
      const key = below.length === 0 ? name : `${name}/`;
      if (entries.has(key)) continue;
      const [type, target] = below.length === 0 ? [mode, id] : ['40000', this.#writeTree(`${prefix}${name}/`)];
      entries.set(key, Buffer.concat([Buffer.from(`${type} ${name}\0`), Buffer.from(target, 'hex')]));
    }
    // Git's order: directories sort as if their names ended in a slash.
    const sorted = [...entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return this.#write('tree', Buffer.concat(sorted.map(([, entry]) => entry)));
  }

  #write(type: string, content: Buffer): string {
    const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash('sha1').update(whole).digest('hex');
    const folder = `${GIT}/objects/${id.slice(0, 2)}`;
    if (this.#fs.existsSync(`${folder}/${id.slice(2)}`)) return id;
    this.#fs.mkdirSync(folder, { recursive: true });
    this.#fs.writeFileSync(`${folder}/${id.slice(2)}`, deflateSync(whole, { level: 1 }));
    return id;
  }

  /** Version 2 of git's index, without times: readers then look at the files themselves. */
  #writeIndex(): void {
    const names = [...this.#index.keys()].map((path) => [Buffer.from(path), path] as const);
    names.sort(([a], [b]) => Buffer.compare(a, b));
    const entries = names.map(([name, path]) => {
      const { mode = '', id = '' } = this.#index.get(path) ?? {};
      const entry = Buffer.alloc((62 + name.length + 8) & ~7);
      entry.writeUInt32BE(Number.parseInt(mode, 8), 24);
      entry.write(id, 40, 'hex');
      entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
      name.copy(entry, 62);
      return entry;
    });
    const header = Buffer.from('DIRC\0\0\0\x02\0\0\0\0', 'latin1');
    header.writeUInt32BE(entries.length, 8);
    const body = Buffer.concat([header, ...entries]);
    this.#fs.writeFileSync(`${GIT}/index`, Buffer.concat([body, createHash('sha1').update(body).digest()]));
  }
}
