import { createHash } from 'node:crypto';
import { gitProblem } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { openObjectReader } from './object-reader.ts';
import { readStableFile } from './read-stable-file.ts';
import { runGit, tryGit } from './run-git.ts';
import { isFolderThere, statIfThere } from './stat-in-tree.ts';
import { type FileNow, isRegular } from '../worktree/seen-file.ts';
import { toTreePath } from '../objects/tree-path.ts';

/** Looks at single paths of a working tree. */
export interface FileLooker {
  /** What is at the path now; `null` when there is no file. `known` are the modes git has for it, the closest first. */
  readonly file: (name: Buffer, known: readonly (string | null)[]) => FileNow | null | Promise<FileNow | null>;
  /** The commit a nested repository has checked out. */
  readonly nested: (name: Buffer) => Promise<FileNow>;
  /** A file that a sparse checkout leaves out, from git's own copy. */
  readonly absent: (mode: string, id: string) => Promise<FileNow>;
}

const LARGEST_HELD = 8 * 1024 * 1024;
const MOST_HELD = 128 * 1024 * 1024;

/** Starts looking; contents are held only when asked for, and only as many as fit. Without `ids`, those of files stay empty. */
export function createFileLooker(repository: Repository, keepContent: boolean, ids: boolean): FileLooker {
  const root = Buffer.from(`${repository.root}/`);
  const folders = new Map<string, boolean>();
  let held = 0;
  let fileMode: Promise<boolean> | undefined;

  async function modeOf(executable: boolean, known: readonly (string | null)[]): Promise<string> {
    fileMode ??= runGit(repository.place, ['config', '--type=bool', '--default=true', '--get', 'core.fileMode']).then(
      (answer) => answer.toString('latin1').trim() === 'true',
    );
    if (await fileMode) return executable ? '100755' : '100644';
    return known.find((mode) => isRegular(mode)) ?? '100644';
  }

  return {
    file: (name, known) => {
      // Behind a link there are files of another place.
      if (!isFolderThere(repository.root, folders, name.toString('latin1'))) return null;
      const path = Buffer.concat([root, name]);
      const strange = keepContent ? null : strangeFile(path);
      if (strange !== null) return strange;
      const stable = readStableFile(path, {
        hash: ids ? repository.hash : null,
        keepContent: (size) => keepContent && size <= LARGEST_HELD && held + size <= MOST_HELD,
      });
      if (stable === null) return null;
      if (stable.content !== null) held += stable.size;
      const { sha256, rawId, size, content, fingerprint, changedAt, kind, executable } = stable;
      const seen = { id: rawId, size, sha256, content, fingerprint, changedAt };
      if (kind === 'link') return { ...seen, mode: '120000' };
      // Without core.symlinks git writes links as files, and reads them so.
      if (known[0] === '120000') return { ...seen, mode: '120000' };
      const mode = executable ? '100755' : '100644';
      // Asked only where it could matter: most looks get by without another process.
      if (known[0] === mode || (!executable && !isRegular(known[0]))) return { ...seen, mode };
      return modeOf(executable, known).then((trusted) => ({ ...seen, mode: trusted }));
    },
    nested: async (name) => {
      const cwd = Buffer.concat([root, name]).toString('utf8');
      const place = { ...repository.place, cwd };
      if (toTreePath(name).startsWith('"'))
        throw gitProblem('unsupported', `nested repository ${toTreePath(name)}: its name is not valid UTF-8`);
      const { code, stdout } = await tryGit(place, ['rev-parse', '--absolute-git-dir', '--verify', 'HEAD^{commit}']);
      const [directory, id = ''] = stdout.toString('utf8').split('\n');
      if (code !== 0 || directory === repository.gitDirectory || id === '')
        throw gitProblem(
          'unsupported',
          `the nested repository ${toTreePath(name)} has no commit checked out; commit in it, or have git ignore it`,
        );
      return {
        mode: '160000',
        id,
        size: null,
        sha256: hashText(id),
        content: null,
        fingerprint: null,
        changedAt: null,
      };
    },
    absent: async (mode, id) => {
      if (mode === '160000')
        return { mode, id, size: null, sha256: hashText(id), content: null, fingerprint: null, changedAt: null };
      const reader = openObjectReader(repository.place);
      try {
        const object = await reader.read(id);
        if (object === null) throw gitProblem('unsupported', `the repository lacks the object ${id}`);
        const sha256 = createHash('sha256').update(object.content).digest('hex');
        return { mode, id, size: object.content.length, sha256, content: null, fingerprint: null, changedAt: null };
      } finally {
        reader.close();
      }
    },
  };
}

/** A pipe, a socket or a device: nothing that can be read or stored, but something that is there. */
function strangeFile(path: Buffer): FileNow | null {
  const stat = statIfThere(path);
  if (stat === undefined || stat.isFile() || stat.isSymbolicLink() || stat.isDirectory()) return null;
  const mode = (Number(stat.mode) & 0o170000).toString(8).padStart(6, '0');
  return { mode, id: '', size: null, sha256: '', content: null, fingerprint: null, changedAt: Number(stat.ctimeMs) };
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
