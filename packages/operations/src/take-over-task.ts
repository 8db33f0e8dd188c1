import type * as z from 'zod';
import { errAsync, type Failure, rejection, type ResultAsync } from '@batonkit/core';
import { unmetByPerson } from '@batonkit/protocol/internal';
import type { OperationKit } from './operation.ts';
import { optionsOf, toWritten, type Written } from './operation-fields.ts';

/** Takes a task over. The session that the caller runs in is no person either, whichever it names. */
export function takeOverTask(
  kit: OperationKit,
  request: { readonly taskId: string; readonly confirmedBy: string; readonly reason: string },
): ResultAsync<z.infer<typeof Written>, Failure> {
  const { taskId, ...given } = request;
  const { ambientSession } = kit.caller;
  const names = ambientSession === undefined ? [] : [ambientSession];
  const unconfirmed = unmetByPerson(given.confirmedBy, names, 'a session is gone');
  if (unconfirmed !== null) return errAsync(rejection('Rejected', [unconfirmed]));
  return kit.baton.protocol.takeOver(taskId, { ...optionsOf(kit), ...given }).map(toWritten);
}
