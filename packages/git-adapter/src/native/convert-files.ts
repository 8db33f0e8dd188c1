import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { openObjectReader } from './object-reader.ts';
import { parseRawDiff } from './parse-raw-diff.ts';
import { exactLook } from './read-status.ts';
import { type GitPlace, runGit } from './run-git.ts';
import type { SeenFile } from '../worktree/seen-file.ts';

/** A file as git would store it. */
export interface ConvertedFile {
  readonly id: string;
  readonly content: Buffer;
}

/**
 * Lets git itself convert files, as `git add` would: in a copy of the index, with an object directory of its own that is gone
 * afterwards. Git decides line ends by what the index holds, hence the copy.
 */
export async function convertFiles(
  repository: Repository,
  base: string,
  files: readonly SeenFile[],
): Promise<Map<string, ConvertedFile>> {
  const converted = new Map<string, ConvertedFile>();
  if (files.length === 0) return converted;
  const scratch = mkdtempSync(join(tmpdir(), 'batonkit-convert-'));
  try {
    const place = scratchPlace(repository, scratch);
    const names = (of: readonly SeenFile[]) => Buffer.concat(of.flatMap(({ name }) => [name, Buffer.from([0])]));
    const hidden = files.filter((file) => file.hidden);
    if (hidden.length > 0) {
      // Entries written by id have no flags and no times, so that git looks at the files.
      const entries = hidden.flatMap(({ name, index }) =>
        index === null ? [] : [Buffer.from(`${index.mode} ${index.id}\t`), name, Buffer.from([0])],
      );
      await runGit(place, ['update-index', '-z', '--index-info'], Buffer.concat(entries));
    }
    const settings = [...exactLook, '-c', 'core.splitIndex=false', '-c', 'core.ignoreStat=false'];
    await runGit(place, [...settings, 'update-index', '-z', '--add', '--replace', '--stdin'], names(files));
    const raw = await runGit(place, [
      'diff-index',
      '--cached',
      '--raw',
      '-z',
      '--no-renames',
      '--no-abbrev',
      '--ignore-submodules=none',
      base,
      '--',
    ]);
    const changed = new Map(parseRawDiff(raw).map((entry) => [entry.name.toString('latin1'), entry]));
    const reader = openObjectReader(place);
    try {
      for (const { key, path, base: before } of files) {
        const entry = changed.get(key);
        const id = entry === undefined ? before?.id : entry.to?.id;
        const object = id === undefined ? null : await reader.read(id);
        if (object === null) throw gitProblem('changed-meanwhile', path);
        converted.set(key, { id: object.id, content: object.content });
      }
    } finally {
      reader.close();
    }
    return converted;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function scratchPlace(repository: Repository, scratch: string): GitPlace {
  const [index, copy] = [join(repository.gitDirectory, 'index'), join(scratch, 'index')];
  mkdirSync(join(scratch, 'objects'));
  if (existsSync(index)) {
    const { mtimeMs } = statSync(index);
    copyFileSync(index, copy);
    // Git takes a file that is older than the index for unchanged. A whole second is never later than the true time, so that
    // at worst a file is read once more.
    const second = Math.floor(mtimeMs / 1000);
    utimesSync(copy, second, second);
  }
  return {
    ...repository.place,
    env: {
      ...repository.place.env,
      GIT_INDEX_FILE: copy,
      GIT_OBJECT_DIRECTORY: join(scratch, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: repository.objectsForEnvironment,
    },
  };
}
