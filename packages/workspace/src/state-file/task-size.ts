import { countUtf8Bytes } from '@batonkit/core/text';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';

/** When a state file is too large, and when a task is. */
export const STATE_FILE_LIMITS = {
  warnBytes: 50 * 1024,
  archiveBytes: 75 * 1024,
  recentSessions: 5,
  warnSessions: 20,
} as const;

/** How large a task has become, by its sessions. */
export interface TaskSize {
  readonly complexity: 'simple' | 'medium' | 'large' | 'very large';
  readonly recommendation: string;
}

/**
 * The size of a task by the number of its sessions: 1 to 3, 4 to 8, 9 to 15, 16 and more.
 *
 * @example
 * ```ts
 * import { sizeTask } from '@batonkit/workspace/state-file';
 *
 * sizeTask(3).complexity; // => 'simple'
 * sizeTask(16); // => { complexity: 'very large', recommendation: 'must be decomposed' }
 * ```
 */
export function sizeTask(sessions: number): TaskSize {
  if (sessions <= 3) return { complexity: 'simple', recommendation: 'a single task' };
  if (sessions <= 8) return { complexity: 'medium', recommendation: 'a single task of ideal size' };
  if (sessions <= 15) return { complexity: 'large', recommendation: 'consider splitting it' };
  return { complexity: 'very large', recommendation: 'must be decomposed' };
}

/** What a person should know about the size of a file and its task. */
export function warnOfSize(file: string, text: string, sessions: number): WorkspaceWarning[] {
  const warnings: WorkspaceWarning[] = [];
  const bytes = countUtf8Bytes(text);
  if (bytes > STATE_FILE_LIMITS.warnBytes) {
    const size = (bytes / 1024).toFixed(1);
    const what =
      bytes > STATE_FILE_LIMITS.archiveBytes
        ? 'is over 75 KB, and older sessions go to the archive with the next one'
        : 'is over 50 KB; over 75 KB older sessions go to the archive';
    warnings.push({ code: 'StateFileLarge', message: `${file} has ${size} KB: it ${what}.`, where: file });
  }
  if (sessions > STATE_FILE_LIMITS.warnSessions) {
    const message = `${file} counts ${sessions} sessions, which is more than ${STATE_FILE_LIMITS.warnSessions}. Split the task into smaller ones.`;
    warnings.push({ code: 'TaskTooLong', message, where: file });
  }
  return warnings;
}
