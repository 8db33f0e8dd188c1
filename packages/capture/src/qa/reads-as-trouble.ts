/** English words for what went wrong, and the same in languages that shells and tools speak. */
const WORDS = [
  'err(?:or(?:ed|s)?)?|fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|exceptions?|traceback|crash(?:ed|es|ing)?|abort(?:ed|ing|s)?|halted|killed',
  'terminated|interrupt(?:ed)?|keyboardinterrupt|broken|invalid|incompatible|unsupported|incorrect(?:ly)?|illegal|malformed|corrupt(?:ed)?',
  'unexpected|undefined|undeclared|unresolved|unreachable|unable|cannot|refused|denied|missing|mismatch(?:ed|es)?|exceed(?:s|ed)|obsolete',
  'violat(?:ed?s?|ions?)|falsif(?:ied|iable|ying)|vulnerab(?:le|ility)|disconnected|unreadable|regress(?:ed|ions?)|unknown word',
  'no such|no good|no \\p{L}+ left|no (?:version|switch|command|display|devices?)|argument list too long|too many|stack trace|exec format',
  "password is required|treated as errors?|(?:do|does|did|could|can) not|(?:do|does|did|could)n['’]t|can['’]t",
  "(?:not|n['’]t) (?:yet )?(?:recognized|valid|found|set|defined|installed|available|allowed|permitted|supported)",
  'timed out|oomkilled|double free|unhandled|uncaught|differs?|did not match|out of (?:date|sync)|forbidden|unauthorized|duplicates?|conflict',
  'unmet|dead links?|circular|unsuccessful(?:ly)?|not (?:all|pass(?:ed|ing)|formatted)|needs? formatting|went wrong|oops|below|false|nok|ng|ko',
  'fehler|fehlgeschlagen|gescheitert|nicht gefunden|ungültig|erreurs?|échec|échoué|introuvable|fallos?|fallid[oa]s?|no encontrad[oa]',
  'erros?|falhas?|falhou|não encontrad[oa]|errore|errori|fallit[oi]|non trovat[oa]|fouten?|mislukt|niet gevonden|misslyckades|hittades inte',
].join('|');
const TROUBLE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${WORDS})(?![\\p{L}\\p{N}])|ошибк|не найден|сбой|失败|失敗|错误|錯誤|エラー|未找到|找不到|見つかりません|실패|오류`,
  'iu',
);
/** Errors by the names of systems and programs, and marks of linters. */
const NAMED =
  /\bE(?:ACCES|ADDRINUSE|CONN[A-Z]+|HOSTUNREACH|MFILE|NOENT|NOSPC|NOTFOUND|PERM|PIPE|TIMEDOUT)\b|^\s*\[[EFW]\] |\*\*\* |[\u{1F4A5}\u{1F534}\u{26D4}\u{1F6A8}\u{1F44E}]|^\W*Issue: |^\S+:\d+ (?:DL|MD|SC)\d{3,4}\b/u;
/** A place in a file at the start of a line, as compilers and linters print it in front of what they found there. */
const PLACE =
  /^\W{0,9}(?!\w+:\/\/)[^\s:(]{0,300}\w\.[a-z]\w{0,9}(?::\d+(?::\d+)?:? |:\d+:(?:\d+:)?\S|\(\d+(?:, ?\d+)?\):? )|^\w+file:\d+(?::\d+)? /i;
/** What formatters would change. */
const WOULD_CHANGE = /^(?:diff |Diff in |@@ |--- \S|\+\+\+ \S)/;
const COUNTED =
  /\b(?:fail(?:ed|ing|ures?|s)?|errors?|errored|invalid|crash(?:ed|es|ing)|issues?|problems?|violations?|broken)(?: [a-z]+){0,2}\s*(?:[:=]?\s*[1-9]|\([1-9]\d*\))|(?<![\w.])[1-9]\d* (?:[a-z]+ ){0,2}(?:issues?|problems?|violations?)\b|^\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]/i;
/** A count of nothing bad. */
const NOTHING_BAD =
  /(?<![\w.])(?:0|no|without|zero)\s+(?:[a-z]+\s+){0,2}(?:err(?:ors?)?|fail(?:s|ed|ures?|ing)?|failures?|crashe[sd]|exceptions?|missing|broken|invalid|violations?|vulnerabilities|regressions?|mismatches)\b|\b(?:err(?:ors?)?|fail(?:s|ed|ures?|ing)?|fatal|crash(?:ed|es|ing)|exceptions?|missing|broken|invalid|violations?|mismatches)(?: [a-z]+)?\s*[:=(]?\s*0\b/gi;
/** What makes it a remark, or a matter that was dealt with. */
const SETTLED =
  /\b(?:warn(?:ings?)?|note|info|hint|debug|deprecated|deprecation|fix(?:e[sd])?|handle[sd]?|as expected|expected (?:failures?|errors?)|(?:is|are|was|were) expected|ignor(?:e[sd]?|ing)|retr(?:y|ies|ied|ying)|skip(?:s|ped|ping)?|optional)\b/i;

/**
 * Whether a line of a log, whichever tool printed it, reads as if something went wrong. That proves no failure; but where no summary says that
 * all is well, an exit code of 0, which may be that of a pipe or of `|| true`, makes no passed run of it.
 */
export function readsAsTrouble(whole: string): boolean {
  // What is longer is data.
  const line = whole.slice(0, 1000);
  if (line.length < 2) return false;
  const talk = withoutNames(line).replaceAll(NOTHING_BAD, ' ');
  if (WOULD_CHANGE.test(line) || NAMED.test(line) || COUNTED.test(talk)) return true;
  return !SETTLED.test(line) && (PLACE.test(line) || TROUBLE.test(talk));
}

/** A line without what stands in quotation marks, paths, file names and words with hyphens in them: each may be named after any trouble. */
function withoutNames(line: string): string {
  const words = line.replaceAll(/"[^"]*"|`[^`]*`/g, ' ').split(/\s+/);
  return words.filter((word) => !/[/\\_]|[\p{L}\p{N}][.-]\p{L}/u.test(word)).join(' ');
}
