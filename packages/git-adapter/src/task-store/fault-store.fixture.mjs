import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createGitRefTaskStore } from '@batonkit/git-adapter';

/**
 * The store for the fault lab, in a bare repository: every git process that changes it and every sync is a named point, before and
 * after.
 *
 * @param {{ root: string }} options
 * @param {import('@batonkit/conformance/fault-lab').FaultHooks} [hooks]
 */
export function openStore({ root }, hooks) {
  if (!existsSync(root)) execFileSync('git', ['init', '--quiet', '--bare', '--template=', root]);
  if (hooks === undefined) return createGitRefTaskStore({ directory: root });
  return createGitRefTaskStore({
    directory: root,
    around: async (step, run) => {
      await hooks.reach(`before ${step}`);
      const result = await run();
      await hooks.reach(`after ${step}`);
      return result;
    },
  });
}
