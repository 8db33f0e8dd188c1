import { parseTaskId, type WorkspaceFiles } from '@batonkit/core';
import { readPlan, trackPaths } from '@batonkit/workspace/internal';
import { pinCore, type TierLayout } from '@batonkit/workspace/tiers';
import type { HookTask } from './hook-task.ts';
import { describeApprovals, type SessionContext } from './session-context.ts';

/**
 * What a session should know: what waits for approval, the tasks, the pinned core of the active track. A file that cannot be read is
 * named in `problems` and counts as missing.
 */
export async function gatherContext(
  files: WorkspaceFiles,
  layout: TierLayout,
  tasks: readonly HookTask[],
): Promise<{ readonly context: SessionContext; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const textOf = async (path: string): Promise<string | null> => {
    const file = await files.read(path);
    if (file.isErr()) problems.push(file.error.message);
    return file.unwrapOr(null)?.text ?? null;
  };
  const approvals = tasks.flatMap(describeApprovals);
  const track = parseTaskId((await textOf(layout.activeTrack))?.replace(/^\uFEFF/, '').trim()).unwrapOr(null);
  if (track === null) return { context: { approvals, core: null, tasks }, problems };
  const paths = trackPaths(layout, track);
  const plan = await textOf(paths.plan);
  const texts = { plan, decisions: await textOf(paths.decisions), spec: await textOf(paths.spec) };
  const open = readPlan(plan).approvals.items.filter(({ status }) => status === 'open');
  return {
    context: {
      approvals: [...approvals, ...open.map(({ text }) => `${track}: ${text}`)],
      core: { ...pinCore(texts), source: `${layout.tracks}/${track}` },
      tasks,
    },
    problems,
  };
}
