import * as z from 'zod';
import { contextCommandSchemas } from '../slices/context-command.ts';
import { deltaCommandSchemas } from '../slices/delta-command.ts';
import { protocolCommandSchemas } from '../protocol/protocol-command.ts';
import type { DeepReadonly } from '../record/freeze.ts';

/** Everything that can be asked of a task; each capability brings its own part. */
export const CommandSchema = z.discriminatedUnion('type', [
  ...contextCommandSchemas,
  ...deltaCommandSchemas,
  ...protocolCommandSchemas,
]);

/** One request to change a task, with its defaults filled in. */
export type Command = DeepReadonly<z.infer<typeof CommandSchema>>;

/** A command as callers write it: what has a default may be left out. */
export type CommandInput = DeepReadonly<z.input<typeof CommandSchema>>;
