import { type DoctorCheck, type DoctorFinding, fine, found } from './doctor-check.ts';
import { listEveryTask } from './list-every-task.ts';

/** Is every record readable, every audit whole, everything there that records name, every citation still true? */
export const checkTasks: DoctorCheck = async ({ kit }) => {
  const { contexts } = kit.baton;
  const { purged, damaged } = await listEveryTask(kit.tasks);
  const findings: DoctorFinding[] = damaged.map(({ message }) => found('records', 'problem', message, KEEP));
  const live = [...purged].flatMap(([id, isPurged]) => (isPurged ? [] : [id]));
  for (const taskId of live) {
    const context = await contexts.get(taskId);
    if (context.isErr()) {
      findings.push(found('records', 'problem', `${taskId}: ${context.error.message}`, KEEP));
      continue;
    }
    const audit = await contexts.trail(taskId);
    if (audit.isErr()) {
      const advice = 'Compare with a copy from before; nothing repairs an audit.';
      findings.push(found('audit', 'problem', `${taskId}: ${audit.error.message}`, advice));
    }
    for (const sha of context.value === null ? [] : kit.baton.machine.liveArtifacts(context.value.record)) {
      const artifact = await kit.tasks.getArtifact(taskId, sha);
      if (artifact.isErr()) findings.push(found('artifacts', 'problem', artifact.error.message, BRING_BACK));
    }
    for (const { code, message } of context.value?.warnings ?? []) {
      const advice = `baton rebuild ${taskId} captures the standards as they are now.`;
      if (code === 'StaleCitation') findings.push(found('citations', 'problem', `${taskId}: ${message}`, advice));
    }
  }
  if (findings.length > 0) return findings;
  return [
    fine('tasks', live.length === 0 ? 'none yet' : `${live.length}: records, audits, artifacts and citations hold`),
  ];
};

const BRING_BACK = 'Put the file back from a backup; what hangs on it (diff, restore, a next turn) fails until then.';
const KEEP = 'Keep the files as they are until a person has looked at them.';
