import { type ChangedFile, type GitWorktree, okAsync, ResultAsync, type WorktreeState } from '@batonkit/core';
import { sha256 } from './expectations.ts';
import type { WorktreeEdits } from './worktree-under-test.ts';

/** Breaks a sound working tree. */
export type Fault = (sound: GitWorktree, edit: WorktreeEdits) => GitWorktree;

/** Changes what both kinds of looks report. */
function seeing(change: (file: ChangedFile) => ChangedFile | null): Fault {
  const apply = <T extends WorktreeState>(state: T): T => ({
    ...state,
    changed: state.changed.map(change).filter((file) => file !== null),
  });
  return (sound) => ({
    ...sound,
    observe: (options) => sound.observe(options).map(apply),
    capture: (options) => sound.capture(options).map(apply),
  });
}

let ticks = 0;

/** Ways to break a sound working tree, each the kind of mistake a real engine makes. The suite must notice every one. */
export const worktreeFaults = {
  'knows files by the text of git status only': seeing((file) => ({
    ...file,
    sha256: sha256(`${file.xy} ${file.path}`),
  })),
  'forgets untracked files': seeing((file) => (file.xy === '??' ? null : file)),
  'reports only size, not content': seeing((file) => ({
    ...file,
    sha256: file.sha256 === null ? null : sha256(String(file.size)),
  })),
  'ignores modes': seeing((file) => (file.mode === null ? file : { ...file, mode: '100644' })),
  'follows links': seeing((file) => (file.mode === '120000' ? { ...file, sha256: sha256('alpha\n'), size: 6 } : file)),
  'takes a time stamp for a change': seeing((file) => ({ ...file, xy: `${file.xy}${(ticks += 1)}` })),
  'loses the letters': seeing((file) => ({ ...file, xy: '.M' })),
  'forgets deleted files': seeing((file) => (file.status === 'deleted' ? null : file)),
  'quotes names': seeing((file) => ({ ...file, path: JSON.stringify(file.path).slice(1, -1) })),

  'looks against HEAD, not the base': (sound) => ({
    ...sound,
    observe: () => sound.head().andThen(({ commit }) => sound.observe({ base: commit })),
  }),

  'stores the commit, not the working tree': (sound) => ({
    ...sound,
    capture: (options) =>
      sound.capture(options).andThen((captured) => sound.treeOf(options.base).map((tree) => ({ ...captured, tree }))),
  }),

  'takes every tree for clean': (sound) => ({
    ...sound,
    capture: (options) => sound.capture(options).map((captured) => ({ ...captured, clean: true })),
  }),

  'changes files while capturing': (sound, edit) => ({
    ...sound,
    capture: (options) =>
      sound
        .capture(options)
        .andThen((captured) => effect(async () => edit.write('a.txt', 'alpha\n')).map(() => captured)),
  }),

  'keeps nothing': (sound) => ({ ...sound, keep: (_, tree) => sound.readBlob(tree, 'a.txt').map(() => undefined) }),
  'keeps what is not there': (sound) => ({
    ...sound,
    keep: (name, tree) => sound.keep(name, tree).orElse(() => okAsync(undefined)),
  }),
  'cuts long names': (sound) => ({ ...sound, keep: (name, tree) => sound.keep(name.slice(0, 50), tree) }),
  'drops every name': (sound) => ({ ...sound, drop: () => sound.drop('') }),
  'drops nothing': (sound) => ({ ...sound, drop: () => okAsync({ dropped: 0 }) }),
  'sweeps what is young': (sound) => ({ ...sound, sweep: () => sound.sweep({ olderThanMs: 0 }) }),
  'never sweeps': (sound) => ({ ...sound, sweep: () => okAsync({ freedBytes: 1 }) }),

  'finds an empty file where there is none': (sound) => ({
    ...sound,
    readBlob: (tree, path) => sound.readBlob(tree, path).map((blob) => blob ?? new Uint8Array()),
  }),
  'takes a lost tree for an empty one': (sound) => ({
    ...sound,
    readBlob: (tree, path) => sound.readBlob(tree, path).orElse(() => okAsync(null)),
  }),
  'finds no difference': (sound) => ({
    ...sound,
    diff: (from, to) => sound.diff(from, to).map(() => ({ patch: new Uint8Array(), files: [] })),
  }),
  'shows differences the wrong way round': (sound) => ({ ...sound, diff: (from, to) => sound.diff(to, from) }),
  'lists ignored files': (sound) => ({
    ...sound,
    listFiles: () => sound.listFiles().map((paths) => [...paths, 'debug.log'].sort()),
  }),
  'lists deleted files': (sound) => ({
    ...sound,
    listFiles: () => sound.listFiles().map((paths) => [...new Set([...paths, 'a.txt'])].sort()),
  }),

  'looks at nothing but changes': (sound) => ({ ...sound, observe: ({ base }) => sound.observe({ base }) }),
  'cleans other files on restore': (sound, edit) => ({
    ...sound,
    restore: (tree, files) =>
      sound
        .restore(tree, files)
        .andThen((answer) => effect(() => removeIfThere(edit, 'untracked.txt')).map(() => answer)),
  }),
  'overwrites foreign edits on restore': (sound, edit) => ({
    ...sound,
    restore: (tree, files) =>
      effect(async () => {
        const actual: { path: string; expected: string | null }[] = [];
        for (const { path, expected } of files) {
          const bytes = /^$|^\/|\.\.|\.git/.test(path) ? null : await edit.read(path);
          actual.push({ path, expected: bytes === null ? expected : sha256(bytes) });
        }
        return actual;
      }).andThen((actual) => sound.restore(tree, actual)),
  }),
  'restores one file after the other': (sound) => ({
    ...sound,
    restore: (tree, files) =>
      files.reduce(
        (before, file) =>
          before.andThen((sum) =>
            sound.restore(tree, [file]).map((answer) => ({
              written: sum.written + answer.written,
              removed: sum.removed + answer.removed,
            })),
          ),
        sound.restore(tree, []),
      ),
  }),
  'writes only some files of a tree': (sound) => ({
    ...sound,
    materialize: (tree, directory) => sound.materialize(tree, directory).map(({ files }) => ({ files: files - 1 })),
  }),
  'takes any commit for known': (sound) => ({
    ...sound,
    observe: (options) =>
      sound.observe(options).orElse(() => sound.head().andThen(({ commit }) => sound.observe({ base: commit }))),
  }),
} satisfies Readonly<Record<string, Fault>>;

function effect<T>(work: () => T | Promise<T>): ResultAsync<T, never> {
  return ResultAsync.fromSafePromise(Promise.resolve().then(work));
}

async function removeIfThere(edit: WorktreeEdits, path: string): Promise<void> {
  if ((await edit.read(path)) !== null) await edit.remove(path);
}

/** The case that each fault must fail. */
export const caughtBy: Readonly<Record<keyof typeof worktreeFaults, string>> = {
  'knows files by the text of git status only':
    'an edited file is reported with mode, size, both contents and its letters',
  'forgets untracked files': 'a new file is reported by itself, also in a new directory',
  'reports only size, not content': 'a second edit to a file that was already edited is seen, also when its size stays',
  'ignores modes': 'a changed mode is a change, and is reported with unchanged content',
  'follows links': 'a link is reported by its target text and never followed',
  'takes a time stamp for a change': 'time stamps are not changes',
  'loses the letters': 'staging alone shows in the letters and in what is staged, and nowhere else',
  'forgets deleted files': 'a removed file is reported without content',
  'quotes names': 'names come back exactly, in the order of their code points',
  'looks against HEAD, not the base': 'a look against an older commit reports what differs from that commit',
  'stores the commit, not the working tree': 'the tree is that of the working tree, whatever is staged',
  'takes every tree for clean': 'a captured tree has the id that git gives to these files',
  'changes files while capturing': 'a capture changes neither files nor what the next look sees',
  'keeps nothing': 'a kept tree survives every sweep, a tree without a name does not',
  'keeps what is not there': 'an unknown tree cannot be kept',
  'cuts long names':
    'task ids of the greatest length are kept, each apart from those that differ in one letter or its case',
  'drops every name': 'dropping gives up the names with the prefix and no other',
  'drops nothing': 'dropping gives up the names with the prefix and no other',
  'sweeps what is young': 'a sweep leaves what is younger than asked for',
  'never sweeps': 'a kept tree survives every sweep, a tree without a name does not',
  'finds an empty file where there is none': 'files of a stored tree are read byte for byte',
  'takes a lost tree for an empty one': 'files of a stored tree are read byte for byte',
  'finds no difference': 'the difference of two trees names every file with its lines, and binary files by name',
  'shows differences the wrong way round':
    'the difference of two trees names every file with its lines, and binary files by name',
  'lists ignored files': 'ignored files are not looked at',
  'lists deleted files': 'files are listed when they exist, tracked or not',
  'looks at nothing but changes':
    'a look also tells what unchanged files hold when asked, so that an undone change can be restored',
  'cleans other files on restore': 'restore puts the listed files back and touches no other',
  'overwrites foreign edits on restore': 'restore writes nothing at all when one file is not as expected',
  'restores one file after the other': 'restore writes nothing at all when one file is not as expected',
  'writes only some files of a tree': 'a stored tree is written into a new directory, whole',
  'takes any commit for known': 'a commit that the repository does not have is refused',
};
