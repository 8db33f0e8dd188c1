#!/usr/bin/env node
import { processHookIo } from './hooks/process-hook-io.ts';

const [verb, ...rest] = process.argv.slice(2);
if (verb === 'hook' && rest[0] !== '--help' && rest[0] !== '-h') {
  // Nothing else is loaded: an agent waits for this program before and after every tool.
  const { runHook } = await import('./hooks/run-hook.ts');
  process.exitCode = await runHook(rest, processHookIo());
} else {
  const { main } = await import('./main.ts');
  await main();
}
