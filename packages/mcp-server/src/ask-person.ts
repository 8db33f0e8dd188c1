import { err, failure, ok, type Failure, type Result } from '@batonkit/core';
import type { OperationKit } from '@batonkit/operations';
import { acceptedContent, inputRequired, inputResponse, type InputRequiredResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { toLabel } from './name-caller.ts';
import type { Question, ToolRequest } from './tool-request.ts';

/** What a person decided, as the client says. Whether there was a person, nobody can tell from here. */
export interface Answer {
  readonly choice: string;
  /** `mcp-client:<client>/`, and the name that was typed, or `user`: the person at the client, never the client. */
  readonly by: string;
  /** What they typed besides; empty when nothing. */
  readonly note: string;
}

/** A question that was not put, not answered, or answered for something else. Nothing was recorded. */
export type Unanswered = Failure<'PersonNeeded' | 'NotAnswered' | 'Rejected', { readonly taskId: string }>;

const KEY = 'decision';
const MAX_NOTE = 2000;

/** Puts a question to the client's user. The first choice is the one that lets the task go on. */
export async function askPerson(
  { context, seal }: ToolRequest,
  question: Question,
  form: { readonly message: string; readonly choices: readonly [string, string] },
): Promise<InputRequiredResult> {
  const { message, choices } = form;
  const ask = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        choice: { type: 'string', title: 'Decision', enum: [...choices] },
        name: { type: 'string', title: 'Your name, for the audit', maxLength: 60 },
        note: { type: 'string', title: 'What should be different, or why', maxLength: MAX_NOTE },
      },
      required: ['choice'],
    },
  });
  return inputRequired({ inputRequests: { [KEY]: ask }, requestState: await seal.mint(question, context) });
}

/** What came back: the question as it was sealed, and the answer. `null` in a call that follows no question. */
export function readAnswer(
  { client, context, input, operation }: ToolRequest,
  choices: readonly [string, string],
): Result<{ readonly asked: Question; readonly answer: Answer }, Unanswered> | null {
  const asked = context.mcpReq.requestState<Question>();
  if (asked === undefined) return null;
  const { taskId } = asked;
  if (asked.operation !== operation.name || taskId !== input['taskId']) {
    const message = 'This is the answer to another question. Nothing was recorded; call the tool again.';
    return err(failure('Rejected', message, { taskId }));
  }
  const Form = z.object({
    choice: z.enum(choices),
    name: z.string().default(''),
    note: z.string().max(MAX_NOTE).default(''),
  });
  const accepted = acceptedContent(context.mcpReq.inputResponses, KEY, Form);
  if (accepted === undefined) {
    const response = inputResponse(context.mcpReq.inputResponses, KEY);
    const how = response.kind === 'elicit' && response.action !== 'accept' ? `(${response.action})` : '(unreadable)';
    const message = `The client's user gave no answer ${how}. Nothing was recorded.`;
    return err(failure('NotAnswered', message, { taskId }));
  }
  const name = toLabel(accepted.name);
  const by = `${client.actor}/${name === '' ? 'user' : name}`;
  return ok({ asked, answer: { choice: accepted.choice, by, note: accepted.note.trim() } });
}

/** For a client that cannot ask: nothing was decided, and how a person can. `command` holds nothing that a client made up. */
export function personNeeded({ caller }: OperationKit, taskId: string, command: string): Unanswered {
  const { session = null } = caller;
  // A person may paste this into a shell, and the name of a session comes from the client.
  const isPlain = session === null || /^[A-Za-z0-9._:-]+$/.test(session);
  const run = session === null ? '' : ` --session ${isPlain ? session : '<session>'}`;
  const message = `This needs a person, and this client cannot ask its user. Nothing was decided. A person can do it on a terminal: ${command}${run}`;
  return failure('PersonNeeded', message, { taskId });
}
