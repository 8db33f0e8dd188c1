import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packPackages } from '../packaging/pack-packages.mjs';

// Packs every package (or those named as arguments) as it would be published. publint and attw judge the tarball, and it
// must hold what a stranger looks for: licence, readme, provenance.

/** Resolutions that packages of ES modules leave out; as `attw --profile esm-only`. */
const leftOut = ['node10', 'node16-cjs'];

const folder = mkdtempSync(join(tmpdir(), 'batonkit-tarballs-'));
const packed = await packPackages(folder, { only: process.argv.slice(2), published: true });
/** @type {string[]} */
const problems = [];
for (const { name, files, bytes } of packed) {
  const complain = (/** @type {string} */ text) => problems.push(`${name}: ${text}`);
  const pkgDir = join('packages', name.replace('@batonkit/', ''));
  const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8'));

  for (const file of ['LICENSE', 'README.md']) if (!files.includes(file)) complain(`the tarball holds no ${file}.`);
  if (manifest.license !== 'MIT') complain('license must be MIT.');
  if (manifest.publishConfig?.access !== 'public') complain('publishConfig.access must be "public".');
  if (manifest.publishConfig?.provenance !== true) complain('publishConfig.provenance must be true.');
  if (!manifest.description) complain('needs a description.');
  for (const file of files) {
    if (/\.(test|fixture)\.|^src\//.test(file)) complain(`the tarball holds ${file}, which is not for users.`);
  }

  const tarball = new Uint8Array(bytes).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  for (const message of messages) complain(`publint: ${formatMessage(message, pkg, { color: false })}`);

  const types = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints: [/schemas/] });
  if (types.types === false) complain('attw: no types.');
  else {
    for (const problem of types.problems) {
      if ('resolutionKind' in problem && leftOut.includes(problem.resolutionKind)) continue;
      complain(`attw: ${JSON.stringify(problem)}`);
    }
  }
}
rmSync(folder, { recursive: true });

for (const problem of problems) console.error(problem);
console.log(`${packed.length} tarballs, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
