import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { defineSlice, type Slice, type SliceTypes } from '../record/slice.ts';
import { LabelSchema } from '../record/stored-values.ts';
import { decideHandOff, decideStartTurn } from './decide-role.ts';
import { evidence, RecordedLogSchema } from './evidence.ts';
import { roles } from './roles.ts';
import { SnapshotSummarySchema } from './worktree-snapshot.ts';

const commands = [
  z.strictObject({
    type: z.literal('start-turn'),
    role: z.string(),
    sessionId: LabelSchema.nullable().optional(),
    /** How long the chain of trees was when the working tree was verified; left out where there is none to verify. */
    verifiedLinks: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    type: z.literal('hand-off'),
    role: z.string(),
    snapshot: SnapshotSummarySchema.optional(),
    qa: RecordedLogSchema.optional(),
    /** Results of commands that were run for the hand-off. */
    qaRun: RecordedLogSchema.optional(),
  }),
] as const;

/** What {@link turns} adds to a machine. */
export interface TurnsTypes extends SliceTypes {
  readonly fields: object;
  readonly command: DeepReadonly<z.infer<(typeof commands)[number]>>;
  readonly input: DeepReadonly<z.input<(typeof commands)[number]>>;
  readonly event: never;
  readonly facts: object;
  readonly summary: object;
}

/** The two commands of a turn: a role starts, and hands off. */
export const turns: Slice<TurnsTypes> = defineSlice({
  name: 'turns',
  isServed: true,
  needs: [roles, evidence],
  section: z.strictObject({}),
  begin: () => ({}),
  commands,
  decide: { 'start-turn': decideStartTurn, 'hand-off': decideHandOff },
  requests: { facts: { 'start-turn': ['verifiedLinks'], 'hand-off': ['snapshot', 'taskFileSha', 'qaRun', 'proof'] } },
});
