import type { ProtocolAction } from '@batonkit/protocol';
import { oneLine } from './plain-text.ts';

/** One thing to do next, as `status` and `next` answer it. */
export interface NextStep {
  readonly action: string;
  readonly subject: string | null;
  readonly condition: string | null;
  readonly detail: string;
}

type Line = (step: { readonly id: string; readonly subject: string | null; readonly because: string }) => string | null;

/** What a person types for each action; what only they know stands in angle brackets. */
const LINES: Readonly<Record<ProtocolAction | 'start' | 'verify' | 'complete', Line>> = {
  'init-context': ({ id }) => `init ${id}`,
  claim: ({ id }) => `claim ${id} --session <name>`,
  'ask-to-take-over': ({ id }) => `take-over ${id} --confirmed-by <name> --reason <why>`,
  'release-other-task': ({ subject }) => `release ${subject ?? '<task-id>'}`,
  'record-worktree': ({ id, subject }) => `worktree create ${id}${subject === null ? '' : ` ${subject}`}`,
  'remove-worktree': ({ id, subject }) => `worktree remove ${id}${subject === null ? '' : ` ${subject}`}`,
  'go-to-tree': ({ subject }) => `cd ${quoted(subject ?? '<path>')}`,
  classify: ({ id }) => `classify ${id} <path>`,
  'select-agents': ({ id }) => `classify ${id} <path>`,
  'record-plan': ({ id }) => `plan ${id} <file>`,
  'invoke-agent': ({ id, subject }) => `agent ${id} ${subject ?? '<agent>'} invoke`,
  'complete-agent': ({ id, subject }) => `agent ${id} ${subject ?? '<agent>'} complete --report <file>`,
  'record-decision': ({ id, subject }) => `agent ${id} ${subject ?? '<agent>'} decide --report <file>`,
  'estimate-effort': ({ id }) => `send ${id} estimate-effort effort=<number> scope=<number>`,
  'classify-scope': ({ id, subject }) => `agent ${id} ${subject ?? '<agent>'} scope --report <file>`,
  'ask-user': () => null,
  attest: ({ id, subject }) => `send ${id} attest condition=${subject ?? '<condition>'} note=<text>`,
  'record-qa': ({ id }) => `record-qa ${id} <role> <log>`,
  'run-qa': ({ id }) => `qa run ${id}`,
  'hand-off': ({ id, subject }) => `hand-off ${id} ${subject ?? '<role>'}`,
  // A commit is git's to make; the record only hears of it.
  commit: ({ id, subject }) =>
    subject === 'tree'
      ? 'git add --all && git commit --message <what>'
      : `send ${id} record-activity activity=commit agent=<agent> commit=<id>`,
  merge: ({ id }) => `worktree land ${id}`,
  'resolve-drift': ({ id, subject }) =>
    `resolve-drift ${id} ${subject ?? '<role>'} --accept <restored|current-tree> --note <why>`,
  present: ({ id, subject }) => `present ${id} ${subject ?? '<checkpoint>'}`,
  // No line for the session that waits: what a person types is shown to a terminal without one.
  'await-approval': () => null,
  approve: ({ id, subject }) => `approve ${id} ${subject ?? '<checkpoint>'} --by <name>`,
  compliance: ({ id }) => `compliance ${id}`,
  return: ({ id, because }) => `send ${id} return because=${because} note=<why>`,
  advance: ({ id }) => `advance ${id}`,
  finish: ({ id }) => `complete ${id}`,
  start: ({ id, subject }) => `start ${id} ${subject ?? '<role>'}`,
  verify: ({ id, subject }) => `verify ${id} ${subject ?? '<role>'}`,
  complete: ({ id }) => `complete ${id}`,
};

/** The command line that does a next step; the name of the step where no command does it. */
export function commandLineFor(id: string, { action, subject, condition }: NextStep): string {
  const line = Object.entries(LINES).find(([known]) => known === action)?.[1];
  const typed = line?.({ id, subject: subject === null ? null : oneLine(subject), because: condition ?? '<cause>' });
  if (typed === undefined || typed === null) return action;
  return /^(?:git|cd) /.test(typed) ? typed : `baton ${typed}`;
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w@%+=:,./<>-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
