import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_GUARD_POLICY, type GuardPolicy, parseGuardPolicy } from '@batonkit/guard';
import { DEFAULT_STORE } from '../kit/default-store.ts';
import { realPath, type Workspace } from '../kit/find-workspace.ts';
import { CODECS } from './find-codec.ts';
import { HARMLESS, type HarnessCodec } from './harness-codec.ts';

/**
 * The policy of a workspace: the `guard` of its settings over the defaults. Agents may never write these settings, nor those in which
 * the hooks stand, nor git's own files, nor this program, and never reach into the store. Throws when the policy is wrong: a guard must not guess.
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
    protectedGlobs: [
      ...new Set([...protectedGlobs, ...settings]),
      ...globsOf(root, gitDirectory),
      ...globsOf(root, PROGRAM),
    ],
    storeDirectories: [...new Set([...storeDirectories, ...own, ...whole])],
  };
}

/** The folder that this program was built into; null when it runs from its sources. */
const PROGRAM = /^.*[\\/]dist(?=[\\/])/.exec(realPath(fileURLToPath(import.meta.url)))?.[0] ?? null;

/**
 * A folder in the repository that is closed wherever it lies. The guard knows git's files by the name `.git` and installed programs by
 * `node_modules`; a bare repository beside its trees has another name, and so has a program that the repository holds itself.
 */
function globsOf(root: string, closed: string | null): readonly string[] {
  const path = closed === null ? '' : relative(root, closed);
  if (path === '' || path === '.git' || path.startsWith('..') || isAbsolute(path)) return [];
  // Whatever a glob would take for a sign of its own stands for itself, or any other character.
  const folder = path
    .split(sep)
    .join('/')
    .replaceAll(/[^\w./-]/g, '?');
  return [folder, `${folder}/**`];
}
