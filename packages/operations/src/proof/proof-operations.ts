import * as z from 'zod';
import { err, ok, okAsync } from '@batonkit/core';
import { contextNotFound, encodeBase64 } from '@batonkit/core/internal';
import { defineOperation } from '../operation/operation.ts';
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

const QaRows = z.array(z.object({ command: z.string(), tool: z.string(), status: z.string(), failed: z.number() }));

/** What was proven: results of checks, evidence, the trail. */
export const PROOF_OPERATIONS = [
  defineOperation({
    name: 'record-qa',
    summary: 'Record what a QA log says, against the baseline.',
    input: z.strictObject({ taskId, role, log: z.string().optional(), file, ...qaHints }),
    output: z.object({ ...Written.shape, baseline: z.boolean().describe('It became the baseline'), results: QaRows }),
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
