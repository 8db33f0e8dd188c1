const PLACEHOLDER_WORDS =
  /example|sample|placeholder|change[-_ ]?(?:me|this|it)|your[-_ ]|your(?:api|key|token|secret|password|own)|[-_]your|insert[-_]|replace[-_ ]?(?:me|this|with)|dummy|redacted|fake|x{4}|\*{3}|\.{3}|…|•{3}|<[a-z]|not[-_ ]?(?:a|my)[-_ ]?real|put[-_]|(?:key|token|secret|password|goes)[-_ ]?here|todo|fixme|foobar|lorem|deadbeef|notreal|invalid|(?:my|some)[-_](?:api|secret|token|key|pass)/i;

/** Whether `value` is written to be replaced: "EXAMPLE", "changeme", "xxxx", "<token>", "***". */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER_WORDS.test(value.length > 160 ? value.slice(0, 160) : value);
}

/**
 * Whether the end of `value` was typed by running along the keyboard or holding a key (`aaaa`, `123456`, `abcdef`):
 * three of five neighbouring characters are equal or next to each other. Random text has under a quarter of those.
 */
export function isPatterned(value: string): boolean {
  const tail = value.slice(-24);
  const distinct = new Set(tail);
  if (tail.length >= 8 && distinct.size < 5) return true;
  let steps = 0;
  for (let index = 1; index < tail.length; index++) {
    const step = tail.charCodeAt(index) - tail.charCodeAt(index - 1);
    if (step === 0 || step === 1) steps++;
  }
  return tail.length >= 8 && steps * 5 >= (tail.length - 1) * 3;
}

const REFERENCE =
  /^(?:[$@%#]\{|\$\(|\{\{|\{%|<%|%\(|#\{|\$[A-Za-z_]\w*(?:$|[^\w!@#$%^&*])|\$\d|%\w+%$|@[A-Z_]+@$|!(?:ref|sub|getatt|vault|env|secret)|(?:vault|ssm|aws-?ssm|secretsmanager|op|env|file|azure-?kv|gcp-?sm|keyring|keychain|doppler|sops|ref\+\w+|resolve|arn|urn|data|https?|s3|gs):|enc\[|\*\*|@microsoft\.keyvault|process\.|os\.|env[.[]|import\.meta|config[.[]|secrets?[.[]|vars?\.|self\.|this\.|props\.|args\.|req(?:uest)?\.|data\.|ctx\.|settings\.|local\.|module\.|params?[.[]|getenv|sys\.|system\.|deno\.|bun\.|std::|new |await |null|none|undefined|true|false)/i;

/**
 * Whether `value` only says where the secret is kept: `${VAR}`, `process.env.X`, `vault:...`, `{{ secret }}`;
 * or is a pattern for one. */
export function isReference(value: string): boolean {
  return (
    REFERENCE.test(value) ||
    /\$\{[\w.]|\{\{|\}\}|\$\([a-z]|%\(\w+\)|process\.env|os\.environ|getenv|secrets\.[A-Z_]|\[[^\]]{0,20}[a-z0-9]-[a-z0-9][^\]]{0,20}\]|\{\d{1,4},?\d{0,4}\}|\(\?[:=!<]/i.test(
      value,
    )
  );
}
