/** A word of a command line. */
export interface ShellWord {
  /** The word with quotes and escapes resolved. What the shell would fill in (variables, substitutions) is left out. */
  readonly text: string;
  /** True when the shell would change or multiply the word: variables, substitutions, globs, braces. */
  readonly isDynamic: boolean;
  /** The part of the text that is fixed: all of it, unless the word is dynamic. */
  readonly prefix: string;
  /** What a dynamic word may come to, as {@link mayName} reads it: the text with signs for what the shell fills in. */
  readonly pattern?: string;
  /** True when it stands for anything in the folder that it names, as `{}` of `find -exec` does. */
  readonly standsForContent?: boolean;
  /** True when a variable or a substitution is part of it, which can become several words, or an option. */
  readonly hasExpansion?: boolean;
  /** True when all of its expansions are in double quotes and come to exactly one word. */
  readonly isOneWord?: boolean;
}

/** A word, an operator, or a redirection with where it leads. */
export type ShellToken =
  | { readonly kind: 'word'; readonly word: ShellWord }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirect'; readonly operator: string; readonly target: ShellWord; body: string | null };

/** A command line taken apart. */
export interface ShellTokens {
  readonly tokens: readonly ShellToken[];
  /** The command lines inside `$( )`, backticks and `<( )`. */
  readonly substitutions: readonly string[];
  /** What of it may run or name more than its text tells. */
  readonly doubts: readonly string[];
  /** Why the rest could not be read; null when all was. */
  readonly problem: string | null;
}

/** The directory a command runs in, as a word. */
export const HERE: ShellWord = { text: '.', isDynamic: false, prefix: '.' };

/** True for a word that the shell may turn into an option. */
export function mayBecomeOption({ isDynamic, hasExpansion, prefix }: ShellWord): boolean {
  return isDynamic && (hasExpansion === true || prefix === '' || prefix.startsWith('-'));
}
