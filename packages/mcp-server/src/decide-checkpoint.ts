import type { ProtocolRecord } from '@batonkit/protocol';
import { err, failure, ok, type Failure, type Result, type Warning } from '@batonkit/core';
import { openContext, type OperationKit, optionsOf } from '@batonkit/operations';
import * as z from 'zod';
import { askPerson, personNeeded, readAnswer, type Answer, type Unanswered } from './ask-person.ts';
import type { McpWarningCode } from './mcp-warning-code.ts';
import { showCheckpoint, type CheckpointName } from './show-checkpoint.ts';
import type { ToolAnswer, ToolRequest } from './tool-request.ts';
import { toErrorResult, toResult } from './tool-result.ts';

const CHOICES = ['approve', 'request changes'] as const;
const Input = z.object({ taskId: z.string(), checkpoint: z.enum(['plan', 'change']) });

/** A person saw it and wants something else. */
type ChangesRequested = Failure<
  'ChangesRequested',
  { readonly taskId: string; readonly by: string; readonly note: string }
>;

/** Why a checkpoint is not approved. */
type Undecided = Unanswered | ChangesRequested;

/**
 * The tools `present` and `approve`. Both ask the client's user about exactly what was presented, and record the answer as the client gave it.
 * Presenting stands on its own: where nobody can be asked or nobody answers, it is done, and says so in a warning.
 */
export async function decideCheckpoint(request: ToolRequest): Promise<ToolAnswer> {
  const { kit, operation, client } = request;
  const { taskId, checkpoint } = Input.parse(request.input);
  const isPresenting = operation.name === 'present';
  const settle = (why: Undecided): Promise<ToolAnswer> | ToolAnswer => {
    const { code, message } = why;
    return isPresenting ? answerWritten(kit, taskId, { code, message }) : toErrorResult(why);
  };

  const answered = readAnswer(request, CHOICES);
  if (answered?.isErr()) return settle(await withStanding(kit, { taskId, checkpoint }, answered.error));
  if (answered?.isOk()) {
    const { asked, answer } = answered.value;
    const recorded = await record(request, { taskId, checkpoint, covers: asked.about, answer });
    if (recorded.isErr()) return toErrorResult(recorded.error);
    if (answer.choice === 'approve')
      return answerWritten(kit, taskId, { code: 'Approved', message: `${answer.by} approved the ${checkpoint}.` });
    return settle(changesRequested(taskId, checkpoint, answer));
  }
  if (isPresenting) {
    const presented = await operation.run(kit, request.input);
    if (presented.isErr()) return toErrorResult(presented.error);
  }
  const opened = await openPresented(kit, taskId, checkpoint);
  if (opened.isErr()) return toErrorResult(opened.error);
  if (!client.canAsk)
    return settle(
      personNeeded(asPerson(kit, kit.caller.actor), taskId, `baton approve ${taskId} ${checkpoint} --by <name>`),
    );
  const { covers } = opened.value;
  const shown = await showCheckpoint(kit, opened.value.record, { checkpoint, covers });
  if (shown.isErr()) return toErrorResult(shown.error);
  const question = { operation: operation.name, taskId, about: covers };
  return askPerson(request, question, { message: shown.value, choices: CHOICES });
}

/** Records what a person decided, as long as it is still what they were shown. */
async function record(
  { kit }: ToolRequest,
  decided: {
    readonly taskId: string;
    readonly checkpoint: CheckpointName;
    readonly covers: string;
    readonly answer: Answer;
  },
): Promise<Result<unknown, Failure>> {
  const { taskId, checkpoint, covers, answer } = decided;
  const { choice, by, note } = answer;
  const opened = await openPresented(kit, taskId, checkpoint);
  if (opened.isErr()) return err(opened.error);
  if (opened.value.covers !== covers) {
    const message = `The ${checkpoint} was presented anew while the person decided, so the answer is about something else. Nothing was recorded; present it again.`;
    return err(failure('Rejected', message, { taskId }));
  }
  const { protocol } = kit.baton;
  const person = optionsOf(asPerson(kit, by));
  if (choice !== 'approve') {
    const wanted = { checkpoint, by, note: note || 'No note was given.' };
    const led = await protocol.requestChanges(taskId, { ...optionsOf(kit), ...wanted });
    // Where the session can't lead the task back to the work, the person's word still takes the approval back.
    return led.isOk() ? led : protocol.requestChanges(taskId, { ...person, ...wanted });
  }
  // "approve" with "but rename it first" beside it is no approval: the note is read as well.
  return protocol.approve(taskId, { ...person, checkpoint, by, ...(note === '' ? {} : { message: note }) });
}

/** Who gives no answer leaves an approval as it is, and is told so. */
async function withStanding(
  kit: OperationKit,
  { taskId, checkpoint }: { readonly taskId: string; readonly checkpoint: CheckpointName },
  unanswered: Unanswered,
): Promise<Unanswered> {
  const opened = await openContext(kit, taskId);
  const approved = opened.isOk() ? opened.value.record.protocol?.checkpoints[checkpoint].approved : null;
  if (approved === null || approved === undefined) return unanswered;
  const stands = `The ${checkpoint} is still approved by ${approved.by}. To take that back, choose "${CHOICES[1]}" in this form, or type on a terminal: baton approve ${taskId} ${checkpoint} --by <name> --message "I take that back"`;
  return { ...unanswered, message: `${unanswered.message} ${stands}` };
}

/** What a person answers is not an act of the client or the session that asked. */
function asPerson(kit: OperationKit, actor: string): OperationKit {
  return { ...kit, caller: { ...kit.caller, actor, session: null } };
}

async function openPresented(
  kit: OperationKit,
  taskId: string,
  checkpoint: CheckpointName,
): Promise<Result<{ readonly record: ProtocolRecord; readonly covers: string }, Failure>> {
  const opened = await openContext(kit, taskId);
  if (opened.isErr()) return err(opened.error);
  const { record: found } = opened.value;
  const covers = found.protocol?.checkpoints[checkpoint].presented?.covers;
  if (covers !== undefined) return ok({ record: found, covers });
  const message = `The ${checkpoint} was not presented, so nobody can approve it. Present it first.`;
  return err(failure('Rejected', message, { taskId }));
}

async function answerWritten(kit: OperationKit, taskId: string, warning: Warning<McpWarningCode>): Promise<ToolAnswer> {
  const opened = await openContext(kit, taskId);
  if (opened.isErr()) return toErrorResult(opened.error);
  return toResult({ taskId, revision: opened.value.revision, warnings: [warning] });
}

function changesRequested(taskId: string, checkpoint: CheckpointName, { by, note }: Answer): ChangesRequested {
  const message = `${by} did not approve the ${checkpoint}: ${note || 'no note was given'}`;
  return failure('ChangesRequested', message, { taskId, by, note });
}
