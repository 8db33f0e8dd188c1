import type { ElicitResult, InputRequiredResult, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server';
import type { Question } from './tool-request.ts';

const ANSWER_TIMEOUT_MS = 60 * 60 * 1000;

/**
 * Puts a question to the user of a 2025 client, over the connection, and returns the context in which the tool goes on. The SDK would ask as well,
 * but answers a failed or malformed reply with a text of its own, without a code.
 */
export async function askOverConnection(
  { inputRequests = {}, requestState = '' }: InputRequiredResult,
  context: ServerContext,
  seal: RequestStateCodec<Question>,
): Promise<ServerContext> {
  const { mcpReq } = context;
  const question = await seal.verify(requestState, context);
  const inputResponses: Record<string, ElicitResult> = {};
  for (const [key, request] of Object.entries(inputRequests)) {
    if (request.method !== 'elicitation/create') continue;
    try {
      const options = { timeout: ANSWER_TIMEOUT_MS, signal: mcpReq.signal };
      inputResponses[key] = await mcpReq.send({ method: request.method, params: { ...request.params } }, options);
    } catch (error) {
      if (mcpReq.signal.aborted) throw error;
      // No answer is an answer: the tool says that nothing was done.
    }
  }
  const requestStateOf = <T>(): T => question as T;
  return { ...context, mcpReq: { ...mcpReq, inputResponses, requestState: requestStateOf } };
}
