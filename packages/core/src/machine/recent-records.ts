import { createRecentValues } from './recent-values.ts';
import type { TaskRecord } from './task-record.ts';

/**
 * The verified records of the last bodies that this process read or wrote. A service reads a record before each of its
 * steps; the body that came back unchanged need not be parsed and verified again.
 */
export const recentRecords = createRecentValues<TaskRecord>(16);
