import { LOWER, UPPER, type Kind } from './dice.fixture.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64');
const encodeUrl = (text: string): string => Buffer.from(text).toString('base64url');

/** Secrets that carry their own format: found wherever they stand. */
export const selfNamedKinds: readonly Kind[] = [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AROA', 'AIDA', 'AGPA', 'AIPA', 'ANPA', 'ANVA', 'A3T' + 'X'].map(
    (prefix): Kind => ['aws ' + prefix, (d) => prefix + d.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)],
  ),
  ['aws session', (d) => 'IQoJb3Jp' + 'Z2lu' + d.base64(300)],
  ['aws bedrock', (d) => 'ABSK' + d.base64(120)],
  ['google api', (d) => 'AIza' + 'Sy' + d.url(33)],
  ['google client secret', (d) => 'GOCSPX' + '-' + d.url(28)],
  ['google access', (d) => 'ya29' + '.' + d.url(120)],
  ['google refresh', (d) => '1//0' + d.url(60)],
  [
    'azure client',
    (d) =>
      d.alphanumeric(3) +
      '8Q' +
      '~' +
      d.of('abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789_.~-', 33) +
      d.alphanumeric(1),
  ],
  [
    'azure storage',
    (d) =>
      'DefaultEndpointsProtocol=https;AccountName=store;AccountKey=' +
      d.base64(86) +
      '==;EndpointSuffix=core.windows.net',
  ],
  [
    'azure service bus',
    (d) => 'Endpoint=sb://bus.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=' + d.base64(43) + '=',
  ],
  [
    'azure sas',
    (d) =>
      'https://store.blob.core.windows.net/c/f.txt?sv=2022-11-02&sp=r&se=2030-01-01T00%3A00%3A00Z&sig=' +
      d.alphanumeric(41) +
      '%2B3%3D',
  ],
  ['azure function key', (d) => d.alphanumeric(44) + 'AzFu' + d.alphanumeric(5) + 'Q=='],
  ['azure devops', (d) => d.alphanumeric(76) + 'AZDO' + d.alphanumeric(4)],
  ...['dop', 'doo', 'dor'].map((p): Kind => ['digitalocean ' + p, (d) => p + '_v1_' + d.hex(64)]),
  ['alibaba', (d) => 'LTAI' + '5t' + d.alphanumeric(18)],
  ['tencent', (d) => 'AKID' + d.alphanumeric(32)],
  ['cloudflare', (d) => 'cfut' + '_' + d.alphanumeric(40) + d.hex(8)],
  ['cloudflare ca', (d) => 'v1.0' + '-' + d.hex(24) + '-' + d.hex(146)],
  ['heroku', (d) => 'HRKU' + '-AA' + d.url(58)],
  ['fly', (d) => 'fo1' + '_' + d.url(43)],
  ['fly macaroon', (d) => 'fm2' + '_' + d.base64(200)],
  ['vercel', (d) => 'vcp' + '_' + d.alphanumeric(56)],
  ['netlify', (d) => 'nfp' + '_' + d.alphanumeric(36)],
  ['databricks', (d) => 'dapi' + d.hex(32)],
  ['yandex', (d) => 'AQVN' + d.url(36)],
  ['supabase', (d) => 'sbp' + '_' + d.hex(40)],
  ['supabase secret', (d) => 'sb_secret' + '_' + d.alphanumeric(31)],
  ...['tkn', 'oauth', 'pw'].map((p): Kind => ['planetscale ' + p, (d) => 'pscale_' + p + '_' + d.url(43)]),
  ['neon', (d) => 'napi' + '_' + d.lower(64)],
  ['render', (d) => 'rnd' + '_' + d.alphanumeric(28)],
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((p): Kind => ['github ' + p, (d) => p + '_' + d.alphanumeric(36)]),
  ['github fine-grained', (d) => 'github_pat' + '_' + d.alphanumeric(22) + '_' + d.alphanumeric(59)],
  ...['glpat', 'gldt', 'glrt', 'glft', 'glimt', 'glsoat', 'glffct'].map((p): Kind => [
    'gitlab ' + p,
    (d) => p + '-' + d.url(20),
  ]),
  ['gitlab trigger', (d) => 'glptt' + '-' + d.hex(40)],
  ['gitlab job', (d) => 'glcbt' + '-64_' + d.url(20)],
  ['gitlab agent', (d) => 'glagent' + '-' + d.url(50)],
  ['gitlab runner', (d) => 'GR13' + '48941' + d.url(20)],
  ['gitlab routable', (d) => 'glpat' + '-' + d.url(27) + '.01.' + d.lower(9)],
  ['atlassian', (d) => 'ATATT3' + 'xFfGF0' + d.url(180) + '=' + d.hex(8).toUpperCase()],
  ['bitbucket', (d) => 'ATBB' + d.alphanumeric(32)],
  ['sourcegraph', (d) => 'sgp' + '_' + d.hex(16) + '_' + d.hex(40)],
  ['circleci', (d) => 'CCIPAT' + '_' + d.alphanumeric(22) + '_' + d.hex(40)],
  ['sonar', (d) => 'squ' + '_' + d.hex(40)],
  ['npm', (d) => 'npm' + '_' + d.alphanumeric(36)],
  ['pypi', (d) => 'pypi-' + 'AgEIcHlwaS5vcmc' + d.url(160)],
  ['rubygems', (d) => 'rubygems' + '_' + d.hex(48)],
  ['nuget', (d) => 'oy2' + d.lower(43)],
  ['crates', (d) => 'cio' + d.alphanumeric(32)],
  ['docker', (d) => 'dckr_pat' + '_' + d.url(27)],
  ['jfrog', (d) => 'AKC' + 'p' + d.alphanumeric(69)],
  ['jfrog reference', (d) => 'cmVm' + 'dGtu' + d.alphanumeric(56)],
  ['clojars', (d) => 'CLOJARS' + '_' + d.lower(60)],
  ['pulumi', (d) => 'pul' + '-' + d.hex(40)],
  ['terraform', (d) => d.alphanumeric(14) + '.atlas' + 'v1.' + d.url(67)],
  ['vault', (d) => 'hvs' + '.' + d.url(95)],
  ['vault batch', (d) => 'hvb' + '.' + d.url(150)],
  ['vault legacy', (d) => 's' + '.' + d.alphanumeric(24)],
  ...['pt', 'ct', 'sa', 'scim', 'audit'].map((p): Kind => [
    'doppler ' + p,
    (d) => 'dp' + '.' + p + '.' + d.alphanumeric(43),
  ]),
  ['openshift', (d) => 'sha256' + '~' + d.url(43)],
  ['infracost', (d) => 'ico' + '-' + d.alphanumeric(32)],
  ['prefect', (d) => 'pnu' + '_' + d.alphanumeric(36)],
  ['tailscale', (d) => 'tskey' + '-auth-' + d.alphanumeric(16) + '-' + d.alphanumeric(32)],
  ['postman', (d) => 'PMAK' + '-' + d.hex(24) + '-' + d.hex(34)],
  ['octopus', (d) => 'API' + '-' + d.upper(26)],
  ['slack bot', (d) => 'xoxb' + '-' + d.digits(12) + '-' + d.digits(13) + '-' + d.alphanumeric(24)],
  ['slack user', (d) => 'xoxp' + '-' + d.digits(11) + '-' + d.digits(12) + '-' + d.digits(12) + '-' + d.hex(32)],
  ['slack legacy bot', (d) => 'xoxb' + '-' + d.digits(10) + '-' + d.alphanumeric(24)],
  ['slack workspace', (d) => 'xoxa' + '-2-' + d.alphanumeric(40)],
  ['slack refresh', (d) => 'xoxe' + '-1-' + d.upper(146)],
  ['slack config', (d) => 'xoxe.' + 'xoxp-1-' + d.upper(164)],
  ['slack app', (d) => 'xapp' + '-1-A' + d.upper(10) + '-' + d.digits(13) + '-' + d.hex(64)],
  [
    'slack webhook',
    (d) => 'https://hooks.slack' + '.com/services/T' + d.upper(8) + '/B' + d.upper(10) + '/' + d.alphanumeric(24),
  ],
  ['discord bot', (d) => encodeUrl(d.digits(18)) + '.' + d.alphanumeric(6) + '.' + d.url(27)],
  ['discord bot new', (d) => encodeUrl(d.digits(19)) + '.' + d.alphanumeric(6) + '.' + d.url(38)],
  ['discord webhook', (d) => 'https://discord' + '.com/api/webhooks/' + d.digits(18) + '/' + d.url(68)],
  ['telegram', (d) => d.digits(10) + ':AA' + d.url(33)],
  [
    'teams',
    (d) =>
      `https://acme.webhook.office` + `.com/webhookb2/${d.uuid()}@${d.uuid()}/IncomingWebhook/${d.hex(32)}/${d.uuid()}`,
  ],
  ['twilio', (d) => 'SK' + d.hex(32)],
  ['sendgrid', (d) => 'SG' + '.' + d.url(22) + '.' + d.url(43)],
  ['mailgun', (d) => 'key' + '-' + d.hex(32)],
  ['mailchimp', (d) => d.hex(32) + '-us' + '14'],
  ['brevo', (d) => 'xkeysib' + '-' + d.hex(64) + '-' + d.alphanumeric(16)],
  ['resend', (d) => 're' + '_' + d.alphanumeric(8) + '_' + d.alphanumeric(24)],
  ...['sk_live', 'sk_test', 'rk_live', 'rk_test'].map((p): Kind => [
    'stripe ' + p,
    (d) => p + '_' + d.alphanumeric(24),
  ]),
  ['stripe long', (d) => 'sk_live' + '_51' + d.alphanumeric(97)],
  ['stripe webhook', (d) => 'whsec' + '_' + d.alphanumeric(32)],
  ['square', (d) => 'sq0atp' + '-' + d.url(22)],
  ['square secret', (d) => 'sq0csp' + '-' + d.url(43)],
  ['square sandbox', (d) => 'sq0csb' + '-' + d.url(43)],
  ['square access', (d) => 'EAAA' + d.url(60)],
  ['braintree', (d) => 'access_token' + '$production$' + d.lower(16) + '$' + d.hex(32)],
  ...['shpat', 'shpca', 'shppa', 'shpss'].map((p): Kind => ['shopify ' + p, (d) => p + '_' + d.hex(32)]),
  ['plaid', (d) => 'access' + '-production-' + d.uuid()],
  ['razorpay', (d) => 'rzp_live' + '_' + d.alphanumeric(14)],
  ['flutterwave', (d) => 'FLWSECK_TEST' + '-' + d.hex(32) + '-X'],
  ['duffel', (d) => 'duffel_live' + '_' + d.url(43)],
  ['easypost', (d) => 'EZAK' + d.alphanumeric(54)],
  ['shippo', (d) => 'shippo_live' + '_' + d.hex(40)],
  ['openai old', (d) => 'sk' + '-' + d.alphanumeric(20) + 'T3Blbk' + 'FJ' + d.alphanumeric(20)],
  ['openai project', (d) => 'sk' + '-proj-' + d.url(74) + 'T3Blbk' + 'FJ' + d.url(74)],
  ['openai service account', (d) => 'sk' + '-svcacct-' + d.url(58) + 'T3Blbk' + 'FJ' + d.url(58)],
  ['openai plain', (d) => 'sk' + '-' + d.alphanumeric(48)],
  ['anthropic', (d) => 'sk' + '-ant-api03-' + d.url(93) + 'AA'],
  ['anthropic admin', (d) => 'sk' + '-ant-admin01-' + d.url(93) + 'AA'],
  ['openrouter', (d) => 'sk' + '-or-v1-' + d.hex(64)],
  ['deepseek', (d) => 'sk' + '-' + d.hex(32)],
  ['huggingface', (d) => 'hf' + '_' + d.of(LOWER + UPPER, 34)],
  ['huggingface org', (d) => 'api_org' + '_' + d.of(LOWER + UPPER, 34)],
  ['replicate', (d) => 'r8' + '_' + d.alphanumeric(37)],
  ['groq', (d) => 'gsk' + '_' + d.alphanumeric(52)],
  ['xai', (d) => 'xai' + '-' + d.alphanumeric(80)],
  ['perplexity', (d) => 'pplx' + '-' + d.alphanumeric(48)],
  ['nvidia', (d) => 'nvapi' + '-' + d.url(64)],
  ['langsmith', (d) => 'lsv2_pt' + '_' + d.hex(32) + '_' + d.hex(10)],
  ['pinecone', (d) => 'pcsk' + '_' + d.alphanumeric(5) + '_' + d.alphanumeric(63)],
  ['new relic', (d) => 'NRAK' + '-' + d.upper(27)],
  ['new relic insert', (d) => 'NRII' + '-' + d.url(32)],
  ['sentry', (d) => 'sntryu' + '_' + d.hex(64)],
  [
    'sentry org',
    (d) =>
      'sntrys' +
      '_' +
      encode(JSON.stringify({ iat: 1, region_url: d.lower(40) })).replace(/=+$/, '') +
      '_' +
      d.base64(43),
  ],
  ['grafana cloud', (d) => 'glc' + '_' + d.base64(100)],
  ['grafana service account', (d) => 'glsa' + '_' + d.alphanumeric(32) + '_' + d.hex(8)],
  ['grafana old', (d) => encode(JSON.stringify({ k: d.alphanumeric(32), n: 'ci', id: 1 }))],
  ['dynatrace', (d) => 'dt0c01' + '.' + d.upper(24) + '.' + d.upper(64)],
  ['linear', (d) => 'lin_api' + '_' + d.alphanumeric(40)],
  ['notion', (d) => 'ntn' + '_' + d.digits(11) + d.alphanumeric(35)],
  ['notion old', (d) => 'secret' + '_' + d.alphanumeric(43)],
  ['airtable', (d) => 'pat' + d.alphanumeric(14) + '.' + d.hex(64)],
  ['airtable oauth', (d) => 'oaa' + d.alphanumeric(14) + '.v1.' + d.alphanumeric(80)],
  ['tines', (d) => 'https://quiet-lake.tines' + '.com/webhook/' + d.lower(32) + '/' + d.lower(32)],
  ['azure registry', (d) => d.alphanumeric(42) + '+AC' + 'R' + d.alphanumeric(6)],
  ['asana', (d) => '1/' + d.digits(16) + ':' + d.hex(32)],
  ['figma', (d) => 'figd' + '_' + d.url(40)],
  ['launchdarkly', (d) => 'sdk' + '-' + d.uuid()],
  ['typeform', (d) => 'tfp' + '_' + d.url(59)],
  ['contentful', (d) => 'CFPAT' + '-' + d.url(43)],
  ['mapbox', (d) => 'sk' + '.' + encodeUrl(JSON.stringify({ u: d.lower(10), a: d.lower(30) })) + '.' + d.url(22)],
  ['dropbox', (d) => 'sl' + '.' + d.url(135)],
  ['facebook', (d) => 'EAAC' + d.alphanumeric(150)],
  ['facebook app', (d) => d.digits(15) + '|' + d.url(27)],
  ['twitter bearer', (d) => 'A'.repeat(22) + 'B' + d.alphanumeric(88)],
  ['hubspot', (d) => 'pat' + '-na1-' + d.uuid()],
  ['adobe', (d) => 'p8e' + '-' + d.alphanumeric(32)],
  ['age', (d) => 'AGE-SECRET' + '-KEY-1' + d.of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)],
  [
    '1password',
    (d) =>
      'A3' +
      '-' +
      d.upper(6) +
      '-' +
      d.upper(6) +
      '-' +
      d.upper(5) +
      '-' +
      d.upper(5) +
      '-' +
      d.upper(5) +
      '-' +
      d.upper(5),
  ],
  [
    '1password service',
    (d) => 'ops' + '_' + encode(JSON.stringify({ signInAddress: d.lower(20), secret: d.lower(200) })),
  ],
  [
    'jwt',
    (d) =>
      `${encodeUrl('{"alg":"HS256","typ":"JWT"}')}.${encodeUrl(`{"sub":"${d.digits(10)}","iat":1516239022}`)}.${d.url(43)}`,
  ],
  [
    'jwt encoded',
    (d) => encode(`${encodeUrl('{"alg":"HS256","typ":"JWT"}')}.${encodeUrl(`{"sub":"${d.digits(10)}"}`)}.${d.url(43)}`),
  ],
  [
    'jwt rs256',
    (d) =>
      `${encodeUrl(`{"typ":"JWT","alg":"RS256","kid":"${d.alphanumeric(8)}"}`)}.${encodeUrl(`{"iss":"https://issuer","aud":"${d.lower(12)}"}`)}.${d.url(342)}`,
  ],
  ['jwt unsigned', (d) => `${encodeUrl('{"alg":"none"}')}.${encodeUrl(`{"sub":"${d.digits(10)}"}`)}.`],
  [
    'jwe',
    (d) => `${encodeUrl('{"alg":"RSA-OAEP","enc":"A256GCM"}')}.${d.url(342)}.${d.url(16)}.${d.url(60)}.${d.url(22)}`,
  ],
  ['postgres', (d) => `postgres` + `://app:${d.alphanumeric(16)}@db.internal:5432/orders`],
  ['mysql', (d) => `mysql` + `://root:${d.alphanumeric(12)}@10.0.0.4:3306/shop`],
  ['mongodb', (d) => `mongodb+srv` + `://svc:${d.alphanumeric(16)}@cluster0.ab1cd.mongodb.net/prod`],
  ['redis', (d) => `redis` + `://:${d.alphanumeric(20)}@cache.internal:6379/0`],
  ['amqp', (d) => `amqps` + `://svc:${d.alphanumeric(14)}@mq.internal/vhost`],
  ['https basic', (d) => `https` + `://deploy:${d.alphanumeric(18)}@git.internal/repo.git`],
  ['https with symbols', (d) => `https` + `://deploy:p%40${d.alphanumeric(8)}!@git.internal/repo.git`],
  ['ftp', (d) => `ftp` + `://upload:${d.alphanumeric(10)}@files.internal/in`],
  ['ldap', (d) => `ldaps` + `://cn=admin:${d.alphanumeric(12)}@ldap.internal`],
  ['token in url', (d) => `https` + `://${d.alphanumeric(40)}:x-oauth-basic@github.com/o/r.git`],
  ['oracle', (d) => `jdbc:oracle:thin:` + `app/${d.alphanumeric(12)}@//db.internal:1521/orcl`],
  ['cloudinary', (d) => `cloudinary` + `://${d.digits(15)}:${d.url(27)}@demo-cloud`],
];
