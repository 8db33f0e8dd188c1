/** How {@link caseSafeName} spells a name. */
export interface CaseSpelling {
  /** The letters that are spelled out: those that such names mostly do not have. */
  readonly spelled: 'lower' | 'upper';
  /** What needs the suffix too, though it has no such letter. */
  readonly suffixed?: RegExp;
}

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A name for a file or ref that no other name shares where `a` and `A` are the same. A name without letters that are spelled out stands for
 * itself; others get a suffix that spells their case: `+` and the hex of one bit per letter, 1 for those letters. A `+` in front avoids the
 * devices of Windows. The name itself must hold no `+`.
 *
 * @example
 * ```ts
 * import { caseSafeName } from '@batonkit/core';
 *
 * caseSafeName('TASK-0824', { spelled: 'lower' }); // => 'TASK-0824'
 * caseSafeName('Task', { spelled: 'lower' }); // => 'Task+7'
 * caseSafeName('NUL', { spelled: 'lower' }); // => '+NUL'
 * ```
 */
export function caseSafeName(name: string, { spelled, suffixed }: CaseSpelling): string {
  const letters = Array.from(name.replaceAll(/[^A-Za-z]/g, ''), (letter) => letter >= 'a' === (spelled === 'lower'));
  const prefix = WINDOWS_DEVICE.test(name) ? '+' : '';
  if (!letters.includes(true) && suffixed?.test(name) !== true) return `${prefix}${name}`;
  return `${prefix}${name}+${BigInt(`0b0${letters.map(Number).join('')}`).toString(16)}`;
}

/**
 * The name behind a {@link caseSafeName} of the same spelling; `null` for what it did not make.
 *
 * @example
 * ```ts
 * import { nameBehind } from '@batonkit/core';
 *
 * nameBehind('Task+7', { spelled: 'lower' }); // => 'Task'
 * nameBehind('Task+6', { spelled: 'lower' }); // => null
 * ```
 */
export function nameBehind(safe: string, spelling: CaseSpelling): string | null {
  const name = /^\+?([^+]+)(?:\+[0-9a-f]+)?$/.exec(safe)?.[1];
  return name !== undefined && caseSafeName(name, spelling) === safe ? name : null;
}
