import { err, failure, ok, type Failure, type Result, type Warning } from '@batonkit/core';
import { fenced, openContext } from '@batonkit/operations';
import { canonicalJson, sha256Hex } from '@batonkit/core/text';
import { askPerson, personNeeded, readAnswer, type Answer } from './ask-person.ts';
import type { McpWarningCode } from './mcp-warning-code.ts';
import { quoteLine } from './quote-line.ts';
import type { ToolAnswer, ToolRequest } from './tool-request.ts';
import { toErrorResult, toResult } from './tool-result.ts';

const CHOICES = ['go ahead', 'do not'] as const;
const MAX_LINES = 60;
const MAX_LINE = 500;
/** `forceFullProtocol` asks for more checks, not for fewer. */
const FORCES = /^force(?!FullProtocol)/;

/** What a person is asked before a tool discards something or overrides a check. */
interface Confirmation {
  /** What is about to happen, and the consequences. One line, in our own words. */
  readonly question: string;
  /** Reports, and texts of agents: quoted below the question. */
  readonly quoted: string;
  /** What a person can type on a terminal instead. Contains plain names and placeholders only. */
  readonly command: string;
}

/** The confirmation a call needs; `null` for none. */
type FindConfirmation = (request: ToolRequest) => Promise<Result<Confirmation | null, Failure>>;

/** By operation. */
const CONFIRMATIONS: Readonly<Record<string, FindConfirmation>> = {
  purge: async (request) => {
    const titled = await titleOf(request);
    // A context that can't be read may still hold something to lose.
    if (titled.isErr() && ['ContextNotFound', 'InvalidTaskId'].includes(titled.error.code)) return ok(null);
    const question = `${titled.unwrapOr(taskOf(request))}: delete its context? Hand-offs and decisions are deleted with it; only the audit is kept.`;
    return ok({ question, quoted: '', command: `baton purge ${taskOf(request)}` });
  },
  'resolve-drift': async (request) => {
    const { kit, input } = request;
    const titled = await titleOf(request);
    if (titled.isErr()) return err(titled.error);
    if (kit.baton.deltas === null) return ok(null);
    const drift = await kit.baton.deltas.inspect(textOf(input['taskId']));
    if (drift.isErr()) return err(drift.error);
    const effect =
      input['accept'] === 'restored'
        ? 'Record that the files were put back?'
        : 'Accept the tree as it is now, and let the task go on from there?';
    const question = `${titled.value}: the tree is not what was handed off (drift). ${effect}`;
    const command = `baton resolve-drift ${taskOf(request)} ${plain(input['role'], 'role')} --accept ${plain(input['accept'], 'how')} --note <note>`;
    return ok({ question, quoted: `${drift.value.text}\n\n${textOf(input['note'])}`, command });
  },
  rebuild: (request) =>
    confirmIf(request, request.input['evenInProgress'] !== undefined, (task) => ({
      question: `${task}: capture it again, although a role is at work on it?`,
      quoted: textOf(request.input['evenInProgress']),
      command: `baton rebuild ${taskOf(request)} --even-in-progress <why>`,
    })),
  send: (request) =>
    confirmIf(request, request.input['command'] === 'abandon', (task) => ({
      question: `${task}: abandon it? The task ends here, and its work is not merged.`,
      quoted: JSON.stringify(request.input['fields'] ?? {}),
      command: `baton send ${taskOf(request)} abandon reason=<reason> note=<note>`,
    })),
};

/** What the operations that are confirmed do to a task, as the fence of its owner knows them. */
const WRITES = {
  purge: 'purge-context',
  complete: 'complete-task',
  rebuild: 'rebuild-context',
  'resolve-drift': 'resolve-drift',
  // The one command that is confirmed.
  send: 'abandon',
} as const;

/** Why a call is refused before anybody is asked: the task belongs to another session, or may. */
async function findStranger({ operation, input, kit }: ToolRequest): Promise<Failure | null> {
  if (!Object.hasOwn(WRITES, operation.name)) return null;
  const type = WRITES[operation.name as keyof typeof WRITES];
  const allowed = await fenced(kit, textOf(input['taskId']), { type });
  // A record that cannot be read has no owner to be found, and the operation itself says what is wrong with it.
  return allowed.isErr() && ['NotOwner', 'UnknownSection'].includes(allowed.error.code) ? allowed.error : null;
}

/** Runs an operation; where it needs one, after a confirmation by the client's user. The answer counts for what they were shown. */
export async function confirmFirst(request: ToolRequest): Promise<ToolAnswer> {
  const { operation, input, kit, client } = request;
  const read = readAnswer(request, CHOICES);
  if (read?.isErr()) return toErrorResult(read.error);
  const found = await findConfirmation(request);
  if (found.isErr()) return toErrorResult(found.error);
  const confirmation = found.value;
  if (confirmation === null) return operation.run(kit, input).match(toResult, toErrorResult);
  const stranger = await findStranger(request);
  if (stranger !== null) return toErrorResult(stranger);
  const taskId = textOf(input['taskId']);
  const about = await identify(request, confirmation);
  if (!read?.isOk()) {
    if (!client.canAsk) return toErrorResult(personNeeded(kit, taskId, confirmation.command));
    const question = { operation: operation.name, taskId, about };
    return askPerson(request, question, { message: showQuestion(confirmation), choices: CHOICES });
  }
  const { asked, answer } = read.value;
  if (asked.about !== about) {
    const message = `${operation.name}: something changed since the person was asked, so their answer no longer applies. Nothing was done. Call the tool again.`;
    return toErrorResult(failure('Rejected', message, { taskId }));
  }
  if (answer.choice !== CHOICES[0]) {
    const message = `${answer.by} refused ${operation.name}: ${answer.note || 'no note was given'}. Nothing was done.`;
    return toErrorResult(failure('Rejected', message, { taskId, by: answer.by, note: answer.note }));
  }
  // In the audit, the person did it, by way of the client.
  const agreed = { ...kit, caller: { ...kit.caller, actor: answer.by } };
  return operation.run(agreed, input).match((output) => toResult(withNote(output, answer)), toErrorResult);
}

/** What overrides a check by a flag always needs a confirmation. */
function findConfirmation(request: ToolRequest): ReturnType<FindConfirmation> {
  const { operation, input } = request;
  const forced = Object.keys(input).find((field) => FORCES.test(field) && input[field] === true);
  if (forced !== undefined) {
    const flag = `--${forced.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const question = `${taskOf(request)}: run ${operation.name} with ${flag}, which overrides a check?`;
    const command = `baton ${operation.name} ${taskOf(request)} ${flag}`;
    return Promise.resolve(ok({ question, quoted: JSON.stringify(input), command }));
  }
  const find = Object.hasOwn(CONFIRMATIONS, operation.name) ? CONFIRMATIONS[operation.name] : undefined;
  return find === undefined ? Promise.resolve(ok(null)) : find(request);
}

/** The revision is part of it, so that an answer can't be used a second time. */
async function identify({ kit, input }: ToolRequest, { question, quoted }: Confirmation): Promise<string> {
  const opened = await openContext(kit, textOf(input['taskId']));
  const revision = opened.isOk() ? opened.value.revision : null;
  return sha256Hex(canonicalJson({ input, session: kit.caller.session ?? null, revision, question, quoted }));
}

/** A note of the person goes back to the agent. */
function withNote(output: unknown, { by, note }: Answer): unknown {
  if (note === '' || typeof output !== 'object' || output === null || !('warnings' in output)) return output;
  const warnings = Array.isArray(output.warnings) ? (output.warnings as unknown[]) : [];
  const confirmed: Warning<McpWarningCode> = { code: 'Confirmed', message: `${by} said: ${note}` };
  return { ...output, warnings: [...warnings, confirmed] };
}

function showQuestion({ question, quoted }: Confirmation): string {
  const lines = quoted === '' ? [] : quoted.split('\n');
  const shown = lines.slice(0, MAX_LINES).map((line) => `> ${quoteLine(line.slice(0, MAX_LINE))}`);
  const rest = lines.length > MAX_LINES ? [`(${lines.length - MAX_LINES} more lines.)`] : [];
  return [question, ...shown, ...rest].join('\n');
}

async function confirmIf(
  request: ToolRequest,
  isNeeded: boolean,
  describe: (task: string) => Confirmation,
): Promise<Result<Confirmation | null, Failure>> {
  if (!isNeeded) return ok(null);
  return (await titleOf(request)).map(describe);
}

/** The task with its title; fails if it has no context. */
async function titleOf({ kit, input }: ToolRequest): Promise<Result<string, Failure>> {
  const opened = await openContext(kit, textOf(input['taskId']));
  return opened.map(({ record }) => `${record.task_id} (${quoteLine(record.immutable.task_snapshot.title)})`);
}

function taskOf({ input }: ToolRequest): string {
  return plain(input['taskId'], 'task');
}

/** A name that is safe to paste into a shell, else a placeholder. */
function plain(name: unknown, placeholder: string): string {
  return typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(name) ? name : `<${placeholder}>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
