import type { TaskEvent } from '../record/task-event.ts';
import { oneLine } from '../text/one-line.ts';

const MAX_LENGTH = 80;

/** What an event is about, in a few words for a table; empty where its name says it all. */
export function describeEvent(event: TaskEvent): string {
  const characters = [...oneLine(aboutOf(event))];
  return characters.length <= MAX_LENGTH ? characters.join('') : `${characters.slice(0, MAX_LENGTH - 3).join('')}...`;
}

function aboutOf(event: TaskEvent): string {
  switch (event.type) {
    case 'context-initialized':
      return event.immutable.task_snapshot.title;
    case 'role-blocked':
      return `${event.role}: ${event.finding}`;
    case 'drift-detected':
      return `${event.role}: ${event.files} ${event.files === 1 ? 'file' : 'files'}`;
    case 'drift-resolved':
      return `${event.role}: ${event.note}`;
    case 'evidence-attached':
      return `${event.evidence.type} ${event.evidence.path}`;
    case 'qa-baseline-recorded':
      return event.baseline.role;
    case 'qa-run-recorded':
      return event.run.role;
    case 'context-purged':
      return event.reason;
    case 'operation-recorded':
      return event.operation.id;
    case 'task-classified':
      return `${event.risk.level} ${event.risk.variant}`;
    case 'state-changed':
      return `${event.transition.from} -> ${event.transition.to}`;
    case 'state-audited':
      return `${event.audit.state} ${event.audit.verdict}`;
    case 'checkpoint-presented':
    case 'changes-requested':
      return event.checkpoint;
    case 'checkpoint-approved':
      return `${event.checkpoint}, by ${event.approval.by}`;
    default:
      return String(('role' in event && event.role) || ('agent' in event && event.agent) || '');
  }
}
