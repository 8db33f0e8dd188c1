import { buildPackage } from '../../scripts/tsup-package.ts';

export default buildPackage([
  'src/index.ts',
  'src/attribution/index.ts',
  'src/internal.ts',
  'src/machine/index.ts',
  'src/text/index.ts',
  'src/text/yaml-source.ts',
]);
