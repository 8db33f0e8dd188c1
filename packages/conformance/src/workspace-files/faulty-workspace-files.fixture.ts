import { errAsync, okAsync, workspaceErrors, type WorkspaceFiles } from '@batonkit/core';

/** Ways to break sound workspace files, each the kind of mistake a real adapter makes. The suite must notice every one. */
export const faults: Readonly<Record<string, (sound: WorkspaceFiles) => WorkspaceFiles>> = {
  'condition ignored': (sound) => ({ ...sound, write: (path, text) => sound.write(path, text) }),

  'null treated as no condition': (sound) => ({
    ...sound,
    write: (path, text, condition) => sound.write(path, text, condition?.expectedSha === null ? undefined : condition),
  }),

  'condition of remove ignored': (sound) => ({ ...sound, remove: (path) => sound.remove(path) }),

  'check and write with a gap': (sound) => ({
    ...sound,
    write: (path, text, condition) =>
      condition?.expectedSha === undefined
        ? sound.write(path, text)
        : sound
            .read(path)
            .andThen((found) =>
              (found?.sha ?? null) === condition.expectedSha
                ? sound.write(path, text)
                : sound.write(path, text, condition),
            ),
  }),

  'byte order mark stripped': (sound) => ({
    ...sound,
    read: (path) => sound.read(path).map((found) => found && { ...found, text: found.text.replace(/^\uFEFF/, '') }),
  }),

  'line endings changed': (sound) => ({
    ...sound,
    write: (path, text, condition) => sound.write(path, text.replaceAll('\r\n', '\n'), condition),
  }),

  'bad bytes replaced': (sound) => ({
    ...sound,
    read: (path) =>
      sound
        .read(path)
        .orElse((error) =>
          error.code === 'NotUtf8' ? okAsync({ text: '\uFFFD', sha: '0'.repeat(64) }) : sound.read(path),
        ),
  }),

  'torn write': (sound) => ({
    ...sound,
    write: (path, text, condition) =>
      sound.write(path, text.slice(0, text.length / 2), condition).andThen(() => sound.write(path, text)),
  }),

  'append by read and write': (sound) => ({
    ...sound,
    append: (path, text) =>
      sound.read(path).andThen((found) => sound.write(path, `${found?.text ?? ''}${text}`).map(() => undefined)),
  }),

  'errors taken for absence': (sound) => ({ ...sound, read: (path) => sound.read(path).orElse(() => okAsync(null)) }),

  'paths cleaned up instead of refused': (sound) => ({
    ...sound,
    write: (path, text, condition) => sound.write(path.replaceAll(/\.\.[/\\]?|^\//g, '') || 'x', text, condition),
  }),

  'git directory open in upper case': (sound) => ({
    ...sound,
    write: (path, text, condition) => sound.write(path.replace(/\.GIT/, 'dot-git'), text, condition),
  }),

  'unsorted list': (sound) => ({ ...sound, list: (folder) => sound.list(folder).map((found) => [...found].reverse()) }),

  'folder taken for a prefix': (sound) => ({
    ...sound,
    list: (folder) =>
      folder === 'a' ? sound.list().map((all) => all.filter((path) => path.startsWith('a'))) : sound.list(folder),
  }),

  'a file in place of a folder above taken for absence': (sound) => ({
    ...sound,
    list: (folder) => sound.list(folder).orElse((error) => (folder?.includes('/') ? okAsync([]) : errAsync(error))),
  }),

  'a folder without files in the way': (sound) => {
    const left = new Set<string>();
    return {
      ...sound,
      remove: (path, condition) => {
        left.add(path.replace(/\/[^/]*$/, ''));
        return sound.remove(path, condition);
      },
      write: (path, text, condition) =>
        left.has(path)
          ? errAsync(workspaceErrors.storageFailure(`write ${path}`, 'EISDIR'))
          : sound.write(path, text, condition),
    };
  },
};
