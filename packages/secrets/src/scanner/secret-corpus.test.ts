import { describe, expect, it } from 'vitest';
import { looseContexts, namedContexts, tokenContexts, wholeTexts } from './look-alike-contexts.fixture.ts';
import { createDice } from './dice.fixture.ts';
import { namedKinds, privateKeyKinds } from './key-look-alikes.fixture.ts';
import { selfNamedKinds } from './look-alikes.fixture.ts';
import { harmlessCode } from './harmless-code.fixture.ts';
import { harmlessData } from './harmless-data.fixture.ts';
import { harmlessProse } from './harmless-prose.fixture.ts';
import { harmlessRecords } from './harmless-records.fixture.ts';
import { harmlessTexts } from './harmless-texts.fixture.ts';
import { scanForSecrets, secretRules } from '../index.ts';
import { formattedLookAlikes } from './look-alike-formats.fixture.ts';

function missed(cases: readonly (readonly [string, unknown])[]): string[] {
  return cases
    .filter(([, value]) => scanForSecrets(value).length === 0)
    .map(([label, value]) => `${label}: ${JSON.stringify(value)}`);
}

describe('secrets that are found', () => {
  const dice = createDice(20261117);
  const keyDice = createDice(64);

  it('finds every token with a format of its own in every context', () => {
    const cases = selfNamedKinds.flatMap(([kind, make]) =>
      tokenContexts.map(([context, place]) => [`${kind}, ${context}`, place(make(dice))] as const),
    );
    expect(missed(cases)).toEqual([]);
    expect(cases.length).toBeGreaterThan(3000);
  });

  it('finds the formats of single services in every context, under their own rule', () => {
    const kinds = formattedLookAlikes(dice);
    // A header, a command or a line of settings cannot stand just anywhere.
    const tokens = kinds.filter(
      ([, text]) => /^(?!appid=)[^\s"{]+$/.test(text) && !/[.:] ?(?:login|[0-9a-f]{40}$)/.test(text),
    );
    const cases = tokens.flatMap(([rule, text]) =>
      tokenContexts.map(([context, place]) => [`${rule}, ${context}`, place(text)] as const),
    );
    expect(missed(cases)).toEqual([]);
    expect(kinds.filter(([rule, text]) => !scanForSecrets(text).some((finding) => finding.rule === rule))).toEqual([]);
  });

  it('proves every rule by a text that it alone recognises', () => {
    const texts: unknown[] = [
      ...formattedLookAlikes(dice).map(([, text]) => text),
      ...selfNamedKinds.map(([, make]) => make(dice)),
      ...privateKeyKinds.map(([, make]) => make(keyDice)),
      ...wholeTexts.map(([, make]) =>
        make(dice.alphanumeric(12) + '7!', btoa(`me:${dice.alphanumeric(14)}`), dice.hex(40)),
      ),
    ];
    const proven = new Set(texts.flatMap((text) => scanForSecrets(text)).map(({ rule }) => rule));
    expect(secretRules.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
    expect(proven.size).toBe(secretRules.length);
  });

  it('finds every private key: as a file, on one line, in JSON and in JSON inside JSON', () => {
    const cases = privateKeyKinds.flatMap(([kind, make]) => {
      const key = make(keyDice);
      return [
        [`${kind}, file`, key],
        [`${kind}, CRLF`, key.replaceAll('\n', '\r\n')],
        [`${kind}, one line`, key.replaceAll('\n', '\\n')],
        [`${kind}, json`, JSON.stringify({ key })],
        [`${kind}, json in json`, JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ key }) }) })],
        [`${kind}, yaml`, `key: |\n  ${key.replaceAll('\n', '\n  ')}`],
        [`${kind}, value`, { private_key: key }],
        [`${kind}, lines`, { printed: key.split('\n') }],
      ] as const;
    });
    expect(missed(cases)).toEqual([]);
  });

  it('finds the secrets that only their key name gives away, in every context', () => {
    const cases = namedKinds.flatMap(([name, make]) =>
      namedContexts.map(([context, place]) => [`${name}, ${context}`, place(name, make(dice))] as const),
    );
    // Random characters look like words now and then: of a thousand values one may.
    expect(missed(cases).slice(Math.floor(cases.length / 1000))).toEqual([]);
    expect(cases.length).toBeGreaterThan(3000);
  });

  it('finds a value that is random beyond doubt near its key name, in sentences, tables and lists', () => {
    const cases = ['API_KEY', 'client_secret', 'authToken', 'DB_PASSWORD', 'Password'].flatMap((name) =>
      looseContexts.map(([context, place]) => {
        const value = /password/i.test(name) ? `Kx7${dice.lower(6)}!${dice.upper(2)}` : `${dice.alphanumeric(39)}7`;
        return [`${name}, ${context}`, place(name, value)] as const;
      }),
    );
    expect(missed(cases)).toEqual([]);
    const words = looseContexts.map(([, place]) => place('API_KEY', 'ServiceAccountV2'));
    expect(words.filter((text) => scanForSecrets(text).length > 0)).toEqual([]);
  });

  it('finds credentials in connection strings, headers, commands and files', () => {
    const cases = wholeTexts.flatMap(([kind, make]) =>
      [1, 2, 3, 4, 5].map(() => {
        const pair = Buffer.from(`deploy:${dice.alphanumeric(14)}`).toString('base64');
        return [kind, make(dice.alphanumeric(8) + 'x7!Q', pair, dice.hex(40))] as const;
      }),
    );
    expect(missed(cases)).toEqual([]);
  });
});

describe('texts without a secret', () => {
  it('raises no alarm', () => {
    const cases = [1, 2, 3]
      .map(createDice)
      .flatMap((dice) => [
        ...harmlessTexts(dice),
        ...harmlessCode(dice),
        ...Object.entries({ ...harmlessData, ...harmlessProse, ...harmlessRecords }).flatMap(([kind, makers]) =>
          makers.map((make) => [kind, make(dice)] as const),
        ),
      ]);
    const alarms = cases
      .map(([reason, value]) => ({ reason, value, findings: scanForSecrets(value) }))
      .filter(({ findings }) => findings.length > 0)
      .map(
        ({ reason, value, findings }) =>
          `${reason}: ${findings.map(({ rule }) => rule).join()}: ${typeof value === 'string' ? value : 'value'}`,
      );
    expect(alarms).toEqual([]);
    expect(cases.length).toBeGreaterThan(2500);
  });
});
