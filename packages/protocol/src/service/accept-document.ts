import { rejection, type Rejection } from '@batonkit/core';
import { encodeUtf8, sha256Hex } from '@batonkit/core/text';
import { isProtocolCommand, listProtocolCommands } from '../slice/decide-protocol.ts';

/** The commands that come with a document, or have a method of their own for another reason. */
const OWN_METHODS = [
  'record-plan',
  'complete-agent',
  'classify-scope',
  'approve-checkpoint',
  'take-over-task',
  'lock-main',
  'unlock-main',
  'land-task',
] as const;

/** See {@link OWN_METHODS}. */
export type CommandWithMethod = (typeof OWN_METHODS)[number];

/** Callers without types may send anything, also what has a method of its own. */
export function isSendable(command: unknown): boolean {
  const type = typeof command === 'object' && command !== null && 'type' in command ? command.type : '';
  return (
    typeof type === 'string' &&
    isProtocolCommand({ type }) &&
    !(OWN_METHODS as readonly string[]).includes(type) &&
    !(type === 'record-decision' && ((command as { answer?: unknown }).answer ?? null) !== null)
  );
}

/** Why a command cannot be sent; `more` can be, though not through the service. */
export function notSendable(more: readonly string[] = []): Rejection<'InvalidInput'> {
  const sendable = [...listProtocolCommands().filter((type) => isSendable({ type })), ...more];
  const rest =
    more.length === 0
      ? ', scopes, approvals, takeovers and the lock of the main tree'
      : ', scopes, approvals and takeovers';
  const detail = `This is no protocol command that can be sent. Those are ${sendable.join(', ')}. Plans, reports of agents, answers of reviewers${rest} have ways of their own.`;
  return rejection('InvalidInput', [{ condition: '/command/type', detail }]);
}

/** What a caller without types gets for something that is no text. */
export function notText(condition: string): Rejection<'InvalidInput'> {
  return rejection('InvalidInput', [{ condition, detail: `${condition.slice(1)} must be a text.` }]);
}

/** A document as the record names it, and its bytes, which the store keeps: what the record says about it was seen, not claimed. */
export function toReport(text: string): {
  readonly report: { readonly sha: string; readonly bytes: number };
  readonly bytes: Uint8Array;
} {
  const bytes = encodeUtf8(text);
  return { report: { sha: sha256Hex(bytes), bytes: bytes.length }, bytes };
}
