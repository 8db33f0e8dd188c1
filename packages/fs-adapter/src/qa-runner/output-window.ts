import { createHash } from 'node:crypto';

const HEAD_BYTES = 256 * 1024;
const TAIL_BYTES = 1024 * 1024;

/** The output of a command, as far as it is kept. */
export interface KeptOutput {
  /** The beginning and the end. Where lines between them are left out, one says so. */
  readonly text: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Keeps the beginning and the end of an output of any length: its memory doesn't grow. */
export class OutputWindow {
  readonly #hash = createHash('sha256');
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    const room = HEAD_BYTES - this.#headBytes;
    if (room > 0) {
      // A copy: what a socket reads into may be larger than what it read.
      this.#head.push(Buffer.from(chunk.subarray(0, room)));
      this.#headBytes += Math.min(room, chunk.length);
    }
    if (chunk.length <= room) return;
    const rest = Buffer.from(chunk.subarray(Math.max(room, 0)));
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= TAIL_BYTES)
      this.#tailBytes -= this.#tail.shift()?.length ?? 0;
  }

  end(): KeptOutput {
    const kept = this.#headBytes + this.#tailBytes;
    const [head, tail] = [Buffer.concat(this.#head), Buffer.concat(this.#tail)];
    const [bytes, sha256] = [this.#bytes, this.#hash.digest('hex')];
    if (kept === bytes) return { text: Buffer.concat([head, tail]).toString('utf8'), bytes, sha256 };
    const first = head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length);
    const last = tail.subarray(tail.indexOf(0x0a) + 1);
    const left = bytes - first.length - last.length;
    const end = first.at(-1) === 0x0a ? '' : '\n';
    const text = `${first.toString('utf8')}${end}[batonkit] ${left} bytes of output are left out here.\n${last.toString('utf8')}`;
    return { text, bytes, sha256 };
  }
}
