import { codesOf } from './token-boundary.ts';

const QUOTE = String.raw`(?:"{3}(?=[^"])|'{3}(?=[^'])|\\{0,16}["'\x60]|\\{1,8}u002[27]|&quot;|&#3[49];|%2[27])`;
const ASSIGN = String.raw`(?:(?:[:?+.|]{0,3}|\?\?|!)={1,3}>?|:{1,2}(?!\/\/)|：|=>|->|%3[AaDd]|\\{1,8}u003[ad])`;
const TYPE = String.raw`(?:(?:[ \t]{0,4}:[ \t]{0,4}&(?:'\w{1,12}[ \t])?|[ \t]As[ \t]|[ \t]{0,4}:?[ \t]{0,4})(?!(?:id|ID|Id|name|Name|type|Type|ref|URI|class|href|version)[ \t=])[A-Za-z][\w<>[\]|&.?]{0,24}(?=[ \t]{0,4}=[^=>])|[ \t]\{[\w; ]{4,30}\}(?=[ \t]{0,4}=))`;
// `**token**:`, `<b>token</b>:`, and `**token:**`.
const MARKUP = String.raw`(?:\*{1,3}|<\/\w{1,8}>)?`;
// `password for the admin:`, `token (staging):`.
const PURPOSE = String.raw`(?:[ \t]for(?:[ \t][\w@.-]{1,24}){1,4}(?=:)|[ \t]\([\w ,.@-]{1,24}\)(?=[:=]| is))?`;
// What may stand right before a value: markup, a YAML tag or anchor, a list, a property called value, the prefix of a string.
const OPENING = [
  `(?:\\*{1,2}(?=[^\\s*])|[“”„«‹]|<code>|<<(?=")|!![a-z]{3,6}[ \\t]|&\\w{1,20}[ \\t](?=\\S))?`,
  `(?:\\[\\s{0,40}(?=${QUOTE})|(?:\\{\\s{0,80}|\\r?\\n[ \\t]{1,40})${QUOTE}?(?:value|default)${QUOTE}?[ \\t]{0,4}[:=][ \\t]{0,4})?`,
  `(?:[@bBrRuUfFL$]{1,2}(?=\\\\{0,16}["']))?`,
].join('');

// From the end of the key name to the beginning of the value: `": "`, ` = `, `" value="`, `>`, `", "`, ` := @"` ...
const TO_VALUE = new RegExp(
  [
    `(?:\\[\\d{0,4}\\]|[ \\t]\\d{1,2}(?=:)|${QUOTE})?(?:${QUOTE}|\\]|\\)(?=[ \\t]{0,4}(?:\\|\\||\\?|or[ \\t]))|\\}(?=[ \\t]{0,4}=))?`,
    `(?:[?!](?!\\w))?${MARKUP}(?:`,
    `(?:${TYPE}|${PURPOSE})[ \\t]{0,20}${ASSIGN}${MARKUP}[ \\t]{0,40}(?:[|>][+-]?[ \\t]{0,4}\\r?\\n[ \\t]{1,40}|\\r?\\n?[ \\t]{0,40}(?=\\\\{0,16}["']))?${OPENING}`,
    `|[ \\t]{0,8}(?:\\|\\||\\?\\?|\\?:|or)\\s{0,40}(?=${QUOTE})`,
    `|\\s{0,20},?\\s{0,40}${QUOTE}?[Vv]alue${QUOTE}?[ \\t]{0,4}[:=][ \\t]{0,4}`,
    `|[ \\t]{0,8}(?:,[ \\t]{0,8}(?:<<)?|\\(|\\.assign\\(|[ \\t]{1,4}(?=["']))(?=${QUOTE})`,
    `|[ \\t]{0,4}\\{\\s{0,80}(?:[a-z_]{1,24}[ \\t]{0,20}=[^\\n{}]{0,120}\\n\\s{0,80}){0,4}default[ \\t]{0,20}=[ \\t]{0,8}`,
    `|[ \\t]{1,4}-(?:[Ss]tring)?[ \\t]{1,4}(?=["'])`,
    `|\\s{0,4}\\/?>\\s{0,40}(?:<(?:value|string)>)?(?:<!\\[CDATA\\[)?`,
    // Only words, a line break or a border between them: the value must be one beyond doubt.
    `|([ \\t]{0,20}\\|[ \\t]{0,20}(?=[\\w"'\x60])`,
    `|${PURPOSE}[ \\t]{1,3}(?:is|was|to)(?:[ \\t](?:now|still|set[ \\t]to))?[: \\t]{1,4}`,
    `|[ \\t]{0,4}[:=]${MARKUP}(?:[ \\t]{0,4}\\r?\\n){1,2}[ \\t]{0,8}(?:\x60{3}\\w{0,10}\\r?\\n[ \\t]{0,8})?(?:[-*][ \\t]{1,3})?`,
    `|[ \\t]{1,4}(?:→|–|—|-|\\()[ \\t]{0,4}|,[ \\t]{0,4}`,
    `|\\s{0,20}<\\w{1,10}>`,
    `|[ \\t]{1,4}(?=\\S))`,
    `)(?:(${QUOTE})|(?=[^\\s"'\x60]))(?:(Bearer|Basic|Token|Api-?[Kk]ey|Api-Token|token|bearer|basic|SSWS|Bot|Splunk|GenieKey|OAuth|GoogleLogin auth=)(?:[ \\t]{1,4}|%20))?`,
  ].join(''),
  'y',
);

/** What stands between a key name and its value, the quote that opens the value, and the scheme of an authorization. */
export interface WayToValue {
  readonly toValue: string;
  readonly quote: string | undefined;
  readonly scheme: string | undefined;
  /** Whether nothing but words, blanks or a line break leads to the value, as in a sentence or a table. */
  readonly loose: boolean;
}

/** How text leads from a key name that ends at `nameEnd` to a value; undefined where it does not. */
export function wayToValue(text: string, nameEnd: number): WayToValue | undefined {
  const plain = plainWay(text, nameEnd);
  if (plain !== undefined) return plain;
  TO_VALUE.lastIndex = nameEnd;
  const match = TO_VALUE.exec(text);
  return match === null
    ? undefined
    : { toValue: match[0], quote: match[2], scheme: match[3], loose: match[1] !== undefined };
}

const SINGLE = 39;
const DOUBLE = 34;
const EQUALS = 61;
const COLON = 58;
const BLANK = 32;
// Digits, and letters that begin no scheme and no prefix of a string: there is nothing else to read before the value.
const FIRST_OF_VALUE = codesOf('0123456789acdefhijklmnpqsvwxyzCDEFHIJKLMNPQRUVWXYZ');

/** `name="`, `name: `, `"name": "`: the usual ways, read without the expression for all of them. */
function plainWay(text: string, nameEnd: number): WayToValue | undefined {
  let at = nameEnd;
  if (isQuote(text.charCodeAt(at))) at++;
  const sign = text.charCodeAt(at);
  if (sign !== EQUALS && sign !== COLON) return undefined;
  at++;
  if (text.charCodeAt(at) === BLANK) at++;
  const quoted = isQuote(text.charCodeAt(at));
  if (quoted) at++;
  if (FIRST_OF_VALUE[text.charCodeAt(at)] !== 1) return undefined;
  // Behind a colon a type may stand first, unless the line is over.
  if (!quoted && sign === COLON && !text.slice(at, at + 8).includes('\n')) return undefined;
  const toValue = text.slice(nameEnd, at);
  return { toValue, quote: quoted ? text.charAt(at - 1) : undefined, scheme: undefined, loose: false };
}

function isQuote(code: number): boolean {
  return code === SINGLE || code === DOUBLE;
}
