import { resolve } from 'node:path';
import type { BatonIo } from '../io/baton-io.ts';
import { installHooks } from '../hooks/install-hooks.ts';
import type { ShellOptions } from '../kit/open-kit.ts';
import { printOutcome } from '../print/print-outcome.ts';

/** What `baton hooks install` takes. */
export interface InstallOptions extends ShellOptions {
  readonly write?: boolean;
  readonly remove?: boolean;
  readonly command?: string;
}

/** Shows the change of a harness's settings, or makes it. */
export async function runInstallHooks(io: BatonIo, harness: string, options: InstallOptions): Promise<void> {
  const result = installHooks({
    harness,
    directory: resolve(io.cwd, options.directory ?? '.'),
    write: options.write,
    remove: options.remove,
    command: options.command,
    file: process.argv[1] ?? '',
    path: io.env.PATH,
  });
  io.exit(await printOutcome(io, { name: 'hooks install', input: {}, result, json: options.json === true }));
}
