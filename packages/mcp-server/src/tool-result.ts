import type { Failure } from '@batonkit/core';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** A success: the output as structured content, and as text for clients that know no other. */
export function toResult(output: unknown): CallToolResult {
  const structuredContent = output as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent };
}

/** A failure: the code and data for programs, the sentence for people. The cause stays here. */
export function toErrorResult({ code, message, data }: Failure): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { code, message, data },
  };
}
