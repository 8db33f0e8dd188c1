import { processIo } from './io/process-io.ts';
import { runBaton } from './run-baton.ts';

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  // A reader that has seen enough, such as head, closes the pipe; that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : 1);
  });
  await runBaton(process.argv.slice(2), processIo());
}
