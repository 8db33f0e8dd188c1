import { describe, expect, test } from 'vitest';
import type { SecretScanner } from '@batonkit/secrets';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { screenPatch } from './screen-patch.ts';

/** Knows `KEY` and a digit, and whatever is between `BEGIN` and at least one line with `body`. */
const scan: SecretScanner = (value) => {
  const text = String(value);
  return [
    ...(/KEY\d/.test(text) ? [{ rule: 'key', path: '' }] : []),
    ...(/BEGIN\n+body/.test(text) ? [{ rule: 'block', path: '' }] : []),
  ];
};

const head = (name: string): string =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n`;

function screen(patch: string, hideAdded = false): { text: string; findings: readonly string[] } {
  const screened = screenPatch(scan, encodeUtf8(patch), { hideAdded });
  return {
    text: new TextDecoder().decode(screened.patch),
    findings: screened.findings.map(({ rule, path }) => `${rule} ${path}`),
  };
}

describe('a patch', () => {
  test('without a secret stays the very same bytes', () => {
    const patch = encodeUtf8(`${head('é.txt')}@@ -1 +1 @@\n-ä\n+ö\r\n\\ No newline at end of file\n`);
    expect(screenPatch(scan, patch).patch).toBe(patch);
    expect(screenPatch(scan, new Uint8Array())).toEqual({ patch: new Uint8Array(), findings: [] });
  });

  test('may remove a secret or show it around a change, and both are hidden, in the heading of a hunk too', () => {
    const patch = `${head('a')}@@ -1,3 +1,3 @@ a KEY1\n KEY2\n-KEY3\n+é\n c\n@@ -9 +9 @@ fine\n-d\n+e\n`;
    expect(screen(patch)).toEqual({
      text: `${head('a')}@@ -1,3 +1,3 @@ [redacted: key]\n [redacted: key]\n-[redacted: key]\n+é\n c\n@@ -9 +9 @@ fine\n-d\n+e\n`,
      findings: [],
    });
  });

  test('may not add one: that is a finding in its file, and hidden where the patch is only shown', () => {
    const patch = `${head('a')}@@ -1 +1 @@\n-KEY1\n+KEY2\n${head('b')}@@ -0,0 +1,2 @@\n+BEGIN\n+body\n`;
    expect(screen(patch).findings).toEqual(['key /content/a', 'block /content/b']);
    expect(screen(patch).text).toBe(patch.replace('KEY1', '[redacted: key]'));
    expect(screen(patch, true).text).not.toMatch(/KEY|body/);
  });

  test('may not complete one with lines that were there, also beside one that is complete', () => {
    const patch = `${head('a')}@@ -1,2 +1,2 @@\n KEY1\n BEGIN\n-body of old\n+body of new\n`;
    expect(screen(patch)).toEqual({
      text: `${head('a')}@@ -1,2 +1,2 @@\n [redacted: key]\n [redacted: block]\n-[redacted: block]\n+body of new\n`,
      findings: ['block /content/a'],
    });
    expect(screen(`${head('a')}@@ -1,3 +1,4 @@\n BEGIN\n body\n x\n+y\n`).findings).toEqual([]);
  });

  test('hides a secret over several lines from its start to the end of the hunk', () => {
    const before = Array.from({ length: 9 }, (_, index) => `-line ${index}\n`).join('');
    const patch = `${head('a')}@@ -1,13 +0,0 @@\n${before}-BEGIN\n-body\n-more\n-after\n`;
    const rest = '-[redacted: block]\n'.repeat(4);
    expect(screen(patch).text).toBe(`${head('a')}@@ -1,13 +0,0 @@\n${before}${rest}`);
  });

  test('is refused for a file name, which the finding does not print', () => {
    expect(screen(`${head('KEY1')}@@ -1 +0,0 @@\n-a\n`).findings).toEqual(['key /content']);
  });

  test('ends a line with LF alone', () => {
    const patch = `${head('a')}@@ -0,0 +1 @@\n+x\rdiff --git a/KEY1 b/c\r@@ -1 +1 @@\r-KEY2\n`;
    expect(screen(patch).findings).toEqual(['key /content/a']);
  });
});
