import { expect, test } from 'vitest';
import { createDice } from './dice.fixture.ts';
import { scanForSecrets } from '../index.ts';

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

test('a field called value or default is judged by the name of the object around it', () => {
  const value = dice.alphanumeric(32);
  expect(pathsOf({ apiKey: { value } })).toEqual(['/apiKey/value']);
  expect(pathsOf({ password: { type: 'string', default: value } })).toEqual(['/password/default']);
  expect(pathsOf({ env: [{ name: 'DB_PASSWORD', default: value }] })).toEqual(['/env/0/default']);
  expect(pathsOf({ secret: { kind: 'Secret', data: { main: btoa(value) } } })).toEqual(['/secret/data/main']);
  expect(pathsOf({ token: { type: 'string', id: dice.uuid(), value: 'string' } })).toEqual([]);
});

test('what is called secrets, passwords, keys of an API or credentials holds secrets under any name but an id', () => {
  for (const holder of ['secrets', 'passwords', 'apiKeys', 'api_keys', 'credentials']) {
    expect(pathsOf({ [holder]: { stripe: dice.hex(32) } })).toEqual([`/${holder}/stripe`]);
    expect(pathsOf({ [holder]: { client_id: dice.uuid(), user: 'app', checked_at: '2026-01-02T03:04:05Z' } })).toEqual(
      [],
    );
  }
  expect(pathsOf({ tokens: { radius050: '4px', blue: '{color.base.blue.500}' } })).toEqual([]);
});

test('of a pair the first tells what the second is', () => {
  expect(pathsOf({ headers: [['X-Api-Key', dice.hex(32)]] })).toEqual(['/headers/0/1']);
  expect(
    pathsOf([
      ['token', 'count'],
      ['sha', dice.hex(40)],
      ['cache-key', dice.hex(64)],
    ]),
  ).toEqual([]);
});
