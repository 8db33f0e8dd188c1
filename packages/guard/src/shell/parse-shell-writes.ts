import { scriptEffects } from './everyday-commands.ts';
import { lexShell } from './lex-shell.ts';
import { mayBecomeOption, type ShellWord } from './shell-token.ts';
import { type CommandContext, HANDLERS, LOOKS_ITSELF, READ_ONLY } from './shell-commands.ts';
import { isOwnProgram } from './own-commands.ts';
import { EffectCollector, type ShellEffects } from './shell-effects.ts';
import { type SimpleCommand, splitCommands } from './split-commands.ts';
import { STEERING_VARIABLES } from './steering-variables.ts';

const COMPARES = /^-(?:eq|ne|lt|le|gt|ge)$/;

const TAKES_NAMES = new Set(['let', 'declare', 'typeset', 'local', 'readonly', 'read', 'unset', 'wait']);

const EVALUATING = new Set([...TAKES_NAMES, 'export', 'printf', 'test', '[', '[[']);

/** A longer line is not looked at: what it does is unclear. */
const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 8;
const MAX_DIRECTORIES = 16;
const MAX_PATH = 1024;
/** Files that are no files: writing to them changes nothing. */
const DEVICES = /^\/dev\/(?:null|stdout|stderr|tty|zero|full|fd\/\d+)$/;
const TRUSTED_FOLDERS = /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin\/[^/]+$/;
/**
 * Tells which files a POSIX or bash command line may write, create, change or remove, as far as that can be told from its text:
 * redirections, here-documents, the usual commands, those run by others (`bash -c`, `eval`, `xargs`, `find -exec`, `sudo`, `env`),
 * substitutions and subshells, and `cd` on the way. Everything that cannot be told is listed in `unclear`. Never throws.
 *
 * @example
 * ```ts
 * import { parseShellWrites } from '@batonkit/guard';
 *
 * const { writes, unclear } = parseShellWrites('cd docs && echo hi > a.md && rm -rf ../src "$TARGET"');
 * writes.map(({ path }) => path); // => ['docs/a.md', 'docs/../src', 'docs/']
 * unclear; // => ['rm has an argument that the shell fills in', 'rm writes to a path that the shell fills in']
 * parseShellWrites('git status && grep -r x src 2>/dev/null').unclear; // => []
 * ```
 */
export function parseShellWrites(commandLine: string): ShellEffects {
  const effects = new EffectCollector();
  if (commandLine.length > MAX_CHARACTERS) effects.doubt('the command line is too long to be looked at');
  else readLine(commandLine, effects, 0);
  const { writes, mentions, entered, roams, runs, decisions, unclear } = effects;
  return { writes, mentions, entered, roams, runs, decisions, unclear };
}

function readLine(text: string, effects: EffectCollector, depth: number): void {
  if (depth > MAX_DEPTH) {
    effects.doubt('commands are nested too deeply to be looked at');
    return;
  }
  const { tokens, substitutions, doubts, problem } = lexShell(text);
  for (const doubt of doubts) effects.doubt(doubt);
  if (problem !== null) effects.doubt(`the command line cannot be read: ${problem}`);
  const start = effects.directories;
  for (const substitution of substitutions) {
    readLine(substitution, effects, depth + 1);
    effects.directories = start;
  }
  const isGrouped = tokens.some((token) => token.kind === 'operator' && (token.text === '(' || token.text === ')'));
  const definesFunction = tokens.some((token, index) => {
    const [open, close] = [tokens[index + 1], tokens[index + 2]];
    return (
      token.kind === 'word' &&
      open?.kind === 'operator' &&
      open.text === '(' &&
      close?.kind === 'operator' &&
      close.text === ')'
    );
  });
  if (definesFunction) effects.doubt('a function is defined, which may stand for a command');
  let before: readonly string[] | null = [];
  for (const command of splitCommands(tokens)) {
    // Only after `&&` is it certain that an earlier `cd` went well and happened in this very shell.
    if (command.joinedBy !== '&&' || isGrouped) effects.directories = union(effects.directories, before);
    const from = effects.directories;
    runCommand(command, effects, depth);
    if (effects.directories !== from) before = union(before, from);
  }
}

function union(some: readonly string[] | null, more: readonly string[] | null): readonly string[] | null {
  if (some === null || more === null) return null;
  const all = [...new Set([...some, ...more])];
  if (all.length > MAX_DIRECTORIES) return null;
  return all.length === some.length ? some : all;
}

function runCommand(command: SimpleCommand, effects: EffectCollector, depth: number): void {
  const { assignments, words, redirects } = command;
  if (!effects.step()) return;
  effects.startCommand();
  const [first, ...args] = words;
  const name = first?.text.replace(/^.*\//, '') ?? '';
  for (const { operator, target } of redirects) {
    if (operator === '<<' || operator === '<<-' || operator === '<<<') continue;
    const isDuplicate = (operator === '>&' || operator === '<&') && /^\d*-?$/.test(target.text) && !target.isDynamic;
    if (operator === '<' || operator === '<&') effects.mention(name, target);
    else if (target.text === '' && !target.isDynamic) continue;
    else if (!isDuplicate && !DEVICES.test(target.text)) effects.write(`${name} ${operator}`.trim(), target);
  }
  for (const assignment of assignments) {
    effects.mention('assignment', { ...assignment, isDynamic: true });
    if (/\$\(|`/.test(assignment.text)) effects.doubt('a variable holds a command');
    if (steers(assignment)) effects.doubt('a variable is set that changes what runs');
  }
  if (first === undefined) return;
  for (const word of args) effects.mention(name, word);
  if (mayEvaluate(name, args)) effects.doubt(`${name} may run what it is given`);
  if (first.isDynamic) effects.doubt('the name of a command is filled in by the shell');
  else if (first.text.includes('/') && !TRUSTED_FOLDERS.test(first.text)) runPath(first, args, effects, depth, command);
  else if (name === 'cd' || name === 'pushd' || name === 'popd') changeDirectory(name, args, effects);
  else if (
    /^(?:export|declare|typeset|local|readonly)$/.test(name) &&
    args.some(({ prefix }) => STEERING_VARIABLES.test(prefix))
  )
    effects.doubt('a variable is set that changes what runs');
  else if (/^(?:read|printf|for|select)$/.test(name) && args.some(({ text }) => STEERING_VARIABLES.test(`${text}=`)))
    effects.doubt('a variable is set that changes what runs');
  else if (Object.hasOwn(HANDLERS, name)) {
    // It may become an option, and one that writes.
    if (!LOOKS_ITSELF.has(name) && args.some(mayBecomeOption))
      effects.doubt(`${name} has an argument that the shell fills in`);
    HANDLERS[name]?.(contextOf(name, args, effects, depth, command));
  } else if (!READ_ONLY.has(name)) effects.doubt(`can't tell what ${name.slice(0, 60)} does`);
}

function contextOf(
  name: string,
  args: readonly ShellWord[],
  effects: EffectCollector,
  depth: number,
  { redirects, joinedBy }: SimpleCommand,
): CommandContext {
  return {
    name,
    args,
    effects,
    body:
      redirects.find(({ body }) => body !== null)?.body ??
      redirects.find(({ operator }) => operator === '<<<')?.target.text ??
      null,
    isPiped: joinedBy === '|' || joinedBy === '|&',
    runWords: (nested) => {
      if (depth > MAX_DEPTH) effects.doubt('commands are nested too deeply to be looked at');
      else if (nested.length > 0)
        runCommand({ assignments: [], words: nested, redirects: [], joinedBy }, effects, depth + 1);
    },
    runText: (text) => readLine(text, effects, depth + 1),
  };
}

/** A program that is called by its path: one that the package manager put there, or a script of the repository. */
function runPath(
  file: ShellWord,
  args: readonly ShellWord[],
  effects: EffectCollector,
  depth: number,
  command: SimpleCommand,
): void {
  const installed = /(?:^|\/)node_modules\/\.bin\/([\w.-]+)$/.exec(file.text)?.[1];
  const program = isOwnProgram(file.text) ? 'baton' : installed;
  if (program !== undefined && Object.hasOwn(HANDLERS, program)) {
    effects.run(file.text, file);
    HANDLERS[program]?.(contextOf(program, args, effects, depth, command));
  } else scriptEffects(contextOf(file.text.slice(0, 60), args, effects, depth, command), file);
}

/** A pager that only prints and an editor that does nothing are harmless. */
function steers({ text, prefix, isDynamic }: ShellWord): boolean {
  if (
    !isDynamic &&
    /^(?:(?:GIT_|MAN)?PAGER=(?:cat)?|(?:GIT_)?(?:SEQUENCE_)?EDITOR=(?:true|:)|GIT_TERMINAL_PROMPT=[01]|(?:CC|CXX)=(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d+)?)$/.test(
      text,
    )
  )
    return false;
  return STEERING_VARIABLES.test(prefix);
}

function changeDirectory(name: string, args: readonly ShellWord[], effects: EffectCollector): void {
  const target = args.find(({ text }) => !/^-[LPe@]+$/.test(text) && text !== '--');
  const path = target?.text ?? '~';
  if (name === 'popd' || target?.isDynamic === true || /^[-+]/.test(path)) effects.directories = null;
  else {
    const led = /^[/~]/.test(path)
      ? [path]
      : (effects.directories?.map((directory) => (directory === '' ? path : `${directory}/${path}`)) ?? null);
    // `cd` drops a name together with the `..` behind it, even when the name is a link; commands follow the link first.
    const isTooLong = led?.some((directory) => directory.length > MAX_PATH) ?? true;
    effects.directories = led === null || isTooLong ? null : union(led, led.map(dropParents));
  }
}

function dropParents(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..' && names.at(-1) !== '') names.pop();
    else if (name !== '.' && (name !== '' || names.length === 0)) names.push(name);
  }
  return names.join('/') || (path.startsWith('/') ? '/' : '.');
}

/**
 * Whether a builtin may run what its arguments come to. Names and numbers are arithmetic to some of them, and an index in arithmetic
 * runs `$( )` even where single quotes or a file have it.
 */
function mayEvaluate(name: string, args: readonly ShellWord[]): boolean {
  if (!EVALUATING.has(name)) return false;
  if (args.some(({ text }) => /\$\(|`/.test(text))) return true;
  if (TAKES_NAMES.has(name))
    return args.some(({ text, hasExpansion }) => hasExpansion === true || /^[-+]\w*i/.test(text));
  if (name === 'export') return args.some(({ prefix, hasExpansion }) => hasExpansion === true && !prefix.includes('='));
  const asksForName = args.some(({ text }) => text === '-v');
  if (asksForName && args.some(({ hasExpansion }) => hasExpansion === true)) return true;
  return (
    name === '[[' &&
    args.some(({ text }, index) => COMPARES.test(text) && (!isNumber(args[index - 1]) || !isNumber(args[index + 1])))
  );
}

function isNumber(word: ShellWord | undefined): boolean {
  return word !== undefined && !word.isDynamic && /^-?\d+$/.test(word.text);
}
