import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeMultiline } from './normalize-multiline.ts';
import { PYTHON_SPACES } from './python-white-space.ts';
import { wrapText } from './wrap-text.ts';

const marks = [
  '-',
  '*',
  '+',
  '1.',
  '2)',
  '2024.',
  '#',
  '#12',
  '##',
  '>',
  '|',
  '---',
  '===',
  '_',
  '__',
  '**',
  '--',
  '=',
  ':--',
  '--:',
  '•',
];
const ticks = ['`a', 'b`', '`', '```', '```js', '```a`', '~~~', '~~'];
const html = ['<div>', '<!--', '-->', '</p>', '<a', '<https://x>'];
const plain = ['word', 'of', 'a', '[x]', '\\', 'a | b', '*x*', '\ufeff', '\u0300', '\ud800', '\u{1F600}'.repeat(50)];
const spaced = ['\u00a0', '\u3000x', 'x\u00a0', '-\u00a0y', '\u001c', '\u0085', '_\u00a0_'];
const sized = [60, 116, 117, 118, 119, 120, 121].map((size) => 'x'.repeat(size));

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...plain) },
  { weight: 3, arbitrary: fc.constantFrom(...sized) },
  { weight: 3, arbitrary: fc.constantFrom(...marks, ...ticks, ...html, ...spaced) },
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const gap = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\u00a0', ' \u00a0', '\v', '\f', '  \u3000 ');
const words = fc.array(fc.tuple(word, gap), { maxLength: 10 }).map((pairs) => pairs.flat().join(''));
const indent = fc.constantFrom('', '', '', ' ', '  ', '   ', '    ', '\t', '      ', '\u00a0');
const start = fc.constantFrom(
  '',
  '',
  '',
  '',
  '- ',
  '* ',
  '1. ',
  '3) ',
  '- [ ] ',
  '# ',
  '> ',
  '```',
  '~~~~',
  '- ```',
  '| a | b |',
  '--- | ---',
  '===',
  '---',
  '<pre>',
);
const line = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(indent, start, words).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\t', '\u3000') },
);
const documents = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\n\n', '\n\n\n')))
      .map((lines) => lines.flat().join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'ab-*_=|:#>`~1.) \t\n\r\u00a0<'), maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const options = fc.record({ preserveFormatting: fc.boolean(), yamlComments: fc.boolean() });

const runs = { numRuns: 3_000 };
const spaces = new RegExp(`[${PYTHON_SPACES}]+`, 'g');
const withoutSpaces = (text: string): string => text.replaceAll(spaces, '');

test('applied to its own result it changes nothing', () => {
  fc.assert(
    fc.property(documents, options, (text, chosen) => {
      const once = normalizeMultiline(text, chosen);
      expect(normalizeMultiline(once, chosen)).toBe(once);
    }),
    runs,
  );
});

test('preserveFormatting first makes no difference', () => {
  fc.assert(
    fc.property(documents, fc.boolean(), (text, yamlComments) => {
      const preserved = normalizeMultiline(text, { yamlComments, preserveFormatting: true });
      expect(normalizeMultiline(preserved, { yamlComments })).toBe(normalizeMultiline(text, { yamlComments }));
    }),
    runs,
  );
});

test('a result without comments is normal by the rules that keep them, too', () => {
  fc.assert(
    fc.property(documents, (text) => {
      const dropped = normalizeMultiline(text, { yamlComments: true });
      expect(normalizeMultiline(dropped)).toBe(dropped);
    }),
    runs,
  );
});

test('changes nothing but white space', () => {
  fc.assert(
    fc.property(documents, fc.boolean(), (text, preserveFormatting) => {
      expect(withoutSpaces(normalizeMultiline(text, { preserveFormatting }))).toBe(withoutSpaces(text));
    }),
    runs,
  );
});

test('is the same for every line ending', () => {
  fc.assert(
    fc.property(documents, options, (text, chosen) => {
      const lines = text.replaceAll(/\r\n?/g, '\n');
      const expected = normalizeMultiline(lines, chosen);
      expect(normalizeMultiline(lines.replaceAll('\n', '\r\n'), chosen)).toBe(expected);
      expect(normalizeMultiline(lines.replaceAll('\n', '\r'), chosen)).toBe(expected);
    }),
    runs,
  );
});

test('ends with exactly one LF and starts with none, unless it is one LF', () => {
  fc.assert(
    fc.property(documents, options, (text, chosen) => {
      expect(normalizeMultiline(text, chosen)).toMatch(/^(?:|[^\n][^]*[^\n]|[^\n])\n$/);
    }),
    runs,
  );
});

test('a paragraph of letters is wrapped as wrapText does', () => {
  const letters = fc.array(fc.stringMatching(/^[a-zé,]{1,20}$/), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(letters, (drawn) => {
      expect(normalizeMultiline(drawn.join('\n'))).toBe(`${wrapText(drawn.join(' '))}\n`);
    }),
  );
});
