import type * as z from 'zod';
import { rejection } from '../record/rejection.ts';
import type { Failure } from '../result/failure.ts';
import { err, type Result } from '../result/result.ts';
import type { OperationKit } from './operation.ts';
import { optionsOf, toWritten, type Written } from './operation-fields.ts';

/** Records an approval. A message that does not approve is refused, in whatever words it does not. */
export async function approveTask(
  kit: OperationKit,
  request: {
    readonly taskId: string;
    readonly checkpoint: 'plan' | 'change';
    readonly by?: string;
    readonly message?: string;
  },
): Promise<Result<z.infer<typeof Written>, Failure>> {
  const { taskId, ...given } = request;
  if (given.message !== undefined) {
    const { detectApproval } = await import('../protocol/detect-approval.ts');
    const { verdict, ask = 'Wait for a clear answer.' } = detectApproval(given.message, given.checkpoint);
    if (verdict !== 'approved') {
      const detail = `The message does not approve: it reads as ${verdict}. ${ask}`;
      return err(rejection('Rejected', [{ condition: 'message-approves', detail }]));
    }
  }
  return kit.baton.protocol.approve(taskId, { ...optionsOf(kit), ...given }).map(toWritten);
}
