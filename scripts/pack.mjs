import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure-ready.mjs';
import { packPackages } from './packaging/pack-packages.mjs';

// npm run pack              the packages as they would be published, in .cache/packed
// npm run pack -- <folder>  the same elsewhere
ensureInstalled();
await ensureBuilt();
const folder = resolve(process.argv[2] ?? join(root, '.cache', 'packed'));
mkdirSync(folder, { recursive: true });
process.chdir(root);
const packed = await packPackages(folder);
console.log(packed.map(({ tarball }) => relative(process.cwd(), tarball)).join('\n'));
console.log(`\nIn your project: npm install ${folder}/*.tgz`);
