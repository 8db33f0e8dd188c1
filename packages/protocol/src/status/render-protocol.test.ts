import { readFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { PROTOCOL_TABLE } from '../guards/protocol-table.ts';
import { renderProtocol } from './render-protocol.ts';

const file = new URL('../../../../docs/protocol.md', import.meta.url);

test('docs/protocol.md holds what the table says (else run node scripts/protocol-docs.mjs --write)', async () => {
  const generated = readFileSync(file, 'utf8').split('<!-- generated -->')[1];
  const options = await prettier.resolveConfig(file);
  const expected = await prettier.format(renderProtocol(), { ...options, parser: 'markdown' });
  expect(generated?.trim()).toBe(expected.trim());
});

test('another table gives another text', () => {
  const [first, ...rows] = PROTOCOL_TABLE.rows;
  expect(first?.to).toBe('CLASSIFIED');
  expect(renderProtocol({ ...PROTOCOL_TABLE, rows })).not.toBe(renderProtocol());
});
