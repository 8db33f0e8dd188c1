import * as z from 'zod';
import { TASK_STATES } from './task-states.ts';

/** One of `TASK_STATES`. */
export const TaskStateSchema = z.enum(TASK_STATES);

/** Where a task stands in the protocol. */
export type TaskState = z.infer<typeof TaskStateSchema>;

/** How much harm a change can do. */
export const RiskLevelSchema = z.enum(['HIGH', 'MEDIUM', 'LOW']);

/** HIGH, MEDIUM or LOW. */
export type RiskLevel = z.infer<typeof RiskLevelSchema>;

/** How much of the protocol a risk level asks for. */
export const ProtocolVariantSchema = z.enum(['FULL', 'ABBREVIATED', 'STREAMLINED']);

/** FULL for HIGH, ABBREVIATED for MEDIUM, STREAMLINED for LOW. */
export type ProtocolVariant = z.infer<typeof ProtocolVariantSchema>;

/** What the changed files are, all of them together. */
export const ChangeKindSchema = z.enum(['code', 'documentation_only', 'config_only']);

/** `code` as soon as one changed file is neither documentation nor plain configuration. */
export type ChangeKind = z.infer<typeof ChangeKindSchema>;
