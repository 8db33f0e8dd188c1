const HEADER = /^[\p{White_Space}\uFEFF]*\*\*\* (?:Add File|Update File|Delete File|Move to):(.*)$/su;
const PADDING = /^[\p{White_Space}\uFEFF]+|[\p{White_Space}\uFEFF]+$/gu;

/**
 * The files that an `apply_patch` patch touches, as it names them; none when the text is no such patch. Read at least as leniently as
 * any harness does, for a header that only the harness sees is a file that nobody judged: Codex takes padded headers, opencode ones
 * without a space after the colon, and its older versions cut a name at the next colon.
 */
export function patchPaths(patch: string): readonly string[] {
  const paths = patch.split('\n').flatMap((line) => {
    const named = HEADER.exec(line)?.[1];
    return named === undefined ? [] : [named, named.split(':')[0] ?? ''].map((path) => path.replace(PADDING, ''));
  });
  return [...new Set(paths)].filter((path) => path !== '');
}
