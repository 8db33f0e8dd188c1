import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Cases written by `packages/core/oracles/text_cases.py`; TEXT_CASES names a folder with others than the committed. */
export function readCases<Case>(name: string): Case[] {
  const folder = process.env['TEXT_CASES'] ?? import.meta.dirname;
  return JSON.parse(readFileSync(join(folder, `${name}.cases.json`), 'utf8')) as Case[];
}
