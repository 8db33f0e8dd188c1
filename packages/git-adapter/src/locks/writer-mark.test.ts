import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatWriterLine, parseWriterLine, writerMark } from './writer-mark.ts';

const hashed = (label: string, text: string): string =>
  createHash('sha256').update(`batonkit ${label} ${text.trim()}`).digest('hex').slice(0, 16);

test.runIf(process.platform === 'linux')('a mark tells host, boot and space apart, and names none of them', () => {
  const mark = writerMark('/repo/.git');
  expect(mark.boot).toBe(hashed('boot', readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')));
  expect(mark.space).toBe(hashed('space', `${readlinkSync('/proc/self/ns/pid')} /repo/.git`));
  expect(mark.host).toBe(hashed('host', readFileSync('/etc/machine-id', 'utf8')));
  expect(writerMark('/other/.git').space).not.toBe(mark.space);
});

test('a line comes back as it was written, and each is a new one', () => {
  const mark = { host: '0'.repeat(16), boot: '1'.repeat(16), space: 'a'.repeat(16) };
  const line = formatWriterLine(mark);
  expect(parseWriterLine(`before\n${line}\nbehind`)).toEqual(mark);
  expect(formatWriterLine(mark)).not.toBe(line);
});

test.each([
  ['nothing', ''],
  ['a mark that could not be made', formatWriterLine({ host: '-', boot: '-', space: '-' })],
  ['text before it', `x${formatWriterLine({ host: '0'.repeat(16), boot: '1'.repeat(16), space: 'a'.repeat(16) })}`],
  ['text behind it', `${formatWriterLine({ host: '0'.repeat(16), boot: '1'.repeat(16), space: 'a'.repeat(16) })}x`],
])('%s is no mark', (_, text) => {
  expect(parseWriterLine(text)).toBeNull();
});
