import { buildPackage } from '../../scripts/tsup-package.ts';

export default buildPackage([
  'src/index.ts',
  'src/dispatch/index.ts',
  'src/internal.ts',
  'src/knowledge/index.ts',
  'src/state-file/index.ts',
  'src/tiers/index.ts',
  'src/tiers/log-tool-use.ts',
]);
