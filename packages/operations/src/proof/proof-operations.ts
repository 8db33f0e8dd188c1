import * as z from 'zod';
import { err, errAsync, type Failure, ok, okAsync, type QaRun, type RanQa, type ResultAsync } from '@batonkit/core';
import { contextNotFound, encodeBase64 } from '@batonkit/core/internal';
import { defineOperation, type OperationKit } from '../operation/operation.ts';
import {
  file,
  optionsOf,
  qaHints,
  readNamed,
  role,
  taskId,
  textOf,
  toWritten,
  Written,
} from '../operation/operation-fields.ts';
import { describeEvent } from './describe-event.ts';

/** What stands behind results. */
const Proof = {
  grade: z.enum(['executed', 'reported', 'claimed']),
  /** The tree that it is about; for a log, the one that was there when it was handed in. */
  tree: z.string().nullable(),
};

const RanCommands = z.array(
  z.object({
    command: z.string(),
    kind: z.enum(['test', 'lint', 'build', 'other']),
    status: z.enum(['passed', 'failed', 'cached', 'unknown']),
    exitCode: z.number().nullable(),
    ended: z.enum(['exited', 'signalled', 'timed-out']),
    seconds: z.number(),
    failures: z.array(z.string()),
  }),
);

const Verdicts = z.object({
  fixed: z.array(z.string()),
  preExisting: z.array(z.string()),
  regressed: z.array(z.string()),
  new: z.array(z.string()),
});

const QaRows = z.array(z.object({ command: z.string(), tool: z.string(), status: z.string(), failed: z.number() }));

/** What was proven: results of checks, evidence, the trail. */
export const PROOF_OPERATIONS = [
  defineOperation({
    name: 'qa run',
    summary: 'Run the QA commands and record how they ended.',
    input: z.strictObject({
      taskId,
      role: role.optional(),
      parallel: z.boolean().optional(),
      timeLimit: z.int().positive().optional().describe('Seconds for each command'),
      accept: z.string().optional().describe('Why changed QA definitions are right'),
    }),
    output: z.object({
      ...Written.shape,
      ...Proof,
      /** Whether it counts as proof, as long as the content is the same; `unproven` says why not. */
      counts: z.boolean(),
      unproven: z.array(z.string()),
      passed: z.boolean(),
      baseline: z.boolean(),
      treeBefore: z.string().nullable(),
      commands: RanCommands,
      verdicts: Verdicts.nullable(),
      outputFile: z.string().nullable(),
    }),
    hints: { openWorld: true },
    shell: {
      positional: ['taskId', 'role'],
      examples: [
        'qa run TASK-0824',
        'qa run TASK-0824 implementer --parallel',
        'qa run TASK-0824 --accept "The task adds the test script."',
      ],
    },
    run: (kit, { taskId: id, role: named, timeLimit, ...options }) =>
      (named === undefined ? roleAtWork(kit, id) : okAsync(named)).andThen((by) =>
        kit.baton
          .runQa(id, {
            ...{ ...optionsOf(kit), ...kit.following, ...options, role: by },
            ...(timeLimit === undefined ? {} : { timeLimitMs: timeLimit * 1000 }),
          })
          .map((ran) => ({
            ...toWritten(ran),
            grade: ran.proof.grade,
            tree: ran.proof.tree?.after ?? null,
            treeBefore: ran.proof.tree?.before ?? null,
            counts: ran.unproven.length === 0,
            unproven: [...ran.unproven],
            passed: ran.results.length > 0 && ran.results.every(({ status }) => status === 'passed'),
            baseline: ran.run === null && ran.baseline.status === 'recorded',
            commands: commandsOf(ran),
            verdicts: ran.run === null ? null : toVerdicts(ran.run.verdicts),
            outputFile: ran.outputFile,
          })),
      ),
  }),
  defineOperation({
    name: 'record-qa',
    summary: 'Record what a QA log says, against the baseline.',
    input: z.strictObject({ taskId, role, log: z.string().optional(), file, ...qaHints }),
    output: z.object({
      ...{ ...Written.shape, ...Proof },
      baseline: z.boolean().describe('It became the baseline'),
      results: QaRows,
    }),
    shell: {
      positional: ['taskId', 'role', 'log'],
      fromFile: ['log'],
      hidden: ['file'],
      examples: ['record-qa TASK-0824 implementer test.log', 'record-qa TASK-0824 implementer - --exit-code 1'],
    },
    run: (kit, { taskId: id, log: given, file: path, ...options }) =>
      textOf(kit, { text: given, file: path })
        .andThen((log) => kit.baton.contexts.recordQa(id, { ...optionsOf(kit), ...options, log }))
        .map((recorded) => ({
          ...toWritten(recorded),
          ...{ grade: recorded.proof.grade, tree: recorded.proof.tree?.after ?? null },
          baseline: recorded.run === null && recorded.baseline.status === 'recorded',
          results: recorded.results.map(({ command, tool, status, failures_total }) => ({
            command: command ?? '',
            tool,
            status,
            failed: failures_total,
          })),
        })),
  }),
  defineOperation({
    name: 'attach-evidence',
    summary: 'Keep a file as proof; answers the id to cite.',
    input: z.strictObject({
      taskId,
      type: z.string(),
      path: z.string(),
      content: z.string().optional().describe('Unless it is read from path'),
    }),
    output: z.object({ ...Written.shape, id: z.string(), sha256: z.string() }),
    hints: { idempotent: true },
    shell: {
      positional: ['taskId', 'type', 'path'],
      fromFile: ['content'],
      paths: ['path'],
      examples: ['attach-evidence TASK-0824 plan docs/plan.md'],
    },
    run: (kit, { taskId: id, content: given, ...options }) =>
      (given === undefined ? readNamed(kit, options.path) : okAsync(given))
        .andThen((content) => kit.baton.contexts.attachEvidence(id, { ...optionsOf(kit), ...options, content }))
        .map((attached) => ({
          ...toWritten(attached),
          id: attached.evidence.id,
          sha256: attached.evidence.sha256,
        })),
  }),
  defineOperation({
    name: 'evidence',
    summary: 'Read evidence by its id, verified.',
    input: z.strictObject({ taskId, id: z.string() }),
    output: z.object({
      type: z.string(),
      path: z.string(),
      sha256: z.string(),
      content: z.string(),
      encoding: z.enum(['utf8', 'base64']),
    }),
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId', 'id'], examples: ['evidence TASK-0824 ev-0123456789ab'] },
    run: ({ baton }, { taskId: task, id }) =>
      baton.contexts.readEvidence(task, { id }).map(({ evidence: { type, path, sha256 }, bytes }) => ({
        type,
        path,
        sha256,
        ...toContent(bytes),
      })),
  }),
  defineOperation({
    name: 'trail',
    summary: 'Verify the trail of a task and read its last entries.',
    input: z.strictObject({ taskId, limit: z.int().positive().optional() }),
    output: z.object({
      taskId,
      count: z.number(),
      head: z.string(),
      entries: z.array(
        z.object({ seq: z.number(), at: z.string(), actor: z.string(), event: z.string(), about: z.string() }),
      ),
    }),
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['trail TASK-0824', 'trail TASK-0824 --limit 5'] },
    run: ({ baton }, { taskId: id, limit = 20 }) =>
      baton.contexts.trail(id).andThen(({ entries, anchor }) =>
        anchor.count === 0
          ? err(contextNotFound(id))
          : ok({
              taskId: id,
              count: anchor.count,
              head: anchor.head,
              entries: entries.slice(-limit).map(({ seq, at, actor, event }) => ({
                seq,
                at,
                actor,
                event: event.type,
                about: describeEvent(baton.machine, event),
              })),
            }),
      ),
  }),
] as const;

/** Bytes as JSON can hold them. */
function toContent(bytes: Uint8Array): { readonly content: string; readonly encoding: 'utf8' | 'base64' } {
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { content, encoding: 'utf8' };
  } catch {
    return { content: encodeBase64(bytes), encoding: 'base64' };
  }
}

/** Who runs checks unless the caller says so: who is at work, else who handed off last. */
function roleAtWork({ baton }: OperationKit, id: string): ResultAsync<string, Failure> {
  return baton.contexts.get(id).andThen((found): ResultAsync<string, Failure> => {
    if (found === null) return errAsync(contextNotFound(id, 0));
    const { roles, coordination, tree_chain } = found.record;
    const atWork = roles.find((name) => coordination[name]?.status === 'in_progress');
    return okAsync(atWork ?? tree_chain.at(-1)?.role ?? roles[0] ?? 'implementer');
  });
}

/** Each command once, also where it printed the logs of several steps. */
function commandsOf({ executions, results }: Pick<RanQa, 'executions' | 'results'>): z.infer<typeof RanCommands> {
  return executions.map(({ command, kind, exitCode, ended, durationMs }) => {
    const own = results.filter((result) => (result.ran?.command ?? result.command) === command);
    const has = (status: string): boolean => own.some((result) => result.status === status);
    const status = has('failed') ? 'failed' : has('unknown') ? 'unknown' : has('passed') ? 'passed' : 'cached';
    const failures = own.flatMap((result) => result.failures);
    return { command, kind, status, exitCode, ended, seconds: Math.round(durationMs / 100) / 10, failures };
  });
}

function toVerdicts({
  fixed,
  pre_existing: preExisting,
  regressed,
  new: fresh,
}: QaRun['verdicts']): z.infer<typeof Verdicts> {
  return { fixed: [...fixed], preExisting: [...preExisting], regressed: [...regressed], new: [...fresh] };
}
