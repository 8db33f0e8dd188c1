import * as z from 'zod';
import { type Failure, okAsync, ResultAsync } from '@batonkit/core';
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
});

/** Puts the plan or the changes before a person: records that, and tells what there is to see. */
export function presentTask(
  kit: OperationKit,
  { taskId, checkpoint }: { readonly taskId: string; readonly checkpoint: 'plan' | 'change' },
): ResultAsync<z.infer<typeof Presented>, Failure> {
  return kit.baton.protocol
    .present(taskId, { ...optionsOf(kit), checkpoint })
    .andThen((context) =>
      new ResultAsync(findRecorded(kit.tasks, context, kit.caller, 'checkpoint-presented')).map((recorded) => {
        // A call that is repeated is answered with what it presented then.
        const { covers } = (recorded?.['presentation'] ?? {}) as { readonly covers?: string };
        return { context, covers: covers ?? context.record.protocol?.checkpoints[checkpoint].presented?.covers ?? '' };
      }),
    )
    .andThen(({ context, covers }): ResultAsync<z.infer<typeof Presented>, Failure> => {
      const presented = { ...toWritten(context), covers };
      const look =
        checkpoint === 'plan' ? 'the plan document, as it was recorded' : `baton diff ${taskId} --type presented`;
      if (checkpoint === 'plan') return okAsync({ ...presented, files: [], commits: [], look });
      return kit.tasks.getArtifact(taskId, covers).andThen((bytes) => {
        const files = (readContent(bytes) ?? []).map(({ path }) => path);
        return (
          kit.baton.protocol
            .showChange(taskId)
            .map(({ commits }) => commits.map(({ commit, files: each }) => ({ commit, files: [...each] })))
            // A repeated call is answered although the change went on since.
            .orElse(() => okAsync([]))
            .map((commits) => ({ ...presented, files, commits, look }))
        );
      });
    });
}
