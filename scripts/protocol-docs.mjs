import { readFileSync, writeFileSync } from 'node:fs';
import { renderProtocol } from '@batonkit/protocol';
import * as prettier from 'prettier';

// The generated half of docs/protocol.md, from the table that the machine runs on.
//   node scripts/protocol-docs.mjs           compares
//   node scripts/protocol-docs.mjs --write   writes
const file = 'docs/protocol.md';
const mark = '<!-- generated -->';
const [written] = readFileSync(file, 'utf8').split(mark);
const options = await prettier.resolveConfig(file);
const text = await prettier.format(`${written}${mark}\n\n${renderProtocol()}`, { ...options, parser: 'markdown' });
if (process.argv.includes('--write')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error(
    `${file} does not match the code. Run node scripts/protocol-docs.mjs --write and review the difference.`,
  );
  process.exit(1);
}
