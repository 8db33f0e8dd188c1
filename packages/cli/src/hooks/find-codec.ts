import { claudeCodec } from './claude-codec.ts';
import { codexCodec } from './codex-codec.ts';
import { cursorCodec } from './cursor-codec.ts';
import { geminiCodec } from './gemini-codec.ts';
import type { HarnessCodec } from './harness-codec.ts';
import { harnessName } from './harness-name.ts';

/** Every harness whose hooks are programs. */
export const CODECS: readonly HarnessCodec[] = [claudeCodec, codexCodec, geminiCodec, cursorCodec];

/** The codec of a harness; `claude-code` and `gemini-cli` are understood too. */
export function findCodec(harness: string): HarnessCodec | null {
  const name = harnessName(harness);
  return CODECS.find((codec) => codec.harness === name) ?? null;
}

/** The harness's own name of an event, whatever its case and dashes; null when Batonkit does not answer it. */
export function findEvent({ events }: HarnessCodec, given: string): string | null {
  const plain = (text: string): string => text.replaceAll(/[^A-Za-z]/g, '').toLowerCase();
  return Object.keys(events).find((name) => plain(name) === plain(given)) ?? null;
}
