import { openTaskToWrite } from '../commit/open-task.ts';
import type { CommitError, MutatedTask, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { ImmutableSection } from '../record/envelope.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { completeManifest } from './complete-manifest.ts';
import { encodeManifest } from './encode-manifest.ts';
import type { ExportPolicy } from './export-for-role.ts';

/** What {@link ContextStore.rebuild} needs: what `captureContext` or `recaptureContext` gives, and who acts. */
export interface RebuildOptions extends MutationOptions {
  readonly immutable: ImmutableSection;
  readonly manifest?: unknown;
  readonly git?: { readonly task_file_sha: string | null };
  /** Why the section is replaced although a role is at work on it; without a reason that is refused. */
  readonly evenInProgress?: string;
}

/** One field of the immutable section that changed. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A context after its immutable section was replaced, and what that changed; in a replay, nothing. */
export interface RebuiltContext<Task extends TaskRecord = TaskRecord> extends MutatedTask<Task> {
  readonly changes: readonly FieldChange[];
}

/**
 * The fields in which two immutable sections differ, in the order of the section. Lists count as one field.
 *
 * @example
 * ```ts
 * import { compareImmutable, defineTask } from '@batonkit/core';
 *
 * const before = defineTask({ title: 'Fix login', description: 'It fails.' });
 * compareImmutable(before, { ...before, repo_paths: ['a.ts'] }); // => [{ field: 'repo_paths', before: [], after: ['a.ts'] }]
 * ```
 */
export function compareImmutable(before: ImmutableSection, after: ImmutableSection): readonly FieldChange[] {
  const fieldsOf = (section: ImmutableSection): ReadonlyMap<string, unknown> => {
    const { task_snapshot, validation_baseline, ...rest } = section;
    return new Map<string, unknown>([
      ...Object.entries(task_snapshot).map(([key, value]): [string, unknown] => [`task_snapshot.${key}`, value]),
      ...Object.entries(validation_baseline).map(([key, value]): [string, unknown] => [
        `validation_baseline.${key}`,
        value,
      ]),
      ...Object.entries(rest),
    ]);
  };
  const old = fieldsOf(before);
  return [...fieldsOf(after)].flatMap(([field, value]) => {
    const earlier = old.get(field) ?? null;
    return canonicalJson(earlier) === canonicalJson(value) ? [] : [{ field, before: earlier, after: value }];
  });
}

/** Replaces the immutable section; an equal one changes nothing. */
export async function rebuildContext(
  ports: { readonly tasks: TaskStore; readonly committer: TaskCommitter; readonly policy: ExportPolicy },
  taskId: string,
  given: RebuildOptions,
): Promise<Result<RebuiltContext, CommitError>> {
  const { immutable, manifest, git, evenInProgress, ...options } = given;
  const { tasks, committer, policy } = ports;
  const opened = await openTaskToWrite({ tasks, machine: committer.machine }, taskId);
  if (opened.isErr()) return err(opened.error);
  const before = opened.value;
  const init = { type: 'init-context', taskId, immutable, git: before.git, roles: before.roles } as const;
  const encoded = encodeManifest(completeManifest(manifest, init, policy));
  if (encoded.isErr()) return err(encoded.error);
  const manifestFile = encoded.value;
  const command = {
    type: 'rebuild-context',
    immutable,
    manifestSha: manifestFile?.sha ?? null,
    taskFileSha: git?.task_file_sha,
    evenInProgress,
  } as const;
  const artifacts = manifestFile === null ? [] : [manifestFile.bytes];
  const committed = await committer.commit({ taskId, command, options, artifacts });
  return committed.map((context) => ({
    ...context,
    warnings: [...context.warnings, ...committer.machine.warningsAfter(before, context.record, null)],
    changes: context.replayed ? [] : compareImmutable(before.immutable, context.record.immutable),
  }));
}
