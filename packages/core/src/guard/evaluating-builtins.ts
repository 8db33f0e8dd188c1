import type { ShellWord } from './shell-token.ts';

const COMPARES = /^-(?:eq|ne|lt|le|gt|ge)$/;
const TAKES_NAMES = new Set(['let', 'declare', 'typeset', 'local', 'readonly', 'read', 'unset', 'wait']);
const EVALUATING = new Set([...TAKES_NAMES, 'export', 'printf', 'test', '[', '[[']);

/**
 * Whether a builtin may run what its arguments come to. Names and numbers are arithmetic to some of them, and an index in arithmetic
 * runs `$( )` even where single quotes or a file have it.
 */
export function mayEvaluate(name: string, args: readonly ShellWord[]): boolean {
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
