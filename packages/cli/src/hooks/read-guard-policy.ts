import { isAbsolute, join, relative, sep } from 'node:path';
import { DEFAULT_GUARD_POLICY, type GuardPolicy, parseGuardPolicy } from '@batonkit/core/guard';
import { DEFAULT_STORE } from '../kit/default-store.ts';
import type { Workspace } from '../kit/find-workspace.ts';
import { CODECS } from './find-codec.ts';
import { HARMLESS, type HarnessCodec } from './harness-codec.ts';

/**
 * The policy of a workspace: the `guard` of its settings over the defaults. Agents may never write these settings, nor those in which
 * the hooks stand, nor git's own files, and never reach into the store. Throws when the policy is wrong: a guard must not guess.
 */
export function readGuardPolicy(
  guard: unknown,
  { root, main, gitDirectory }: Pick<Workspace, 'root' | 'main' | 'gitDirectory'>,
  store: string | null,
  { harmlessTools }: Pick<HarnessCodec, 'harmlessTools'>,
): GuardPolicy {
  const tools = Object.fromEntries(harmlessTools.map((tool) => [tool, HARMLESS]));
  const base = { ...DEFAULT_GUARD_POLICY, tools: { ...DEFAULT_GUARD_POLICY.tools, ...tools } };
  const policy = parseGuardPolicy(guard, base);
  if (policy.isErr()) throw new Error(`The guard in batonkit.config is wrong. ${policy.error.message}`);
  const { protectedGlobs, storeDirectories } = policy.value;
  const settings = CODECS.flatMap((codec) => codec.settings);
  const own = [DEFAULT_STORE, ...(store === null ? [] : [store])];
  // A linked working tree reaches the store of the main one by its whole path.
  const whole = own.map((folder) => (isAbsolute(folder) ? folder : join(main, folder)));
  return {
    ...policy.value,
    protectedGlobs: [...new Set([...protectedGlobs, ...settings]), ...globsOfGit(root, gitDirectory)],
    storeDirectories: [...new Set([...storeDirectories, ...own, ...whole])],
  };
}

/** The guard knows git's files by the name `.git`; a bare repository beside its trees has another one. */
function globsOfGit(root: string, gitDirectory: string | null): readonly string[] {
  const path = gitDirectory === null ? '' : relative(root, gitDirectory);
  if (path === '' || path === '.git' || path.startsWith('..') || isAbsolute(path)) return [];
  // Whatever a glob would take for a sign of its own stands for itself, or any other character.
  const folder = path
    .split(sep)
    .join('/')
    .replaceAll(/[^\w./-]/g, '?');
  return [folder, `${folder}/**`];
}
