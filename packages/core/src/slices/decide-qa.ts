import type { DecideEnv } from '../record/decide-env.ts';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import { ok, type Result } from '../result/result.ts';
import { judgeQaRun } from './judge-qa-run.ts';
import type { EvidenceRecord, EvidenceTypes } from './evidence.ts';
import { findRole } from './find-role.ts';
import type { QaProof } from './qa-result.ts';

type QaDecision = Result<readonly EvidenceTypes['event'][], DecideError>;

/** What stands behind a log that somebody handed in: nothing but its words. */
export const CLAIMED: QaProof = {
  ...{ grade: 'claimed', simulated: false, tree: null, definition: null },
  ...{ changed: [], doubts: [], accepted: null, details: null },
};

/** Records QA results: the first ones as the baseline, while the task file is still the one that was captured, later ones as runs. */
export function decideQa(
  record: EvidenceRecord,
  command: Extract<EvidenceTypes['command'], { type: 'record-qa' | 'record-qa-run' }>,
  env: DecideEnv,
): QaDecision {
  return findRole(record, command.role).andThen((): QaDecision => {
    const { role, log, results, taskFileSha, proof = CLAIMED } = command;
    if (command.type === 'record-qa' && proof.grade === 'executed') {
      const detail = 'A log that is handed in was not run by Batonkit. Have the commands run: baton qa run.';
      return reject('Rejected', [{ condition: 'qa-executed', detail }]);
    }
    const hasRun = results.some(({ status }) => status === 'passed' || status === 'failed');
    // What Batonkit ran itself did happen, whatever it proves.
    if (!hasRun && proof.grade !== 'executed') {
      const cached = results.filter(({ status }) => status === 'cached').length;
      // The line itself may hold a secret: nobody has looked at it yet.
      const looksFailed = results.some(({ status, failures }) => status === 'unknown' && failures.length > 0);
      const reason = looksFailed
        ? 'the log has a line that looks like a failure, and no summary that says otherwise'
        : cached > 0
          ? 'every step that says how it ended came from a cache'
          : 'the log does not show that a check ran, and how it ended';
      const next = looksFailed
        ? 'Fix what failed, or run the commands so that their own summary is in the log, and record that.'
        : 'Run the commands again, without a cache, and record their whole output, with the command and its exit code where the log does not show them. An exit code of 0 by itself proves nothing.';
      const detail = `This is no QA run: ${reason}. ${next}`;
      return reject('Rejected', [{ condition: 'qa-ran', detail }]);
    }
    const stamp = { role, recorded_at: env.now, recorded_by: env.actor, log, proof };
    const { baseline } = record.qa;
    const sameTask =
      taskFileSha === undefined || record.git.task_file_sha === null || taskFileSha === record.git.task_file_sha;
    if (baseline.status === 'pending' && sameTask && hasRun) {
      return ok([{ type: 'qa-baseline-recorded', baseline: { status: 'recorded', ...stamp, results } }]);
    }
    return ok([{ type: 'qa-run-recorded', run: { ...stamp, ...judgeQaRun(baseline, results) } }]);
  });
}
