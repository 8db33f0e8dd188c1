import { GitObjectIdSchema, LabelSchema, TimeSchema } from './stored-values.ts';

/** What every decision knows of the moment; `facts` gets what the slices ask for. */
export const envFields = { now: TimeSchema, actor: LabelSchema, session: LabelSchema.nullable() };

/** The facts that every decision may know. */
export const factFields = { head: GitObjectIdSchema.nullable() };

/** Everything a decision may know besides the record and the command. Services gather it through ports beforehand. */
export interface DecideEnv<Facts = object> {
  readonly now: string;
  readonly actor: string;
  readonly session: string | null;
  readonly facts: { readonly head: string | null } & Facts;
}
