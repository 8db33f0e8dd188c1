import type { DecideEnv } from '../record/decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { ok } from '../result/result.ts';
import { judgeQaRun } from '../qa/judge-qa-run.ts';
import type { ContextCommand } from './context-command.ts';
import { findRole } from './find-role.ts';

/** Records QA results: the first ones as the baseline, while the task file is still the one that was captured, later ones as runs. */
export function decideQa(
  record: TaskRecord,
  command: Extract<ContextCommand, { type: 'record-qa' }>,
  env: DecideEnv,
): Decision {
  return findRole(record, command.role).andThen((): Decision => {
    const { role, log, results, taskFileSha } = command;
    if (!results.some(({ status }) => status === 'passed' || status === 'failed')) {
      const cached = results.filter(({ status }) => status === 'cached').length;
      const reason =
        cached > 0 ? 'every step that says how it ended came from a cache' : 'the log does not say how any step ended';
      const detail = `This is no QA run: ${reason}. Run the commands again, without a cache, and keep the whole output, or tell how they ended (exitCode).`;
      return reject('Rejected', [{ condition: 'qa-ran', detail }]);
    }
    const stamp = { role, recorded_at: env.now, recorded_by: env.actor, log };
    const { baseline } = record.qa;
    const sameTask =
      taskFileSha === undefined || record.git.task_file_sha === null || taskFileSha === record.git.task_file_sha;
    if (baseline.status === 'pending' && sameTask) {
      return ok([{ type: 'qa-baseline-recorded', baseline: { status: 'recorded', ...stamp, results } }]);
    }
    return ok([{ type: 'qa-run-recorded', run: { ...stamp, ...judgeQaRun(baseline, results) } }]);
  });
}
