import type { Failure } from '@batonkit/core';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** A success: the output as structured content, and as text for clients that know no other. */
export function toResult(output: unknown): CallToolResult {
  const structuredContent = output as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent };
}

/**
 * A failure, for programs: `{ code, message, data }` as structured content, which every listed output schema admits, and as JSON text for clients
 * that know no other. The cause stays here.
 */
export function toErrorResult({ code, message, data }: Failure): CallToolResult {
  const structuredContent = { code, message, data };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
