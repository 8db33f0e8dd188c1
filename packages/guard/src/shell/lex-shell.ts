import { decodeAnsiC } from './decode-ansi-c.ts';
import { markPattern } from './may-name.ts';
import type { ShellToken, ShellTokens, ShellWord } from './shell-token.ts';

/** Takes a POSIX or bash command line apart. Never throws; linear in the length of the line. */
export function lexShell(text: string): ShellTokens {
  const lexer = new Lexer(text);
  lexer.run();
  return lexer;
}

const META = new Set([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>']);
const OPERATORS = ['&&', '||', ';;', '|&', ';', '&', '|', '(', ')', '\n'];
const REDIRECTS = ['&>>', '<<<', '<<-', '>>', '>|', '>&', '<&', '<>', '&>', '<<', '>', '<'];
const EVALUATES = 'what a variable holds may be evaluated';

/** Deeper nesting is no command line that somebody wrote. */
const MAX_NESTING = 30;

class Lexer implements ShellTokens {
  readonly tokens: ShellToken[] = [];
  readonly substitutions: string[] = [];
  readonly doubts: string[] = [];
  problem: string | null = null;
  readonly #text: string;
  #at = 0;
  #nesting = 0;
  #knowsDocuments = true;
  readonly #pending: {
    readonly token: ShellToken & { kind: 'redirect' };
    readonly trimsTabs: boolean;
    readonly isRaw: boolean;
  }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    while (this.#at < this.#text.length && this.problem === null) {
      const character = this.#text[this.#at] ?? '';
      if (character === ' ' || character === '\t') this.#at += 1;
      else if (this.#text.startsWith('\\\n', this.#at)) this.#at += 2;
      else if (character === '#') this.#skipComment();
      else if (this.#readRedirect() || this.#readOperator()) continue;
      else this.tokens.push({ kind: 'word', word: this.#readWord() });
    }
    if (this.#pending.length > 0) this.#readBodies();
  }

  #skipComment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #readOperator(): boolean {
    const operator = OPERATORS.find((candidate) => this.#text.startsWith(candidate, this.#at));
    if (operator === undefined) return false;
    this.#at += operator.length;
    this.tokens.push({ kind: 'operator', text: operator });
    if (operator === '\n' && this.#pending.length > 0) this.#readBodies();
    return true;
  }

  #readRedirect(): boolean {
    const fd = /^(?:\d{1,5}|\{\w{1,50}\})(?=[<>])/.exec(this.#text.slice(this.#at, this.#at + 60))?.[0] ?? '';
    const start = this.#at + fd.length;
    const operator = REDIRECTS.find((candidate) => this.#text.startsWith(candidate, start));
    if (operator === undefined) return false;
    // `<( )` and `>( )` are words, not redirections.
    if ((operator === '<' || operator === '>') && this.#text[start + 1] === '(') return false;
    this.#at = start + operator.length;
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1;
    const from = this.#at;
    const target = this.#readWord();
    const token = { kind: 'redirect' as const, operator, target, body: null };
    this.tokens.push(token);
    if (operator === '<<' || operator === '<<-') {
      const isRaw = /['"\\]/.test(this.#text.slice(from, this.#at));
      this.#pending.push({ token, trimsTabs: operator === '<<-', isRaw });
    } else if (target.text === '' && !target.isDynamic) this.problem ??= 'a redirection leads nowhere';
    return true;
  }

  #readBodies(): void {
    for (const { token, trimsTabs, isRaw } of this.#pending.splice(0)) {
      const lines: string[] = [];
      for (let isOpen = true; isOpen;) {
        if (this.#at >= this.#text.length) {
          this.problem ??= 'a here-document has no end';
          break;
        }
        let line = this.#readLine();
        // The shell joins such lines before it looks for the end.
        while (!isRaw && /(?:^|[^\\])(?:\\\\)*\\$/.test(line) && this.#at < this.#text.length)
          line = line.slice(0, -1) + this.#readLine();
        isOpen = (trimsTabs ? line.replace(/^\t+/, '') : line) !== token.target.text;
        if (isOpen) lines.push(line);
      }
      token.body = lines.join('\n');
      if (!isRaw) this.#collectSubstitutions(token.body);
    }
  }

  #readLine(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#text.length : end + 1;
    return line;
  }

  /** What the shell runs while it fills in a here-document or a `${ }`. */
  #collectSubstitutions(text: string): void {
    if (!/\$\(|`|\$\{/.test(text)) return;
    const inner = new Lexer(`"${text.replaceAll('"', '')}"`);
    inner.run();
    this.substitutions.push(...inner.substitutions);
    this.doubts.push(...inner.doubts);
    this.problem ??= inner.problem;
  }

  #readWord(): ShellWord {
    let text = '';
    let prefix: string | null = null;
    let hasExpansion = false;
    const fill = (): void => {
      prefix ??= text;
    };
    let isOneWord = true;
    const gaps: number[] = [];
    const globs: number[] = [];
    const expandQuoted = (before: string): void => {
      prefix ??= before;
      gaps.push(before.length);
      hasExpansion = true;
    };
    const expand = (): void => {
      expandQuoted(text);
      isOneWord = false;
    };
    const start = this.#at;
    while (this.#at < this.#text.length && this.problem === null) {
      const character = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      if ((character === '<' || character === '>') && next === '(' && this.#at === start) {
        this.#at += 1;
        this.#readSubstitution();
        expand();
        continue;
      }
      if (META.has(character)) break;
      if (character === '\\') {
        if (next !== '\n') text += next;
        this.#at += 2;
      } else if (character === "'") text += this.#readUntil("'");
      else if (character === '"') text = this.#readDoubleQuoted(text, expandQuoted);
      else if (character === '$' && next === "'") text += this.#readAnsiC();
      else if (character === '$' && next === '"') this.#at += 1;
      else if (this.#isExitCode(text)) {
        this.#at += 2;
        text += '0';
      } else if (character === '$' || character === '`') {
        if (!this.#readExpansion()) text += character;
        else expand();
      } else {
        // A glob or a brace list keeps its characters, so that a message can show it.
        if ('*?['.includes(character) || (character === '{' && this.#opensBraceList())) {
          fill();
          isOneWord = false;
          globs.push(text.length);
        }
        text += character;
        this.#at += 1;
      }
    }
    // In quotes it is the name of a command, and what follows are its redirections.
    if (text === '[[' && this.#at - start !== 2) this.doubts.push('a command is called [[');
    if (/^\[{1,2}$/.test(text)) return { text, isDynamic: false, prefix: text };
    if (prefix === null) return { text, isDynamic: false, prefix: text };
    const pattern = markPattern(text, gaps, globs);
    // `"$@"` and `"${list[@]}"` are as many words as there are.
    if (/\$@|\$\{[@!]|\[@\]/.test(this.#text.slice(start, this.#at))) isOneWord = false;
    return { text, isDynamic: true, prefix, pattern, ...(hasExpansion ? { hasExpansion, isOneWord } : {}) };
  }

  #opensBraceList(): boolean {
    return /^\{[^\s{}]{0,200}(?:,|\.\.)[^\s]{0,200}\}/.test(this.#text.slice(this.#at, this.#at + 420));
  }

  #readUntil(mark: string): string {
    const end = this.#text.indexOf(mark, this.#at + 1);
    if (end === -1) this.problem ??= 'a quotation mark is not closed';
    const text = this.#text.slice(this.#at + 1, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#text.length : end + 1;
    return text;
  }

  #readDoubleQuoted(before: string, expand: (before: string) => void): string {
    let text = before;
    this.#at += 1;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) {
        this.problem ??= 'a quotation mark is not closed';
        return text;
      }
      if (character === '"') {
        this.#at += 1;
        return text;
      }
      if (character === '\\' && '$`"\\\n'.includes(this.#text[this.#at + 1] ?? ' ')) {
        text += (this.#text[this.#at + 1] ?? '').replace('\n', '');
        this.#at += 2;
      } else if (character === '$' || character === '`') {
        if (this.#readExpansion()) expand(text);
        else text += character;
      } else {
        text += character;
        this.#at += 1;
      }
      if (this.problem !== null) return text;
    }
  }

  /** `$?` as a whole value is a number: neither an option, nor a path of ours, nor several words. */
  #isExitCode(before: string): boolean {
    const isWhole = before === '' || before.endsWith('=');
    return isWhole && /^\$\?(?:[\s;|&)]|$)/.test(this.#text.slice(this.#at, this.#at + 3));
  }

  #readAnsiC(): string {
    const { text, end } = decodeAnsiC(this.#text, this.#at + 2);
    if (end === null) this.problem ??= 'a quotation mark is not closed';
    this.#at = end ?? this.#text.length;
    return text;
  }

  /** Reads what begins with `$` or a backtick; false when it is a plain dollar sign, which is then passed. */
  #readExpansion(): boolean {
    if (this.#text[this.#at] === '`') {
      const inner = /^`((?:[^`\\]|\\[^])*)`/.exec(this.#text.slice(this.#at))?.[1];
      if (inner === undefined) this.problem ??= 'a quotation mark is not closed';
      this.#at = inner === undefined ? this.#text.length : this.#at + inner.length + 2;
      this.substitutions.push((inner ?? '').replaceAll(/\\([`$\\])/g, '$1'));
      return true;
    }
    const next = this.#text[this.#at + 1] ?? '';
    this.#at += 1;
    if (next === '(') this.#readSubstitution();
    else if (next === '{') this.#readParameter();
    else {
      if (next === '[') this.doubts.push(EVALUATES);
      const name = /^(?:[A-Za-z_]\w{0,200}|[0-9@*#?$!_-])/.exec(this.#text.slice(this.#at, this.#at + 210))?.[0];
      if (name === undefined) return false;
      this.#at += name.length;
    }
    return true;
  }

  /** A variable with what is done to it. An index or an offset is arithmetic, `!` and `@P` evaluate what the variable holds. */
  #readParameter(): void {
    const inner = this.#readBalanced('{', '}');
    const isPlain = /^#?(?:\w+|[@*?$!#-])(?:\[(?:\d+|[@*])\])?(?::[\d :-]*|:?[-=?+][^]*|[#%/^,][^]*)?$/.test(inner);
    if (!isPlain || inner.startsWith('!')) this.doubts.push(EVALUATES);
    this.#collectSubstitutions(inner);
  }

  #readSubstitution(): void {
    const isArithmetic = this.#text.startsWith('((', this.#at);
    const inner = this.#readBalanced('(', ')');
    // A name stands for whatever the variable holds, and an index in that may run a command.
    if (isArithmetic && !/^[\s\d()+*/%<>=!&|^~?:,-]*$/.test(inner)) this.doubts.push(EVALUATES);
    if (isArithmetic) this.#collectSubstitutions(inner);
    else this.substitutions.push(inner);
  }

  /** What stands between the bracket here and its partner, which quotes may not close. */
  #readBalanced(open: string, close: string): string {
    const begin = this.#at;
    let depth = 0;
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) return this.#giveUp();
    let documents: string[] = [];
    let hadDocument = false;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\n' && documents.length > 0) {
        for (const end of documents) this.#skipDocument(end);
        documents = [];
      } else if (this.#knowsDocuments && character === '<' && open === '(' && this.#text[this.#at - 1] !== '<') {
        const end = /^<<(['"]?)([A-Za-z_]\w{0,40})\1(?=[\s;|&)])/.exec(this.#text.slice(this.#at, this.#at + 60));
        // In a comment it starts no here-document, and nobody starts many in one line.
        if (end !== null && documents.length < 8 && !this.#lineSoFar().includes('#')) {
          documents.push(end[2] ?? '');
          hadDocument = true;
          this.#at += end[0].length - 1;
        }
      } else if (character === '\\') this.#at += 1;
      else if (character === "'") {
        const end = this.#text.indexOf("'", this.#at + 1);
        if (end === -1) break;
        this.#at = end;
      } else if (character === '"') this.#skipDoubleQuoted();
      else if (character === open) depth += 1;
      else if (character === close) {
        depth -= 1;
        if (depth > 0) continue;
        this.#nesting -= 1;
        this.#at += 1;
        if (hadDocument) this.#compareWithOldShells(begin, open, close);
        return this.#text.slice(begin + 1, this.#at - 1);
      }
    }
    return this.#giveUp();
  }

  /** Bash before 4 reads brackets and quotes of a here-document too. Where it finds another end, it would run other commands. */
  #compareWithOldShells(begin: number, open: string, close: string): void {
    const old = new Lexer(this.#text);
    old.#at = begin;
    old.#knowsDocuments = false;
    old.#readBalanced(open, close);
    if (old.problem === null && old.#at !== this.#at)
      this.doubts.push('shells disagree about where a substitution ends');
  }

  #lineSoFar(): string {
    return this.#text.slice(this.#text.lastIndexOf('\n', this.#at) + 1, this.#at);
  }

  /** From the end of a line to that of the line which ends a here-document: its quotes and brackets are text. */
  #skipDocument(end: string): void {
    const found = this.#text.indexOf(`\n${end}\n`, this.#at);
    this.#at = found === -1 ? this.#text.length : found + end.length + 1;
  }

  /** From an opening mark to the closing one, past everything nested between them. */
  #skipDoubleQuoted(): void {
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '"') return;
      if (character === '\\') this.#at += 1;
      else if (this.#text.startsWith('$(', this.#at)) {
        this.#at += 1;
        this.#readBalanced('(', ')');
        this.#at -= 1;
      }
    }
  }

  #giveUp(): '' {
    this.#at = this.#text.length;
    this.problem ??= 'a bracket is not closed';
    return '';
  }
}
