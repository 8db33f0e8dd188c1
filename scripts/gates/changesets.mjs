import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, listPackages, root, runQuietly } from '../ensure-ready.mjs';

// A release, as far as it goes without publishing: in a copy of the manifests, the changesets of this tree and one more are
// turned into versions. All packages move together, refer to each other by the new version, and say why in their changelogs.

const copy = mkdtempSync(join(tmpdir(), 'batonkit-release-'));
/** @type {string[]} */
const problems = [];
try {
  for (const path of ['package.json', 'pnpm-workspace.yaml', '.changeset']) {
    cpSync(path, join(copy, path), { recursive: true });
  }
  const manifests = listPackages().map((name) => join('packages', name, 'package.json'));
  for (const manifest of manifests) cpSync(manifest, join(copy, manifest));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  await run('git', ['init', '--quiet', '--initial-branch=main']);
  await run('git', ['add', '--', 'package.json', 'packages', '.changeset', 'pnpm-workspace.yaml']);
  await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=start']);
  writeFileSync(join(copy, '.changeset', 'trial.md'), "---\n'@batonkit/core': minor\n---\n\nA trial.\n");

  const before = versions(manifests);
  await run(bin('changeset'), ['status']);
  await run(bin('changeset'), ['version']);
  const after = versions(manifests);
  if (new Set(after).size !== 1) problems.push(`The packages would have different versions: ${after.join(', ')}.`);
  if (after.some((version, at) => version === before[at])) problems.push('Some package would keep its version.');
  for (const manifest of manifests) {
    const changelog = join(copy, manifest, '..', 'CHANGELOG.md');
    if (!existsSync(changelog)) problems.push(`${manifest}: there would be no changelog.`);
    else if (!read(changelog).includes(`## ${after[0]}`))
      problems.push(`${manifest}: the changelog does not mention ${after[0]}.`);
    for (const [name, range] of Object.entries(JSON.parse(read(join(copy, manifest))).dependencies ?? {})) {
      if (/^(@batonkit\/|batonkit$)/.test(name) && range !== 'workspace:*')
        problems.push(`${manifest}: ${name} is ${range}.`);
    }
  }
  if (!read(join(copy, 'packages/core/CHANGELOG.md')).includes('A trial.')) problems.push('The changeset was lost.');
  console.log(`${before[0]} would become ${after[0]} in ${manifests.length} packages`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** @param {string[]} manifests */
function versions(manifests) {
  return manifests.map((manifest) => String(JSON.parse(read(join(copy, manifest))).version));
}

/** @param {string} file */
function read(file) {
  return readFileSync(file, 'utf8');
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function run(command, args) {
  const { code, output } = await runQuietly(command, args, copy);
  if (code !== 0) problems.push(`${command.split('/').at(-1)} ${args[0]}:\n${output}`);
}
