import { HERE, type ShellWord } from './shell-token.ts';
import type { CommandContext } from './shell-commands.ts';

/** What `find` does with what it finds: `-delete`, `-exec` and its like, and the actions that write a file. */
export function findActions({ name, args, effects, runWords }: CommandContext): void {
  const firstTest = args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLPOD]/.test(text));
  const given = (firstTest === -1 ? args : args.slice(0, firstTest)).filter(({ text }) => !text.startsWith('-'));
  const roots = given.length === 0 ? [HERE] : given;
  const followsLinks = args.some(({ text }) => text === '-L' || text === '-follow');
  for (let index = 0; index < args.length; index += 1) {
    const { text } = args[index] ?? { text: '' };
    if (text === '-delete') effects.write(name, ...roots);
    else if (/^-f(?:printf?|print0|ls)$/.test(text)) {
      const file = args[index + 1];
      if (file !== undefined) effects.write(name, file);
    } else if (/^-(?:exec|ok)(?:dir)?$/.test(text)) {
      const rest = args.slice(index + 1);
      // A plus ends the command only behind `{}`.
      const end = rest.findIndex((word, at) => word.text === ';' || (word.text === '+' && rest[at - 1]?.text === '{}'));
      const words = end === -1 ? rest : rest.slice(0, end);
      for (const root of roots) {
        if (!effects.step(words.length)) break;
        runWords(words.map((word) => fillIn(word, root)));
      }
      if (text.endsWith('dir')) effects.doubt('find runs a command in other directories');
      index += words.length;
    }
    if (text === '-files0-from') effects.doubt('find takes the folders that it starts in from a file');
    if (followsLinks && /^-(?:delete|exec|ok)/.test(text)) effects.doubt('find follows links');
  }
  if (args.some(({ isDynamic, prefix }) => isDynamic && prefix === ''))
    effects.doubt('find has an argument that the shell fills in');
}

/** The word with `{}` standing for something below a start folder. */
function fillIn(word: ShellWord, root: ShellWord): ShellWord {
  if (!word.text.includes('{}')) return word;
  if (word.text === '{}') return { ...root, standsForContent: true };
  return {
    text: word.text.replaceAll('{}', root.text),
    isDynamic: true,
    prefix: word.text.slice(0, word.text.indexOf('{}')),
  };
}
