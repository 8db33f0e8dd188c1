import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { TextSchema } from '@batonkit/core/machine';
import { AgentRulesSchema } from './agent-rules.ts';
import { GlobSchema } from './glob-schema.ts';

const GlobsSchema = z.array(GlobSchema).max(500);

/**
 * A repository's own rules, YAML or JSON: which paths are how risky, which words in a description raise the level, what counts as
 * documentation and plain configuration, and who looks at what. Every part is optional; one that is given replaces the default's.
 */
export const RiskRulesSchema = z.strictObject({
  version: z.literal(1),
  /** Globs per level. A pattern without a slash is held against file names. */
  levels: z.strictObject({ HIGH: GlobsSchema, MEDIUM: GlobsSchema, LOW: GlobsSchema }).optional(),
  /** Whole words that raise the level by one. */
  escalation_keywords: z.array(TextSchema.min(1).max(200)).max(200).optional(),
  documentation: GlobsSchema.optional(),
  configuration: GlobsSchema.optional(),
  agents: AgentRulesSchema.partial().optional(),
});

/** What a rules file says: see {@link RiskRulesSchema}. */
export type RiskRules = DeepReadonly<z.infer<typeof RiskRulesSchema>>;
