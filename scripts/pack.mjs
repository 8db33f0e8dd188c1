import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure-ready.mjs';
import { packPackages } from './packaging/pack-packages.mjs';

// npm run pack              tarballs of all packages, to install in a project, in .cache/packed
// npm run pack -- <folder>  the same elsewhere
ensureInstalled();
await ensureBuilt();
const [elsewhere] = process.argv.slice(2);
const folder = resolve(elsewhere ?? join(root, '.cache', 'packed'));
// Tarballs of an earlier version would be installed along with the new ones.
if (elsewhere === undefined) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
process.chdir(root);
const packed = await packPackages(folder);
console.log(packed.map(({ tarball }) => relative(process.cwd(), tarball)).join('\n'));
const quoted = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
console.log('\nIn your project, one of:');
for (const install of ['npm install', 'pnpm add', 'bun add']) console.log(`  ${install} ${quoted}/*.tgz`);
