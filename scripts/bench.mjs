import { readdirSync } from 'node:fs';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-ready.mjs';

// npm run bench             every benchmark
// npm run bench -- import   those whose file name contains a word
ensureInstalled();
await ensureBuilt();
const words = process.argv.slice(2);
const files = readdirSync(`${root}/benchmarks`).filter((file) => file.endsWith('.mjs'));
for (const file of files.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))) {
  console.log(`\n== ${file}`);
  const code = await run(process.execPath, [`${root}/benchmarks/${file}`]);
  if (code !== 0) process.exit(code);
}
