import { codesOf, isAlphanumeric } from './token-boundary.ts';

const AFTER_NAME = codesOf('=:"\'`]\\>?!|+%&(,[ \t');
// What closes a call, an index or markup around the name; only some of what follows it assigns.
const CLOSING = codesOf('*<)}');
const CLOSED =
  /\)[ \t]{0,4}(?:\|\||\?|or[ \t])|\}[ \t]{0,4}=|\*{1,3}(?:[:=]|[ \t]{1,4}(?:[^a-zA-Z]|is[ \t]))|<\/|<\w{1,10}>/y;
// Letters begin a sentence more often than a value, and `<` a tag.
const NOT_AFTER_BLANK = codesOf('abcdefghjklmnopqrstuvxyz<');
const WIDE_COLON = 0xff1a;
const BLANK = 32;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A cheap look at what follows a key name, because most mentions of one assign nothing. */
export function mayAssign(text: string, nameEnd: number): boolean {
  const next = text.charCodeAt(nameEnd);
  if (CLOSING[next] === 1) {
    CLOSED.lastIndex = nameEnd;
    return CLOSED.test(text);
  }
  if (!isBlankCode(next))
    return (
      AFTER_NAME[next] === 1 ||
      next === WIDE_COLON ||
      (next === LINE_FEED && /^\n\s*value/.test(text.slice(nameEnd, nameEnd + 40)))
    );
  let after = nameEnd + 1;
  while (after - nameEnd < 20 && isBlankCode(text.charCodeAt(after))) after++;
  return NOT_AFTER_BLANK[text.charCodeAt(after)] !== 1 || isTypedOrFlag(text, nameEnd, after);
}

function isBlankCode(code: number): boolean {
  return code === BLANK || code === TAB;
}

function isSpaceCode(code: number): boolean {
  return code === BLANK || (code >= TAB && code <= CARRIAGE_RETURN);
}

/** `token string = "..."` in Go, `--token ...` on a command line, a row of .netrc. */
function isTypedOrFlag(text: string, nameEnd: number, after: number): boolean {
  TYPED.lastIndex = after;
  if (nameEnd < 8 || TYPED.test(text) || text.endsWith('password', nameEnd) || isDirective(text, nameEnd)) return true;
  let at = nameEnd - 1;
  while (nameEnd - at < 24 && isWordCode(text.charCodeAt(at))) at--;
  return text.charCodeAt(at) === DASH;
}

const TYPED = /[a-z]{3,8}[ \t]{0,16}=|[\w+/-]{20}|to[ \t]\S{8}|for[ \t][^\n:]{1,60}:/y;
const DASH = 45;
const UNDERSCORE = 95;

function isWordCode(code: number): boolean {
  return isAlphanumeric(code) || code === UNDERSCORE;
}

/** `ENV DB_PASSWORD ...` of a Dockerfile, `requirepass ...` of redis.conf, `bindpw ...` of ldap.conf. */
export function isDirective(text: string, nameEnd: number): boolean {
  let word = nameEnd;
  while (nameEnd - word < 60 && isWordCode(text.charCodeAt(word - 1))) word--;
  let before = word;
  while (word - before < 20 && isSpaceCode(text.charCodeAt(before - 1))) before--;
  if (word > 0 && before === word) return false;
  if (nameEnd - word >= 6 && /^(?:requirepass|masterauth|bindpw|rootpw)$/.test(text.slice(word, nameEnd))) return true;
  return (
    before > 0 &&
    'VGv'.includes(text.charAt(before - 1)) &&
    /(?:^|\s)(?:ENV|ARG|setenv)$/.test(text.slice(Math.max(0, before - 7), before))
  );
}
