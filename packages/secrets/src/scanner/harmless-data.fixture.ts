import { Buffer } from 'node:buffer';
import type { Dice } from './dice.fixture.ts';

/** No real one. Put together, because no file of the repository is to look as if it named a registry. */
const REGISTRY = ['https:', '//registry.example.test'].join('');

type Maker = (dice: Dice) => unknown;

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const encode = (text: string): string => Buffer.from(text).toString('base64');

/** Hashes, ids, lockfiles, images and keys that are public, one list for each kind; made anew by dice. */
export const harmlessData: Readonly<Record<string, readonly Maker[]>> = {
  'git log': [
    (d) => `commit ${d.hex(40)}\nAuthor: A <a@b.example>\n\n    rotate the token`,
    (d) => `${d.hex(7)} feat: password reset`,
    (d) => `Merge: ${d.hex(9)} ${d.hex(9)}`,
    (d) => `index ${d.hex(7)}..${d.hex(7)} 100644`,
    (d) => `"head": "${d.hex(40)}", "base": "${d.hex(40)}"`,
    (d) => `HEAD is now at ${d.hex(7)} Use the api key`,
    (d) => `Cherry-picked from ${d.hex(40)}.`,
    (d) => `uses: actions/checkout@${d.hex(40)} # v4`,
    (d) => `rev: ${d.hex(40)}`,
    (d) => `Subproject commit ${d.hex(40)}`,
  ],
  uuid: [
    (d) => `"id": "${d.uuid()}"`,
    (d) => `trace_id=${d.uuid()}`,
    (d) => `correlation-id: ${d.uuid().toUpperCase()}`,
    (d) => `{${d.uuid()}}`,
    (d) => `urn:uuid:${d.uuid()}`,
    (d) => `api_version: ${d.uuid()}`,
    (d) => `/v1/users/${d.uuid()}/sessions/${d.uuid()}`,
    (d) => ({ session_id: d.uuid(), task_id: d.uuid(), operation_id: d.uuid() }),
    (d) => `tenant_id = "${d.uuid()}"`,
    (d) => `AZURE_CLIENT_ID=${d.uuid()}`,
  ],
  'other ids': [
    (d) => `"id": "${d.of(crockford, 26)}"`,
    (d) => `https://app.example/p/${d.url(21)}`,
    (d) => `"_id": {"$oid": "${d.hex(24)}"}`,
    (d) => `key: c${d.lower(24)}`,
    (d) => `snowflake: ${d.digits(18)}`,
    (d) => `x-request-id: ${d.hex(32)}`,
    (d) => `span_id=${d.hex(16)} trace_id=${d.hex(32)}`,
    (d) => `requestId: '${d.alphanumeric(22)}'`,
    (d) => `"etag": "W/\\"${d.hex(32)}\\""`,
    (d) => `ETag: "${d.hex(40)}-1"`,
    (d) => `instance i-${d.hex(17)} vpc-${d.hex(17)} subnet-${d.hex(17)}`,
    (d) => `ami-${d.hex(17)}`,
    (d) => `youtube.com/watch?v=${d.url(11)}`,
    (d) => `cus_${d.alphanumeric(14)} sub_${d.alphanumeric(24)} price_${d.alphanumeric(24)}`,
    (d) => `pi_${d.alphanumeric(24)}`,
  ],
  'npm lockfile': [
    (d) => `"integrity": "sha512-${d.base64(86)}=="`,
    (d) => `"resolved": "${REGISTRY}/token/-/token-1.2.3.tgz#${d.hex(40)}"`,
    (d) => `"node_modules/jsonwebtoken": {\n  "version": "9.0.2",\n  "integrity": "sha512-${d.base64(86)}=="\n}`,
    (d) => ({ 'node_modules/keytar': { version: '7.9.0', integrity: `sha512-${d.base64(86)}==` } }),
  ],
  'pnpm lockfile': [
    (d) => `  keyv@4.5.4:\n    resolution: {integrity: sha512-${d.base64(86)}==}`,
    (d) => `  '@octokit/auth-token@4.0.0':\n    resolution: {integrity: sha512-${d.base64(86)}==}`,
    (d) => `patchHash: ${d.lower(26)}`,
  ],
  'yarn lockfile': [
    (d) =>
      `js-tokens@^4.0.0:\n  version "4.0.0"\n  resolved "${REGISTRY}/js-tokens/-/js-tokens-4.0.0.tgz#${d.hex(40)}"\n  integrity sha512-${d.base64(86)}==`,
    (d) => `"js-tokens@npm:^4.0.0":\n  checksum: 10/${d.hex(128)}`,
    (d) => `  checksum: ${d.hex(128)}`,
  ],
  'cargo lockfile': [
    (d) => `name = "secrecy"\nversion = "0.8.0"\nchecksum = "${d.hex(64)}"`,
    (d) => `source = "git+https://github.com/a/token?rev=${d.hex(7)}#${d.hex(40)}"`,
  ],
  'go.sum': [
    (d) => `github.com/golang-jwt/jwt/v5 v5.2.1 h1:${d.base64(43)}=`,
    (d) => `github.com/zalando/go-keyring v0.2.3/go.mod h1:${d.base64(43)}=`,
  ],
  'python lockfiles': [
    (d) => `{file = "keyring-24.3.0-py3-none-any.whl", hash = "sha256:${d.hex(64)}"},`,
    (d) => `PyJWT==2.8.0 --hash=sha256:${d.hex(64)} \\\n    --hash=sha256:${d.hex(64)}`,
    (d) => `content-hash = "${d.hex(64)}"`,
    (d) => `"sha256": "${d.hex(64)}"`,
  ],
  'other lockfiles': [
    (d) => `"shasum": "${d.hex(40)}", "reference": "${d.hex(40)}"`,
    (d) => `  remote: https://rubygems.org/\n  jwt (2.7.1)\nCHECKSUMS\n  jwt (2.7.1) sha256=${d.hex(64)}`,
    (d) => `SPEC CHECKSUMS:\n  KeychainAccess: ${d.hex(40)}\n  TokenField: ${d.hex(40)}`,
    (d) => `"narHash": "sha256-${d.base64(43)}=", "rev": "${d.hex(40)}"`,
    (d) => `"h1:${d.base64(43)}=",\n"zh:${d.hex(64)}",`,
    (d) => `"lockfileHash": "${d.hex(64)}"`,
    () => `com.auth0:java-jwt:4.4.0=compileClasspath`,
  ],
  'docker digests': [
    (d) => `FROM node:20@sha256:${d.hex(64)}`,
    (d) => `Digest: sha256:${d.hex(64)}\nStatus: Downloaded`,
    (d) => `"Id": "sha256:${d.hex(64)}", "Layers": ["sha256:${d.hex(64)}"]`,
    (d) => `container ${d.hex(64)} exited`,
  ],
  checksums: [
    (d) => `${d.hex(64)}  dist/app.tar.gz`,
    (d) => `SHA256 (app.zip) = ${d.hex(64)}`,
    (d) => `md5: ${d.hex(32)}`,
    (d) => `sha512=${d.hex(128)}`,
    (d) => `<script src="a.js" integrity="sha384-${d.base64(64)}" crossorigin="anonymous"></script>`,
    (d) => `"fileHash": "${d.hex(64)}", "size": 12`,
    (d) => `x-amz-content-sha256: ${d.hex(64)}`,
    (d) => `Content-MD5: ${d.base64(22)}==`,
    (d) => `cache-key: node-modules-${d.hex(64)}`,
    (d) => `scope_hash: ${d.hex(16)}, task_file_sha: ${d.hex(64)}`,
  ],
  images: [
    (d) => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${d.base64(600)}`,
    (d) => `![logo](data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ${d.base64(400)})`,
    (d) => `background:url("data:image/gif;base64,R0lGODlh${d.base64(200)}")`,
    (d) => `<image href="data:image/webp;base64,UklGR${d.base64(300)}"/>`,
    (d) => ({ avatar: `iVBORw0KGgoAAAANSUhEUgAA${d.base64(600)}` }),
  ],
  'fonts and media': [
    (d) => `src:url(data:font/woff2;base64,d09GMgABAAAAA${d.base64(800)}) format("woff2")`,
    (d) => `src: url(data:application/x-font-ttf;charset=utf-8;base64,AAEAAAAL${d.base64(400)})`,
    (d) => `data:audio/mpeg;base64,SUQzBAAAAAAA${d.base64(300)}`,
    (d) => `data:application/wasm;base64,AGFzbQEAAAAB${d.base64(300)}`,
    (d) => `data:application/pdf;base64,JVBERi0xLjQK${d.base64(300)}`,
  ],
  'source maps': [
    (d) =>
      `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${encode(`{"version":3,"sources":["token.ts"],"mappings":"${d.lower(60)}"}`)}`,
    () => `{"version":3,"file":"token.js","mappings":"AAAA,SAASA,GAAGC,KAAKC,OAAOC,SAAS,SAAU"}`,
    (d) => `/*# sourceMappingURL=auth.${d.hex(8)}.css.map */`,
  ],
  'generated names': [
    (d) => `<div class="css-${d.lower(7)} sc-${d.alphanumeric(6)} token_${d.alphanumeric(5)}">`,
    (d) => `<link href="/assets/password-form.${d.hex(8)}.css">`,
    (d) => `/static/js/2.${d.hex(8)}.chunk.js`,
    (d) => `._passwordInput_${d.lower(5)}_12{color:#${d.hex(6)}}`,
    (d) => `auth-service-${d.lower(10)}-${d.lower(5)}`,
    (d) => `pod/token-issuer-${d.lower(9)}-${d.lower(5)} 1/1 Running`,
    (d) => `secretName: tls-${d.hex(8)}`,
    (d) => `configmap/api-keys-${d.lower(10)} created`,
  ],
  'colours and numbers': [
    (d) => `--token-color: #${d.hex(6)}; --key: #${d.hex(8)};`,
    (d) => `mac ${d.hex(12).replace(/..(?=.)/g, '$&:')}`,
    (d) => `10.0.${String(d.digits(2))}.7 fe80::${d.hex(4)}:${d.hex(4)}`,
    (d) => `token_count=${d.digits(9)} key_size=4096`,
    (d) => `phone: +49 ${d.digits(11)}`,
    (d) => `IBAN DE${d.digits(20)}`,
    (d) => `1.${d.digits(2)}.${d.digits(3)}-rc.1+build.${d.digits(8)}`,
    (d) => `epoch ${d.digits(13)}`,
  ],
  'public keys': [
    (d) =>
      `-----BEGIN ` + `PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${d.base64(200)}\n-----END PUBLIC KEY-----`,
    (d) => `-----BEGIN ` + `CERTIFICATE-----\\nMIID${d.base64(300)}\\n-----END CERTIFICATE-----`,
    (d) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${d.base64(43)} dev@host`,
    (d) => `github.com ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAI${d.base64(100)}=`,
    (d) => `PublicKey = ${d.base64(43)}=`,
    (d) => `"x5c": ["MIID${d.base64(300)}"]`,
    (d) => `{"keys":[{"kty":"RSA","kid":"${d.alphanumeric(27)}","n":"${d.url(342)}","e":"AQAB"}]}`,
    (d) => `untrusted comment: minisign public key ${d.hex(16)}\nRW${d.base64(54)}`,
    (d) => `age1${d.lower(58)}`,
    (d) => `pub   ed25519 2024-01-02 [SC]\n      ${d.hex(40).toUpperCase()}`,
    (d) => `Key fingerprint = ${(d.hex(40).toUpperCase().match(/.{4}/g) ?? []).join(' ')}`,
    (d) => `client-certificate-data: ${encode(`-----BEGIN CERTIFICATE-----\n${d.base64(64)}`)}`,
    (d) => `verify_key: ${d.hex(64)}`,
  ],
  'publishable keys': [
    (d) => `pk_live_${d.alphanumeric(99)}`,
    (d) => `NEXT_PUBLIC_POSTHOG_KEY=phc_${d.alphanumeric(43)}`,
    (d) => `pubkey-${d.hex(32)}`,
    (d) => `pk.${encode(`{"u":"${d.lower(8)}","a":"${d.lower(25)}"}`).replace(/=/g, '')}.${d.url(22)}`,
    (d) => `pub-c-${d.uuid()}`,
    (d) => `sb_publishable_${d.alphanumeric(31)}`,
    (d) => `SENTRY_DSN=https://${d.hex(32)}@o${d.digits(6)}.ingest.us.sentry.io/${d.digits(16)}`,
    (d) => `data-sitekey="6L${d.url(38)}"`,
    (d) => `G-${d.upper(10)} UA-${d.digits(8)}-1 GTM-${d.upper(7)}`,
  ],
};
