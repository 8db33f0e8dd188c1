import { buildPackage } from '../../scripts/tsup-package.ts';

export default buildPackage(['src/index.ts', 'src/internal.ts', 'src/rules.ts', 'src/states.ts']);
