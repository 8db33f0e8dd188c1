import { buildPackage } from '../../scripts/tsup-package.ts';

export default buildPackage(['src/index.ts', 'src/scan.ts']);
