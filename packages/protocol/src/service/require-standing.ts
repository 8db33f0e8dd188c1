import {
  err,
  type MutatedTask,
  type MutationOptions,
  ok,
  reject,
  type Rejection,
  type Result,
  type StoreError,
} from '@batonkit/core';
import { findRecorded } from '@batonkit/core/internal';
import type { ProtocolEnv, ProtocolRecord } from '../section/protocol-record.ts';
import { whyNotPresented } from '../slice/decide-checkpoint.ts';
import { gatherFacts, type FactError, type FactPorts } from '../facts/gather-facts.ts';
import { viewOf } from '../guards/guard.ts';
import { tableOf } from '../guards/protocol-table.ts';
import type { ProtocolCommandInput } from '../section/protocol-command.ts';
import { judgeCheckpoints } from '../status/protocol-status.ts';

/**
 * A repeated request is no presentation and no approval where that was taken back since, or where what it was about is another by now: "done" would
 * be taken for "it is approved". Everything else passes.
 */
export async function requireStanding(
  ports: FactPorts,
  context: MutatedTask<ProtocolRecord>,
  command: ProtocolCommandInput,
  options: MutationOptions,
): Promise<Result<MutatedTask<ProtocolRecord>, FactError | StoreError | Rejection<'Rejected'>>> {
  const { record, replayed } = context;
  const { protocol } = record;
  const isApproval = command.type === 'approve-checkpoint';
  if (!replayed || protocol === null || (!isApproval && command.type !== 'present-checkpoint')) return ok(context);
  const { checkpoint } = command;
  const done = isApproval ? 'approved' : 'presented';
  const made = await findRecorded(ports.tasks, context, options, `checkpoint-${done}`);
  if (made.isErr()) return err(made.error);
  const { covers } = (made.value?.[isApproval ? 'approval' : 'presentation'] ?? {}) as { readonly covers?: string };
  const why = protocol.checkpoints[checkpoint][done]?.covers === covers ? await whyGone() : ok('');
  if (why.isErr()) return err(why.error);
  if (why.value === null) return ok(context);
  const now = `the ${checkpoint} that it ${done} is not ${done} now. ${why.value}`.trim();
  const next = `Nothing was written. Present the ${checkpoint} ${isApproval ? 'and ask for approval ' : ''}under a new operation id.`;
  const detail = `${record.task_id}: operation ${options.operationId} was done before, but ${now} ${next}`;
  return reject('Rejected', [{ condition: `still-${done}`, detail }]);

  async function whyGone(): Promise<Result<string | null, FactError>> {
    // Behind COMPLETE the content was merged as approved, and nobody looks at it any more.
    if (protocol!.state === 'CLEANUP' || record.completion !== null) return ok(null);
    const session = options.session ?? null;
    const gathered = await gatherFacts(ports, record, session);
    if (gathered.isErr()) return err(gathered.error);
    const now = new Date(ports.clock.now()).toISOString();
    const env: ProtocolEnv = { now, actor: options.actor, session, facts: { head: null, ...gathered.value.facts } };
    const view = viewOf(record, protocol!, env, tableOf(ports.machine));
    if (!isApproval) return ok(whyNotPresented(view, checkpoint));
    return ok(judgeCheckpoints(view)[checkpoint] === 'approved' ? null : 'It changed since.');
  }
}
