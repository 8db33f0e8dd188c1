import fs from 'node:fs';
import { delimiter, join } from 'node:path';
import { treeOfTexts, type Workspace } from '../kit/find-workspace.ts';

/**
 * How the settings call this program, so that it is found from every folder of the repository: by its name when it is installed for
 * everything, through the repository when it is one of its dependencies, else by its whole path, which holds on this machine only.
 */
export function findProgram({
  workspace,
  file,
  path = '',
  node = process.execPath,
}: {
  readonly workspace: Workspace;
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
  const tree = treeOfTexts(workspace);
  if (fs.existsSync(join(tree, inProject))) {
    // Linked working trees seldom have dependencies of their own, and those of a bare repository have no others.
    const isBesideGit = workspace.gitDirectory === join(tree, '.git');
    const top = isBesideGit ? '--path-format=absolute --git-common-dir)/..' : '--show-toplevel)';
    return { command: `node "$(git rev-parse ${top}/${inProject}"`, isPortable: true };
  }
  return { command: `${quote(node)} ${quote(file)}`, isPortable: false };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
