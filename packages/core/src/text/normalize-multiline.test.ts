import { describe, expect, test } from 'vitest';
import { megabytes } from './megabyte.fixture.ts';
import { normalizeMultiline } from './normalize-multiline.ts';
import { wrapText } from './wrap-text.ts';
import { processorTime } from './processor-time.fixture.ts';

const long = 'word '.repeat(40).trimEnd();
const filler = 'x'.repeat(118);
const unchanged = (text: string): void => expect(normalizeMultiline(text)).toBe(text);

describe('rule 1: line endings and white space at line ends', () => {
  test('CRLF and CR become LF', () => {
    expect(normalizeMultiline('- a\r\n- b\r- c\n')).toBe('- a\n- b\n- c\n');
  });

  test('white space at the end of a line goes, of every kind', () => {
    expect(normalizeMultiline('- a \t\n# b\u00a0\n> c\u3000\u001c\n')).toBe('- a\n# b\n> c\n');
  });

  test('a byte order mark is text', () => {
    unchanged('\ufeffa\ufeff\n');
  });
});

describe('rule 2: blank lines', () => {
  test.each([
    ['', '\n'],
    [' \n\t\r\n\u00a0', '\n'],
    ['a', 'a\n'],
    ['\n\n a\n\n\n', 'a\n'],
    ['a\n\u3000\n \n\nb', 'a\n\nb\n'],
    ['- a\n\n\n- b', '- a\n\n- b\n'],
    ['# a\n\n\n\n## b', '# a\n\n## b\n'],
    ['    code\n\n\n    code', '    code\n\n    code\n'],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeMultiline(text)).toBe(expected);
  });
});

describe('rule 3: paragraphs', () => {
  test('are joined and wrapped like wrapText', () => {
    expect(normalizeMultiline(`${long}\n${long}\n\n${long}`)).toBe(
      `${wrapText(`${long} ${long}`)}\n\n${wrapText(long)}\n`,
    );
  });

  test('lose their indentation and have one space between words', () => {
    expect(normalizeMultiline('   a  b\t c\n        d\v\fe')).toBe('a b c d e\n');
  });

  test('count code points', () => {
    unchanged(`${'\u{1F600}'.repeat(118)} a\n`);
    expect(normalizeMultiline(`${'\u{1F600}'.repeat(119)} a`)).toBe(`${'\u{1F600}'.repeat(119)}\na\n`);
  });

  test('are not broken at no-break spaces, which go next to a space', () => {
    expect(normalizeMultiline(`${filler} a\u00a0b`)).toBe(`${filler}\na\u00a0b\n`);
    expect(normalizeMultiline('a\u00a0 b \u3000 c')).toBe('a b c\n');
  });

  test('keep a long word whole', () => {
    const url = `https://example.org/${filler}`;
    expect(normalizeMultiline(`see ${url} there`)).toBe(`see\n${url}\nthere\n`);
  });

  test.each([
    '-',
    '*',
    '+',
    '•',
    '1.',
    '12)',
    '#',
    '#12',
    '>',
    '>a',
    '|',
    '---',
    '===',
    '**',
    '```',
    '~~~js',
    '<div>',
    '<!--',
    '-\u00a0b',
  ])('are never broken before %j', (word) => {
    const before = 'y'.repeat(100);
    const text = `${before} middle ${word} ${filler}`;
    expect(normalizeMultiline(text)).toBe(`${before} middle ${word}\n${filler}\n`);
    const tight = `${'y'.repeat(112)} middle ${word} ${filler}`;
    expect(normalizeMultiline(tight)).toBe(`${'y'.repeat(112)}\nmiddle ${word}\n${filler}\n`);
  });

  test('are not broken where the first line would turn into a rule or a fence', () => {
    unchanged(`_ _ _ ${filler}\n`);
    unchanged(`** * ${filler}\n`);
    unchanged(`\`\`\` ${filler} \`b\n`);
  });

  test('made of marks only keep their lines, which joined would be a rule', () => {
    unchanged('_ _\n_\n');
    unchanged('==\n');
  });

  test('may start with inline code of three backticks', () => {
    expect(normalizeMultiline('```a```\nb')).toBe('```a``` b\n');
  });
});

describe('rule 4: lists', () => {
  test.each(['-', '*', '+', '•', '1.', '1)', '- [ ]', '- [x]', '12.', '7)'])(
    '%s keeps every line, however long',
    (marker) => {
      unchanged(`${marker} a\n${marker} ${long} ${long}\n\n${marker} b\n`);
      expect(normalizeMultiline(`Intro\nand more:\n${marker} a\n${marker} b`)).toBe(
        `Intro and more:\n${marker} a\n${marker} b\n`,
      );
    },
  );

  test('nested lists and continuation lines stay', () => {
    unchanged('- a\n  more\n  - b\n\n    more of b\n    and more\nlazy\n- c\n\n  paragraph of c\n  and more\n');
  });

  test('other blocks inside an item leave the list open', () => {
    unchanged('- a\n  > b\n\n  c\n  d\n\n  # e\n  f\n  g\n\n  ```\n  h\n  ```\n  i\n  j\n');
  });

  test('end at unindented text after a blank line, or at another block', () => {
    expect(normalizeMultiline('- a\n- b\n\nc\nd')).toBe('- a\n- b\n\nc d\n');
    expect(normalizeMultiline('- a\n# b\nc\nd')).toBe('- a\n# b\nc d\n');
  });

  test('an empty item is an item; a marker without a space after it is text', () => {
    unchanged('-\n1.\n');
    expect(normalizeMultiline('-a\n-b\n1.5\n+c\n')).toBe('-a -b 1.5 +c\n');
  });
});

describe('rule 5: fenced code', () => {
  test.each([
    ['```', '```'],
    ['~~~', '~~~~'],
    ['````js', '````'],
    ['~~~~~ a `b`', '~~~~~'],
    ['   ```', ' ```'],
    ['\t~~~', '~~~'],
  ])('%j to %j stays as it is', (open, close) => {
    unchanged(`a\n${open}\n# x  \n\n\n\t- y \u00a0\n${long}\n${long}\n${close}\nb\n`);
  });

  test('ends at a fence of the same mark, as long at least, with nothing after it', () => {
    expect(normalizeMultiline('~~~~\n```\n~~~\n~~~~ x\na\nb\n~~~~~ \na\nb')).toBe(
      '~~~~\n```\n~~~\n~~~~ x\na\nb\n~~~~~\na b\n',
    );
  });

  test('without an end goes on to the end of the text', () => {
    expect(normalizeMultiline('```\na \nb\n\n\n  \n')).toBe('```\na \nb\n');
  });

  test('inside lists', () => {
    unchanged('- a\n\n  ```\n  x\n\n\n  y  \n  ```\n- b\n');
    unchanged('1. - ```sh\n     a\n\n\n     b\n     ```\n');
  });

  test('keeps its lines with #, also with yamlComments', () => {
    const text = '```sh\n# not a comment of the YAML\n```\n';
    expect(normalizeMultiline(text, { yamlComments: true })).toBe(text);
  });
});

describe('rule 6: headings', () => {
  test('with # keep their lines, however long', () => {
    expect(normalizeMultiline(`a\nb\n# c\nd\ne\n###### ${long} ${long}\n#hashtag\nf`)).toBe(
      `a b\n# c\nd e\n###### ${long} ${long}\n#hashtag\nf\n`,
    );
  });

  test.each(['=', '===', '-', '-----'])('underlined with %s keep their lines', (underline) => {
    expect(normalizeMultiline(`Title\nof two lines\n${underline}\na\nb`)).toBe(
      `Title\nof two lines\n${underline}\na b\n`,
    );
    unchanged(`${long} ${long}\n${underline}\n`);
  });
});

describe('rule 7: quotes, tables, HTML, rules, indented code', () => {
  test('quotes keep their lines, lazy ones too', () => {
    expect(normalizeMultiline(`a\nb\n> ${long} ${long}\n> c\nlazy\n\nd\ne`)).toBe(
      `a b\n> ${long} ${long}\n> c\nlazy\n\nd e\n`,
    );
  });

  test('tables keep their lines, with outer pipes or without', () => {
    unchanged('| a | b |\n|---|:-:|\n| 1 | 2 |\n');
    expect(normalizeMultiline('x\ny\na | b\n--- | :-:\n1 | 2\nlast\n\nx\ny')).toBe(
      'x y\na | b\n--- | :-:\n1 | 2\nlast\n\nx y\n',
    );
    unchanged('a | b\n- | -\n1 | 2\n');
  });

  test('HTML keeps its lines, autolinks are text', () => {
    expect(normalizeMultiline('<details>\n<summary>a</summary>\n\nb\nc\n\n</details>\n<!-- d\ne -->')).toBe(
      '<details>\n<summary>a</summary>\n\nb c\n\n</details>\n<!-- d\ne -->\n',
    );
    expect(normalizeMultiline('<https://example.org>\na\n<3')).toBe('<https://example.org> a <3\n');
  });

  test.each(['***', '* * *', '___', '- - -'])('the rule %s keeps its line', (rule) => {
    expect(normalizeMultiline(`a\nb\n${rule}\nc\nd`)).toBe(`a b\n${rule}\nc d\n`);
  });

  test('--- after a blank line is a rule', () => {
    expect(normalizeMultiline('a\nb\n\n---\nc\nd')).toBe('a b\n\n---\nc d\n');
  });

  test('text indented by four columns keeps its lines unless it continues a paragraph', () => {
    expect(normalizeMultiline('    a\n \tb\n\tc\nd\n    e')).toBe('    a\n \tb\n\tc\nd e\n');
  });
});

describe('rule 8: comments', () => {
  test('stay by default', () => {
    expect(normalizeMultiline('# a\n  #b\nc')).toBe('# a\n  #b\nc\n');
  });

  test('go with yamlComments, as if they had never been there', () => {
    expect(normalizeMultiline('# a\nb\n  # c\nd\n\n#e\n\nf\n#\n===', { yamlComments: true })).toBe('b d\n\nf\n===\n');
    expect(normalizeMultiline('a # b\n- # c', { yamlComments: true })).toBe('a # b\n- # c\n');
  });
});

describe('rule 9: preserveFormatting', () => {
  test('keeps the lines of paragraphs; the other rules hold', () => {
    const text = `  a  b \r\nc\n\n\n${long} ${long}\n# d`;
    expect(normalizeMultiline(text, { preserveFormatting: true })).toBe(`  a  b\nc\n\n${long} ${long}\n# d\n`);
    expect(normalizeMultiline(text, { preserveFormatting: true, yamlComments: true })).toBe(
      `  a  b\nc\n\n${long} ${long}\n`,
    );
  });
});

describe('takes linear time on 1 MB of', () => {
  test.each(Object.entries(megabytes))('%s', (_name, text) => {
    const start = processorTime();
    for (const version of ['1.0.0', '2.0.0'] as const) {
      expect(normalizeMultiline(text, { version }).endsWith('\n')).toBe(true);
      expect(normalizeMultiline(text, { version, preserveFormatting: true }).endsWith('\n')).toBe(true);
    }
    expect(processorTime() - start).toBeLessThan(10_000);
  });
});
