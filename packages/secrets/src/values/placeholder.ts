const PLACEHOLDER_WORDS =
  /example|sample|placeholder|change[-_ ]?(?:me|this|it)|your[-_ ]|your(?:api|key|token|secret|password|own)|[-_]your|insert[-_]|replace[-_ ]?(?:me|this|with)|dummy|redacted|fake|x{4}|\*{3}|\.{3}|…|•{3}|^<[a-z]|<[a-z][\w .-]{1,60}>|not[-_ ]?(?:a|my)[-_ ]?real|put[-_]|(?:key|token|secret|password|goes)[-_ ]?here|todo|fixme|foobar|lorem|deadbeef|notreal|invalid|(?:my|some)[-_](?:api|secret|token|key|pass)/i;

/** Whether `value` is written to be replaced: "EXAMPLE", "changeme", "xxxx", "<token>", "***". */
export function isPlaceholder(value: string): boolean {
  const word = PLACEHOLDER_WORDS.exec(value.length > 160 ? value.slice(0, 160) : value)?.[0];
  if (word === undefined) return false;
  // `fAKe` is chance, people write `fake`, `Fake` or `FAKE`.
  const [, ...rest] = word;
  return rest.join('') === rest.join('').toLowerCase() || word === word.toUpperCase();
}

/**
 * Whether the end of `value` was typed by running along the keyboard or holding a key (`aaaa`, `123456`, `abcdef`): most
 * neighbouring characters are equal or next to each other. Random text has under a quarter of those. Short values are
 * judged more strictly than long ones.
 */
export function isPatterned(value: string): boolean {
  const tail = value.slice(-24);
  if (tail.length < 8) return false;
  return new Set(tail).size < 5 || stepShare(tail, 1) >= (value.length < 20 ? 0.6 : 0.8);
}

/**
 * Whether a token with a format of its own is filled up with one character or with the alphabet. Less than
 * {@link isPatterned} asks: people do make up tokens such as `1234567890abcdef`, and nobody can tell them from leaked ones.
 */
export function isFiller(token: string): boolean {
  const tail = token.slice(-24);
  if (new Set(tail).size < 5 || (tail.length > 16 && new Set(tail.slice(-16)).size < 4)) return true;
  return stepShare(tail, 0) >= 0.5 || /abcdefghijklmnopqrstuvwxyz/i.test(token);
}

/** Share of neighbouring characters that are at most `reach` apart, upwards. */
function stepShare(text: string, reach: 0 | 1): number {
  let steps = 0;
  for (let index = 1; index < text.length; index++) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - 1);
    if (step === 0 || step === reach) steps++;
  }
  return steps / Math.max(1, text.length - 1);
}

const REFERENCE =
  /^(?:[$@%#]\{|\$\(|\{\{|\{%|<%|%\(|#\{|\$[A-Za-z_]\w*(?:$|[^\w!@#$%^&*-])|\$\d(?:$|[^\w!@#$%^&*+-])|%\w+%$|@[A-Z_]+@$|!(?:ref|sub|getatt|vault|env|secret)|(?:vault|ssm|aws-?ssm|secretsmanager|op|env|file|azure-?kv|gcp-?sm|keyring|keychain|doppler|sops|ref\+\w+|resolve|arn|urn|data|https?|s3|gs):|enc\[|\*\*|@microsoft\.keyvault|process\.|os\.|env[.[]|import\.meta|config[.[]|secrets?[.[]|vars?\.|self\.|this\.|props\.|args\.|req(?:uest)?\.|data\.|ctx\.|settings\.|local\.|module\.|params?[.[]|getenv|sys\.|system\.|deno\.|bun\.|std::|new |await |null|none|undefined|true|false)/i;

/**
 * Whether `value` only says where the secret is kept: `${VAR}`, `process.env.X`, `vault:...`, `{{ secret }}`;
 * or is a pattern for one. */
export function isReference(value: string): boolean {
  return (
    REFERENCE.test(value) ||
    /\$\{[\w.]|\{\{|\}\}|\$\([a-z][^()]{0,200}\)|%\(\w+\)[sdr]|process\.env|os\.environ|getenv|secrets\.[A-Z_]|\[[^\]]{0,20}[a-z0-9]-[a-z0-9][^\]]{0,20}\]|\{\d{1,4},?\d{0,4}\}|\(\?[:=!<]/i.test(
      value,
    )
  );
}
