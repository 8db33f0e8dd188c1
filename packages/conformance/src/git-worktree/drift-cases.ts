import assert from 'node:assert/strict';
import { describeState, findDrift, type GitWorktree, type WorktreeState } from '@batonkit/core';
import { changes, type DriftScenario, type EditStep, harmless, scenarioFiles } from './drift-scenarios.ts';
import type { WorktreeCase, WorktreeEdits, WorktreeNeed } from './worktree-under-test.ts';

/** The table of changes as cases: nothing that is done after a hand-off goes unseen, and what changes nothing raises no alarm. */
export function driftCases(mayRefuse: boolean): readonly WorktreeCase[] {
  return [
    ...changes.map((scenario) => caseOf(scenario, 'seen', mayRefuse)),
    ...harmless.map((scenario) => caseOf(scenario, 'unchanged', mayRefuse)),
  ];
}

function caseOf(scenario: DriftScenario, expected: 'seen' | 'unchanged', engineRefuses: boolean): WorktreeCase {
  const { name, start, turn, after, environment = {} } = scenario;
  const mayRefuse = engineRefuses || scenario.mayRefuse === true;
  const steps = typeof after === 'string' ? [] : after;
  const needsShell = start !== undefined || turn !== undefined || typeof after === 'string';
  const needs: readonly WorktreeNeed[] = needsShell ? ['shell'] : steps.flatMap(([kind]) => needOf[kind] ?? []);
  return {
    name: `after a hand-off, ${name}: ${expected}`,
    needs,
    files: scenarioFiles,
    run: async ({ worktree, edit }) => {
      const shell = async (script: string | undefined): Promise<void> => {
        if (script !== undefined) await edit.shell?.(script);
      };
      await shell(start);
      await edit.write('a.txt', 'work\n');
      await edit.write('new.txt', 'new\n');
      await shell(turn);
      const handedOff = await lookAt(worktree, null, mayRefuse);
      if (handedOff === 'refused') return;
      if (typeof after === 'string') await shell(after);
      else for (const step of steps) await take(edit, step);
      const found = await within(environment, () => lookAt(worktree, handedOff, mayRefuse));
      if (found === 'refused') return;
      const moved = found.head !== handedOff.head;
      const drift = findDrift(
        { ...describeState(handedOff), tree: '0'.repeat(40) },
        { state: found, committed: null },
        'dirty',
      );
      const verdict = moved || drift.verdict === 'drift' ? 'seen' : 'unchanged';
      assert.equal(verdict, expected, drift.verdict === 'drift' ? JSON.stringify(drift.checks) : name);
    },
  };
}

/** Does something with more in the environment of this process, as a caller may have it. */
async function within<T>(more: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(more).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, more);
  try {
    return await work();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  }
}

/** Looks as a verification does. An engine that may refuse does so by name; any other failure fails the case. */
async function lookAt(
  worktree: GitWorktree,
  handedOff: WorktreeState | null,
  mayRefuse: boolean,
): Promise<WorktreeState | 'refused'> {
  const head = await worktree.head();
  const base = handedOff?.head ?? (head.isOk() ? head.value.commit : '');
  const since = handedOff?.surroundings?.lookedAt;
  const special = handedOff?.surroundings?.special;
  const how = { ...(since !== undefined && { since }), ...(special !== undefined && { special }) };
  const looked = await worktree.observe({ base, ...how });
  if (looked.isOk()) return looked.value;
  const isNamed = looked.error.data.reason === 'unsupported' && looked.error.data.detail !== '';
  if (mayRefuse && isNamed) return 'refused';
  assert.fail(looked.error.message);
}

const needOf: Readonly<Partial<Record<EditStep[0], WorktreeNeed>>> = {
  executable: 'chmod',
  link: 'symlink',
  stage: 'stage',
  touch: 'touch',
};

async function take(edit: WorktreeEdits, step: EditStep): Promise<void> {
  switch (step[0]) {
    case 'write':
      return edit.write(step[1], step[2]);
    case 'remove':
      return edit.remove(step[1]);
    case 'executable':
      return edit.chmod?.(step[1], step[2]);
    case 'link':
      return edit.symlink?.(step[1], step[2]);
    case 'stage':
      return edit.stage?.(step[1]);
    case 'touch':
      return edit.touch?.(step[1]);
  }
}
