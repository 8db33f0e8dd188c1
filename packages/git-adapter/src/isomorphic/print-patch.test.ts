import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printPatch } from './print-patch.ts';

const runs = Number(process.env['BATONKIT_ORACLE_RUNS'] ?? 40);
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'batonkit-patch-'));
  execFileSync('git', ['init', '-q'], { cwd: directory });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const side = (text: string, mode = '100644') => {
  const content = Buffer.from(text);
  return { mode, id: createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'), content };
};
const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', '-', '+ x', '@@', 'é', '\r'), { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));

describe('printPatch', () => {
  test('git apply makes the new file out of the old one', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        fc.pre(from !== to);
        writeFileSync(join(directory, 'file'), from);
        const patch = printPatch(Buffer.from('file'), side(from), side(to));
        execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
          cwd: directory,
          input: Buffer.from(patch.text, 'latin1'),
        });
        expect(readFileSync(join(directory, 'file'), 'utf8')).toBe(to);
      }),
      { numRuns: runs },
    );
  });

  test('a file with more edits than are looked for is replaced as a whole, in no time', () => {
    const lines = (word: string): string => Array.from({ length: 30_000 }, (_, at) => `${word} ${at}\n`).join('');
    const { added, removed } = printPatch(Buffer.from('file'), side(lines('old')), side(lines('new')));
    expect([added, removed]).toEqual([30_000, 30_000]);
  });

  test('names, modes and binary files look as git prints them', () => {
    expect(printPatch(Buffer.from('a "b"\né'), side('x\n'), side('x\n', '100755')).text).toBe(
      'diff --git "a/a \\"b\\"\\n\\303\\251" "b/a \\"b\\"\\n\\303\\251"\nold mode 100644\nnew mode 100755\n',
    );
    expect(printPatch(Buffer.from('f'), null, side('\0')).text).toMatch(
      /^diff --git a\/f b\/f\nnew file mode 100644\nindex 0{40}\.\.[0-9a-f]{40}\nBinary files \/dev\/null and b\/f differ\n$/,
    );
  });
});
