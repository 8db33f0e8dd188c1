import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { type BatonConfig, BatonConfigSchema } from '@batonkit/operations';
import { readSettingsFile } from './read-settings-file.ts';

/** The settings at the root of a repository say something that they cannot. */
export type InvalidConfig = Failure<'InvalidConfig', { readonly file: string }>;

/** The names of the settings file, at the root of a repository. The first one that exists counts. */
export const CONFIG_FILES: readonly string[] = ['batonkit.config.json', 'batonkit.config.mjs'];

/** Reads `batonkit.config.json` or `batonkit.config.mjs`; without either, everything has its default. */
export async function loadConfig(root: string): Promise<Result<BatonConfig, InvalidConfig>> {
  for (const name of CONFIG_FILES) {
    const file = join(root, name);
    if (!existsSync(file)) continue;
    const read = await readFile(file);
    if (read.isErr()) return err(read.error);
    const checked = BatonConfigSchema.safeParse(read.value);
    if (checked.success) return ok(checked.data);
    const details = checked.error.issues.map(({ path, message }) => `${['', ...path].join('/') || '/'}: ${message}`);
    return err(invalid(file, `${details.join('; ')}.`));
  }
  return ok({});
}

async function readFile(file: string): Promise<Result<unknown, InvalidConfig>> {
  try {
    return ok(await readSettingsFile(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return err(invalid(file, `it cannot be read: ${reason}.`));
  }
}

function invalid(file: string, reason: string): InvalidConfig {
  return failure('InvalidConfig', `${file}: ${reason} Mend it; docs/cli.md lists what it may say.`, { file });
}
