import { buildPackage } from '../../scripts/tsup-package.ts';

export default buildPackage([
  'src/index.ts',
  'src/attribution/index.ts',
  'src/capture/index.ts',
  'src/dispatch/index.ts',
  'src/guard/index.ts',
  'src/hooks/index.ts',
  'src/knowledge/index.ts',
  'src/markdown/index.ts',
  'src/operations/index.ts',
  'src/protocol/index.ts',
  'src/protocol/rules.ts',
  'src/qa/index.ts',
  'src/secrets/index.ts',
  'src/state-file/index.ts',
  'src/text/index.ts',
  'src/tiers/index.ts',
]);
