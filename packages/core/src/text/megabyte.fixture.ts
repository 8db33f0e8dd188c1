const MEGABYTE = 1 << 20;

const repeat = (text: string): string => text.repeat(Math.ceil(MEGABYTE / text.length));

/** Inputs of 1 MB on which a careless scanner takes quadratic time. */
export const megabytes: Readonly<Record<string, string>> = {
  prose: repeat('The quick brown fox jumps over the lazy dog. '),
  'short lines': repeat('a\n'),
  'one word': repeat('x'),
  spaces: repeat(' '),
  tabs: repeat('\t'),
  'line feeds': repeat('\n'),
  'carriage returns': repeat('\r'),
  'no-break spaces before a word': `${repeat('\u00a0')}x`,
  'separators and spaces': repeat('\u001c '),
  'list markers': repeat('- '),
  'list markers after a word': `a ${repeat('- ')}`,
  'numbered markers': repeat('1. '),
  digits: repeat('1'),
  'dashes before a full stop': `${repeat('-')}.`,
  'underscores before a word': `${repeat('_ ')}x`,
  backticks: repeat('`'),
  'short fences on one line': repeat('``` '),
  'fence lines': repeat('```\n'),
  'quote marks': repeat('>'),
  'table headers without a table': repeat('a | b\n'),
  'a heading of many lines': `${repeat('a\n')}===`,
  'astral characters': repeat('\u{1F600} '),
  'lone surrogates': repeat('\ud800'),
};
