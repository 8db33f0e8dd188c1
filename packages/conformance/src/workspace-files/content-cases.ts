import assert from 'node:assert/strict';
import { sha256Hex } from '@batonkit/core/text';
import { expectDone, expectRefusal, textOf, type WorkspaceCase } from './workspace-case.ts';

const TEXTS = ['', '\0', '\uFEFFbom', 'crlf\r\nlf\ncr\r', '👩‍👩‍👧‍👦 naïve ǅ', '\u{10FFFF}\uFFFF\u0085\u2028', 'no line end'];

/** What is written comes back; what is no text is refused. */
export const contentCases: readonly WorkspaceCase[] = [
  {
    name: 'a file that is not there reads as null, also below a folder that is not there',
    run: async (files) => {
      assert.equal(await expectDone(files.read('a.md')), null);
      assert.equal(await expectDone(files.read('no/such/folder/a.md')), null);
    },
  },
  {
    name: 'texts come back exactly, with the SHA-256 of their bytes',
    run: async (files) => {
      for (const text of TEXTS) {
        assert.deepEqual(await expectDone(files.write('deep/er/a.md', text)), { sha: sha256Hex(text) });
        assert.deepEqual(await expectDone(files.read('deep/er/a.md')), { text, sha: sha256Hex(text) });
      }
    },
  },
  {
    name: 'a large text comes back whole',
    run: async (files) => {
      const text = 'ü'.repeat(1_000_000);
      await expectDone(files.write('large.md', text));
      assert.equal((await textOf(files, 'large.md')) === text, true);
    },
  },
  {
    name: 'a byte order mark is kept, and bytes that are not UTF-8 are NotUtf8 and stay',
    files: {
      'bom.md': Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
      'latin1.md': Uint8Array.of(0x61, 0xe4),
      'surrogate.md': Uint8Array.of(0xed, 0xa0, 0x80),
      'overlong.md': Uint8Array.of(0xc0, 0xaf),
      'cut.md': Uint8Array.of(0xe2, 0x82),
    },
    run: async (files) => {
      assert.equal(await textOf(files, 'bom.md'), '\uFEFFa');
      for (const path of ['latin1.md', 'surrogate.md', 'overlong.md', 'cut.md']) {
        await expectRefusal(files.read(path), 'NotUtf8');
        await expectRefusal(files.read(path), 'NotUtf8');
      }
    },
  },
  {
    name: 'a text that UTF-8 cannot hold is InvalidInput and changes nothing',
    files: { 'a.md': 'kept' },
    run: async (files) => {
      await expectRefusal(files.write('a.md', 'lone \uD800'), 'InvalidInput');
      await expectRefusal(files.append('a.md', '\uDC00'), 'InvalidInput');
      assert.equal(await textOf(files, 'a.md'), 'kept');
    },
  },
  {
    name: 'append adds at the end and creates what is missing',
    run: async (files) => {
      await expectDone(files.append('log/work.md', 'one\n'));
      await expectDone(files.append('log/work.md', 'two'));
      await expectDone(files.append('log/work.md', ''));
      assert.equal(await textOf(files, 'log/work.md'), 'one\ntwo');
    },
  },
  {
    name: 'texts appended at the same time do not mix',
    run: async (files) => {
      const lines = Array.from({ length: 20 }, (_, index) => `${String(index).repeat(2000)}\n`);
      await Promise.all(lines.map((line) => expectDone(files.append('log.md', line))));
      const text = (await textOf(files, 'log.md')) ?? '';
      assert.deepEqual(text.split(/(?<=\n)/).sort(), [...lines].sort());
    },
  },
  {
    name: 'a reader sees the old text or the new one, never a part',
    run: async (files) => {
      const texts = ['a', 'b'].map((letter) => letter.repeat(200_000));
      await expectDone(files.write('a.md', texts[0] ?? ''));
      let writing = true;
      const writer = (async () => {
        for (let round = 1; round < 20; round += 1) await expectDone(files.write('a.md', texts[round % 2] ?? ''));
      })().finally(() => (writing = false));
      writer.catch(() => undefined); // Awaited below; until then its failure must not end the process.
      while (writing) {
        assert.ok(texts.includes((await textOf(files, 'a.md')) ?? ''), 'a torn text was read');
        await new Promise((resolve) => setImmediate(resolve));
      }
      await writer;
    },
  },
];
