import { caseSafeName, type CaseSpelling, nameBehind, parseTaskId } from '@batonkit/core';

/** Task ids are mostly in capitals. Windows drops a dot at the end. */
const SPELLING: CaseSpelling = { spelled: 'lower', suffixed: /\.$/ };

/** The directory of a task, which no other id shares: `TASK-0824` is its own name, `Task` is `Task+7`. */
export function taskDirectoryName(id: string): string {
  return caseSafeName(id, SPELLING);
}

/** The id that a directory belongs to, or null when the name was not made by {@link taskDirectoryName}. */
export function taskIdOfDirectory(name: string): string | null {
  return parseTaskId(nameBehind(name, SPELLING)).unwrapOr(null);
}
