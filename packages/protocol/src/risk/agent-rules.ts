import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { LabelSchema, TextSchema } from '@batonkit/core/machine';
import { GlobSchema } from './glob-schema.ts';
import { RiskLevelSchema } from '../states/task-state.ts';

/** A field of review, such as `security`; its agents are `security-reviewer` and `security-updater`. */
const DomainSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,50}$/, 'must be lower-case letters, digits, "_" or "-"');
const WordsSchema = z.array(TextSchema.min(1).max(200)).max(200);

/**
 * One reason to call a domain in. It holds when the caller names one of `changes`, or when all of the other conditions given hold:
 * some path matches, the description has one of the words.
 */
export const AgentRuleSchema = z.strictObject({
  /** What a person reads: "the change touches ...". */
  because: TextSchema.min(1).max(300),
  adds: z.array(DomainSchema).min(1),
  /** The levels the rule is for; all when left out. */
  levels: z.array(RiskLevelSchema).min(1).optional(),
  changes: z.array(LabelSchema).optional(),
  paths: z.array(GlobSchema).max(500).optional(),
  words: WordsSchema.optional(),
  /** Also for a change of documentation only, where words are no sign of changed code. */
  documentation: z.boolean().optional(),
});

/** One rule: see {@link AgentRuleSchema}. */
export type AgentRule = DeepReadonly<z.infer<typeof AgentRuleSchema>>;

/** Who looks at a change. */
export const AgentRulesSchema = z.strictObject({
  /** The domains of a level, whatever the change. */
  base: z.strictObject({ HIGH: z.array(DomainSchema), MEDIUM: z.array(DomainSchema), LOW: z.array(DomainSchema) }),
  rules: z.array(AgentRuleSchema).max(200),
  /** Simple operations that need no agent of a domain, unless a path or the caller asks for it. */
  exemptions: z
    .array(z.strictObject({ because: TextSchema.min(1).max(300), removes: z.array(DomainSchema), words: WordsSchema }))
    .max(50),
  /** A hint which model to run each kind of agent on. */
  models: z.strictObject({ reviewer: LabelSchema, updater: LabelSchema }),
});

/** Who looks at a change: see {@link AgentRulesSchema}. */
export type AgentRules = DeepReadonly<z.infer<typeof AgentRulesSchema>>;
