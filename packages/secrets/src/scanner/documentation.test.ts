import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { secretRules } from '../index.ts';

it('lists every rule in docs/secrets.md, as the table has it', () => {
  const page = readFileSync(new URL('../../../../docs/secrets.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[a-z0-9-]+` +\|/.test(line));
  const listed = rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, id = '', description = '']) => ({ id: id.replaceAll('`', ''), description }));
  expect(listed).toEqual(secretRules);
});
