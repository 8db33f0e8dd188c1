import { defineConfig } from 'tsup';

/** The one way a package is built: ESM, one file per entry with shared chunks. Declarations: emit-declarations.mjs. */
export function buildPackage(entry: string[]): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry,
    format: 'esm',
    target: 'node20',
    platform: 'neutral',
    silent: true,
  });
}
