import fs from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_STORE } from '../kit/default-store.ts';
import { readSettingsFile } from '../kit/read-settings-file.ts';

/** The part of a repository's settings that hooks go by. */
export interface HookConfig {
  /** Where the tasks are. */
  readonly store: string;
  /** What agents may do, as it was written. */
  readonly guard: unknown;
  /** The file they stand in, or would. */
  readonly name: string;
}

/**
 * Reads the settings at the root of the main working tree without their schema, which takes longer to load than a hook may run.
 * Throws when they cannot be read: a guard must not guess.
 */
export async function readHookConfig(main: string): Promise<HookConfig> {
  const name = ['batonkit.config.json', 'batonkit.config.mjs'].find((one) => fs.existsSync(join(main, one)));
  if (name === undefined) return { store: DEFAULT_STORE, guard: {}, name: 'batonkit.config.json' };
  const value = await readSettingsFile(join(main, name)).catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is not an object.`);
  const { store = DEFAULT_STORE, guard = {} } = value as { readonly store?: unknown; readonly guard?: unknown };
  if (typeof store !== 'string' || store === '') throw new Error(`${name} names no usable store.`);
  return { store, guard, name };
}
