import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { IFs } from 'memfs';

/** A file as a commit or the index has it. */
interface TrackedFile {
  readonly mode: string;
  readonly id: string;
}

/** A directory of the index: a map stands for a directory in it. */
type Folder = Map<string, TrackedFile | Folder>;

/** Where the files of a working tree in memory are. */
export const ROOT = '/repository';
const GIT = `${ROOT}/.git`;

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
    for (const known of this.#index.keys())
      if (known === path || known.startsWith(`${path}/`) || path.startsWith(`${known}/`)) this.#index.delete(known);
    this.#add(path);
    this.#writeIndex();
  }

  /** Puts exactly these paths into the index. */
  stageAll(paths: readonly string[]): void {
    this.#index.clear();
    for (const path of paths) this.#add(path);
    this.#writeIndex();
  }

  /** Reads the index again, after something else wrote it. */
  reload(): void {
    const index = this.#fs.readFileSync(`${GIT}/index`) as Buffer;
    this.#index.clear();
    let at = 12;
    for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
      const end = index.indexOf(0, at + 62);
      const mode = index.readUInt32BE(at + 24).toString(8);
      this.#index.set(index.toString('utf8', at + 62, end), { mode, id: index.toString('hex', at + 40, at + 60) });
      at += (end - at + 8) & ~7;
    }
  }

  /** Commits the index to the branch; ids depend on content and order only, not on the time. */
  commit(message: string): string {
    const parent = this.#fs.existsSync(`${GIT}/refs/heads/main`)
      ? `parent ${String(this.#fs.readFileSync(`${GIT}/refs/heads/main`, 'utf8')).trim()}\n`
      : '';
    const person = `Test <test@example.com> ${1_700_000_000 + (this.#commits += 1)} +0000`;
    const text = `tree ${this.#writeTree(this.#folders())}\n${parent}author ${person}\ncommitter ${person}\n\n${message}\n`;
    const id = this.#write('commit', Buffer.from(text));
    this.#fs.writeFileSync(`${GIT}/refs/heads/main`, `${id}\n`);
    return id;
  }

  #add(path: string): void {
    const at = `${ROOT}/${path}`;
    const stat = kindAt(this.#fs, at);
    const put = (mode: string, content: Buffer): void =>
      void this.#index.set(path, { mode, id: this.#write('blob', content) });
    if (stat?.isSymbolicLink() === true) put('120000', Buffer.from(String(this.#fs.readlinkSync(at))));
    else if (stat?.isFile() === true)
      put((Number(stat.mode) & 0o100) === 0 ? '100644' : '100755', this.#fs.readFileSync(at) as Buffer);
  }

  /** The index as a tree, in one walk over it. */
  #folders(): Folder {
    const root: Folder = new Map();
    for (const [path, file] of this.#index) {
      const above = path.split('/');
      const name = above.pop() ?? '';
      above.reduce(openFolder, root).set(name, file);
    }
    return root;
  }

  #writeTree(folder: Folder): string {
    const entries = [...folder].map(([name, entry]) => {
      const [mode, id, key] =
        entry instanceof Map ? ['40000', this.#writeTree(entry), `${name}/`] : [entry.mode, entry.id, name];
      // Git's order: directories sort as if their names ended in a slash.
      return { key: Buffer.from(key), bytes: [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')] };
    });
    entries.sort((a, b) => Buffer.compare(a.key, b.key));
    return this.#write('tree', Buffer.concat(entries.flatMap(({ bytes }) => bytes)));
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

function openFolder(parent: Folder, name: string): Folder {
  const known = parent.get(name);
  if (known instanceof Map) return known;
  const made: Folder = new Map();
  parent.set(name, made);
  return made;
}
