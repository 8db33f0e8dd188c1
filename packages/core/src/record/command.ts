import type * as z from 'zod';
import { ContextCommandSchema, type ContextCommand } from '../context/context-command.ts';
import type { DeepReadonly } from './freeze.ts';

/** Everything that can be asked of a task; each capability brings its own part. */
export const CommandSchema = ContextCommandSchema;

/** One request to change a task, with its defaults filled in. */
export type Command = ContextCommand;

/** A command as callers write it: what has a default may be left out. */
export type CommandInput = DeepReadonly<z.input<typeof CommandSchema>>;
