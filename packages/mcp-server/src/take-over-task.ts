import { failure } from '@batonkit/core';
import { openContext } from '@batonkit/operations';
import * as z from 'zod';
import { askPerson, personNeeded, readAnswer } from './ask-person.ts';
import { quoteLine } from './quote-line.ts';
import type { ToolAnswer, ToolRequest } from './tool-request.ts';
import { toErrorResult, toResult } from './tool-result.ts';

const CHOICES = ['it is gone: take over', 'leave it'] as const;
const MAX_REASON = 500;
const Input = z.object({ taskId: z.string(), reason: z.string() });

/** The tool `take_over`: only a person knows whether the other run is gone, so the client's user is asked. */
export async function takeOverTask(request: ToolRequest): Promise<ToolAnswer> {
  const { kit, operation, client } = request;
  const { taskId, reason } = Input.parse(request.input);
  const read = readAnswer(request, CHOICES);
  if (read?.isErr()) return toErrorResult(read.error);
  const answered = read?.isOk() ? read.value : null;
  const opened = await openContext(kit, taskId);
  if (opened.isErr()) return toErrorResult(opened.error);
  const owner = opened.value.record.protocol?.owner ?? null;
  if (owner === null) {
    return toErrorResult(failure('Rejected', `Nobody owns ${taskId}. Claim it instead.`, { taskId }));
  }
  const about = `${owner.session} ${owner.fence}`;
  if (answered === null) {
    const command = `baton take-over ${taskId} --confirmed-by <name> --reason <why>`;
    if (!client.canAsk) return toErrorResult(personNeeded(kit, taskId, command));
    const message = quoteLine(
      `${taskId} belongs to the session ${owner.session} (${owner.actor}, since ${owner.since}). ${client.actor} wants to take it over: "${reason.slice(0, MAX_REASON)}" Is that session gone?`,
    );
    return askPerson(request, { operation: operation.name, taskId, about }, { message, choices: CHOICES });
  }
  const { asked, answer } = answered;
  if (asked.about !== about || answer.choice !== CHOICES[0]) {
    const why = asked.about === about ? `${answer.by} says to leave it` : 'it changed hands while the person decided';
    return toErrorResult(failure('Rejected', `${taskId} was not taken over: ${why}.`, { taskId }));
  }
  const taken = await operation.run(kit, { taskId, reason, confirmedBy: answer.by });
  return taken.match(toResult, toErrorResult);
}
