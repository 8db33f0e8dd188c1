import { err, failure, ok, type Failure, type Result } from '@batonkit/core';
import type { Caller, OperationKit } from '@batonkit/operations';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** Who is at the other end, as it says itself. Nothing of this is proven. */
export interface McpClient {
  /** `mcp-client:` and the name that the client gave. */
  readonly actor: string;
  /** Whether it says that it can put a form before its user. */
  readonly canAsk: boolean;
}

/** What a 2025 client told once, at its `initialize`. */
export interface InitializedClient {
  readonly info: unknown;
  readonly capabilities: unknown;
}

const ClientInfo = z.object({ name: z.string() });
const Capabilities = z.object({ elicitation: z.record(z.string(), z.unknown()) });
const MAX_NAME = 60;

/** What a client says of itself, in the request (2026) or at its `initialize` (2025). */
export function readClient({ mcpReq }: ServerContext, initialized: InitializedClient): McpClient {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const info = ClientInfo.safeParse(envelope?.[CLIENT_INFO_META_KEY] ?? initialized.info);
  const capabilities = Capabilities.safeParse(envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? initialized.capabilities);
  const name = info.success ? toLabel(info.data.name) : '';
  return {
    actor: `mcp-client:${name === '' ? 'unnamed' : name}`,
    canAsk: capabilities.success && canShowForms(capabilities.data.elicitation),
  };
}

/** An empty capability means forms, as it did before there were other modes. */
function canShowForms(elicitation: Readonly<Record<string, unknown>>): boolean {
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}

/** A text of a client as a label of the record: one line, short. */
export function toLabel(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_NAME).join('');
}

const Meta = z.object({
  'batonkit/session': z.string().optional(),
  'batonkit/operationId': z.string().optional(),
});

/**
 * A kit in which this client acts. The actor is always the client, never the person who started the server. The session is that of the kit unless
 * the request names one, and secrets are never forced.
 */
export function actAs(kit: OperationKit, client: McpClient, context: ServerContext): Result<OperationKit, InvalidMeta> {
  const meta = Meta.safeParse(context.mcpReq._meta ?? {});
  if (!meta.success) {
    const names = Object.keys(Meta.shape);
    return err(failure('InvalidInput', `_meta: ${names.join(' and ')} must be texts.`, { names }));
  }
  const { 'batonkit/session': session, 'batonkit/operationId': operationId } = meta.data;
  const caller: Caller = {
    actor: client.actor,
    session: session ?? kit.caller.session ?? null,
    ...(operationId === undefined ? {} : { operationId }),
  };
  return ok({ ...kit, caller });
}

type InvalidMeta = Failure<'InvalidInput', { readonly names: readonly string[] }>;
