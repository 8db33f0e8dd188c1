import type { BatonIo } from './baton-io.ts';
import { readUpTo } from './read-up-to.ts';

/**
 * The terminal, environment and directory of this process.
 *
 * @example
 * ```ts
 * import { processIo } from '@batonkit/cli';
 *
 * processIo().cwd === process.cwd(); // => true
 * ```
 */
export function processIo(): BatonIo {
  const { stdout, stderr, stdin, env } = process;
  return {
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    readStdin: () => readUpTo(stdin as AsyncIterable<Uint8Array>),
    exit: (code) => {
      process.exitCode = code;
    },
    onInterrupt: (stop) => {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, stop);
      return () => {
        for (const signal of signals) process.off(signal, stop);
      };
    },
    page: async (text) => {
      const { showInPager } = await import('./show-in-pager.ts');
      await showInPager(text, env);
    },
  };
}
