import type { TaskStore } from '@batonkit/core';
import { labCommit, performCommit } from './lab-commit.ts';
import { readSideLog, type SideLog } from './side-log.ts';

/** The task that the script works on. */
export const SCRIPT_TASK = 'SCRIPT';

const STEPS = [
  { name: 'first commit', commit: labCommit(SCRIPT_TASK, 0, 'script-0') },
  { name: 'commit', commit: labCommit(SCRIPT_TASK, 1, 'script-1') },
  { name: 'sweep', commit: null },
  { name: 'purge', commit: labCommit(SCRIPT_TASK, 2, 'script-2', { purge: true }) },
  { name: 'second life', commit: labCommit(SCRIPT_TASK, 3, 'script-3', { artifact: false }) },
] as const;

/** How many revisions the script makes. */
export const SCRIPT_REVISIONS = 4;

/** What one run of the script met. */
export interface ScriptRun {
  /** Failures that the store answered, before the step was repeated. */
  readonly failures: { readonly step: string; readonly code: string }[];
  readonly replays: number;
}

/**
 * Every kind of write once, in a fixed order: first commit with an artifact, commit, sweep, purge, new life. Steps that the
 * side log knows as acknowledged are left out, so that the script goes on where a killed run stopped.
 */
export async function runScript(
  store: TaskStore,
  log: SideLog,
  logPath: string,
  { onStep = () => undefined, repeats }: { readonly onStep?: (name: string) => void; readonly repeats?: number } = {},
): Promise<ScriptRun> {
  const done = new Set(readSideLog(logPath).flatMap((entry) => ('acknowledged' in entry ? [entry.acknowledged] : [])));
  const failures: { step: string; code: string }[] = [];
  let replays = 0;
  for (const { name, commit } of STEPS) {
    onStep(name);
    if (commit === null) {
      const swept = await store.sweep({ olderThanMs: 0 });
      if (swept.isErr()) failures.push({ step: name, code: swept.error.code });
      continue;
    }
    if (done.has(commit.intent.operationId)) continue;
    const outcome = await performCommit(store, log, commit, repeats === undefined ? {} : { repeats });
    failures.push(...outcome.failures.map(({ code }) => ({ step: name, code })));
    if (outcome.replayed) replays += 1;
    if (outcome.code !== 'ok') break;
  }
  return { failures, replays };
}
