import { buildPackage } from '../../scripts/tsup-package.ts';

export default buildPackage(['src/index.ts', 'src/fault-lab/index.ts', 'src/fault-lab/fault-writer.ts']);
