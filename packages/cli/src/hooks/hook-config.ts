import fs from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_STORE } from '../kit/default-store.ts';
import { readRegularFile } from '../kit/read-regular-file.ts';

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
  const value = await read(join(main, name)).catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is not an object.`);
  const { store = DEFAULT_STORE, guard = {} } = value as { readonly store?: unknown; readonly guard?: unknown };
  if (typeof store !== 'string' || store === '') throw new Error(`${name} names no usable store.`);
  return { store, guard, name };
}

async function read(file: string): Promise<unknown> {
  if (file.endsWith('.json')) return JSON.parse(readRegularFile(file));
  // A pipe would keep the import waiting.
  if (!fs.statSync(file).isFile()) throw new Error('it is not a regular file');
  const { default: value } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  return value ?? {};
}
