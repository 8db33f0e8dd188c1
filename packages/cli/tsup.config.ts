import type { Options } from 'tsup';
import { defineConfig } from 'tsup';
import { buildPackage } from '../../scripts/tsup-package.ts';
import { hookBundle, leaveHookBundle } from './hook-bundle.ts';

const whole = buildPackage(['src/index.ts', 'src/baton.ts', 'src/opencode.ts', 'src/kit/open-store.ts']) as Options;

export default defineConfig([
  // All that writes into dist runs at the same time; scripts/ensure-ready.mjs has cleared it before.
  { ...whole, esbuildPlugins: [leaveHookBundle] },
  { ...hookBundle, silent: true },
]);
