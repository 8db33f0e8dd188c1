import { caseSafeName, type CaseSpelling, nameBehind, parseTaskId } from '@batonkit/core';

/** Where the tasks are: one ref each. */
export const TASK_REFS = 'refs/batonkit/tasks/';
/** Where artifacts are named until a revision names them: `<task>/<sha256>`. */
export const ARTIFACT_REFS = 'refs/batonkit/artifacts/';
/** Where the tasks of a remote were seen last: `<remote>/<task>`. */
export const REMOTE_REFS = 'refs/batonkit/remotes/';

/** Task ids are mostly in capitals. Git refuses some names with a dot (`a.`), and keeps others for itself (`a.lock`). */
const SPELLING: CaseSpelling = { spelled: 'lower', suffixed: /\./ };

/** The last part of a task's ref, which no other id shares: `TASK-0824` stands for itself, `Task` is `Task+7`, `A.1` is `A.1+0`. */
export function taskRefName(id: string): string {
  return caseSafeName(id, SPELLING);
}

/** The id that a ref belongs to, or null when the name was not made by {@link taskRefName}. */
export function taskIdOfRef(name: string): string | null {
  return parseTaskId(nameBehind(name, SPELLING)).unwrapOr(null);
}

/** The ref of a task. */
export function taskRef(id: string): string {
  return TASK_REFS + taskRefName(id);
}

/** The ref that names an artifact until a revision does. */
export function artifactRef(id: string, sha: string): string {
  return `${ARTIFACT_REFS}${taskRefName(id)}/${sha}`;
}
