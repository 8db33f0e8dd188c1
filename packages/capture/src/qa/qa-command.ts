/** What a command line says about its exit code. */
export interface QaCommand {
  /** True where nothing in it runs a check: it asks for a version, lists tests, or only prints. */
  readonly runsNothing: boolean;
  /** True where its exit code is 0 whatever the check says, or is that of another command. */
  readonly hidesExitCode: boolean;
}

/** Options with which a runner runs nothing. */
const ASKS =
  /(?:^|\s)(?:--(?:version|help|listTests|list-tests|list-files|list|collect-only|co|dry-run|dryRun|just-print|recon|showConfig|show-config|print-config|show-only|setup-plan|fixtures|markers)|-V|-h)(?:=\S*)?(?=\s|$)/;
const ASKS_IN_ITS_OWN_WAY =
  /^(?:g?make\s(?:.*\s)?-[a-zA-Z]*n[a-zA-Z]*(?=\s|$)|(?:node|npm|npx|pnpm|yarn|php|ruby|perl|java|mvn|gradle|cargo|rustc|eslint|tsc)\s+-v$|(?:go|cargo|deno|bun|mvn)\s+(?:version|help)\b|vitest\s+list\b|go\s+test\s(?:.*\s)?-list\b|ctest\s(?:.*\s)?-N\b|gradlew?\s(?:.*\s)?-m\b)/;
/** Commands that are no check, whatever they print. */
const NO_CHECK =
  /^(?:true|false|:|\[{1,2}|test|echo|printf|cat|head|tail|less|more|type|pwd|cd|ls|set|export|declare|readonly|local|let|trap|source|\.|exit|sleep|date|whoami|which|env|clear|mkdir|touch|cp|mv|tee|wait)(?:\s|$)/;
/** What stands before the command proper. */
const BEFORE =
  /^(?:(?:[A-Za-z_]\w*=\S*|npx|bunx|time|sudo|command|exec|env|(?:pnpm|npm|yarn|bun) (?:exec|dlx|x)(?: --)?|python3? -m|bundle exec|\.\/|\S*\/)\s*)+(?=\S)/;
const SHELL = /^(?:\S*\/)?(?:ba|da|z|k)?sh\s+(?:-\w+\s+)*-\w*c\s+(["'])(.*)\1$/;
/** Ends with a command that always succeeds, or in the background. */
const SWALLOWED = /(?:\|\||;)\s*(?:(?:\/\S+\/)?true|:|exit 0|(?:echo|printf|date|cat)\b[^;&|]*)\s*[)}]?$|[^&|>]&$/;
/** Pipes into a command that succeeds whatever it is given. */
const PIPED =
  /\|&?\s*(?:tee|cat|head|tail|grep|sed|awk|less|more|ts|sort|uniq|tr|cut|jq|wc|col|pv|xcpretty|xcbeautify|pino-pretty)(?=\s|$)/;
/** Turned round, asked by the shell, kept from ending it, or left behind in the background. */
const ASKED_BY_SHELL =
  /(?:^|[;&|({]\s*|\b(?:then|do|else)\s+)(?:!\s|(?:if|elif|while|until|for|case|select|trap|eval|coproc|function)\b)|(?<![&>|])&(?![&>])(?=\s*\S)/;
/** A program in the line itself that only says something, or nothing. */
const IDLE_PROGRAM =
  /^(?:node|bun|ruby|perl|python[\d.]*)\s+(?:-[cepE]|--eval|--print)[\s=]*(["']?)(?!.*\b(?:import|require|raise|throw|die|assert)\b)\s*(?:(?:console\.log|print|puts|process\.exit|sys\.exit|exit)\b[^;]*|[\w.\s;]*)\1$/;
const TOLD_TO_SUCCEED =
  /(?:^|\s)(?:--(?:exit-zero|soft-fail|ignore-errors|fail-never|no-fail|no-exit-code|exit-code[= ]0)|-fn|-Dmaven\.test\.failure\.ignore(?:=true)?)(?=\s|$)|(?:^|[;&|]\s*)g?make\s(?:[^;&|]*\s)?-[a-hj-zA-Z]*i[a-zA-Z]*(?=\s|$)/;

/** Reads a command line as far as it says what its exit code is worth. */
export function readQaCommand(line: string): QaCommand {
  const typed = line.trim().slice(0, 2000);
  const plain = (SHELL.exec(typed)?.[2] ?? typed).replace(/"[^"]*"|'[^']*'/g, '""').trim();
  const parts = plain.split(/&&|\|\||[;|&]/).map((part) =>
    part
      .trim()
      .replace(/^[({]\s*/, '')
      .replace(BEFORE, ''),
  );
  const isIdle = IDLE_PROGRAM.test((SHELL.exec(typed)?.[2] ?? typed).trim());
  const runsNothing =
    isIdle ||
    parts.every((part) => part === '' || NO_CHECK.test(part) || ASKS.test(part) || ASKS_IN_ITS_OWN_WAY.test(part));
  const isPiped = PIPED.test(plain) && !/\bpipefail\b/.test(plain);
  const isHidden =
    isPiped ||
    SWALLOWED.test(plain) ||
    TOLD_TO_SUCCEED.test(plain) ||
    ASKED_BY_SHELL.test(plain) ||
    goesOnAfterCheck(plain);
  return { runsNothing, hidesExitCode: isHidden };
}

/** Whether a command before the last may be the check: what comes behind a `;` runs however it ended. */
function goesOnAfterCheck(plain: string): boolean {
  if (/\bset -\w*e/.test(plain) || !plain.includes(';')) return false;
  const earlier = plain.split(';').slice(0, -1);
  return earlier.some((part) => part.trim() !== '' && !NO_CHECK.test(part.trim().replace(BEFORE, '')));
}
