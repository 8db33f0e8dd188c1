import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readRegularFile } from './read-regular-file.ts';

/** What a settings file says, unchecked: a JSON file, or the default export of a module. Throws when it cannot be read. */
export async function readSettingsFile(file: string): Promise<unknown> {
  if (file.endsWith('.json')) return JSON.parse(readRegularFile(file));
  // A pipe would keep the import waiting.
  if (!fs.statSync(file).isFile()) throw new Error(`${file} is not a regular file`);
  const { default: value } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  return value ?? {};
}
