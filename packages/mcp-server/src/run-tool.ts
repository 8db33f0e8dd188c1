import { err, failure, ok, type Failure, type Result } from '@batonkit/core';
import * as z from 'zod';
import { confirmFirst } from './confirm-first.ts';
import { decideCheckpoint } from './decide-checkpoint.ts';
import type { DescribedTool } from './describe-tools.ts';
import { onlyReadable } from './readable-files.ts';
import { takeOverTask } from './take-over-task.ts';
import type { ToolAnswer, ToolRequest } from './tool-request.ts';
import { toErrorResult } from './tool-result.ts';

/** The most characters that the texts of one call may have together. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** The most fields and list entries that one call may have, at any depth. */
const MAX_ELEMENTS = 10_000;

/** Where a person has a say of their own. Of all else, `confirmFirst` knows what a person must agree to. */
const ASKS_PERSON: Readonly<Record<string, (request: ToolRequest) => Promise<ToolAnswer>>> = {
  present: decideCheckpoint,
  approve: decideCheckpoint,
  'take-over': takeOverTask,
};

/** Protocol commands that `send` would carry past the person, and the tools that ask. */
const TOOL_OF_COMMAND: Readonly<Record<string, string>> = {
  'present-checkpoint': 'present',
  'approve-checkpoint': 'approve',
  'take-over-task': 'take_over',
};

/** Runs a tool: checks its input, asks where a person has a say, and answers in MCP's terms. */
export async function runTool(
  tool: DescribedTool,
  given: unknown,
  call: Omit<ToolRequest, 'operation' | 'input'>,
): Promise<ToolAnswer> {
  const { operation } = tool;
  const checked = checkInput(tool, given).andThen((input) =>
    operation.name === 'send' ? checkCommand(input, call.client.actor) : ok(input),
  );
  if (checked.isErr()) return toErrorResult(checked.error);
  const request = { ...call, kit: onlyReadable(call.kit, checked.value['taskId']), operation, input: checked.value };
  const ask = Object.hasOwn(ASKS_PERSON, operation.name) ? ASKS_PERSON[operation.name] : undefined;
  return (ask ?? confirmFirst)(request);
}

type Input = Readonly<Record<string, unknown>>;
type InvalidInput = Failure<'InvalidInput', { readonly unmet: readonly { condition: string; detail: string }[] }>;

function checkInput({ operation, input, listed }: DescribedTool, given: unknown): Result<Input, InvalidInput> {
  const size = measure(given);
  if (size.elements > MAX_ELEMENTS) {
    const detail = `${listed.name}: the input has more than ${MAX_ELEMENTS} fields and list entries.`;
    return invalid('', [{ condition: '', detail }]);
  }
  if (size.characters > MAX_CHARACTERS) {
    const detail = `${listed.name}: the input has more than ${MAX_CHARACTERS} characters.`;
    return invalid('', [{ condition: '', detail }]);
  }
  const checked = input.safeParse(given ?? {});
  if (checked.success) return ok(checked.data);
  const unmet = checked.error.issues.map(({ path, message }) => {
    const condition = path.map((key) => `/${String(key)}`).join('');
    return { condition, detail: `${listed.name}${condition === '' ? '' : ` ${condition}`}: ${message}.` };
  });
  const fields = Object.entries(input.shape).map(([name, field]) =>
    field instanceof z.ZodOptional ? `${name}?` : name,
  );
  const withheld = Object.keys(operation.input.shape).filter((name) => !(name in input.shape));
  const rest = withheld.length === 0 ? '' : `, and ${withheld.join(' and ')} only from a person`;
  const takes = `It takes ${fields.join(', ') || 'nothing'}${rest}.`;
  return invalid(takes, unmet);
}

function invalid(hint: string, unmet: InvalidInput['data']['unmet']): Result<never, InvalidInput> {
  const message = [...unmet.map(({ detail }) => detail), hint].join(' ').trim();
  return err(failure('InvalidInput', message, { unmet }));
}

/** No command past the person, no confirmation by nobody, and no change request in somebody else's name. */
function checkCommand(input: Input, actor: string): Result<Input, InvalidInput> {
  const command = typeof input['command'] === 'string' ? input['command'] : '';
  const tool = Object.hasOwn(TOOL_OF_COMMAND, command) ? TOOL_OF_COMMAND[command] : undefined;
  if (tool !== undefined) {
    const detail = `${command} is a person's decision. Use the tool ${tool}, which asks one.`;
    return invalid('', [{ condition: '/command', detail }]);
  }
  const fields = typeof input['fields'] === 'object' && input['fields'] !== null ? input['fields'] : {};
  // At any depth: in JSON, only a name is followed by a colon outside of quotes.
  if (JSON.stringify(fields).includes('"confirmedBy":')) {
    const detail = `Only a person confirms ${command}, on a terminal: baton send. Leave out confirmedBy.`;
    return invalid('', [{ condition: '/fields/confirmedBy', detail }]);
  }
  return ok(command === 'request-changes' ? { ...input, fields: { ...fields, by: actor } } : input);
}

/** How many texts, fields and list entries a value has; counting stops where one of them is too many. */
function measure(value: unknown): { readonly characters: number; readonly elements: number } {
  let characters = 0;
  let elements = 0;
  const rest = [value];
  while (rest.length > 0 && characters <= MAX_CHARACTERS && elements <= MAX_ELEMENTS) {
    const next = rest.pop();
    if (typeof next === 'string') characters += next.length;
    else if (typeof next === 'object' && next !== null) {
      for (const [name, part] of Object.entries(next)) {
        characters += name.length;
        elements += 1;
        rest.push(part);
      }
    }
  }
  return { characters, elements };
}
