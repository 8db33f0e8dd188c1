import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runQuietly, bin } from '../ensure-ready.mjs';

/**
 * Packs the packages of the current directory.
 *
 * @param {string} folder where the tarballs go
 * @param {object} [options]
 * @param {string[]} [options.only] folder names of packages; defaults to all
 * @param {boolean} [options.published] as they would be published; defaults to tarballs that can be installed before that
 * @returns {Promise<{ name: string; tarball: string; files: string[]; bytes: Buffer }[]>}
 */
export async function packPackages(folder, { only = [], published = false } = {}) {
  const filters = only.length === 0 ? ['--filter=./packages/*'] : only.map((name) => `--filter=./packages/${name}`);
  const pnpmfile = fileURLToPath(new URL('./siblings-as-peers.mjs', import.meta.url));
  const settings = published ? [] : [`--config.pnpmfile=${pnpmfile}`];
  const { code, output } = await runQuietly(
    bin('pnpm'),
    ['--recursive', ...filters, ...settings, 'pack', '--json', '--pack-destination', folder],
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
