import { DIGIT } from '../probes/anchor-table.ts';
import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';

const BASE64 = {
  chars: /[A-Za-z0-9+/_-]/,
  max: 90,
  then: /.{4}(?:[\w+/-]{5,8}={1,2}|[\w+/-]{6}(?![\w+/=-])|[A-Za-z0-9]{20,44}(?![A-Za-z0-9]))/,
};

export const cloudRules: readonly SecretProbe[] = [
  token(
    'aws-access-key-id',
    'AKIA ASIA ABIA ACCA AGPA AIDA AROA AIPA ANPA ANVA APKA ASCA A3T',
    /(?:A3T[A-Z0-9]|A(?:KIA|SIA|BIA|CCA|GPA|IDA|ROA|IPA|NPA|NVA|PKA|SCA))[A-Z0-9]{16}(?![A-Za-z0-9])/,
  ),
  token('aws-session-token', 'IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz', /[A-Za-z0-9+/=]{60,4000}/),
  token(
    'aws-bedrock-key',
    'ABSK bedrock-api-key-',
    /(?:ABSK[A-Za-z0-9+/]{90,300}|bedrock-api-key-[A-Za-z0-9+/=]{20,4000})/,
  ),
  token('aws-mws-token', 'amzn.mws.', /amzn\.mws\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  token('google-api-key', 'AIza AQ.Ab', /(?:AIza[\w-]{35}|AQ\.Ab[\w-]{40,60})(?![\w-])/),
  token('google-client-secret', 'GOCSPX-', /GOCSPX-[\w-]{20,40}/),
  token('google-oauth-token', 'ya29. 1//0', /(?:ya29\.[\w-]{20,2000}|1\/\/0[\w-]{30,200})/),
  token('azure-client-secret', `${DIGIT}Q~`, /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,60}/, {
    lead: { chars: /[\w~.-]/, max: 3, then: /\dQ~[\w~.-]{31}/ },
    anywhere: true,
    accept: ({ length }) => length < 42,
  }),
  token(
    'azure-access-key',
    'AccountKey= SharedAccessKey= SharedAccessSignature= AccountKey%3D SharedAccessKey%3D',
    /[A-Za-z]{10,21}(?:=|%3D)(?:[A-Za-z0-9+/]{40,90}={0,2}|(?:sr|sv|se|sp|sig|st|ss|srt)=[^\s"'<>;,]{30,500})/,
    { anywhere: true },
  ),
  token(
    'azure-service-key',
    'AzFu AzSe AzCa AIoT ACDb APIM +ASt +ABa +AMC +ARm +ACR +AEh +ASb JQQJ99',
    /(?:[\w+/-]{40,84}(?:Az(?:Fu|Se|Ca)|AIoT|ACDb|APIM|\+(?:ASt|ABa|AMC|ARm|ACR|AEh|ASb))[\w+/-]{5,8}={0,2}|[A-Za-z0-9]{30,60}JQQJ99[A-Za-z0-9]{20,40})(?![\w+/=])/,
    { lead: BASE64 },
  ),
  token(
    'azure-service-key',
    '.azurewebsites.net/',
    /\.azurewebsites\.net\/[\w./-]{1,120}\?(?:[\w=%-]{1,60}&){0,4}code=[\w+/%-]{40,100}={0,2}/,
    { anywhere: true },
  ),
  token('azure-devops-token', 'AZDO', /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/, {
    lead: { chars: /[A-Za-z0-9]/, max: 76, then: /AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/ },
  }),
  token('azure-sas', 'sig=', /sig=(?:[A-Za-z0-9+/_-]|%[0-9A-Fa-f]{2}){30,120}={0,2}/),
  token('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', /do[por]_v1_[a-fA-F0-9]{64}(?![A-Za-z0-9])/),
  token('alibaba-access-key-id', 'LTAI', /LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])/),
  token('tencent-secret-id', 'AKID', /AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/),
  token(
    'cloudflare-token',
    'cfk_ cfut_ cfat_ v1.0-',
    /(?:cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])|v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160})/,
  ),
  token('heroku-key', 'HRKU-', /HRKU-[\w-]{32,80}/),
  token('fly-token', 'fo1_ fm1a_ fm1r_ fm2_', /(?:fo1_[\w-]{40,50}|fm(?:1[ar]|2)_[A-Za-z0-9+/_=,-]{50,2000})/),
  token(
    'vercel-token',
    'vcp_ vci_ vca_ vcr_ vck_ vercel_',
    /(?:vc[piark]_[A-Za-z0-9]{20,80}|vercel_(?:blob_rw_)?[A-Za-z0-9_]{24,100})/,
  ),
  token('netlify-token', 'nfp_ nfc_ nfo_ nfu_ nfb_', /nf[pcoub]_[A-Za-z0-9]{30,60}/),
  token('databricks-token', 'dapi dose dkea', /d(?:api|ose|kea)[a-f0-9]{32}(?:-\d)?(?![a-z0-9])/),
  token(
    'yandex-key',
    'AQVN t1. YCA y0_',
    /(?:AQVN[\w-]{35,38}|t1\.[\w-]{4,400}={0,2}\.[\w-]{86}={0,2}|YCA[\w-]{30,40}|y0_[\w-]{50,70})(?![\w-])/,
  ),
  token('supabase-key', 'sbp_ sb_secret_', /(?:sbp_[a-z0-9]{36,60}|sb_secret_[\w-]{20,60})/),
  token(
    'planetscale-credential',
    'pscale_tkn_ pscale_oauth_ pscale_pw_ pscale_otkn_',
    /pscale_(?:tkn|oauth|pw|otkn)_[\w=.-]{30,70}/,
  ),
  token('neon-key', 'napi_', /napi_[a-z0-9]{32,80}/),
  token('render-key', 'rnd_', /rnd_[A-Za-z0-9]{24,40}/),
  token('scalingo-token', 'tk-us-', /tk-us-[\w-]{40,60}/),
  token('clickhouse-key', '4b1d', /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/, {
    accept: (found) => /[A-Z]/.test(found) && /[a-z]/.test(found),
  }),
];
