import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { root } from './ensure-ready.mjs';
import { join } from 'node:path';

// npm test -- journeys      counts the files that five journeys run through, and compares them with ARCHITECTURE.md
// npm run journeys          writes the counts there
// npm run journeys -- list  prints the files of each journey
const args = process.argv.slice(2);
const hook = `data:text/javascript,import{register}from'node:module';register('./scripts/journeys/load-typescript.mjs','${new URL('..', import.meta.url).href}')`;
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['--conditions=@batonkit/source', '--import', hook, 'scripts/journeys/run-journeys.mjs'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
);
if (status !== 0) {
  console.error(stdout + stderr);
  process.exit(1);
}
/** @type {Record<string, string[]>} */
const files = JSON.parse(stdout);
if (args.includes('list'))
  for (const [name, list] of Object.entries(files)) console.log(`${name}\n  ${list.join('\n  ')}`);

const OPEN = '<!-- journeys -->';
const CLOSE = '<!-- /journeys -->';
const document = join(root, 'ARCHITECTURE.md');
const text = readFileSync(document, 'utf8');
const [before = '', rest = ''] = text.split(OPEN);
const [, after = ''] = rest.split(CLOSE);
const rows = Object.entries(files).map(([name, { length }]) => `| ${name} | ${length} |`);
const table = `| journey | files |\n| --- | --- |\n${rows.join('\n')}`;
const written = await prettier.format(`${before}${OPEN}\n\n${table}\n\n${CLOSE}${after}`, {
  ...(await prettier.resolveConfig(document)),
  parser: 'markdown',
});
if (args.includes('--write')) writeFileSync(document, written);
else if (written !== text) {
  console.error('The counts of files in ARCHITECTURE.md are stale. Run `npm run journeys` to update them. Now:');
  for (const [name, { length }] of Object.entries(files)) console.error(`  ${name}: ${length}`);
  process.exit(1);
}
