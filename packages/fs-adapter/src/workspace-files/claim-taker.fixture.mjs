import fs from 'node:fs';

// node claim-taker.fixture.mjs <folder>
// A rival that takes away every claim in a folder as soon as it sees it, until it is killed.
const [folder = ''] = process.argv.slice(2);
console.log('ready');
for (;;)
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('.batonkit-')) fs.rmSync(`${folder}/${name}`, { force: true, recursive: true });
