import { askGit } from './run-git.ts';

/**
 * What a person, or the machine, configured for git; null when nothing. The configuration of a repository is not asked: it comes from
 * somebody else, and what it names must not be run.
 *
 * @example
 * ```ts
 * import { askPersonalSetting } from '@batonkit/git-adapter';
 *
 * askPersonalSetting('batonkit.none'); // => null
 * ```
 */
export function askPersonalSetting(name: string): string | null {
  const ask = (scope: '--global' | '--system'): string | null => askGit(['config', scope, '--includes', '--get', name]);
  return (ask('--global') ?? ask('--system'))?.trimEnd() ?? null;
}
