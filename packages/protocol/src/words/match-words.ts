/**
 * Which of some words or phrases a text holds: whole words, whatever their case. A phrase that ends in `*` also matches longer
 * words that begin with it. A space in a phrase stands for any white space or a hyphen.
 */
export function findWords(text: string, phrases: readonly string[]): readonly string[] {
  const spaced = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ');
  return phrases.filter((phrase) => {
    const isStem = phrase.endsWith('*');
    const wanted = phrase
      .replace(/\*$/, '')
      .toLowerCase()
      .replaceAll(/[\s-]+/g, ' ');
    return wanted !== '' && holdsWord(spaced, wanted, isStem);
  });
}

function holdsWord(text: string, wanted: string, isStem: boolean): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const startsWord = at === 0 || !WORD.test(text.slice(at - 1, at));
    if (startsWord && (isStem || end === text.length || !WORD.test(text.slice(end, end + 1)))) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_]/u;
