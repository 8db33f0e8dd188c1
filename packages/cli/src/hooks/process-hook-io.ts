import fs from 'node:fs';
import { devNull } from 'node:os';
import type { HookIo } from './run-hook.ts';

const CHUNK_BYTES = 64 * 1024;

/** This process as a hook talks to it. Streams would have to be loaded first, and report a closed pipe too late. */
export function processHookIo(): HookIo {
  return {
    stdin: readStandardInput(),
    stdout: {
      write: (text) => {
        if (isDiscarded(1)) throw new Error('Nobody reads standard output.');
        writeAll(1, text);
      },
    },
    stderr: { write: (text) => writeAll(2, text) },
    env: process.env,
    cwd: process.cwd(),
  };
}

/** True for the null device, which Node.js also puts in the place of a standard output that was closed before it started. */
function isDiscarded(fd: number): boolean {
  const output = fs.fstatSync(fd);
  const nothing = fs.statSync(devNull, { throwIfNoEntry: false });
  return output.isCharacterDevice() && nothing?.isCharacterDevice() === true && output.rdev === nothing.rdev;
}

async function* readStandardInput(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES);
    let count: number;
    try {
      count = fs.readSync(0, bytes);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EOF') return;
      if (code !== 'EAGAIN') throw error;
      // The other end does not block and has nothing to say yet.
      yield* process.stdin as AsyncIterable<Uint8Array>;
      return;
    }
    if (count === 0) return;
    yield bytes.subarray(0, count);
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0, waits = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN') || waits > 1000) throw error;
      waits += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
