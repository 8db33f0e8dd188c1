import * as z from 'zod';
import { TextSchema } from '@batonkit/core/internal';
import { err, failure, type Failure, ok, type Result } from '@batonkit/core';

/**
 * How far a dispatch loop came, as stored beside its log, so that a loop that died goes on where it was. `reported` means that the agent's
 * answer is safe but may not be in the log yet.
 */
export const DispatchStateSchema = z.strictObject({
  version: z.literal(1),
  tasks: z.array(
    z.strictObject({
      number: TextSchema,
      title: TextSchema,
      outcome: z.enum(['completed', 'already_complete', 'skipped', 'blocked']),
      /** The agent's report as it came; null when there is none. */
      report: TextSchema.nullable(),
      /** Why a task is blocked or was skipped. */
      reason: TextSchema.nullable(),
      is_logged: z.boolean(),
    }),
  ),
});

/** See {@link DispatchStateSchema}. */
export type DispatchState = z.infer<typeof DispatchStateSchema>;

/** What one task of a loop came to. */
export type DispatchedTask = DispatchState['tasks'][number];

/** A state file that cannot be read. It is left as it is. */
export type DispatchStateInvalid = Failure<'SchemaViolation', { readonly path: string }>;

/** Reads a state file; no file is a loop that has not begun. */
export function parseDispatchState(path: string, text: string | null): Result<DispatchState, DispatchStateInvalid> {
  if (text === null) return ok({ version: 1, tasks: [] });
  const parsed = DispatchStateSchema.safeParse(parseJson(text));
  if (parsed.success) return ok(parsed.data);
  const message = `${path} is not the state of a dispatch loop, so it is not known which tasks are done. Move it away to begin anew, or restore it.`;
  return err(failure('SchemaViolation', message, { path }));
}

/** The state as its file holds it. */
export function formatDispatchState(state: DispatchState): string {
  return `${JSON.stringify(state, null, 2)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
