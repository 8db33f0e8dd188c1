import type { BatonIo } from '../io/baton-io.ts';

const AFTER_MS = 500;
const FRAMES = ['|', '/', '-', '\\'];

/** Says what is being done when it takes over half a second: on a terminal only, and gone when it is done. */
export async function withProgress<T>(io: BatonIo, what: string, isQuiet: boolean, work: () => Promise<T>): Promise<T> {
  if (isQuiet || io.stderr.isTTY !== true) return work();
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = performance.now();
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - start) / 1000);
    const time = seconds < 2 ? '' : ` (${seconds} s)`;
    io.stderr.write(`\r\u001B[K${FRAMES[frame % FRAMES.length] ?? ''} ${what} ...${time}`);
    frame += 1;
  };
  const wait = setTimeout(() => {
    draw();
    timer = setInterval(draw, 120);
  }, AFTER_MS);
  try {
    return await work();
  } finally {
    clearTimeout(wait);
    clearInterval(timer);
    if (frame > 0) io.stderr.write('\r\u001B[K');
  }
}
