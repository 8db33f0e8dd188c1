import type { HookDecision, HookEvent } from '@batonkit/guard/hooks';
import type { ToolKind } from '@batonkit/guard';

/** The harnesses whose hooks are programs. opencode takes a plugin instead: see `@batonkit/cli/opencode`. */
export type Harness = 'claude' | 'codex' | 'gemini' | 'cursor';

/** What a harness said, in Batonkit's words. */
export interface HookCall {
  readonly event: HookEvent;
  /** Where the session is; null when the harness does not tell. */
  readonly directory: string | null;
  /** Where a shell command of this tool use may run, relative to `directory`; empty when it runs there. */
  readonly commandDirectories: readonly string[];
  /** The file in which the harness keeps the conversation. */
  readonly transcript: string | null;
}

/** A JSON object from outside. */
export type Payload = Readonly<Record<string, unknown>>;

/** One harness: how it speaks, and how it is answered. */
export interface HarnessCodec {
  readonly harness: Harness;
  /** Its events that Batonkit answers, by the name the harness gives them. */
  readonly events: Readonly<Record<string, HookEvent['kind']>>;
  /** Tools of the harness that touch no files, besides those the default policy knows. */
  readonly harmlessTools: readonly string[];
  /** Settings of the harness that an agent could turn the guard off with. */
  readonly settings: readonly string[];
  /** A variable of the environment that holds the folder of the project. */
  readonly projectVariable: string | null;
  /** What the harness writes into its transcript when it compacts the conversation; null when that is not known. */
  readonly compactionMark: string | null;
  /** Reads a payload; throws a TypeError that says what is missing. */
  decode(eventName: string, payload: Payload): HookCall;
  /** The answer, as the harness wants it. */
  encode(eventName: string, decision: HookDecision): object;
}

/** A tool that touches no files. */
export const HARMLESS: ToolKind = { kind: 'other', fields: [] };

/** A text field of a payload; a TypeError when it is missing. */
export function textField(payload: Payload, field: string): string {
  const value = payload[field];
  if (typeof value !== 'string') throw new TypeError(`${field} is missing`);
  return value;
}

/** A text field of a payload, or null when it is missing or empty. */
export function optionalText(payload: Payload, field: string): string | null {
  const value = payload[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An object field of a payload; a TypeError when it is missing. */
export function objectField(payload: Payload, field: string): Payload {
  const value = payload[field];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`${field} is missing`);
  return value as Payload;
}

/** The session of a payload. Only a log and a memory depend on it, so that a missing one is no reason to fail. */
export function sessionOf(payload: Payload): string {
  return optionalText(payload, 'session_id') ?? optionalText(payload, 'conversation_id') ?? 'unnamed';
}
