import { gitProblem } from '../host/git-problem.ts';
import type { Setting } from '../worktree/surroundings.ts';
import { type GitPlace, runGit } from './run-git.ts';

/** Settings that name a program, and what is taken instead of the repository's when the person has none: git's default, or a failure. */
const PROGRAMS: readonly (readonly [key: RegExp, otherwise: string])[] = [
  [/^core\.sshcommand$/, 'ssh'],
  [/^core\.askpass$/, ''],
  // A driver that fails leaves a conflict, for a person to solve; an empty one would drop the other side in silence.
  [/^merge\..+\.driver$/s, 'false'],
  [/^lfs\.(?:customtransfer|extension)\..+\.(?:path|clean|smudge)$/s, 'false'],
];
const OTHER_SIDE = /^remote\..+\.(?:uploadpack|receivepack)$/s;
const FILTER = /^filter\.(?<name>.+)\.(?:clean|smudge|process)$/s;
const HELPER = /^credential\.(?:.+\.)?helper$/s;

/**
 * Settings, as arguments of git, after which only the person's own configuration names programs. Filters, merge drivers and transports
 * cannot be switched off for everybody, because contents would be wrong and remotes out of reach; but those that only a repository names are
 * not started. A file that needs such a filter makes git fail: taken without it, its content would be another.
 */
export async function ownPrograms(place: GitPlace): Promise<readonly string[]> {
  return insist(await readSettings(place));
}

/** Every setting that git would go by at this place, the strongest last. */
export async function readSettings(place: GitPlace): Promise<readonly Setting[]> {
  const listed = await runGit(place, ['config', '--list', '--show-scope', '-z']);
  const fields = listed.toString('utf8').split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', line = ''] = fields.slice(at, at + 2);
    const end = line.indexOf('\n');
    settings.push({ scope, key: end < 0 ? line : line.slice(0, end), value: end < 0 ? 'true' : line.slice(end + 1) });
  }
  return settings;
}

/** The person's own choice, or a harmless one, for each program that the repository names. */
export function insist(settings: readonly Setting[]): readonly string[] {
  const isForeign = ({ scope }: Setting): boolean => scope === 'local' || scope === 'worktree';
  const personal = new Map<string, string>();
  for (const setting of settings) {
    if (setting.scope === 'system' || setting.scope === 'global') personal.set(setting.key, setting.value);
  }
  const foreign = new Set(settings.filter(isForeign).map(({ key }) => key));
  const insisted: (readonly [key: string, value: string])[] = [];
  for (const key of foreign) {
    const otherwise = PROGRAMS.find(([pattern]) => pattern.test(key))?.[1];
    if (otherwise !== undefined) insisted.push([key, personal.get(key) ?? otherwise]);
  }
  const filters = new Set([...foreign].flatMap((key) => FILTER.exec(key)?.groups?.['name'] ?? []));
  for (const name of filters) {
    const commands = ['clean', 'smudge', 'process'].map((which) => `filter.${name}.${which}`);
    for (const key of commands) if (foreign.has(key)) insisted.push([key, personal.get(key) ?? '']);
    // Git goes on without a filter that has no command, unless it is required; and an empty `process` keeps the other two from being used.
    const process = `filter.${name}.process`;
    const isMissing = foreign.has(process) ? !personal.has(process) : !commands.some((key) => personal.has(key));
    const required = `filter.${name}.required`;
    insisted.push([required, isMissing ? 'true' : (personal.get(required) ?? 'false')]);
  }
  // The first of several counts, so that ours would not. On another machine it is that one's program; here, no repository is asked.
  if ([...foreign].some((key) => OTHER_SIDE.test(key))) insisted.push(['protocol.file.allow', 'never']);
  if ([...foreign].some((key) => HELPER.test(key))) {
    // An empty helper makes git forget all that were named before.
    insisted.push(['credential.helper', '']);
    for (const setting of settings) {
      if (!isForeign(setting) && HELPER.test(setting.key)) insisted.push([setting.key, setting.value]);
    }
  }
  return insisted.flatMap(([key, value]) => {
    // Git ends the key of a `-c` at the first "=".
    if (key.includes('=')) throw gitProblem('unsupported', `the repository configures ${key}, a name with "="`);
    return ['-c', `${key}=${value}`];
  });
}
