import * as z from 'zod';
import { err, type Failure, ok, type Result, type TaskRecord } from '@batonkit/core';
import { findRecorded } from '@batonkit/core/internal';
import { readContent } from '@batonkit/protocol/internal';
import type { OperationKit } from '../operation/operation.ts';
import { optionsOf, toWritten, Written } from '../operation/operation-fields.ts';

/** What a person is to look at. */
export const Presented = z.object({
  ...Written.shape,
  /** The SHA-256 of the plan, or of the list of changed files: what an approval covers. */
  covers: z.string(),
  files: z.array(z.string()),
  /** What lands with an approved change, the oldest first. */
  commits: z.array(z.object({ commit: z.string(), files: z.array(z.string()) })),
  /** What shows it. */
  look: z.string(),
  /** What QA commands are defined by and is not as it was in the brief, and why they may prove nothing: a sentence each. */
  qaChanged: z.array(z.string()),
});

/** Puts the plan or the changes before a person: records that, and tells what there is to see. */
export async function presentTask(
  kit: OperationKit,
  { taskId, checkpoint }: { readonly taskId: string; readonly checkpoint: 'plan' | 'change' },
): Promise<Result<z.infer<typeof Presented>, Failure>> {
  const { protocol } = kit.baton;
  const written = await protocol.present(taskId, { ...optionsOf(kit), checkpoint });
  if (written.isErr()) return err(written.error);
  const context = written.value;
  const recorded = await findRecorded(kit.tasks, context, kit.caller, 'checkpoint-presented');
  if (recorded.isErr()) return err(recorded.error);
  // A call that is repeated is answered with what it presented then.
  const { covers = context.record.protocol?.checkpoints[checkpoint].presented?.covers ?? '' } = (recorded.value?.[
    'presentation'
  ] ?? {}) as { readonly covers?: string };
  const presented = { ...toWritten(context), covers };
  if (checkpoint === 'plan')
    return ok({ ...presented, files: [], commits: [], look: 'the plan document, as it was recorded', qaChanged: [] });
  const bytes = await kit.tasks.getArtifact(taskId, covers);
  if (bytes.isErr()) return err(bytes.error);
  const files = (readContent(bytes.value) ?? []).map(({ path }) => path);
  const shown = await protocol.showChange(taskId);
  // A repeated call is answered although the change went on since.
  const listed = shown.isErr() ? [] : shown.value.commits;
  const commits = listed.map(({ commit, files: each }) => ({ commit, files: [...each] }));
  const flags = await flagQa(kit, context.record);
  if (flags.isErr()) return err(flags.error);
  const qaChanged = flags.value;
  const told = qaChanged.map((message) => ({ code: 'QaDefinitionChanged', message }));
  const warnings = [...presented.warnings, ...told];
  return ok({ ...presented, files, commits, look: `baton diff ${taskId} --type presented`, qaChanged, warnings });
}

/** What a person should know about QA before they approve: whoever changes what a check is can make it pass. */
async function flagQa({ baton }: OperationKit, record: TaskRecord): Promise<Result<string[], Failure>> {
  const { task_id: id, qa } = record;
  const last = qa.runs.at(-1) ?? (qa.baseline.status === 'recorded' ? qa.baseline : null);
  const accepted = last?.proof?.accepted ?? null;
  const traced = await baton.traceQa(id);
  if (traced.isErr()) return err(traced.error);
  const { changed, doubts } = traced.value;
  const flags = [...new Set([...changed, ...doubts, ...(last?.proof?.doubts ?? [])])];
  return ok(
    flags.length === 0 || accepted === null ? flags : [...flags, `Accepted by ${last?.recorded_by ?? ''}: ${accepted}`],
  );
}
