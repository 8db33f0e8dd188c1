import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenContexts, namedContexts } from './look-alike-contexts.fixture.ts';
import { createDice } from './dice.fixture.ts';
import { namedKinds, privateKeyKinds } from './key-look-alikes.fixture.ts';
import { selfNamedKinds } from './look-alikes.fixture.ts';
import { scanForSecrets } from '../index.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const githubToken = (): string => 'ghp' + '_' + createDice(7).alphanumeric(36);
const rulesOf = (value: unknown): string[] => scanForSecrets(value).map(({ rule }) => rule);

describe('where a secret is', () => {
  it('names the place as a JSON pointer', () => {
    const value = { 'a/b': [{ 'c~d': { text: `see ${githubToken()}` } }] };
    expect(scanForSecrets(value)).toEqual([{ rule: 'github-token', path: '/a~1b/0/c~0d/text' }]);
    expect(scanForSecrets(githubToken())).toEqual([{ rule: 'github-token', path: '' }]);
  });

  it('numbers a key that holds a secret instead of printing it, also above other findings', () => {
    const key = githubToken();
    const value = { env: { first: 1, [key]: { inner: githubToken() } } };
    expect(scanForSecrets(value)).toEqual([
      { rule: 'github-token', path: '/env/<key #1>' },
      { rule: 'github-token', path: '/env/<key #1>/inner' },
    ]);
  });

  it('does not print a key that repeats a secret known only by the name of another key', () => {
    const secret = createDice(3).alphanumeric(24);
    expect(scanForSecrets({ [secret]: { password: secret } })).toEqual([
      { rule: 'assigned-secret', path: '/<key #0>/password' },
    ]);
  });

  it('names a rule once per place and every place', () => {
    const dice = createDice(11);
    const token = (): string => 'ghp' + '_' + dice.alphanumeric(36);
    expect(scanForSecrets([`${token()} ${token()}`, token()])).toEqual([
      { rule: 'github-token', path: '/0' },
      { rule: 'github-token', path: '/1' },
    ]);
  });

  it('keeps the rule that knows most of the same text', () => {
    const dice = createDice(5);
    expect(rulesOf(`password=${githubToken()}`)).toEqual(['github-token']);
    expect(rulesOf({ token: githubToken() })).toEqual(['github-token']);
    expect(rulesOf(`https://x-access-token:${githubToken()}@github.com/o/r`)).toEqual(['github-token']);
    expect(rulesOf(`Authorization: Bearer ${dice.hex(40)}`)).toEqual(['authorization-header']);
    expect(rulesOf('sk_live' + '_' + dice.alphanumeric(24))).toEqual(['stripe-key']);
    expect(
      rulesOf(`AWS_SECRET_ACCESS_KEY=${dice.base64(40)} AWS_ACCESS_KEY_ID=${'AKIA' + dice.of('ABCDEFGH234567', 16)}`),
    ).toEqual(['assigned-secret', 'aws-access-key-id']);
  });

  it('finds what stands beside a key name in a table, behind a dash, or in a quote that its line does not close', () => {
    const value = createDice(21).alphanumeric(32);
    for (const text of [
      `| name | value |\n|---|---|\n| api key | ${value} |\n`,
      `apiKey |${value}\nbaseUrl |https://api.internal\n`,
      `twitch token - '${value}'`,
      `password: "${value}\nport: 80\n`,
      `pwd = '${value}\r\nport = 80\r\n`,
      `ACRPWD=${value}`,
      `azureFunctionkey: ${value}`,
      `braintreeKey := "${createDice(4).hex(32)}"`,
    ])
      expect(rulesOf(text), text).toEqual(['assigned-secret']);
  });

  it('finds a pair of user name and password in a call, and a directive of ldap.conf', () => {
    const password = createDice(31).alphanumeric(14);
    expect(rulesOf(`requests.get(url, auth=("admin", "${password}"))`)).toEqual(['authorization-header']);
    expect(rulesOf(`req.SetBasicAuth("svc", "${password}")`)).toEqual(['authorization-header']);
    expect(rulesOf('requests.get(url, auth=("user", "password"))')).toEqual([]);
    expect(rulesOf(`base dc=corp\nbindpw ${password}\n`)).toEqual(['assigned-secret']);
  });

  it('finds a private key in comments, and the static key of OpenVPN', () => {
    const dice = createDice(32);
    const lines = [`-----${'BEGIN'} RSA PRIVATE KEY-----`, dice.base64(64), dice.base64(64)];
    expect(rulesOf(lines.map((line) => `// ${line}`).join('\n'))).toEqual(['private-key']);
    expect(rulesOf(lines.map((line) => `  # ${line}`).join('\n'))).toEqual(['private-key']);
    expect(rulesOf(`-----${'BEGIN'} OpenVPN Static key V1-----\n${dice.hex(32)}\n${dice.hex(32)}\n`)).toEqual([
      'private-key',
    ]);
  });

  it('judges base64 by the text in it, unless chance made it printable', () => {
    expect(rulesOf({ auth: btoa('admin:password') })).toEqual([]);
    expect(rulesOf({ auth: btoa(`admin:${createDice(6).alphanumeric(12)}`) })).toEqual(['assigned-secret']);
    expect(rulesOf('password=' + 'OVgnZk' + 'U7XF06')).toEqual(['assigned-secret']);
  });

  it('takes no word between the lines of a PEM for a key', () => {
    const pem = (body: string): string => `-----${'BEGIN'} PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
    expect(rulesOf(pem('anything'))).toEqual([]);
    expect(rulesOf(pem(createDice(8).base64(64)))).toEqual(['private-key']);
  });

  it('looks into maps, sets, boxed strings and lists of arguments', () => {
    expect(scanForSecrets(new Map([['k', new Set([githubToken()])]]))).toEqual([
      { rule: 'github-token', path: '/k/0' },
    ]);
    expect(scanForSecrets({ text: new String(githubToken()) })).toEqual([{ rule: 'github-token', path: '/text' }]);
    expect(scanForSecrets(['login', '--token', createDice(2).hex(40)])).toEqual([
      { rule: 'assigned-secret', path: '/2' },
    ]);
  });
});

describe('any value', () => {
  it('survives cycles, exotic values and objects that refuse to be read', () => {
    const cycle: Record<string, unknown> = { token: githubToken() };
    cycle['self'] = cycle;
    expect(rulesOf(cycle)).toEqual(['github-token']);
    const refusing = {
      get broken(): string {
        throw new Error('no');
      },
      fine: githubToken(),
    };
    expect(scanForSecrets(refusing)).toEqual([{ rule: 'github-token', path: '/fine' }]);
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    const { proxy: revoked, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [
      undefined,
      null,
      0,
      -0,
      Number.NaN,
      10n,
      Symbol('x'),
      () => 1,
      new Date(0),
      /x/,
      new Uint8Array(9),
      proxy,
      revoked,
    ]) {
      expect(scanForSecrets([value])).toEqual([]);
    }
  });

  it('survives deep nesting, sparse and long arrays', () => {
    let deep: unknown = githubToken();
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(rulesOf(deep)).toEqual(['github-token']);
    const sparse: unknown[] = [];
    sparse[4_000_000_000] = githubToken();
    expect(scanForSecrets(sparse)).toEqual([{ rule: 'github-token', path: '/4000000000' }]);
    expect(scanForSecrets(new Array(300_000).fill('nothing here'))).toEqual([]);
  });

  it('never throws, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
          withBoxedValues: true,
          withNullPrototype: true,
        }),
        (value) => {
          expect(Array.isArray(scanForSecrets(value))).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(Array.isArray(scanForSecrets(text))).toBe(true);
      }),
    );
  });
});

describe('laws', () => {
  const kinds = [...selfNamedKinds, ...privateKeyKinds];

  it('never tells the secret: no eight characters of it stand in any finding', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(kinds.length - 1), fc.nat(tokenContexts.length - 1), (seed, kind, context) => {
        const secret = kinds[kind]?.[1](createDice(seed)) ?? '';
        const findings = scanForSecrets({
          [secret]: tokenContexts[context]?.[1](secret),
          list: [secret, { [`x ${secret}`]: secret }],
        });
        expect(findings.length).toBeGreaterThan(0);
        expectSilent(JSON.stringify(findings), secret);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(namedKinds.length - 1),
        fc.nat(namedContexts.length - 1),
        (seed, kind, context) => {
          const [name, make] = namedKinds[kind] ?? ['token', () => ''];
          const secret = make(createDice(seed));
          const findings = scanForSecrets({ [secret]: [namedContexts[context]?.[1](name, secret)], [name]: secret });
          expectSilent(JSON.stringify(findings), secret);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds a token wherever text is put around it', () => {
    const around = fc.string({
      unit: fc.constantFrom(
        ' ',
        '\n',
        '"',
        "'",
        ',',
        '.',
        '(',
        ')',
        '{',
        '}',
        ':',
        ';',
        '&',
        '=',
        '<',
        '>',
        '\t',
        'é',
        '|',
      ),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.integer(), around, around, (seed, before, after) => {
        const token = 'ghp' + '_' + createDice(seed).alphanumeric(36);
        expect(rulesOf(before + token + (after.startsWith('...') ? ' ' : '') + after)).toContain('github-token');
      }),
    );
  });

  it('takes linear time on texts made of anchors', () => {
    const parts = [
      'eyJ',
      'eyJ.',
      '-----' + 'BEGIN',
      '://',
      'a://b:c@',
      'password=',
      'password="',
      'password: ',
      'key?key=',
      'sk-',
      'xoxb-',
      'AzFu',
      '.',
      'A',
      '\\"',
      'kind: Secret\n',
      'curl -u a:',
      'Bearer ',
    ];
    const start = processorTime();
    for (const part of parts) scanForSecrets(part.repeat(300_000 / part.length));
    expect(processorTime() - start).toBeLessThan(parts.length * 1000);
  });
});

function expectSilent(report: string, secret: string): void {
  for (let start = 0; start + 8 <= secret.length; start++) {
    const part = secret.slice(start, start + 8);
    // Parts of a format that every such secret shares are no part of the secret.
    if (/^[A-Z0-9]*[A-Za-z0-9+/_=~!-]*\d[A-Za-z0-9+/_=~!-]*$/.test(part)) expect(report).not.toContain(part);
  }
}
