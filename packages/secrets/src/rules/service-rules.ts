import { DIGIT } from '../probes/anchor-table.ts';
import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';
import { looksRandom } from '../values/word-likeness.ts';

const UUID = '[0-9a-zA-Z]{8}(?:-[0-9a-zA-Z]{4}){3}-[0-9a-zA-Z]{12}';

export const serviceRules: readonly SecretProbe[] = [
  token(
    'new-relic-key',
    'NRAK- NRJS- NRII- NRIQ- NRRA- NRAA- NRBR-',
    /NR(?:AK|JS|II|IQ|RA|AA|BR)-[A-Za-z0-9_-]{19,48}/,
  ),
  token('new-relic-license-key', 'NRAL -NRMA', /[0-9a-zA-Z]{36,44}(?:NRAL|-NRMA)/, {
    lead: { chars: /[0-9a-zA-Z]/, max: 44, then: /NRAL|-NRMA/ },
  }),
  token('sentry-token', 'sntrys_ sntryu_ sntrya_', /sntry[sua]_[A-Za-z0-9+/=_-]{40,500}/),
  token(
    'grafana-token',
    'glc_ glsa_ eyJrIjoi',
    /(?:glc_[A-Za-z0-9+/]{32,400}={0,2}|glsa_\w{38,44}|eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2})/,
  ),
  token('pagerduty-key', 'pdus+ pdeu+', /pd[ue][su]\+[\w+-]{18,30}/),
  token(
    'dynatrace-token',
    'dt0c01. dt0s01. dt0s02. dt0s03. dt0s04. dt0s06. dt0s08. dt0s16. dt0e01.',
    /dt0[a-z]\d\d\.[A-Za-z0-9-]{8,24}\.[A-Za-z0-9]{40,64}/,
  ),
  token('linear-key', 'lin_api_ lin_oauth_ lin_wh_', /lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,80}/),
  token('notion-token', 'ntn_ secret_', /(?:ntn_(?!\d{20})[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})(?![A-Za-z0-9_])/),
  token(
    'asana-token',
    [`0/${DIGIT}`, `1/${DIGIT}`, `2/${DIGIT}`],
    new RegExp('[012]/\\d{10,18}(?:/\\d{10,18})?:[0-9a-f]{32}'),
  ),
  token('figma-token', 'figd_ figo_ figp_', /fig[dop]_[\w=-]{36,200}/),
  token('okta-token', 'SSWS', /SSWS[ \t]{1,3}00[\w=-]{36,44}/),
  token('launchdarkly-key', 'sdk- api-', new RegExp(`(?:sdk|api)-${UUID}`)),
  token('typeform-token', 'tfp_', /tfp_[\w.=-]{40,70}/),
  token('contentful-token', 'CFPAT-', /CFPAT-[\w-]{40,50}/),
  token('mapbox-token', 'sk.ey tk.ey', /[st]k\.eyJ[\w-]{30,300}\.[\w-]{20,40}/),
  token('dropbox-token', 'sl.', /sl\.(?:u\.)?[\w=-]{60,1500}/),
  token('facebook-token', 'EAA IGQV IGAA', /(?:EAA[A-Za-z0-9]{30,400}|IG(?:QV|AA)[\w-]{60,300})/),
  token(
    'facebook-app-token',
    [`${DIGIT}${DIGIT}|`, `${DIGIT}${DIGIT}%7C`],
    /\d{15,16}(?:\||%7C)[\w-]{27,40}(?![\w-])/,
    { lead: { chars: /\d/, max: 16, then: /\d\d(?:\||%7C)[\w-]{27}/ } },
  ),
  token('twitter-bearer-token', 'AAAAAAAAAAAAAAAAAAAA', /A{20,24}[A-Za-z0-9%]{60,120}(?![A-Za-z0-9+/])/),
  token('linkedin-token', 'WPL_AP AQV AQW AQX', /(?:WPL_AP\d\.[\w.+/=-]{14,60}|AQ[VWX][\w-]{120,400}(?![\w+/=-]))/),
  token('hubspot-token', 'pat-na1- pat-eu1- pat-na2- pat-ap1-', new RegExp(`pat-[a-z]{2}\\d-${UUID}`)),
  token('intercom-token', 'dG9rO', /dG9rO[A-Za-z0-9+/]{40,80}={0,2}/),
  token('zoho-token', '1000.', /1000\.[a-f0-9]{32}\.[a-f0-9]{32}/),
  token('salesforce-token', '00D 5Aep861', /(?:00D[A-Za-z0-9]{12,15}!A[\w.]{80,120}|5Aep861[A-Za-z0-9._=]{50,200})/),
  token('adobe-secret', 'p8e- p8_', /p8e?[-_][A-Za-z0-9_-]{32}(?![\w-])/, {
    accept: (found) => /\d/.test(found.slice(4)),
  }),
  token('adafruit-key', 'aio_', /aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])/),
  token('apify-token', 'apify_api_', /apify_api_[A-Za-z0-9-]{30,46}/),
  token('posthog-key', 'phx_ phs_', /ph[xs]_[A-Za-z0-9_]{40,50}/),
  token('readme-key', 'rdme_', /rdme_[a-z0-9]{60,80}/),
  token('rootly-key', 'rootly_', /rootly_[a-f0-9]{64}/),
  token('settlemint-token', 'sm_aat_ sm_pat_ sm_sat_', /sm_[aps]at_[A-Za-z0-9]{16,40}/),
  token('frameio-token', 'fio-u-', /fio-u-[\w=-]{60,70}/),
  token('maxmind-key', '_mmk', /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/, {
    lead: { chars: /\w/, max: 36, then: /_mmk(?!\w)/ },
  }),
  token('clickup-token', 'pk_', /pk_\d{5,12}_[A-Z0-9]{32}(?![A-Za-z0-9])/),
  token('klaviyo-key', 'pk_', /pk_(?:[A-Za-z0-9]{6}_)?[a-f0-9]{34}(?![A-Za-z0-9])/),
  token('stytch-secret', 'secret-live- secret-test-', /secret-(?:live|test)-[\w=-]{36,44}/),
  token('pubnub-secret', 'sec-c-', /sec-c-[A-Za-z0-9+/=]{40,60}/),
  token(
    'authress-key',
    'sc_ ext_ scauth_ authress_',
    /(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}/,
  ),
  token('intra42-secret', 's-s4t2', /s-s4t2(?:ud|af)-[a-f0-9]{64}/),
  token('defined-networking-token', 'dnkey-', /dnkey-[\w=-]{26}-[\w=-]{52}/),
  token(
    'one-password-key',
    'A3- ops_ey',
    /(?:A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}|ops_eyJ[A-Za-z0-9+/_-]{60,2000}={0,2})(?![A-Za-z0-9])/,
  ),
  token('snyk-token', 'snyk_', new RegExp('snyk_(?:uat|sat)\\.[\\w.-]{20,200}')),
  token('application-secret-key', 'sk_dev_ sk_sbox_ sk_staging_', /sk_(?:dev|sbox|staging)_[\w-]{24,100}/),
  token('application-secret-key', 'sk_', /sk_[a-z0-9]{26,40}(?![\w-])/, {
    accept: (found) => /\d.*\d/.test(found) && (looksRandom(found.slice(3)) || found.replace(/\D/g, '').length > 4),
  }),
  token('twitch-chat-token', 'oauth:', /oauth:[a-z0-9]{30}(?![a-z0-9])/),
  token('baidu-ai-key', 'bce-v3/', /bce-v3\/[A-Za-z0-9-]{10,40}\/[a-f0-9]{40}/),
];
