import { err, ok } from '@batonkit/core';
import type { Command } from 'commander';
import type { BatonIo } from '../io/baton-io.ts';
import type { ShellOptions } from '../kit/open-kit.ts';
import { printOutcome } from '../print/print-outcome.ts';
import { usage } from './read-input.ts';

/** A verb with what can follow it. */
interface Completable {
  /** `task create`. */
  readonly words: string;
  readonly description: string;
  readonly children: readonly string[];
  readonly flags: readonly string[];
  readonly takesTask: boolean;
}

const SCRIPTS: Readonly<Record<string, (verbs: readonly Completable[]) => string>> = {
  bash: bashScript,
  zsh: (verbs) => `#compdef baton\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(verbs)}`,
  fish: fishScript,
};

/** Prints the completion script of a shell and answers the exit code. */
export function printCompletion(
  io: BatonIo,
  baton: Command,
  shell: string,
  { json = false }: Pick<ShellOptions, 'json'>,
): Promise<number> {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  const result =
    script === undefined
      ? err(usage(`There is no completion for ${JSON.stringify(shell.slice(0, 60))}; there is for bash, zsh and fish.`))
      : ok({ shell, script: script(listVerbs(baton, '')) });
  return printOutcome(io, { name: 'completion', input: {}, result, json });
}

function listVerbs(command: Command, prefix: string): readonly Completable[] {
  const own: Completable = {
    words: prefix,
    description: command.description(),
    children: command.commands.map((child) => child.name()),
    flags: command.options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long])),
    takesTask: command.registeredArguments[0]?.name() === 'task-id',
  };
  return [own, ...command.commands.flatMap((child) => listVerbs(child, `${prefix} ${child.name()}`.trim()))];
}

/** Task ids come from the store, when a verb takes one. */
function bashScript(verbs: readonly Completable[]): string {
  const cases = verbs.map(({ words, children, flags, takesTask }) => {
    const tasks = takesTask ? ' $(baton list 2>/dev/null | tail -n +2 | cut -d" " -f1)' : '';
    return `    "${words}") words="${[...children, ...flags].join(' ')}${tasks}" ;;`;
  });
  const families = verbs.filter(({ words, children }) => words !== '' && children.length > 0);
  return `# baton completion: source this file, or put it where your shell looks for completions.
_baton() {
  local current="\${COMP_WORDS[COMP_CWORD]}" verb="" words=""
  if [ "$COMP_CWORD" -gt 1 ]; then
    verb="\${COMP_WORDS[1]}"
    case "$verb" in
      ${families.map(({ words }) => words).join('|') || '-'}) [ "$COMP_CWORD" -gt 2 ] && verb="$verb \${COMP_WORDS[2]}" ;;
    esac
  fi
  case "$verb" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _baton baton
`;
}

function fishScript(verbs: readonly Completable[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  const lines = verbs.flatMap(({ words, description, flags, takesTask }) => {
    const path = words.split(' ').filter((word) => word !== '');
    if (path.length === 0) return [];
    const parent = path.slice(0, -1);
    const isHere =
      parent.length === 0
        ? '__fish_use_subcommand'
        : parent.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const after = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    return [
      `complete -c baton -f -n ${quote(isHere)} -a ${quote(path.at(-1) ?? '')} -d ${quote(description)}`,
      ...flags.map((flag) => `complete -c baton -n ${quote(after)} -l ${flag.slice(2)}`),
      ...(takesTask
        ? [`complete -c baton -n ${quote(after)} -a '(baton list 2>/dev/null | tail -n +2 | cut -d" " -f1)'`]
        : []),
    ];
  });
  return `# baton completion for fish: put it into ~/.config/fish/completions/baton.fish\n${lines.join('\n')}\n`;
}
