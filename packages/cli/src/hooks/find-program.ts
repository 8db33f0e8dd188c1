import fs from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * How the settings call this program, so that it is found from every folder of the repository: by its name when it is installed for
 * everything, through the repository when it is one of its dependencies, else by its whole path, which holds on this machine only.
 */
export function findProgram({
  main,
  file,
  path = '',
  node = process.execPath,
}: {
  /** The root of the main working tree. */
  readonly main: string;
  /** The program that runs now. */
  readonly file: string;
  /** The variable PATH. */
  readonly path?: string | undefined;
  readonly node?: string;
}): { readonly command: string; readonly isPortable: boolean } {
  // Package managers put a project's own programs on the PATH while they run one of its scripts, and only then.
  const lasting = path.split(delimiter).filter((folder) => folder !== '' && !/node_modules/.test(folder));
  if (lasting.some((folder) => fs.existsSync(join(folder, 'baton')))) return { command: 'baton', isPortable: true };
  const inProject = 'node_modules/@batonkit/cli/dist/baton.js';
  if (fs.existsSync(join(main, inProject)))
    return {
      command: `node "$(git rev-parse --path-format=absolute --git-common-dir)/../${inProject}"`,
      isPortable: true,
    };
  return { command: `${quote(node)} ${quote(file)}`, isPortable: false };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
