import type { Repository } from './locate-repository.ts';
import { runGit, tryGit } from './run-git.ts';
import { isRegular, type SeenFile } from '../worktree/seen-file.ts';

/** The attributes under which git stores other bytes than it writes to disk. */
const attributes = ['text', 'crlf', 'eol', 'filter', 'ident', 'working-tree-encoding'] as const;
const isOff = (value: string | undefined): boolean =>
  value === undefined || value === 'unspecified' || value === 'unset';

/**
 * Finds the files that git may store with other bytes than they have on disk: line ends, filters, `$Id$`, encodings. A file that
 * holds nothing to convert is left out, so that most repositories with such settings still take the short way.
 */
export async function findConversions(repository: Repository, files: readonly SeenFile[]): Promise<SeenFile[]> {
  const regular = files.filter(({ now }) => isRegular(now?.mode) && now?.fingerprint !== null);
  if (regular.length === 0) return [];
  const hasCrlf = regular.some((file) => mayHold(file, '\r\n'));
  const [values, autocrlf] = await Promise.all([
    readAttributes(
      repository,
      regular.map(({ name }) => name),
    ),
    hasCrlf ? readAutocrlf(repository) : false,
  ]);
  return regular.filter((file) => {
    const of = (attribute: (typeof attributes)[number]) => values.get(file.key)?.get(attribute);
    if (!isOff(of('filter')) || !isOff(of('working-tree-encoding'))) return true;
    if (!isOff(of('ident')) && mayHold(file, '$Id')) return true;
    const text = of('text');
    if (text === 'unset' || !mayHold(file, '\r\n')) return false;
    return !isOff(text) || !isOff(of('crlf')) || !isOff(of('eol')) || autocrlf;
  });
}

function mayHold({ now }: SeenFile, text: string): boolean {
  return now?.content?.includes(text) ?? true;
}

/** Finds the names for which git may write other bytes to disk than it stores. */
export async function findCheckoutConversions(repository: Repository, names: readonly Buffer[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const [values, autocrlf] = await Promise.all([readAttributes(repository, names), readAutocrlf(repository)]);
  return new Set(
    names
      .map((name) => name.toString('latin1'))
      .filter((key) => {
        const found = values.get(key) ?? new Map<string, string>();
        return [...found.values()].some((value) => !isOff(value)) || (autocrlf && found.get('text') !== 'unset');
      }),
  );
}

async function readAutocrlf(repository: Repository): Promise<boolean> {
  const { code, stdout } = await tryGit(repository.place, ['config', '--get', 'core.autocrlf']);
  return code === 0 && !/^(false|no|off|0)?$/i.test(stdout.toString('latin1').trim());
}

async function readAttributes(
  repository: Repository,
  names: readonly Buffer[],
): Promise<Map<string, Map<string, string>>> {
  const input = Buffer.concat(names.flatMap((name) => [name, Buffer.from([0])]));
  const output = await runGit(repository.place, ['check-attr', '-z', '--stdin', ...attributes], input);
  const fields = output.toString('latin1').split('\0');
  const values = new Map<string, Map<string, string>>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [key = '', attribute = '', value = ''] = fields.slice(at, at + 3);
    if (isOff(value) && value !== 'unset') continue;
    let found = values.get(key);
    if (found === undefined) values.set(key, (found = new Map<string, string>()));
    found.set(attribute, value);
  }
  return values;
}
