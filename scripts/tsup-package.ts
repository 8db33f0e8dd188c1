import { defineConfig } from 'tsup';

/** The one way a package is built: ESM, one file per entry with shared chunks, declarations beside them. */
export function buildPackage(entry: string[]): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry,
    format: 'esm',
    target: 'node20',
    platform: 'neutral',
    clean: true,
    silent: true,
    dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  });
}
