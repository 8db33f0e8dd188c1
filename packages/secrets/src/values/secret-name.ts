/** How much a key name promises: nothing, perhaps a key, a token or secret, or a password. */
export type NamePromise = 'none' | 'weak' | 'secret' | 'password';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const PASSWORD_WORDS = words(
  'password passwd passphrase passcode pass pwd pw passwort kennwort contrasena requirepass masterauth psk',
);
const SECRET_WORDS = words(
  'secret token apikey auth authorization credential credentials cred creds bearer jwt pat wif',
);
const KEY_QUALIFIERS = words(
  'api access secret private priv encryption encrypt encrypted decryption signing sign signature auth master account service license licence ' +
    'client app application admin storage session jwt hmac rsa aes ssh deploy webhook cookie db database server write read ingest ' +
    'ingestion instrumentation integration subscription functions function host shared preshared unseal merchant consumer secure ' +
    'security x rest live prod production tenant maps adafruit adobe airtable algolia artifactory asana bitbucket bittrex cloudflare ' +
    'codecov coinbase confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks ' +
    'gitter heroku honeycomb hubspot intercom jenkins jfrog kucoin launchdarkly linkedin mailgun mattermost meraki messagebird netlify ' +
    'nytimes okta openweather pagerduty rapidapi sendbird sonar sourcegraph squarespace sumologic travis twitch twitter yandex zendesk ' +
    'amplitude anthropic assemblyai atlassian auth0 azure binance bitly bugsnag circleci cloudinary cohere dd deepgram deepseek ' +
    'digitalocean elastic elevenlabs etherscan figma firebase gemini gitea github gitlab google grafana groq hasura ibm infura jira ' +
    'kraken linear linode logdna mailchimp mailjet mandrill mapbox mistral mixpanel newrelic nexmo ngrok notion openai openrouter ' +
    'opsgenie paypal perplexity pinecone plaid polygon postman postmark pusher razorpay recaptcha replicate rollbar scaleway segment ' +
    'sendgrid sentry shodan shopify slack snowflake snyk softlayer sparkpost spotify square stripe sumo supabase telegram together ' +
    'trello twilio typeform vercel virustotal vonage vultr wandb weather xai zoom alchemy braintree ' +
    'browserstack coinmarketcap customerio huggingface ' +
    'serpapi unsplash fernet cypress tavily runpod cerebras moonshot dashscope zhipu langsmith langfuse helicone upstash infisical ' +
    'nextauth splunk logtail betterstack honeybadger raygun sonarqube',
);
const NOT_BEFORE = words(
  'public pub publishable hashed authenticity verification csrf xsrf next page paging continuation cursor sync pagination primary foreign ' +
    'partition sort cache bucket object idempotency dedupe group routing row range composite natural candidate hot schema sequence idx ' +
    'index i18n translation locale message cancel cancellation design syntax lexer css color site num max min total prompt completion ' +
    'input output stop eos bos pad hash example demo sample dummy fake mock anon anonymous reset request change lock lifecycle action ' +
    'starting update',
);
const NOT_AFTER = words(
  'id ids name names url uri urls uris endpoint path paths file files filename dir directory folder location length len size count ' +
    'counts limit limits type types kind class hash hashed hashes digest sha sha1 sha256 sha512 md5 checksum fingerprint thumbprint ' +
    'expiry expires expiration expire ttl age lifetime ref refs reference version field fields label labels prompt hint policy regex ' +
    'regexp pattern format algorithm alg algo index idx position pos enabled disabled required optional status state arn alias issuer ' +
    'header headers param params at date time timestamp min max message msg error errors title text description desc help mask strength ' +
    'rule rules validator validation validate confirmation event events code codes usage budget map list set store provider manager ' +
    'service handler helper factory builder interface schema model table column row view page form input placeholder selector button ' +
    'icon link template parser reader writer stream metadata info details options settings scope scopes audience ring board word words ' +
    'press pressed down up frame pair spec vault rotation period interval source target host domain region method variable var vars ' +
    'prefix suffix separator bytes bits iv salt nonce user username login email account owner role purpose comment note notes public pub ' +
    'address contract balance symbol supply decimals sock socket control through supported values',
);
const COMPOUND = /(?:password|passwd|passphrase|secret|token|apikey|credentials?|creds)$/;
const PASSWORD_COMPOUND =
  /(?:password|passwd|passphrase|pwd|(?:bind|root)pw|(?:db|sql|user|root|admin|smtp|ftp|mail|login|my|key|store|trust|ssh|become)pass)$/;
const KEY_COMPOUND =
  /(?:api|access|secret|private|auth|client|app|account|service|encryption|signing|master|license|storage|function|subscription|consumer|deploy|webhook)key$/;

/** The words of an identifier in lower case: `dbPassword`, `DB_PASSWORD` and `db.password` are `db password`. */
export function nameWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

// A list of files has their hashes, not their contents.
const FILE_NAME =
  /\.(?:[cm]?[jt]sx?|json|mdx?|ya?ml|toml|lock|snap|py|go|rs|java|kt|swift|rb|php|cs|[ch]pp|sh|sql|txt|s?css|html|vue|svelte|svg|png|xml|proto|t?gz|zip)$/i;

/** What the key called `name` promises to hold. */
export function judgeName(name: string): NamePromise {
  if (/[cx]srf/i.test(name) || FILE_NAME.test(name)) return 'none';
  const list = nameWords(name.length > 120 ? name.slice(-120) : name);
  for (let index = list.length - 1; index >= 0; index--) {
    const promise = promiseAt(list, index, name);
    if (promise === 'none') continue;
    if (list.slice(index + 1).some((word) => NOT_AFTER.has(word))) return 'none';
    const before = list[index - 1];
    if (before !== undefined && NOT_BEFORE.has(before) && promise !== 'password') return 'none';
    return promise;
  }
  return 'none';
}

function promiseAt(list: readonly string[], index: number, name: string): NamePromise {
  const word = (list[index] ?? '').replace(/\d+$/, '').replace(/(?<=password|passphrase)s$/, '');
  // Two letters stand in noise too: only as a name of its own or behind a word.
  if (word === 'pw' && !/^[a-z]{2,}$/.test(list[index - 1] ?? '') && !/^(?:pw|PW)\d*$/.test(name)) return 'none';
  if (PASSWORD_WORDS.has(word) || PASSWORD_COMPOUND.test(word)) return 'password';
  if (SECRET_WORDS.has(word) || SECRET_WORDS.has(word.replace(/s$/, '')) || COMPOUND.test(word)) return 'secret';
  if (word === 'securestring' || (word === 'string' && list[index - 1] === 'secure')) return 'password';
  if (KEY_COMPOUND.test(word)) return 'secret';
  if (word !== 'key' && word !== 'keys') return 'none';
  return KEY_QUALIFIERS.has(list[index - 1] ?? '') || KEY_QUALIFIERS.has(list[index - 2] ?? '') ? 'secret' : 'weak';
}
