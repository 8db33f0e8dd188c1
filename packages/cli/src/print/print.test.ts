import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paintWhen } from './paint.ts';
import { plainText, textWidth } from './plain-text.ts';
import { renderPatch } from './render-patch.ts';
import { renderTable } from './render-table.ts';

const off = paintWhen(false);
const COLOURS = new RegExp(`${String.fromCharCode(0x1b)}\\[\\d+m`, 'g');

test('columns stand below each other, whatever is in them', () => {
  const cell = fc.oneof(fc.stringMatching(/^[a-z é漢]{0,12}$/), fc.integer({ min: 0, max: 10_000 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, fc.constant('#')), { minLength: 1, maxLength: 8 }), (rows) => {
      const lines = renderTable(['one', 'two', 'end'], rows, { paint: off }).trimEnd().split('\n').slice(1);
      const columns = lines.map((line) => textWidth(line.slice(0, line.indexOf('#'))));
      expect(new Set(columns).size).toBe(1);
    }),
  );
});

test('the last column is wrapped to the terminal, and colours do not count', () => {
  const paint = paintWhen(true);
  const table = renderTable(['a', 'b'], [[paint.red('xy'), 'one two three four five six seven']], { paint, width: 32 });
  expect(table.replaceAll(COLOURS, '')).toBe('a   b\nxy  one two three four five six\n    seven\n');
});

test('nothing that a terminal would act on gets through', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x2100 })), (codes) => {
      const text = String.fromCodePoint(...codes);
      // Everything below space but tab and line feed, and what C1 and direction marks do.
      expect(plainText(text)).not.toMatch(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
  expect(plainText('a\u001B]0;title\u0007b\tc\n')).toBe('a^[]0;title^Gb\tc\n');
});

test('a patch without its colours is the patch', () => {
  const patch =
    'diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ f()\n-old\n+new\n--- not a header\n same\n';
  expect(renderPatch(patch, { paint: off })).toBe(patch);
  const coloured = renderPatch(patch, { paint: paintWhen(true) });
  expect(coloured).toContain('\u001B[31m--- not a header\u001B[39m');
  expect(coloured).toContain('\u001B[1m--- a/x\u001B[22m');
  expect(coloured.replaceAll(COLOURS, '')).toBe(patch);
});
