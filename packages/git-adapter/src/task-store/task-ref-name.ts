import { parseTaskId } from '@batonkit/core';

/** Where the tasks are: one ref each. */
export const TASK_REFS = 'refs/batonkit/tasks/';
/** Where artifacts are named until a revision names them: `<task>/<sha256>`. */
export const ARTIFACT_REFS = 'refs/batonkit/artifacts/';
/** Where the tasks of a remote were seen last: `<remote>/<task>`. */
export const REMOTE_REFS = 'refs/batonkit/remotes/';

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * The last part of a task's ref. An id of capitals, digits, `_` and `-` stands for itself (`TASK-0824`). Others get a suffix
 * that spells their case, because on many disks the refs `a` and `A` are one file: `+` and the hex of one bit per letter, 1 for
 * lower case. The same suffix makes refs of ids that git refuses (`a.lock`, `a.`), and a `+` in front avoids the devices of
 * Windows.
 */
export function taskRefName(id: string): string {
  const prefix = WINDOWS_DEVICE.test(id) ? '+' : '';
  return `${prefix}${id}${/[a-z.]/.test(id) ? `+${caseBits(id)}` : ''}`;
}

/** The id that a ref belongs to, or null when the name was not made by {@link taskRefName}. */
export function taskIdOfRef(name: string): string | null {
  const id = /^\+?([^+]+)(?:\+[0-9a-f]+)?$/.exec(name)?.[1];
  if (id === undefined || parseTaskId(id).isErr()) return null;
  return taskRefName(id) === name ? id : null;
}

/** The ref of a task. */
export function taskRef(id: string): string {
  return TASK_REFS + taskRefName(id);
}

/** The ref that names an artifact until a revision does. */
export function artifactRef(id: string, sha: string): string {
  return `${ARTIFACT_REFS}${taskRefName(id)}/${sha}`;
}

function caseBits(id: string): string {
  const bits = Array.from(id.replaceAll(/[^A-Za-z]/g, ''), (letter) => (letter >= 'a' ? '1' : '0')).join('');
  return BigInt(`0b0${bits}`).toString(16);
}
