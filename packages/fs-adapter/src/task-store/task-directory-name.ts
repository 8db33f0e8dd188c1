import { parseTaskId } from '@batonkit/core';

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * The directory of a task. An id without lower-case letters is its own name (`TASK-0824`). Others get a suffix that spells
 * their case, so that no two ids share a directory where `a` and `A` are the same: `+` and the hex of one bit per letter, 1
 * for lower case. The same suffix protects a trailing dot, and a `+` in front the device names of Windows.
 */
export function taskDirectoryName(id: string): string {
  const prefix = WINDOWS_DEVICE.test(id) ? '+' : '';
  const suffix = /[a-z]/.test(id) || id.endsWith('.') ? `+${caseBits(id)}` : '';
  return `${prefix}${id}${suffix}`;
}

/** The id that a directory belongs to, or null when the name was not made by {@link taskDirectoryName}. */
export function taskIdOfDirectory(name: string): string | null {
  const id = /^\+?([^+]+)(?:\+[0-9a-f]+)?$/.exec(name)?.[1];
  if (id === undefined || parseTaskId(id).isErr()) return null;
  return taskDirectoryName(id) === name ? id : null;
}

function caseBits(id: string): string {
  const bits = Array.from(id.replaceAll(/[^A-Za-z]/g, ''), (letter) => (letter >= 'a' ? '1' : '0')).join('');
  return BigInt(`0b0${bits}`).toString(16);
}
