import type { ShellToken, ShellWord } from './shell-token.ts';

/** One command of a command line: what it runs, where its output goes, and how it is joined to the one before. */
export interface SimpleCommand {
  /** `NAME=value` before the command. */
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  readonly redirects: readonly (ShellToken & { kind: 'redirect' })[];
  /** The operator before it: `&&`, `|`, `;` ... */
  readonly joinedBy: string;
}

const OPENING = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{', 'coproc', 'time']);
const CLOSING = new Set(['fi', 'done', 'esac', '}']);

/** Splits tokens into commands; the words that only steer (if, then, do ...) are left out. */
export function splitCommands(tokens: readonly ShellToken[]): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: ShellWord[] = [];
  let redirects: (ShellToken & { kind: 'redirect' })[] = [];
  let joinedBy = ';';
  const finish = (operator: string): void => {
    if (words.length > 0 || redirects.length > 0) commands.push({ ...takeAssignments(words), redirects, joinedBy });
    words = [];
    redirects = [];
    joinedBy = operator;
  };
  for (const token of tokens) {
    if (token.kind === 'operator') finish(token.text);
    else if (token.kind === 'redirect') {
      // Inside [[ ]] these compare.
      if (words[0]?.text !== '[[' || words.at(-1)?.text === ']]') redirects.push(token);
    } else if (words.length > 0 || !isSteering(token.word)) words.push(token.word);
  }
  finish(';');
  return commands;
}

function isSteering({ text, isDynamic }: ShellWord): boolean {
  return !isDynamic && (OPENING.has(text) || CLOSING.has(text));
}

function takeAssignments(all: readonly ShellWord[]): Pick<SimpleCommand, 'assignments' | 'words'> {
  const count = all.findIndex(({ prefix }) => !/^[A-Za-z_]\w*\+?=/.test(prefix));
  const end = count === -1 ? all.length : count;
  return { assignments: all.slice(0, end), words: all.slice(end) };
}
