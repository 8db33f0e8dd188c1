import type { Dice } from './dice.fixture.ts';

// Rule, and a token of its format: `{hex32}` stands for 32 hexadecimal digits, `{an..}` for letters and digits, and so on.
const FORMATS = `
aws-mws-token            amzn.mws.{uuid}
scalingo-token           tk-us-{url48}
clickhouse-key           4b1d{an38}
buildkite-token          bkua_{hex40}
harness-token            pat.{an22}.{an24}.{an20}
packagist-token          packagist_ack_{hex68}
deno-token               ddp_{an36}
mandrill-key             md-{an22}
onesignal-key            os_v2_app_{lo100}
paypal-token             A21AA{url90}
live-or-test-key         live_{hex35}
ramp-secret              ramp_sec_{an48}
langfuse-key             sk-lf-{uuid}
elevenlabs-key           sk_{hex48}
fireworks-key            fw_{an24}
together-key             tgp_v1_{url43}
jina-key                 jina_{hex32}{an28}
cerebras-key             csk-{lo48}
tavily-key               tvly-dev-{an32}
firecrawl-key            fc-{hex32}
runpod-key               rpa_{up40}{lo6}
voyage-key               pa-{url43}
cursor-key               key_{hex64}
wandb-key                wandb_v1_{an60}
new-relic-license-key    eu01xx{hex30}FFFFNRAL
new-relic-license-key    {hex36}NRAL
new-relic-license-key    AA{hex40}-NRMA
pagerduty-key            pdus+_{an18}
okta-token               SSWS 00{url40}
linkedin-token           WPL_AP1.{an16}.{an6}==
intercom-token           dG9rOg{b6452}=
zoho-token               1000.{hex32}.{hex32}
salesforce-token         00D{an12}!AQ{an90}
adafruit-key             aio_{an28}
apify-token              apify_api_{an36}
posthog-key              phx_{an43}
readme-key               rdme_{lo70}
rootly-key               rootly_{hex64}
settlemint-token         sm_pat_{an16}
frameio-token            fio-u-{url64}
maxmind-key              {an6}_{an29}_mmk
clickup-token            pk_{dg8}_{up32}
klaviyo-key              pk_{hex34}
stytch-secret            secret-live-{url36}=
pubnub-secret            sec-c-{b6448}
authress-key             sc_{lo10}.{lo4}.acc-{lo12}.{b6440}
intra42-secret           s-s4t2ud-{hex64}
defined-networking-token dnkey-{an26}-{an52}
snyk-token               snyk_uat.{an8}.{an40}
application-secret-key   sk_dev_{an40}
twitch-chat-token        oauth:{lo30}
baidu-ai-key             bce-v3/ALTAK-{an20}/{hex40}
scaleway-key             SCW{up17}
exoscale-key             EXO{hex26}
appsync-key              da2-{lo26}
mongodb-atlas-secret     mdb_sa_sk_{url40}
aiven-password           AVNS_{url19}
xata-key                 xau_{an40}
fauna-key                fnAE{url36}
axiom-token              xaat-{uuid}
honeycomb-key            hcaik_{lo58}
woocommerce-key          ck_{hex40}
woocommerce-key          cs_{hex40}
telnyx-key               KEY0{up31}_{an22}
mailersend-token         mlsn.{hex64}
e2b-key                  e2b_{hex40}
jetbrains-token          perm:{an16}=.{an12}==.{an32}
kubeadm-token            --token {lo6}.{lo16}
sidekiq-credential       BUNDLE_GEMS__CONTRIBSYS__COM: {hex8}:{hex8}
openweather-key          appid={hex32}
google-api-key           AQ.Ab8RN6{url44}
azure-service-key        https://x.azurewebsites.net/api/f?code={url54}==
posthog-key              phs_{an43}
linkedin-token           AQX{url170}
discord-bot-token        mfa.{url84}
webhook-address          https://endpoint4.collection.us2.sumologic.com/receiver/v1/http/{an84}==
application-secret-key   sk_7{lo4}3{lo20}9
brave-search-key         BSA{url28}
logfire-token            pylf_v1_us_{an43}
infisical-token          st.{hex24}.{hex32}.{hex32}
confluent-secret         cflt{b6460}
nats-seed                SUA{b3255}
blockchain-node-address  https://mainnet.infura.io/v3/{hex32}
blockchain-node-address  https://eth-mainnet.g.alchemy.com/v2/{an32}
connect-call             new PDO('mysql:host=db', 'root', '{an14}')
session-cookie           connect.sid=s%3A{url32}.{an43}
extended-private-key     xprv9s21ZrQH143K{an95}
firebase-messaging-key   AAAA{an7}:APA91b{url134}
prefixed-secret          acme_live_{an32}
prefixed-secret          flb_sk_{an28}
ably-key                 {an6}.{an6}:{url43}
webhook-address          https://hooks.zapier.com/hooks/catch/{dg7}/{lo7}/
go-data-source           app:{an12}@tcp(db.internal:3306)/shop
sql-password             CREATE USER app IDENTIFIED BY '{an14}'
session-cookie           Cookie: theme=dark; session={an40}
session-cookie           Set-Cookie: connect.sid={an40}; HttpOnly
service-credential       sonar.login={hex40}
service-credential       -Dsonar.login={hex40}
service-credential       meraki: {hex40}
service-credential       X-JFrog-Art-Api: {an73}
json-web-key             {"kty":"EC","crv":"P-256","x":"{url43}","y":"{url43}","d":"{url43}"}
json-web-key             {"kty":"oct","k":"{url43}","alg":"HS256"}
twilio-key               Client("AC{hex32}", "{hex32}")
seed-phrase              mnemonic: "ripple scissors kick mammal hire column oak again sun offer wealth tomorrow"
`;

/** For each rule at least one text that it recognises, made anew by `dice`. */
export function formattedLookAlikes(dice: Dice): [rule: string, text: string][] {
  return FORMATS.trim()
    .split('\n')
    .map((line) => {
      const [, rule = '', format = ''] = /^(\S+) +(.*)$/.exec(line) ?? [];
      return [rule, fill(format, dice)];
    });
}

function fill(format: string, dice: Dice): string {
  return format.replaceAll(/\{(an|lo|up|dg|hex|b64|b32|url|uuid)(\d*)\}/g, (_, kind: string, length: string) => {
    const size = Number(length);
    if (kind === 'uuid') return dice.uuid();
    if (kind === 'an') return dice.alphanumeric(size);
    if (kind === 'lo') return dice.lower(size);
    if (kind === 'up') return dice.upper(size);
    if (kind === 'dg') return dice.digits(size);
    if (kind === 'b32') return dice.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', size);
    if (kind === 'b64') return dice.base64(size);
    return kind === 'hex' ? dice.hex(size) : dice.url(size);
  });
}
