import type * as z from 'zod';
import { errAsync, type Failure, rejection, type ResultAsync } from '@batonkit/core';
import type { OperationKit } from '../operation/operation.ts';
import { optionsOf, toWritten, type Written } from '../operation/operation-fields.ts';

/** Records an approval. What runs in a session is no person, whichever session it names. */
export function approveTask(
  kit: OperationKit,
  request: {
    readonly taskId: string;
    readonly checkpoint: 'plan' | 'change';
    readonly by: string;
    readonly message?: string | undefined;
  },
): ResultAsync<z.infer<typeof Written>, Failure> {
  const { taskId, message, ...given } = request;
  const { ambientSession } = kit.caller;
  if (ambientSession !== undefined) {
    const detail = `This shell runs in session ${ambientSession} (BATON_SESSION), and no session approves. A person does, in a terminal of their own where BATON_SESSION is not set, or in the form that an MCP client shows.`;
    return errAsync(rejection('Rejected', [{ condition: 'approver', detail }]));
  }
  if (given.by.startsWith('mcp-client:')) {
    const detail = `"${given.by}" says that an MCP client asked a person, and this is not its form. Pass the name of the person who approved.`;
    return errAsync(rejection('Rejected', [{ condition: 'approver', detail }]));
  }
  return kit.baton.protocol
    .approve(taskId, { ...optionsOf(kit), ...given, ...(message === undefined ? {} : { message }) })
    .map(toWritten);
}
