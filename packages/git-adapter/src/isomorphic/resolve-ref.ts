import { join } from 'node:path';
import { errnoOf, gitProblem } from '../host/git-problem.ts';
import { readIfThere, type WorktreeFs } from '../host/worktree-fs.ts';

/** Git follows no more. */
const MOST_STEPS = 5;

/**
 * The id that a ref leads to, by its whole name or a short one; `null` when there is none. Not isomorphic-git's own: it takes the
 * packed value of a ref whose file is damaged, which may be an old one.
 */
export function resolveRef(fs: WorktreeFs, gitDirectory: string, name: string): string | null {
  if (!isRefName(name)) return null;
  // The order in which git looks.
  const places = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'].map((folder) => folder + name);
  for (const place of [...places, `refs/remotes/${name}/HEAD`]) {
    const id = follow(place);
    if (id !== null) return id;
  }
  return null;

  function follow(start: string): string | null {
    let ref = start;
    for (let step = 0; step <= MOST_STEPS; step += 1) {
      // In this order, and each time anew: git packs a ref before it removes its file.
      const text = readRefFile(fs, join(gitDirectory, ref)) ?? readPacked(fs, gitDirectory, ref);
      if (text === null) return null;
      const id = /^([0-9a-f]{40})(?:\s|$)/.exec(text)?.[1];
      if (id !== undefined) return id;
      const next = /^ref: *(refs\/.*\S)\s*$/.exec(text)?.[1];
      if (next === undefined || !isRefName(next)) {
        // Beside refs/ lie other files too; `config` is just no ref.
        if (!ref.startsWith('refs/')) return null;
        throw gitProblem('command-failed', `the ref ${ref} is damaged`);
      }
      ref = next;
    }
    throw gitProblem('command-failed', `the ref ${start} leads in a circle`);
  }
}

function isRefName(name: string): boolean {
  return !/^$|^\/|\/$|\/\/|\.\.|(?:^|\/)\.|\.lock(?:\/|$)|[\0-\x20\x7f~^:?*[\\]/.test(name);
}

function readPacked(fs: WorktreeFs, gitDirectory: string, ref: string): string | null {
  const text = readIfThere(fs, join(gitDirectory, 'packed-refs'))?.toString('utf8') ?? '';
  const end = text.indexOf(` ${ref}\n`);
  return end === -1 ? null : text.slice(text.lastIndexOf('\n', end) + 1, end);
}

function readRefFile(fs: WorktreeFs, path: string): string | null {
  try {
    return readIfThere(fs, path)?.toString('utf8') ?? null;
  } catch (error) {
    if (errnoOf(error) === 'ENAMETOOLONG') return null; // No file can have this name.
    throw error;
  }
}
