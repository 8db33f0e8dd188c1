import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';
import { kindChanges, wordLikeness } from '../values/word-likeness.ts';

// Rule, anchors, and the format from the anchor on: services with one format each, where the prefix says it all.
const FORMATS: readonly (readonly [id: string, anchors: string, format: RegExp])[] = [
  ['scaleway-key', 'SCW', /SCW[A-Z0-9]{17}(?![A-Za-z0-9])/],
  ['exoscale-key', 'EXO', /EXO[a-f0-9]{24,28}(?![A-Za-z0-9])/],
  ['appsync-key', 'da2-', /da2-[a-z0-9]{26}(?![a-z0-9])/],
  ['mongodb-atlas-secret', 'mdb_sa_sk_', /mdb_sa_sk_[\w-]{36,50}/],
  ['aiven-password', 'AVNS_', /AVNS_[\w-]{16,24}(?![\w-])/],
  ['xata-key', 'xau_', /xau_[A-Za-z0-9]{30,60}/],
  ['fauna-key', 'fnA', /fnA[\w-]{37}(?![\w-])/],
  ['axiom-token', 'xaat- xapt-', /xa[ap]t-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/],
  ['honeycomb-key', 'hcaik_ hcbik_ hcxik_ hcalk_', /hc[a-z]{3}_[A-Za-z0-9]{40,70}/],
  ['woocommerce-key', 'ck_ cs_', /c[ks]_[0-9a-f]{40}(?![0-9a-z])/],
  ['telnyx-key', 'KEY0', /KEY0[A-Z0-9]{31}_[A-Za-z0-9]{20,24}/],
  ['mailersend-token', 'mlsn.', /mlsn\.[a-f0-9]{60,70}/],
  ['e2b-key', 'e2b_', /e2b_[a-f0-9]{40}/],
  [
    'jetbrains-token',
    'perm: perm-',
    /perm[:-][A-Za-z0-9+/]{8,60}={0,2}\.[A-Za-z0-9+/-]{4,60}={0,2}\.[A-Za-z0-9+/]{24,60}={0,2}/,
  ],
  ['kubeadm-token', '--token', /--token [a-z0-9]{6}\.[a-z0-9]{16}(?![a-z0-9])/],
  [
    'sidekiq-credential',
    'BUNDLE_ENTERPRISE__ BUNDLE_GEMS__',
    /BUNDLE_(?:ENTERPRISE|GEMS)__CONTRIBSYS__COM["']?\s{0,4}[:=]\s{0,4}["']?[0-9a-f]{8}:[0-9a-f]{8}/,
  ],
  ['openweather-key', 'appid= APPID=', /(?:appid|APPID)=[0-9a-f]{32}(?![0-9a-z])/],
  ['logfire-token', 'pylf_v', /pylf_v\d_(?:[a-z]{2}_)?[A-Za-z0-9]{40,60}/],
  ['infisical-token', 'st.', /st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}/],
  ['confluent-secret', 'cflt', /cflt[A-Za-z0-9+/]{60}(?![A-Za-z0-9+/])/],
  ['nats-seed', 'SUA SAA SOA', /S[UAO]A[A-Z2-7]{55}(?![A-Za-z0-9])/],
  [
    'blockchain-node-address',
    'infura.io/ alchemy.com/ quiknode.pro/',
    /(?:infura\.io\/(?:ws\/)?v3\/[0-9a-f]{32}|alchemy\.com\/(?:nft\/)?v[23]\/[\w-]{20,40}|quiknode\.pro\/[0-9a-f]{40})(?![\w-])/,
  ],
  ['extended-private-key', 'xprv yprv zprv tprv', /[xyzt]prv[A-Za-z0-9]{100,112}(?![A-Za-z0-9])/],
];

/** A prefix such as `acme_live_` or `acme_sk_` before something random. A prefix that says `pk` or `pub` is made to be published. */
function isSecretByPrefix(found: string): boolean {
  const body = found.slice(found.lastIndexOf('_') + 1);
  if (/^(?:pk|pub|public|publishable)_/.test(found) || /_(?:pk|pub|public)_/.test(found)) return false;
  return /\d/.test(body) && /[A-Za-z]/.test(body) && kindChanges(body) >= 0.3 && wordLikeness(body) < 0.5;
}

const SECRET_PREFIX =
  /[a-z][a-z0-9]{1,15}(?:_[a-z0-9]{1,12}){0,2}_(?:live|test|prod|production|sandbox|secret|sec|sk|pat|apikey|token)_[A-Za-z0-9]{20,120}(?![\w-])/;

/** Tokens that their prefix gives away. */
export const prefixedTokenRules: readonly SecretProbe[] = [
  ...FORMATS.map(([id, anchors, format]) => token(id, anchors, format)),
  token(
    'service-credential',
    'sonar.login sonar_login SONAR_LOGIN sonarLogin meraki MERAKI X-JFrog-Art-Api Jenkins-Crumb x-honeycomb-team',
    /[\w.-]{6,16}["']?[ \t]{0,4}(?::{0,2}=|:|,)[ \t]{0,4}["']?(?:[0-9a-f]{40}|[0-9a-f]{32}|[0-9a-f]{64}|(?=[a-z]*[A-Z0-9]+[a-z])[A-Za-z0-9]{20,73})(?![A-Za-z0-9])/,
    { anywhere: true },
  ),
  token('firebase-messaging-key', ':APA91b', /[\w-]{11,30}:APA91b[\w-]{100,180}/, {
    lead: { chars: /[\w-]/, max: 30, then: /:APA91b[\w-]{100}/ },
  }),
  token(
    'prefixed-secret',
    '_live_ _test_ _prod_ _production_ _sandbox_ _secret_ _sec_ _sk_ _pat_ _apikey_ _token_',
    SECRET_PREFIX,
    {
      lead: { chars: /[a-z0-9_]/, max: 48 },
      run: 20,
      accept: isSecretByPrefix,
    },
  ),
];
