import { readFileSync } from 'node:fs';
import { runQuietly, bin } from '../ensure-ready.mjs';

/**
 * Packs the packages of the current directory as they would be published.
 *
 * @param {string} folder where the tarballs go
 * @param {string[]} [only] folder names of packages; all unless told
 * @returns {Promise<{ name: string; tarball: string; files: string[]; bytes: Buffer }[]>}
 */
export async function packPackages(folder, only = []) {
  const filters = only.length === 0 ? ['--filter=./packages/*'] : only.map((name) => `--filter=./packages/${name}`);
  const { code, output } = await runQuietly(
    bin('pnpm'),
    ['--recursive', ...filters, 'pack', '--json', '--pack-destination', folder],
    process.cwd(),
  );
  if (code !== 0) throw new Error(`pnpm pack failed:\n${output}`);
  const listed = JSON.parse(output.slice(output.search(/^[[{]/m)));
  return [listed].flat().map((/** @type {{ name: string; filename: string; files: { path: string }[] }} */ packed) => ({
    name: packed.name,
    tarball: packed.filename,
    files: packed.files.map(({ path }) => path),
    bytes: readFileSync(packed.filename),
  }));
}
