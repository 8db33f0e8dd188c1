import { expect, test } from 'vitest';
import { createDice } from './dice.fixture.ts';
import { scanForSecrets } from './index.ts';

const dice = createDice(31);
const pathsOf = (value: unknown): string[] => scanForSecrets(value).map(({ path }) => path);

test('the private members of a JSON Web Key are secret, the public ones are not', () => {
  const [x, y, d] = [dice.alphanumeric(43), dice.alphanumeric(43), dice.alphanumeric(43)];
  expect(pathsOf({ kty: 'EC', crv: 'P-256', x, y, d })).toEqual(['/d']);
  expect(pathsOf({ kty: 'oct', k: dice.alphanumeric(43) })).toEqual(['/k']);
  expect(pathsOf({ kty: 'EC', crv: 'P-256', x, y })).toEqual([]);
});

test('the data of a Kubernetes Secret is secret under any name, that of a ConfigMap is not', () => {
  const value = dice.alphanumeric(24);
  const encoded = Buffer.from(value).toString('base64');
  expect(pathsOf({ kind: 'Secret', metadata: { name: 'db' }, stringData: { main: value } })).toEqual([
    '/stringData/main',
  ]);
  expect(pathsOf({ kind: 'Secret', metadata: { name: 'db' }, data: { main: encoded } })).toEqual(['/data/main']);
  expect(pathsOf({ kind: 'ConfigMap', metadata: { name: 'db' }, data: { main: 'blue' } })).toEqual([]);
});

test('a value is judged by the name beside it', () => {
  const value = dice.alphanumeric(20);
  for (const named of ['name', 'key', 'variable', 'Name']) {
    expect(pathsOf([{ [named]: 'DB_PASSWORD', value }])).toEqual(['/0/value']);
  }
  expect(pathsOf([{ name: 'COLOUR', value: 'blue' }])).toEqual([]);
});
