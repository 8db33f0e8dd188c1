import type * as z from 'zod';
import type {
  CoreSlices,
  DecideEnv,
  DecideError,
  DeepReadonly,
  Result,
  Slice,
  TaskRecord as CoreRecord,
} from '@batonkit/core';
import type { TypesIn } from '@batonkit/core/internal';
import type { CommandInputOf, EventOf, LifeCommand, SliceTypes } from '@batonkit/core/machine';
import type { protocolCommandSchemas } from './protocol-command.ts';
import type { ProtocolEvent } from './protocol-event.ts';
import type { ProtocolSection } from './protocol-section.ts';
import type { ProtocolFacts } from './protocol-facts.ts';
import type { ProtocolSummary } from './protocol-summary.ts';

/** What the protocol adds to a table. */
export interface ProtocolTypes extends SliceTypes {
  readonly fields: { readonly protocol: ProtocolSection | null };
  readonly command: DeepReadonly<z.infer<(typeof protocolCommandSchemas)[number]>>;
  readonly input: DeepReadonly<z.input<(typeof protocolCommandSchemas)[number]>>;
  readonly event: ProtocolEvent;
  readonly facts: { readonly protocol?: ProtocolFacts | undefined };
  readonly summary: { readonly protocol?: ProtocolSummary | undefined };
}

/** The slices that the protocol needs, and the protocol. */
export type ProtocolSlices = readonly [...CoreSlices, Slice<ProtocolTypes>];

type CoreCompletion = NonNullable<CoreRecord['completion']>;

/** A record with a protocol section; `null` as long as the task is not under the protocol. */
export interface ProtocolRecord extends CoreRecord {
  readonly protocol: ProtocolSection | null;
  readonly completion:
    | (Omit<CoreCompletion, 'summary'> & {
        readonly summary: CoreCompletion['summary'] & { readonly protocol?: ProtocolSummary | undefined };
      })
    | null;
}

/** What a decision of the protocol may know besides the record and the command. */
export type ProtocolEnv = DecideEnv<{ readonly protocol?: ProtocolFacts }>;
/** One request to change a task, with its defaults filled in. */
export type Command = LifeCommand | TypesIn<ProtocolSlices>['command'];
/** A command as callers write it. */
export type CommandInput = CommandInputOf<ProtocolSlices>;
/** One thing that happened to a task. */
export type TaskEvent = EventOf<ProtocolSlices>;
/** What the protocol decides: events of its own, and of the slices that it needs. */
export type DecidedEvent = TypesIn<ProtocolSlices>['event'];
/** What a command of the protocol does to a task: the events to record (none when everything asked for is already so), or why not. */
export type Decision = Result<readonly DecidedEvent[], DecideError>;
