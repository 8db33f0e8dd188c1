import { describe, expect, it } from 'vitest';
import { createDice } from '../scanner/dice.fixture.ts';
import { scanForSecrets } from '../index.ts';

const places = {
  'a file of settings': (value: string) => `PORT=80\nDB_PASSWORD=${value}\nHOST=db1\n`,
  'a shell': (value: string) => `export ADMIN_PASSWORD=${value}`,
  yaml: (value: string) => `db:\n  password: ${value}\n  port: 5432\n`,
  properties: (value: string) => `spring.datasource.password=${value}`,
  'a connection string': (value: string) => `Server=db1;User Id=app;Password=${value};Encrypt=true`,
  'JSON inside JSON': (value: string) => JSON.stringify({ file: `A=1\nDB_PASSWORD=${value}\nB=2` }),
};

describe('a password with brackets and `&` that has its line to itself', () => {
  it.each(Object.entries(places))('is found in %s', (_, place) => {
    const dice = createDice(1);
    const symbol = () => dice.of('&()[]{}|<>', 1);
    const passwords = Array.from(
      { length: 60 },
      () => `K7${dice.lower(1)}${symbol()}${dice.upper(2)}x${dice.digits(1)}!${symbol()}${dice.lower(1)}9${symbol()}Qb`,
    );
    expect(passwords.filter((password) => scanForSecrets(place(password)).length === 0)).toEqual([]);
  });

  it.each([
    'password: readPassword(user1, Db2),',
    'password: await decrypt(v2!.Secret)',
    'PASSWORD=$(pass show prod/Db1)',
    'PASSWORD=${DB_PASS:-x(Y1)}',
    'token = Tokens[0](User1)',
    'secret: Buffer.from(a1B2!)',
    'auth_token=>fn(A1!&&b2)',
    'if (password == Other(1)) {',
    'passwordRule: ^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d!@#]{8,}$',
    'The password: Abc(1)!xyzw is not used here, see Readme2(b).',
  ])('is not what code says: %s', (text) => {
    expect(scanForSecrets(text)).toEqual([]);
  });
});
