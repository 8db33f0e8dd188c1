import { DIGITS, LOWER, type Dice, type Kind } from './dice.fixture.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64');
const pem = (label: string, body: string, dash = '-----', columns = 64): string => {
  const lines = body.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [];
  return [dash + 'BEGIN ' + label + dash, ...lines, dash + 'END ' + label + dash, ''].join('\n');
};
/** What every key of OpenSSH without a passphrase begins with, up to the public key. */
const opensshKey = (d: Dice): string =>
  encode('openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\x01\0\0\x003\0\0\0\x0bssh-ed25519\0\0\0 ').replace(
    '=',
    '',
  ) + d.base64(280);
const numbered = (text: string, prefix: (line: number) => string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line, index) => prefix(index + 1) + line)
    .join('\n');

/** Private keys: text of several lines. */
export const privateKeyKinds: readonly Kind[] = [
  ...['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'DSA PRIVATE KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'].map(
    (label): Kind => [label, (d) => pem(label, 'MIIE' + d.base64(400) + '=')],
  ),
  ...[40, 56, 60, 64, 68, 70, 76, 400].map((columns): Kind => [
    `openssh in ${columns} columns`,
    (d) => pem('OPENSSH PRIVATE KEY', opensshKey(d), '-----', columns),
  ]),
  ...[
    (line: number) => `${String(line).padStart(6)}\t`,
    (line: number) => `${String(line).padStart(6)}→`,
    (line: number) => `${line}: `,
    (line: number) => `${line}:`,
    (line: number) => `deploy/key.pem:${line}:`,
    (line: number) => `${line} | `,
  ].flatMap((prefix): Kind[] => [
    [`rsa, lines as in ${prefix(1)}`, (d) => numbered(pem('RSA PRIVATE KEY', 'MIIE' + d.base64(400)), prefix)],
    [`openssh, lines as in ${prefix(1)}`, (d) => numbered(pem('OPENSSH PRIVATE KEY', opensshKey(d)), prefix)],
  ]),
  [
    'encrypted rsa',
    (d) =>
      pem('RSA PRIVATE KEY', d.base64(300)).replace(
        '\n',
        '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,' + d.hex(32) + '\n\n',
      ),
  ],
  ['pgp', (d) => pem('PGP PRIVATE KEY BLOCK', d.base64(300)).replace('\n', '\nVersion: GnuPG v2\n\n')],
  ['ssh2', (d) => pem('SSH2 ENCRYPTED PRIVATE KEY', d.base64(300), '---- ').replace(/ \n/g, '\n')],
  [
    'ssh2 with a comment',
    (d) =>
      pem('SSH2 ENCRYPTED PRIVATE KEY', d.base64(300), '---- ')
        .replace(/ \n/g, '\n')
        .replace('\n', '\nComment: "rsa-key"\n'),
  ],
  ['nkey', (d) => pem('USER NKEY SEED', 'SUA' + d.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 55))],
  ['short ed25519', (d) => pem('PRIVATE KEY', 'MC4CAQAwBQYDK2VwBCIEI' + d.base64(42) + '=')],
  [
    'putty',
    (d) =>
      `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\n${d.base64(64)}\nPrivate-Lines: 2\n${d.base64(64)}\n${d.base64(40)}\nPrivate-MAC: ${d.hex(40)}\n`,
  ],
  [
    'docker login',
    (d) => encode(JSON.stringify({ auths: { 'registry.corp': { auth: encode(`ci:${d.alphanumeric(20)}`) } } })),
  ],
  ['base64 of pem', (d) => encode(pem('RSA PRIVATE KEY', d.base64(300)))],
];

/** Secrets that only their key name gives away: the name and the value. */
export const namedKinds: readonly (readonly [name: string, make: (dice: Dice) => string])[] = [
  ['AWS_SECRET_ACCESS_KEY', (d) => d.base64(40)],
  ['aws_secret_key', (d) => d.base64(40)],
  ['aws_session_token', (d) => d.base64(200)],
  ['AZURE_CLIENT_SECRET', (d) => d.url(34)],
  ['storage_account_key', (d) => d.base64(86) + '=='],
  ['ALIBABA_CLOUD_ACCESS_KEY_SECRET', (d) => d.alphanumeric(30)],
  ['CLOUDFLARE_API_TOKEN', (d) => d.url(40)],
  ['CLOUDFLARE_API_KEY', (d) => d.hex(37)],
  ['HEROKU_API_KEY', (d) => d.uuid()],
  ['VERCEL_TOKEN', (d) => d.alphanumeric(24)],
  ['NETLIFY_AUTH_TOKEN', (d) => d.url(43)],
  ['SNOWFLAKE_PASSWORD', (d) => d.alphanumeric(14) + '!'],
  ['bitbucket_client_secret', (d) => d.alphanumeric(32)],
  ['GITEA_TOKEN', (d) => d.hex(40)],
  ['ARTIFACTORY_API_KEY', (d) => d.alphanumeric(73)],
  ['TWILIO_AUTH_TOKEN', (d) => d.hex(32)],
  ['MAILGUN_SIGNING_KEY', (d) => `${d.hex(32)}-${d.hex(8)}-${d.hex(8)}`],
  ['POSTMARK_SERVER_TOKEN', (d) => d.uuid()],
  ['PAYPAL_CLIENT_SECRET', (d) => 'E' + d.url(79)],
  ['PLAID_SECRET', (d) => d.hex(30)],
  ['COINBASE_API_SECRET', (d) => d.alphanumeric(64)],
  ['COHERE_API_KEY', (d) => d.alphanumeric(40)],
  ['MISTRAL_API_KEY', (d) => d.alphanumeric(32)],
  ['DATADOG_API_KEY', (d) => d.hex(32)],
  ['DD_APP_KEY', (d) => d.hex(40)],
  ['PAGERDUTY_TOKEN', (d) => d.alphanumeric(20)],
  ['ALGOLIA_ADMIN_KEY', (d) => d.hex(32)],
  ['OKTA_API_TOKEN', (d) => '00' + d.url(40)],
  ['AUTH0_CLIENT_SECRET', (d) => d.url(64)],
  ['SENTRY_AUTH_TOKEN', (d) => d.hex(64)],
  ['LINKEDIN_CLIENT_SECRET', (d) => d.alphanumeric(16)],
  ['TWITTER_API_SECRET', (d) => d.alphanumeric(50)],
  ['facebook_app_secret', (d) => d.hex(32)],
  ['DISCORD_CLIENT_SECRET', (d) => d.url(32)],
  ['SONAR_TOKEN', (d) => d.hex(40)],
  ['SNYK_TOKEN', (d) => d.uuid()],
  ['CODECOV_TOKEN', (d) => d.uuid()],
  ['AIRTABLE_API_KEY', (d) => 'key' + d.alphanumeric(14)],
  ['ASANA_CLIENT_SECRET', (d) => d.hex(32)],
  ['LAUNCHDARKLY_TOKEN', (d) => d.alphanumeric(40)],
  ['CONTENTFUL_DELIVERY_TOKEN', (d) => d.url(43)],
  ['ZENDESK_API_TOKEN', (d) => d.alphanumeric(40)],
  ['SECRET_KEY', (d) => d.of(LOWER + DIGITS + '!@#$^*-_+', 50)],
  ['JWT_SECRET', (d) => d.alphanumeric(32)],
  ['SESSION_SECRET', (d) => d.hex(64)],
  ['ENCRYPTION_KEY', (d) => d.base64(43) + '='],
  ['apiKey', (d) => d.alphanumeric(32)],
  ['api-key', (d) => d.lower(32)],
  ['accessToken', (d) => d.url(48)],
  ['refresh_token', (d) => d.alphanumeric(64)],
  ['client_secret', (d) => d.hex(64)],
  ['auth_token', (d) => d.alphanumeric(20)],
  ['private_key', (d) => '0x' + d.hex(64)],
  ['DB_PASSWORD', (d) => d.alphanumeric(16)],
  ['POSTGRES_PASSWORD', (d) => d.alphanumeric(12) + '#9a'],
  ['password', (d) => 'Tr0ub4' + 'dor' + d.of('!@#$%^*', 1) + d.digits(3)],
  ['passwd', (d) => d.alphanumeric(20)],
  ['smtp.password', (d) => d.lower(12) + d.digits(4)],
  ['adminPassword', (d) => 'Winter' + d.digits(4) + '!'],
  ['passphrase', (d) => d.alphanumeric(24)],
  ['_authToken', (d) => d.uuid()],
  ['credentials', (d) => d.hex(64)],
];
