import * as z from 'zod';
import { TaskStateSchema } from '@batonkit/protocol/rules';
import { errAsync, type Failure, rejection, ResultAsync } from '@batonkit/core';
import { unmetByPerson } from '@batonkit/protocol/internal';
import { approveTask } from './approve-task.ts';
import { classifyTask } from './classify-task.ts';
import { describeNext, describeStatus, NextActions, StatusOutput } from './describe-status.ts';
import { defineOperation, type OperationKit } from '../operation/operation.ts';
import {
  checkpoint,
  optionsOf,
  role,
  taskId,
  textOf,
  toWritten,
  file,
  Written,
} from '../operation/operation-fields.ts';
import { Presented, presentTask } from './present-task.ts';
import { sendCommand } from './send-command.ts';
import { workOnAgent } from './work-on-agent.ts';

/** A task's way through the protocol: ownership, steps, checkpoints. */
export const PROTOCOL_OPERATIONS = [
  defineOperation({
    name: 'claim',
    summary: 'Give a task to this session.',
    input: z.strictObject({ taskId, dependencies: z.array(z.string()).optional() }),
    output: Written,
    hints: { idempotent: true },
    shell: { positional: ['taskId'], examples: ['claim TASK-0824', 'claim TASK-0824 --dependencies TASK-0823'] },
    run: (kit, { taskId: id, ...options }) =>
      kit.baton.protocol.claim(id, { ...optionsOf(kit), ...options }).map(toWritten),
  }),
  defineOperation({
    name: 'release',
    summary: 'Give a task back.',
    input: z.strictObject({ taskId }),
    output: Written,
    shell: { positional: ['taskId'], examples: ['release TASK-0824'] },
    run: (kit, input) => kit.baton.protocol.release(input.taskId, optionsOf(kit)).map(toWritten),
  }),
  defineOperation({
    name: 'take-over',
    summary: 'Take a task from a session that a person says is gone.',
    input: z.strictObject({ taskId, confirmedBy: z.string().describe('That person'), reason: z.string() }),
    output: Written,
    hints: { destructive: true },
    shell: {
      positional: ['taskId'],
      examples: ['take-over TASK-0824 --confirmed-by grace --reason "The laptop is lost."'],
    },
    run: (kit, input) => takeOverTask(kit, input),
  }),
  defineOperation({
    name: 'status',
    summary: 'Where a task is, what is wrong, what is next.',
    input: z.strictObject({ taskId }),
    output: StatusOutput,
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['status TASK-0824', 'status TASK-0824 --json'] },
    run: (kit, input) => describeStatus(kit, input.taskId),
  }),
  defineOperation({
    name: 'next',
    summary: 'What can be done next.',
    input: z.strictObject({ taskId }),
    output: z.object({ taskId, next: NextActions }),
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['next TASK-0824'] },
    run: (kit, input) => describeNext(kit, input.taskId).map((next) => ({ taskId: input.taskId, next })),
  }),
  defineOperation({
    name: 'classify',
    summary: 'Record the risk of a task and select its agents, by the rules.',
    input: z.strictObject({
      taskId,
      paths: z.array(z.string()).optional().describe('Those of the task unless told'),
      level: z.enum(['HIGH', 'MEDIUM', 'LOW']).optional().describe('A person decided on it'),
      changes: z.array(z.string()).optional(),
      forceFullProtocol: z.boolean().optional().describe('HIGH, whatever the rules say'),
      riskRules: z.string().optional().describe('A rules file in place of that of the settings'),
    }),
    output: z.object({ ...Written.shape, level: z.string(), path: z.array(z.string()), agents: z.array(z.string()) }),
    hints: { idempotent: true },
    shell: {
      positional: ['taskId', 'paths'],
      paths: ['riskRules'],
      examples: ['classify TASK-0824', 'classify TASK-0824 --level LOW', 'classify TASK-0824 --risk-rules rules.yaml'],
    },
    run: (kit, input) => new ResultAsync(classifyTask(kit, input)),
  }),
  defineOperation({
    name: 'plan',
    summary: 'Keep the plan document.',
    input: z.strictObject({ taskId, text: z.string().optional(), file }),
    output: Written,
    hints: { idempotent: true },
    shell: {
      positional: ['taskId', 'text'],
      fromFile: ['text'],
      hidden: ['file'],
      examples: ['plan TASK-0824 plan.md'],
    },
    run: (kit, { taskId: id, text, file: path }) =>
      textOf(kit, { text, file: path })
        .andThen((content) => kit.baton.protocol.recordPlan(id, { ...optionsOf(kit), content }))
        .map(toWritten),
  }),
  defineOperation({
    name: 'agent',
    summary: 'Note that an agent was invoked, reported, failed or decided.',
    input: z.strictObject({
      taskId,
      agent: role,
      step: z.enum(['invoke', 'complete', 'fail', 'decide', 'scope']),
      report: z.string().optional().describe('Its own words'),
      workRemaining: z.string().optional(),
      unchanged: z.boolean().optional(),
      verdict: z.enum(['APPROVED', 'REJECTED']).optional(),
      note: z.string().optional(),
    }),
    output: Written,
    shell: {
      positional: ['taskId', 'agent', 'step'],
      fromFile: ['report'],
      examples: [
        'agent TASK-0824 style-updater invoke',
        'agent TASK-0824 style-updater complete --report report.md',
        'agent TASK-0824 style-reviewer decide --report answer.md',
        'agent TASK-0824 style-reviewer decide --verdict APPROVED --note Sound.',
      ],
    },
    run: (kit, input) => workOnAgent(kit, input),
  }),
  defineOperation({
    name: 'present',
    summary: 'Put the plan or the change before a person.',
    input: z.strictObject({ taskId, checkpoint }),
    output: Presented,
    hints: { idempotent: true },
    shell: {
      positional: ['taskId', 'checkpoint'],
      examples: ['present TASK-0824 plan', 'present TASK-0824 change'],
    },
    run: (kit, input) => new ResultAsync(presentTask(kit, input)),
  }),
  defineOperation({
    name: 'approve',
    summary: 'Record that a person approved what was presented.',
    input: z.strictObject({
      taskId,
      checkpoint,
      by: z.string().describe('That person'),
      message: z.string().optional().describe('Their words; must approve'),
    }),
    output: Written,
    hints: { idempotent: true },
    shell: {
      positional: ['taskId', 'checkpoint'],
      examples: ['approve TASK-0824 plan --by grace', 'approve TASK-0824 change --by grace --message "approved"'],
    },
    run: (kit, input) => approveTask(kit, input),
  }),
  defineOperation({
    name: 'compliance',
    summary: 'Check whether a task complies; needed before each step.',
    input: z.strictObject({ taskId }),
    output: z.object({
      ...Written.shape,
      verdict: z.string(),
      violations: z.array(z.object({ check: z.string(), detail: z.string() })),
    }),
    hints: { idempotent: true },
    shell: { positional: ['taskId'], examples: ['compliance TASK-0824'] },
    run: (kit, input) =>
      kit.baton.protocol.checkCompliance(input.taskId, optionsOf(kit)).map((checked) => ({
        ...toWritten(checked),
        verdict: checked.verdict,
        violations: checked.violations.map(({ check, detail }) => ({ check, detail })),
      })),
  }),
  defineOperation({
    name: 'advance',
    summary: 'Go to the next state.',
    input: z.strictObject({ taskId, to: TaskStateSchema.optional() }),
    output: z.object({ ...Written.shape, state: z.string() }),
    shell: { positional: ['taskId', 'to'], examples: ['advance TASK-0824', 'advance TASK-0824 VALIDATION'] },
    run: (kit, { taskId: id, ...to }) =>
      kit.baton.protocol
        .send(id, { ...optionsOf(kit), command: { type: 'advance', ...to } })
        .map((context) => ({ ...toWritten(context), state: context.record.protocol?.state ?? '' })),
  }),
  defineOperation({
    name: 'send',
    summary: 'Any other protocol command: attest, return, abandon, request-changes ...',
    input: z.strictObject({
      taskId,
      command: z.string(),
      fields: z.record(z.string(), z.unknown()).optional(),
    }),
    output: z.object({ ...Written.shape, state: z.string() }),
    hints: { destructive: true },
    shell: {
      positional: ['taskId', 'command', 'fields'],
      examples: [
        'send TASK-0824 attest condition=style-linters note="All pass."',
        'send TASK-0824 return because=blocker note="The API is missing."',
        'send TASK-0824 abandon reason=no-longer-needed note="Not wanted any more."',
      ],
    },
    run: (kit, input) => sendCommand(kit, input),
  }),
] as const;

/** Takes a task over. The session that the caller runs in is no person either, whichever it names. */
function takeOverTask(
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
