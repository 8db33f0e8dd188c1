export { createOpencodePlugin, type OpencodeHooks, type OpencodeInput } from './hooks/opencode-plugin.ts';
