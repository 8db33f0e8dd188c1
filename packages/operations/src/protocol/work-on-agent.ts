import { match } from 'ts-pattern';
import type * as z from 'zod';
import { errAsync, type Failure, rejection, type ResultAsync } from '@batonkit/core';
import type { SendableCommand } from '@batonkit/protocol';
import { MIN_REPORT_BYTES } from '@batonkit/protocol/internal';
import { encodeUtf8 } from '@batonkit/core/text';
import type { OperationKit } from '../operation/operation.ts';
import { optionsOf, toWritten, type Written } from '../operation/operation-fields.ts';

/** What happened to an agent. */
export interface AgentStep {
  readonly taskId: string;
  readonly agent: string;
  readonly step: 'invoke' | 'complete' | 'fail' | 'decide' | 'scope';
  /** The agent's own words: its report, or its decision. */
  readonly report?: string;
  readonly workRemaining?: string;
  readonly unchanged?: boolean;
  readonly verdict?: 'APPROVED' | 'REJECTED';
  readonly note?: string;
}

type Answer = ResultAsync<z.infer<typeof Written>, Failure>;

/** Records a step of an agent; `InvalidInput` when a step lacks what it is about. */
export function workOnAgent(kit: OperationKit, { taskId, agent, step, ...said }: AgentStep): Answer {
  const { protocol } = kit.baton;
  const options = optionsOf(kit);
  const send = (command: SendableCommand): Answer => protocol.send(taskId, { ...options, command }).map(toWritten);
  return match(step)
    .with('invoke', () => send({ type: 'invoke-agent', agent }))
    .with('fail', () =>
      said.note === undefined ? lacking('note') : send({ type: 'fail-agent', agent, message: said.note }),
    )
    .with('decide', (): Answer => {
      const { report: answer, verdict, note } = said;
      if (answer === undefined)
        return verdict === undefined
          ? lacking('verdict')
          : send({ type: 'record-decision', agent, verdict, note: note ?? '' });
      const given = { ...(verdict === undefined ? {} : { verdict }), ...(note === undefined ? {} : { note }) };
      return protocol.review(taskId, { ...options, agent, answer, ...given }).map(toWritten);
    })
    .with('scope', (): Answer => {
      const { report: answer } = said;
      if (answer === undefined) return lacking('report');
      return protocol.classifyScope(taskId, { ...options, agent, answer }).map(toWritten);
    })
    .with('complete', (): Answer => {
      const { report, workRemaining, unchanged } = said;
      if (report === undefined) return lacking('report');
      const { length } = encodeUtf8(report);
      if (length < MIN_REPORT_BYTES) {
        const detail = `The report has ${length} bytes, and one of fewer than ${MIN_REPORT_BYTES} says nothing. Ask ${agent} for a whole one.`;
        return errAsync(rejection('InvalidInput', [{ condition: '/report', detail }]));
      }
      const more = {
        ...(workRemaining === undefined ? {} : { workRemaining }),
        ...(unchanged === undefined ? {} : { unchanged }),
      };
      return protocol.completeAgent(taskId, { ...options, agent, report, ...more }).map(toWritten);
    })
    .exhaustive();
}

function lacking(field: 'note' | 'verdict' | 'report'): Answer {
  const detail = {
    note: 'The step fail needs a note that says what happened.',
    verdict: 'The step decide needs the answer of the agent as report, or its verdict.',
    report: 'This step needs the words of the agent as report.',
  }[field];
  return errAsync(rejection('InvalidInput', [{ condition: `/${field}`, detail }]));
}
