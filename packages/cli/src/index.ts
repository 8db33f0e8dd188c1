export type { BatonIo, TextOutput } from './io/baton-io.ts';
export { type BatonCommandOptions, createBatonCommand } from './create-baton-command.ts';
export { EXIT_CODES, exitCodeOf } from './io/exit-code.ts';
export {
  installHooks,
  type InstalledHooks,
  type InstallHooksError,
  type InstallHooksOptions,
} from './hooks/install-hooks.ts';
export { runHook, type AnswerCall, type HookIo } from './hooks/run-hook.ts';
export { processIo } from './io/process-io.ts';
export { runBaton } from './run-baton.ts';
