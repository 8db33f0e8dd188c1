import fs from 'node:fs';

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The end of a transcript, from the last compaction on when there was one; null when there is no telling: without a transcript, or
 * when a compaction must be in it and is not.
 */
export function readConversation(path: string, compactionMark: string | null, isCompacted: boolean): string | null {
  const text = readEnd(path);
  if (text === null || compactionMark === null) return isCompacted ? null : text;
  const mark = text.lastIndexOf(compactionMark);
  if (mark < 0) return isCompacted ? null : text;
  return text.slice(text.lastIndexOf('\n', mark) + 1);
}

function readEnd(path: string): string | null {
  try {
    // A pipe would keep the hook waiting.
    const fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const { size } = fs.fstatSync(fd);
      const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
      const count = fs.readSync(fd, bytes, 0, bytes.length, Math.max(0, size - MAX_BYTES));
      return bytes.subarray(0, count).toString('utf8');
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}
