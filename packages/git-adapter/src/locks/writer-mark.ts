import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** Where a writer runs, so that another one can tell whether it would see the writer's processes. */
export interface WriterMark {
  /** The machine. */
  readonly host: string;
  /** This run of the machine, from start to shutdown. */
  readonly boot: string;
  /** The processes that see each other, and the repository as they name it. */
  readonly space: string;
}

const UNKNOWN: WriterMark = { host: '-', boot: '-', space: '-' };

/** The mark of this process for a repository; hashed, since it travels with a push. All `-` where it cannot be known. */
export function writerMark(commonDirectory: string): WriterMark {
  try {
    return {
      host: digest('host', readFileSync('/etc/machine-id', 'utf8')),
      boot: digest('boot', readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      space: digest('space', `${readlinkSync('/proc/self/ns/pid')} ${commonDirectory}`),
    };
  } catch {
    return UNKNOWN;
  }
}

/** The line that a commit or tag carries; the number at its end makes each attempt an object of its own. */
export function formatWriterLine({ host, boot, space }: WriterMark): string {
  return `writer: ${host} ${boot} ${space} ${randomBytes(8).toString('hex')}`;
}

/** The mark in the text of a commit or tag; null when there is none that tells anything. */
export function parseWriterLine(text: string): WriterMark | null {
  const found = /^writer: ([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{16}) [0-9a-f]{16}$/m.exec(text);
  return found === null ? null : { host: found[1] ?? '', boot: found[2] ?? '', space: found[3] ?? '' };
}

function digest(label: string, text: string): string {
  if (text.trim() === '') throw new Error(`no ${label}`);
  return createHash('sha256').update(`batonkit ${label} ${text.trim()}`).digest('hex').slice(0, 16);
}
