import type * as z from 'zod';
import type { Failure } from '../result/failure.ts';
import type { ResultAsync } from '../result/result.ts';
import type { OperationKit } from './operation.ts';
import { optionsOf, toWritten, type Written } from './operation-fields.ts';

/** Records an approval. The session that counts is the one that the caller runs in, whichever it names. */
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
  return kit.baton.protocol
    .approve(taskId, {
      ...optionsOf(kit),
      ...(ambientSession === undefined ? {} : { session: ambientSession }),
      ...given,
      ...(message === undefined ? {} : { message }),
    })
    .map(toWritten);
}
