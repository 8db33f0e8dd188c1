import type { Operation, OperationKit } from '@batonkit/operations';
import type {
  CallToolResult,
  InputRequiredResult,
  RequestStateCodec,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { McpClient } from './name-caller.ts';

/** What a person is asked. It goes to the client and comes back sealed, so that an answer counts only for the question that was put. */
export interface Question {
  readonly operation: string;
  readonly taskId: string;
  /** What exactly it is about: the content that an approval covers, the claim that is taken over. */
  readonly about: string;
}

/** One call of a tool, its input checked. */
export interface ToolRequest {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** With the client as caller. */
  readonly kit: OperationKit;
  readonly client: McpClient;
  readonly context: ServerContext;
  readonly seal: RequestStateCodec<Question>;
}

/** What a tool answers: a result, or a question to the client's user. */
export type ToolAnswer = CallToolResult | InputRequiredResult;
